// expect: safe
// property: pthread-misuse
// It was detached, and cannot end before.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>

static sem_t s;

static void *run(void *unused) {
  sem_wait(&s);
  return unused;
}

int main(void) {
  pthread_t t;
  if (sem_init(&s, 0, 0) || pthread_create(&t, NULL, run, NULL)) abort();
  pthread_detach(t);
  pthread_kill(t, 0);
  sem_post(&s);
  return 0;
}
