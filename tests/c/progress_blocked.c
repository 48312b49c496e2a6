// expect: unsafe progress
// property: progress
// Nobody posts a third time: main waits in the loop, and does not go round.
#include <pthread.h>
#include <semaphore.h>

sem_t s;

void *posts(void *p) {
  sem_post(&s);
  sem_post(&s);
  return p;
}

int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, posts, 0);
  for (int i = 0; i < 3; i++) sem_wait(&s);
  pthread_join(t, 0);
  return 0;
}
