// expect: unsafe pthread-misuse
// property: pthread-misuse
// It was detached, and may have ended.
#include <pthread.h>
#include <stdlib.h>

static void *run(void *unused) { return unused; }

int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, run, NULL)) abort();
  pthread_detach(t);
  pthread_cancel(t);
  return 0;
}
