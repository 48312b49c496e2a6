// expect: safe
// only: --prefer=turns
// An array of a size that is an input, filled with inputs: two threads read the same cell of it.
#include <stdlib.h>
#include <pthread.h>
extern void reach_error(void), abort(void);
extern int __VERIFIER_nondet_int(void);
int *a, n, k, first, second;
void *one(void *p) {
  first = a[k];
  return 0;
}
void *two(void *p) {
  second = a[k];
  return 0;
}
int main() {
  pthread_t x, y;
  n = __VERIFIER_nondet_int();
  k = __VERIFIER_nondet_int();
  if (n > 1000000 || k < 0 || k >= n) abort();
  a = malloc(n * sizeof *a);
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  pthread_create(&x, 0, one, 0);
  pthread_create(&y, 0, two, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  if (first != second) reach_error();
  return 0;
}
