// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
// A semaphore is cleared that was initialised and not destroyed: who waits for it may wait for ever.
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static sem_t ready;

static void *worker(void *unused) {
  sem_wait(&ready);
  return unused;
}

int main(void) {
  pthread_t t;
  sem_init(&ready, 0, 0);
  pthread_create(&t, 0, worker, 0);
  memset(&ready, 0, sizeof ready);
  sem_post(&ready);
  pthread_join(t, 0);
  return 0;
}
