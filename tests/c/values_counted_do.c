// expect: unknown
// options: --engine=values --property=assert
// A loop whose test comes behind the change makes one more turn; what its counter begins with may lie behind the end.
#include <assert.h>
#include <pthread.h>
int n;
void *worker(void *arg) {
  int i = 3;
  do {
    n++;
    i++;
  } while (i < 3);
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, worker, 0);
  assert(n <= 0);
  return 0;
}
