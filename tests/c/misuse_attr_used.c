// expect: unsafe pthread-misuse
// property: pthread-misuse
// Set before they are initialised.
#include <pthread.h>

int main(void) {
  pthread_attr_t a;
  pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
  pthread_attr_init(&a);
  pthread_attr_destroy(&a);
  return 0;
}
