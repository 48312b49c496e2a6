// Loops of few rounds that end by a flag or a count: the last value is told only by both. WRONG: two of them look at less.
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a[4], b[4], c[4], ab, bc, ac;

#ifdef WRONG
#define ROUNDS 3
#else
#define ROUNDS 4
#endif

static int differ(const int *x, const int *y, int rounds) {
  _Bool stop = 0;
  int i = 0;
  while (!stop && i < rounds) {
    stop = x[i] != y[i];
    i++;
  }
  return stop;
}

void *first(void *p) { ab = differ(a, b, ROUNDS); return 0; }
void *second(void *p) { bc = differ(b, c, ROUNDS); return 0; }
void *third(void *p) { ac = differ(a, c, 4); return 0; }

int main() {
  pthread_t i, j, k;
  for (int n = 0; n < 4; n++) {
    a[n] = __VERIFIER_nondet_int();
    b[n] = __VERIFIER_nondet_int();
    c[n] = __VERIFIER_nondet_int();
  }
  pthread_create(&i, 0, first, 0);
  pthread_create(&j, 0, second, 0);
  pthread_create(&k, 0, third, 0);
  pthread_join(i, 0);
  pthread_join(j, 0);
  pthread_join(k, 0);
  if (!ab && !bc && ac) reach_error();
  return 0;
}
