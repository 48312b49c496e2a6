// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
// The other thread waits, or is about to.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *waiter(void *unused) {
  sem_wait(&s);
  return unused;
}

int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, waiter, 0);
  sem_destroy(&s);
  return 0;
}
