// expect: safe
// options: --engine=values --property=bounds
// A condition of two parts that is kept as a number.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int cells[10];
void demand(int holds) {
  if (!holds) abort();
}
void *worker(void *arg) {
  int i = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
  demand(0 <= i && i < 10);
  cells[i] = 1;
  int outside = k < 0 || k >= 10;
  if (!outside) cells[k] = 2;
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, worker, 0);
  return 0;
}
