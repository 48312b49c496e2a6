// expect: safe
// property: no-data-race
// engines: auto dpor
// Who takes the semaphore comes after who posted it.
#include <pthread.h>
#include <semaphore.h>
int data;
sem_t s;
static void *writer(void *arg) {
  data = 42;
  sem_post(&s);
  return 0;
}
int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, writer, 0);
  if (!sem_trywait(&s)) return data;
  return 0;
}
