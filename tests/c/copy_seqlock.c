// expect: safe
// property: assert
// engines: auto naive stateful dpor
// The copy may be torn, but then the count has changed and it is not used.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct pair {
  int a, b;
};
static struct pair shared;
static atomic_uint count;
static void *writer(void *unused) {
  struct pair mine = {1, 1};
  count++;
  shared = mine;
  count++;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  unsigned before = count;
  struct pair seen = shared;
  if (before % 2 == 0 && before == count) assert(seen.a == seen.b);
  pthread_join(t, 0);
  return 0;
}
