// expect: unsafe pthread-misuse
// property: pthread-misuse
#include <semaphore.h>
#include <string.h>

static sem_t ready;

int main(void) {
  sem_init(&ready, 0, 1);
  memset(&ready, 0, sizeof ready);
  sem_wait(&ready);
  return 0;
}
