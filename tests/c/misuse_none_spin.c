// expect: safe
// property: pthread-misuse
// engines: auto naive stateful dpor
#include <pthread.h>

static pthread_spinlock_t s;
static int x;

static void *worker(void *unused) {
  pthread_spin_lock(&s);
  x++;
  pthread_spin_unlock(&s);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&t, 0, worker, 0);
  if (pthread_spin_trylock(&s) == 0) pthread_spin_unlock(&s);
  pthread_join(t, 0);
  pthread_spin_destroy(&s);
  return 0;
}
