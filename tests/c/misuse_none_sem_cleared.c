// expect: safe
// property: pthread-misuse
// engines: auto naive stateful dpor
// A semaphore is cleared that nobody uses any more, and made anew.
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static struct { int v; sem_t ready; } all;

static void *worker(void *unused) {
  sem_wait(&all.ready);
  return unused;
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    pthread_t t;
    sem_init(&all.ready, 0, 0);
    pthread_create(&t, 0, worker, 0);
    sem_post(&all.ready);
    pthread_join(t, 0);
    memset(&all, 0, sizeof all);
  }
  return 0;
}
