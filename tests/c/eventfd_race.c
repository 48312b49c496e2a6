// expect: unsafe race
// property: no-data-race
// The counter was not empty from the beginning: to read it is no promise about the other thread.
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>
static int counter, data;
static void *worker(void *arg) {
  uint64_t one = 1;
  data = 3;
  write(counter, &one, sizeof one);
  return 0;
}
int main(void) {
  pthread_t t;
  uint64_t n;
  counter = eventfd(1, 0);
  pthread_create(&t, 0, worker, 0);
  read(counter, &n, sizeof n);
  int seen = data;
  pthread_join(t, 0);
  return seen;
}
