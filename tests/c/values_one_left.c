// expect: safe
// property: bounds
// engines: values auto
// Without the mutex the index is 0 or 4, and of these only 0 lies in the array. It was described as one number with a step, and the first round
// of the analysis, which does not know yet what the mutex protects, did not come to its end.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a[4];
static unsigned i;
static void *thread(void *arg) {
  pthread_mutex_lock(&m);
  i = 4;
  i = 0;
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  pthread_mutex_lock(&m);
  a[i] = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
