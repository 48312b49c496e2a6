// expect: safe
// property: assert,no-data-race,deadlock,valid-memsafety
// Event loop: worker posts a job by eventfd, loop takes it.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>
static int ev, ep, job, done;
static void *loop(void *arg) {
  struct epoll_event e;
  while (!done) {
    int n = epoll_wait(ep, &e, 1, -1);
    assert(n == 1 && e.data.fd == ev);
    uint64_t c;
    assert(read(ev, &c, 8) == 8);
    if (job == 7) done = 1;
  }
  return 0;
}
int main(void) {
  pthread_t t;
  ep = epoll_create1(0);
  ev = eventfd(0, EFD_NONBLOCK);
  struct epoll_event e = {.events = EPOLLIN, .data.fd = ev};
  assert(!epoll_ctl(ep, EPOLL_CTL_ADD, ev, &e));
  pthread_create(&t, 0, loop, 0);
  job = 7;
  uint64_t one = 1;
  write(ev, &one, 8);
  pthread_join(t, 0);
  assert(done);
  close(ev);
  close(ep);
}
