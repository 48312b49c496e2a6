// expect: safe
// A thread is joined if it was made, and a variable that others may look at says so: the path on which a thread is joined that does
// not exist is refuted as errors are.
#include <pthread.h>
void reach_error(void);
int __VERIFIER_nondet_int(void);
int made, x, seen;
void *looks(void *unused) {
  seen = made;
  return 0;
}
void *sets(void *unused) {
  x = 1;
  return 0;
}
int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, looks, 0);
  if (__VERIFIER_nondet_int() > 5) {
    pthread_create(&second, 0, sets, 0);
    made = 1;
  }
  if (made) {
    pthread_join(second, 0);
    if (x != 1) reach_error();
  }
  return 0;
}
