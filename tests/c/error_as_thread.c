// expect: unsafe unreach-call
// property: unreach-call
// engines: auto naive stateful dpor
#include <pthread.h>
extern void reach_error(void);
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, (void *(*)(void *))reach_error, NULL);
  pthread_join(t, NULL);
  return 0;
}
