// expect: unsafe unreach-call
// property: unreach-call
// engines: auto naive stateful
// The same function by the name that is not atomic.
#include <pthread.h>
extern void reach_error(void);
int x, y;
int add(int n) {
  x += n;
  y += n;
  return x;
}
int __VERIFIER_atomic_alias(int n) __attribute__((alias("add")));
void __VERIFIER_atomic_look(void) {
  if (x != y) reach_error();
}
static void *run(void *unused) {
  add(1);
  return NULL;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, run, NULL);
  __VERIFIER_atomic_look();
  pthread_join(a, NULL);
  return 0;
}
