// expect: unsafe assert
// property: assert
// The time may be over before anything comes.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>
static int ends[2];
static void *worker(void *arg) {
  write(ends[1], "x", 1);
  return 0;
}
int main(void) {
  pthread_t t;
  if (pipe(ends)) return 1;
  pthread_create(&t, 0, worker, 0);
  struct pollfd p = {ends[0], POLLIN, 0};
  assert(poll(&p, 1, 1000) == 1);
  pthread_join(t, 0);
  return 0;
}
