// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
// Only a call initialises a spin lock.
#include <pthread.h>

static pthread_spinlock_t s;

int main(void) {
  pthread_spin_lock(&s);
  pthread_spin_unlock(&s);
  return 0;
}
