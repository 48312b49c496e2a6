// expect: unsafe deadlock
// property: deadlock
// engines: auto naive stateful dpor stateless
// Each tries again and again to take what only the other gives. A call that fails writes errno.
#include <pthread.h>
#include <semaphore.h>

static sem_t a, b;

static void *first(void *arg) {
  while (sem_trywait(&a)) {
  }
  sem_post(&b);
  return arg;
}

static void *second(void *arg) {
  while (sem_trywait(&b)) {
  }
  sem_post(&a);
  return arg;
}

int main(void) {
  pthread_t t, u;
  sem_init(&a, 0, 0);
  sem_init(&b, 0, 0);
  pthread_create(&t, NULL, first, NULL);
  pthread_create(&u, NULL, second, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
