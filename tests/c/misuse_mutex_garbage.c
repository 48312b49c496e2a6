// expect: unsafe pthread-misuse
// property: pthread-misuse
#include <pthread.h>
#include <string.h>

int main(void) {
  pthread_mutex_t m;
  memset(&m, 0xff, sizeof m);
  pthread_mutex_lock(&m);
  return 0;
}
