// expect: unsafe pthread-misuse
// property: pthread-misuse
#include <pthread.h>

static pthread_mutex_t m;

int main(void) {
  pthread_mutex_init(&m, 0);
  pthread_mutex_destroy(&m);
  pthread_mutex_destroy(&m);
  return 0;
}
