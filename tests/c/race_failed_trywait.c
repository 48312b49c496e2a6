// expect: unsafe race
// property: no-data-race
// engines: auto dpor
// The same with a semaphore that another thread has taken.
#include <pthread.h>
#include <semaphore.h>
int data;
sem_t s;
static void *writer(void *arg) {
  data = 42;
  sem_wait(&s);
  return 0;
}
int main(void) {
  pthread_t t;
  sem_init(&s, 0, 1);
  pthread_create(&t, 0, writer, 0);
  if (sem_trywait(&s)) return data;
  return 0;
}
