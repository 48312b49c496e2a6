// expect: safe
// property: pthread-misuse
// It may have ended; until it is joined the number is its own.
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

static void *run(void *unused) { return unused; }

int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, run, NULL)) abort();
  pthread_cancel(t);
  pthread_kill(t, 0);
  pthread_join(t, NULL);
  return 0;
}
