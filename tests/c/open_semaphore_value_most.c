// expect: safe
// ... and no less, and that only as long as it waits.
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
  sem_getvalue(&s, &value);
  assert(value == 0);
  pthread_create(&t, NULL, wait, NULL);
  sem_getvalue(&s, &value);
  assert(value == 0 || value == -1);
  sem_post(&s);
  pthread_join(t, NULL);
  sem_getvalue(&s, &value);
  assert(value == 0);
  return 0;
}
