// expect: unsafe
// only: a wrong answer is looked for, no answer is asked for
// The contents are anything, but somebody changes them between the two sums.
#include <stdlib.h>
#include <pthread.h>
extern void reach_error(void), abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
unsigned char *a, first, second;
unsigned n;
void *one(void *p) {
  if (n > 1) first = a[1];
  return 0;
}
void *two(void *p) {
  if (n > 1) a[1] = 7;
  if (n > 1) second = a[1];
  return 0;
}
int main() {
  pthread_t x, y;
  n = __VERIFIER_nondet_uchar();
  if (n > 3) abort();
  a = malloc(n);
  for (unsigned i = 0; i < n; i++) a[i] = __VERIFIER_nondet_uchar();
  pthread_create(&x, 0, one, 0);
  pthread_create(&y, 0, two, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  if (first != second) reach_error();
  return 0;
}
