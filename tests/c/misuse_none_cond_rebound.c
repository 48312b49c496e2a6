// expect: safe
// property: pthread-misuse
// engines: auto naive stateful dpor
// One mutex after the other, and never two at a time.
#include <pthread.h>

static pthread_mutex_t a, b;
static pthread_cond_t c;
static int round;

static void *waiter(void *unused) {
  pthread_mutex_lock(&a);
  while (round < 1) pthread_cond_wait(&c, &a);
  pthread_mutex_unlock(&a);
  pthread_mutex_lock(&b);
  while (round < 2) pthread_cond_wait(&c, &b);
  pthread_mutex_unlock(&b);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  round = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_mutex_lock(&b);
  round = 2;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&b);
  pthread_join(t, 0);
  pthread_cond_destroy(&c);
  return 0;
}
