// The error needs an array of a certain length and a certain cell; how long the loop that fills it goes round is not bounded.
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
extern void abort(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
unsigned n;
int *q, sum, most;

void *adds(void *p) {
  for (unsigned i = 0; i < n; i++) sum = sum + q[i];
  return 0;
}

void *looks(void *p) {
  if (n > 1) most = q[1];
  return 0;
}

int main() {
  pthread_t i, j;
  n = __VERIFIER_nondet_uint();
  if (n >= 1000000) abort();
  q = malloc(n * sizeof *q);
  for (unsigned k = 0; k < n; k++) q[k] = __VERIFIER_nondet_int();
  pthread_create(&i, 0, adds, 0);
  pthread_create(&j, 0, looks, 0);
  pthread_join(i, 0);
  pthread_join(j, 0);
  if (most == 7 && sum == 12) reach_error();
  return 0;
}
