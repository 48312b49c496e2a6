// expect: unsafe pthread-misuse
// property: pthread-misuse
// The number of a thread that was joined is nobody's.
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

static void *run(void *unused) { return unused; }

int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, run, NULL)) abort();
  pthread_join(t, NULL);
  pthread_kill(t, 0);
  return 0;
}
