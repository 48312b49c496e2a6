// expect: unknown
// options: --engine=values --property=bounds,null
// The object is known to a thread that may live longer than its frame.
#include <pthread.h>
void *thread(void *arg) {
  *(int *)arg = 1;
  return 0;
}
void start(void) {
  int local = 0;
  pthread_t id;
  pthread_create(&id, 0, thread, &local);
}
int main(void) {
  start();
  return 0;
}
