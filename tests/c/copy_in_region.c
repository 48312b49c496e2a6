// expect: safe
// property: assert
// engines: auto naive stateful dpor
// executions: 2
// Inside of atomic regions nothing is seen in parts, also not where the copy stands in a function that is called there.
#include <assert.h>
#include <pthread.h>
struct pair {
  int a, b;
};
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static struct pair shared;
static void put(struct pair p) { shared = p; }
static void *writer(void *unused) {
  struct pair mine = {1, 1};
  __VERIFIER_atomic_begin();
  put(mine);
  __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  __VERIFIER_atomic_begin();
  struct pair seen = shared;
  __VERIFIER_atomic_end();
  assert(seen.a == seen.b);
  pthread_join(t, 0);
  return 0;
}
