// expect: unsafe deadlock
// property: deadlock
// engines: naive stateful stateless dpor hunt auto
// One thread tries a mutex again and again and has a spin lock; the other has the mutex and is blocked by a third thread, which waits
// for the spin lock: a circle of a loop, a blocked thread and a loop.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
static atomic_flag word = ATOMIC_FLAG_INIT;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *tries(void *unused) {
  while (atomic_flag_test_and_set(&word)) sched_yield();
  while (pthread_mutex_trylock(&a)) sched_yield();
  pthread_mutex_unlock(&a);
  atomic_flag_clear(&word);
  return unused;
}
static void *blocked(void *unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}
int main(void) {
  pthread_t x, y;
  pthread_create(&x, NULL, tries, NULL);
  pthread_create(&y, NULL, blocked, NULL);
  pthread_mutex_lock(&b);
  while (atomic_flag_test_and_set(&word)) sched_yield();
  atomic_flag_clear(&word);
  pthread_mutex_unlock(&b);
  pthread_join(x, NULL);
  pthread_join(y, NULL);
  return 0;
}
