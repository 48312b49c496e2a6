// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
#include <pthread.h>

static pthread_mutex_t m;
static pthread_cond_t c;

int main(void) {
  pthread_cond_wait(&c, &m);
  return 0;
}
