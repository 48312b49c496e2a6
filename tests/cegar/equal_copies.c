// Two threads copy an input: the copies are equal, whatever it was. Values alone cannot say so (--finer=off ends UNKNOWN); with
// them stuck, predicates come in.
// expect: safe
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int input, first, second;
void *copy_first(void *arg) {
  first = input;
  return arg;
}
void *copy_second(void *arg) {
  second = input;
  return arg;
}
int main(void) {
  pthread_t a, b;
  input = __VERIFIER_nondet_int();
  pthread_create(&a, 0, copy_first, 0);
  pthread_create(&b, 0, copy_second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (first != second) reach_error();
  return 0;
}
