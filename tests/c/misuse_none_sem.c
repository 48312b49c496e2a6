// expect: safe
// property: pthread-misuse,assert
// engines: auto naive stateful dpor
// Posted by one, taken by another, destroyed when nobody waits, and made again.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *poster(void *unused) {
  sem_post(&s);
  return unused;
}

int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, poster, 0);
  sem_wait(&s);
  sem_destroy(&s);
  pthread_join(t, 0);
  sem_init(&s, 0, 1);
  assert(sem_trywait(&s) == 0);
  sem_destroy(&s);
  return 0;
}
