// expect: unsafe assert
// Whether a limit that is none is refused though the semaphore is free is open.
#include <assert.h>
#include <semaphore.h>

int main(void) {
  struct timespec t = {0, -1};
  sem_t s;
  sem_init(&s, 0, 1);
  assert(sem_timedwait(&s, &t) == -1);
  return 0;
}
