// expect: unsafe assert
// property: assert
// engines: auto naive stateful dpor
// A pointer and what belongs to it: both whole, but not together.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct text {
  const char *at;
  int length;
};
static struct text *shared;
static void *writer(void *unused) {
  struct text longer = {"longer", 6};
  *shared = longer;
  return 0;
}
int main(void) {
  pthread_t t;
  struct text first = {"a", 1};
  shared = malloc(sizeof *shared);
  *shared = first;
  pthread_create(&t, 0, writer, 0);
  struct text seen = *shared;
  assert(seen.at[seen.length - 1] != 0 && (seen.at[0] == 'a') == (seen.length == 1));
  pthread_join(t, 0);
  free(shared);
  return 0;
}
