// expect: unknown
// property: no-data-race
// engines: lockset
// A mutex that is held on one way only, and a thread that is joined on one way only.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *add(void *unused) {
  int lock = __VERIFIER_nondet_int();
  if (lock) pthread_mutex_lock(&m);
  x++;
  if (lock) pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  if (__VERIFIER_nondet_int()) pthread_join(t, 0);
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return 0;
}
