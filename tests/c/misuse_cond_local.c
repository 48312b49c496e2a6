// expect: unsafe pthread-misuse
// property: pthread-misuse
#include <pthread.h>

int main(void) {
  pthread_cond_t c;
  pthread_cond_signal(&c);
  return 0;
}
