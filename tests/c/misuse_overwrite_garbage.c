// expect: unsafe pthread-misuse
// property: pthread-misuse
// What a call has initialised is after that what its bytes say.
#include <pthread.h>
#include <string.h>

int main(void) {
  pthread_mutex_t m;
  pthread_mutex_init(&m, 0);
  memset(&m, 0x55, sizeof m);
  pthread_mutex_lock(&m);
  return 0;
}
