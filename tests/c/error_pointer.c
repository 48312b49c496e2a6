// expect: safe
// property: unreach-call
// engines: auto naive stateful
// Errors as addresses at the upper end of the address space: no object lies there.
#include <pthread.h>

extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int object, result;

static int is_error(const void *p) { return (unsigned long)p >= (unsigned long)-4095L; }

static void *get(_Bool works) { return works ? (void *)&object : (void *)-12L; }

static void *worker(void *arg) {
  _Bool works = __VERIFIER_nondet_bool();
  void *p = get(works);
  if (is_error(p) == works) reach_error();
  if ((unsigned long)&object < 100) reach_error();
  result = is_error(p);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  return result;
}
