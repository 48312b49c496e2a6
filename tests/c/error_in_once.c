// expect: unsafe unreach-call
// property: unreach-call
#include <pthread.h>
void reach_error(void) {}
static pthread_once_t once = PTHREAD_ONCE_INIT;
int main(void) {
  pthread_once(&once, reach_error);
  return 0;
}
