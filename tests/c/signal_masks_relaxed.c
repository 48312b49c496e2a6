// expect: safe
// property: no-data-race
// engines: auto dpor
// What a thread is given at its begin is there before it begins, also where happens-before is looked at (relaxed atomics).
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int n;

static void *other(void *unused) {
  sigset_t s;
  sigemptyset(&s);
  sigaddset(&s, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &s, NULL);
  atomic_fetch_add_explicit(&n, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  pthread_join(t, NULL);
}
