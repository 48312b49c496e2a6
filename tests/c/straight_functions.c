// expect: safe
// property: unreach-call,no-overflow
// engines: auto stateful
// Small functions with assumptions and checks are part of what is if-converted: nothing forks, nothing is lost.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void assume_or_abort(int c) {
  if (!c) abort();
}

static int minus(int a, int b) {
  assume_or_abort(b <= 0 || a >= b - 2147483648LL);
  assume_or_abort(b >= 0 || a <= b + 2147483647LL);
  return a - b;
}

int x, y, z, first, second;

static void *one(void *arg) {
  int a = x, b = y, c = z;
  int r = minus(a, b);
  first = r == 0 ? minus(b, c) : r;
  return arg;
}

static void *two(void *arg) {
  int a = x, b = y, c = z;
  int r = minus(b, a);
  second = r == 0 ? minus(c, b) : r;
  return arg;
}

int main(void) {
  pthread_t t, u;
  x = __VERIFIER_nondet_int();
  y = __VERIFIER_nondet_int();
  z = __VERIFIER_nondet_int();
  pthread_create(&t, NULL, one, NULL);
  pthread_create(&u, NULL, two, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  if (first > 0 && second > 0) reach_error();
  return 0;
}
