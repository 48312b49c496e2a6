// expect: safe
// property: pthread-misuse
// The program ends: nobody destroys anything. A static one is never destroyed.
#include <pthread.h>

static pthread_mutex_t s = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&s);
  return 0;
}
