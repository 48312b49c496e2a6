// expect: unsafe unreach-call
// property: unreach-call
// engines: hunt naive stateful auto
// options: --input-range=0..9
// A state that a stored one covers comes with another process running: what that process does must be seen from the stored one,
// where x is any number, not from the smaller one, where it is 5.
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
volatile int x = 5;
void *first(void *p) {
  x = __VERIFIER_nondet_int();
  x = 5;
  return p;
}
void *second(void *p) {
  x = 5;
  if (x != 5) reach_error();
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
