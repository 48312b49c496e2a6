// expect: unsafe
// The assumption of one thread fails, the other one reaches the error all the same (specification 12, e).
#include <pthread.h>
extern void reach_error(void), __VERIFIER_assume(int);
int x;
void *assumes(void *p) {
  __VERIFIER_assume(x == 1);
  return 0;
}
void *fails(void *p) {
  x = 2;
  reach_error();
  return 0;
}
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, assumes, 0);
  pthread_create(&b, 0, fails, 0);
  pthread_join(a, 0);
  return 0;
}
