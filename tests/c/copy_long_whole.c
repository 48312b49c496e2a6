// expect: safe
// property: assert
// engines: auto naive stateful dpor
// Scalars are not taken apart, also not in memory without a type, nor pointers.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct record {
  long value;
  int *where;
  int a, b;
};
static struct record *shared;
static int x, y;
static void *writer(void *unused) {
  struct record mine = {0x100000001, &y, 1, 1};
  *shared = mine;
  return 0;
}
int main(void) {
  pthread_t t;
  struct record first = {0, &x, 0, 0}, seen;
  shared = malloc(sizeof *shared);
  memcpy(shared, &first, sizeof first);
  pthread_create(&t, 0, writer, 0);
  seen = *shared;
  assert(seen.value == 0 || seen.value == 0x100000001);
  assert(seen.where == &x || seen.where == &y);
  pthread_join(t, 0);
  memset(shared, 0, sizeof *shared);
  assert(!shared->where && !shared->value);
  free(shared);
  return 0;
}
