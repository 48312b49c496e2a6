// expect: safe
// only: --domain=pred
// An input without bound: no enumeration of values ends, two predicates do.
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int n, done;
void *waits(void *p) {
  int i = 0;
  while (i < n) i++;
  done = 1;
  return 0;
}
int main() {
  pthread_t a;
  n = __VERIFIER_nondet_int();
  pthread_create(&a, 0, waits, 0);
  pthread_join(a, 0);
  if (!done) reach_error();
  return 0;
}
