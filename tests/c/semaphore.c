// expect: safe
// property: assert,deadlock,no-data-race
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t full;
static int x;
static void *produce(void *unused) {
  x = 42;
  sem_post(&full);
  return NULL;
}
int main(void) {
  pthread_t t;
  sem_init(&full, 0, 0);
  pthread_create(&t, NULL, produce, NULL);
  sem_wait(&full);
  assert(x == 42);
  assert(sem_trywait(&full) == -1);
  pthread_join(t, NULL);
  return 0;
}
