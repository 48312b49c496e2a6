// expect: unsafe assert
// engines: naive stateful dpor auto
// Of a semaphore for which a thread waits the value may be -1.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *wait(void *unused) {
  sem_wait(&s);
  return NULL;
}

int main(void) {
  pthread_t t;
  int value;
  sem_init(&s, 0, 0);
  pthread_create(&t, NULL, wait, NULL);
  sem_getvalue(&s, &value);
  sem_post(&s);
  pthread_join(t, NULL);
  assert(value == 0);
  return 0;
}
