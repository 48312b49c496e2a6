// expect: safe
// property: assert
// engines: auto stateful dpor
// vacuous: none
// Some order passes the assumption.
#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int condition);
static _Atomic int value;
static void *work(void *unused) {
  value = 1;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  __VERIFIER_assume(value == 1);
  assert(value == 1);
  return 0;
}
