// expect: safe
// property: assert,no-data-race,deadlock
// A counter: reads take all of it, or one with EFD_SEMAPHORE.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>
static int counter, tokens, data;
static void *worker(void *arg) {
  uint64_t one = 1;
  data = 3;
  assert(write(counter, &one, sizeof one) == 8);
  eventfd_t got;
  assert(eventfd_read(tokens, &got) == 0 && got == 1);
  return 0;
}
int main(void) {
  pthread_t t;
  uint64_t n, sum = 0;
  counter = eventfd(2, 0);
  tokens = eventfd(2, EFD_SEMAPHORE | EFD_NONBLOCK);
  pthread_create(&t, 0, worker, 0);
  while (sum < 3) {
    assert(read(counter, &n, sizeof n) == 8 && n > 0);
    sum += n;
  }
  assert(sum == 3 && data == 3);
  pthread_join(t, 0);
  assert(read(tokens, &n, sizeof n) == 8 && n == 1);
  assert(read(tokens, &n, sizeof n) == -1 && errno == EAGAIN);
  assert(read(counter, &n, 4) == -1 && errno == EINVAL);
  return 0;
}
