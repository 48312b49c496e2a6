// expect: unsafe pthread-misuse
// property: pthread-misuse
#include <pthread.h>

static pthread_mutex_t m;

int main(void) {
  pthread_mutex_init(&m, 0);
  pthread_mutex_init(&m, 0);
  return 0;
}
