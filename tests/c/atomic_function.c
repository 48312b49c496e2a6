// expect: safe
#include <assert.h>
#include <pthread.h>
static int x;
void __VERIFIER_atomic_add(void) {
  int old = x;
  x = old + 1;
}
static void *add(void *unused) {
  __VERIFIER_atomic_add();
  return NULL;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  __VERIFIER_atomic_add();
  pthread_join(t, NULL);
  assert(x == 2);
  return 0;
}
