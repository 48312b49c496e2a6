// expect: safe
// property: unreach-call,no-data-race,no-overflow
// engines: modular auto
// Threads made for ever; a lock made of a variable, which only its owner gives back; numbers of which only the sign is kept.
#include <pthread.h>
extern void abort(void), reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int lock, seed = 1;

static void *worker(void *arg) {
  __VERIFIER_atomic_begin();
  if (lock) abort();
  lock = 1;
  __VERIFIER_atomic_end();
  int next = __VERIFIER_nondet_int();
  if (next != 0 && next != seed) seed = next;
  if (seed == 0) reach_error();
  __VERIFIER_atomic_begin();
  lock = 0;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t;
  while (1) pthread_create(&t, 0, worker, 0);
}
