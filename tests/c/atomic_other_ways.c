// expect: safe
// property: unreach-call
// engines: auto naive stateful
// An alias that is atomic, a tail call, a thread's function, begin and end by pointers.
#include <pthread.h>
extern void reach_error(void), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x, y;
int add(int n) {
  x += n;
  y += n;
  return x;
}
int __VERIFIER_atomic_alias(int n) __attribute__((alias("add")));
int __VERIFIER_atomic_tail(int n) { __attribute__((musttail)) return add(n); }
void __VERIFIER_atomic_look(void) {
  if (x != y) reach_error();
}
static void (*volatile begin)(void) = __VERIFIER_atomic_begin, (*volatile end)(void) = __VERIFIER_atomic_end;
static void *__VERIFIER_atomic_run(void *unused) {
  add(1);
  if (x > 100) pthread_exit(NULL);
  return NULL;
}
static void *run(void *unused) {
  __VERIFIER_atomic_alias(1);
  __VERIFIER_atomic_tail(1);
  begin();
  add(1);
  end();
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, __VERIFIER_atomic_run, NULL);
  __VERIFIER_atomic_look();
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (x != 4) reach_error();
  return 0;
}
