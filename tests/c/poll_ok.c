// expect: safe
// property: assert,no-data-race,deadlock
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>
static int ends[2], counter, data;
static void *worker(void *arg) {
  data = 1;
  write(ends[1], "x", 1);
  close(ends[1]);
  return 0;
}
int main(void) {
  pthread_t t;
  char c;
  if (pipe(ends)) return 1;
  counter = eventfd(0, 0);
  struct pollfd p[] = {{counter, POLLIN, 0}, {ends[0], POLLIN, 0}, {-1, POLLIN, 5}};
  pthread_create(&t, 0, worker, 0);
  int now = poll(p, 3, 0);
  assert(now == 0 || (now == 1 && p[1].revents));
  assert(poll(p, 3, -1) == 1 && p[0].revents == 0 && (p[1].revents & POLLIN) && p[2].revents == 0);
  assert(read(ends[0], &c, 1) == 1 && data == 1);
  assert(poll(p, 3, -1) == 1 && p[1].revents == POLLHUP);
  pthread_join(t, 0);
  close(ends[0]);
  assert(poll(p, 3, 10) == 1 && p[1].revents == POLLNVAL);
  return 0;
}
