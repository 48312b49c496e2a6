// expect: safe
// property: pthread-misuse
// engines: auto naive stateful dpor
// A semaphore that was destroyed is memory like any other, until it is initialised again.
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static sem_t ready;

static void *worker(void *unused) {
  sem_wait(&ready);
  return unused;
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    pthread_t t;
    memset(&ready, i, sizeof ready);
    sem_init(&ready, 0, 0);
    pthread_create(&t, 0, worker, 0);
    sem_post(&ready);
    pthread_join(t, 0);
    sem_destroy(&ready);
  }
  memset(&ready, 0, sizeof ready);
  return 0;
}
