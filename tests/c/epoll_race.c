// expect: unsafe race
// property: no-data-race
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>
static int ev, ep, job;
static void *loop(void *arg) {
  struct epoll_event e;
  epoll_wait(ep, &e, 1, -1);
  return (void *)(long)job;
}
int main(void) {
  pthread_t t;
  ep = epoll_create1(0);
  ev = eventfd(0, 0);
  struct epoll_event e = {.events = EPOLLIN, .data.fd = ev};
  epoll_ctl(ep, EPOLL_CTL_ADD, ev, &e);
  pthread_create(&t, 0, loop, 0);
  uint64_t one = 1;
  write(ev, &one, 8);
  job = 7;
  pthread_join(t, 0);
}
