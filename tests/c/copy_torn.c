// expect: unsafe assert
// property: assert
// engines: auto naive stateful dpor hunt cegar
// An assignment of a struct is not one access: a reader can see a half of it.
#include <assert.h>
#include <pthread.h>
struct pair {
  int a, b;
};
static struct pair shared;
static void *writer(void *unused) {
  struct pair mine = {1, 1};
  shared = mine;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  struct pair seen = shared;
  assert(seen.a == seen.b);
  pthread_join(t, 0);
  return 0;
}
