// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
// Zero bytes do not make a semaphore.
#include <semaphore.h>

static sem_t s;

int main(void) {
  sem_post(&s);
  return 0;
}
