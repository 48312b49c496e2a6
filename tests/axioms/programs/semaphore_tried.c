// sc: safe
// rc11: unsafe
// property: assert
// That a semaphore could not be taken tells nothing about what was done before somebody else took it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t s;
static atomic_int x;

static void *other(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  sem_wait(&s);
  return unused;
}

int main(void) {
  pthread_t t;
  sem_init(&s, 0, 1);
  pthread_create(&t, NULL, other, NULL);
  if (sem_trywait(&s))
    assert(atomic_load_explicit(&x, memory_order_relaxed) == 1);
  else
    sem_post(&s);
  pthread_join(t, NULL);
}
