// expect: unsafe race
// property: no-data-race
// options: --volatile=relaxed
// One of the two accesses is not volatile.
#include <assert.h>
#include <pthread.h>
#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v) (*(volatile __typeof__(x) *)&(x) = (v))
static int ready, data;
static void *producer(void *arg) {
  data = 3;
  WRITE_ONCE(ready, 1);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  assert(READ_ONCE(data) != 4);
  pthread_join(t, 0);
  return 0;
}
