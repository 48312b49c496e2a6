// expect: unsafe assert
// property: assert
// engines: auto stateful dpor
// Inputs for a whole object come scalar by scalar.
#include <assert.h>
#include <pthread.h>
struct three {
  int a, b, c;
};
extern void __VERIFIER_nondet_memory(void *, unsigned long);
static struct three shared;
static void *writer(void *unused) {
  __VERIFIER_nondet_memory(&shared, sizeof shared);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int a = shared.a, c = shared.c;
  pthread_join(t, 0);
  if (shared.c == 7 && shared.a == 7) assert(a == 0 || c == 7);
  return 0;
}
