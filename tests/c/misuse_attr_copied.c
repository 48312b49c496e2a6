// expect: unsafe pthread-misuse
// property: pthread-misuse
// Attributes have no assignment.
#include <pthread.h>

int main(void) {
  pthread_condattr_t a, b;
  pthread_cond_t c;
  pthread_condattr_init(&a);
  b = a;
  pthread_cond_init(&c, &b);
  pthread_cond_destroy(&c);
  pthread_condattr_destroy(&a);
  return 0;
}
