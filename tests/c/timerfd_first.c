// expect: unsafe assert
// property: assert
// The timer may come before the worker.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>
static int ev;
static void *w(void *arg) {
  uint64_t one = 1;
  write(ev, &one, 8);
  return 0;
}
int main(void) {
  pthread_t t;
  int ep = epoll_create1(0), tm = timerfd_create(CLOCK_MONOTONIC, 0);
  ev = eventfd(0, 0);
  struct itimerspec s = {{0, 0}, {5, 0}};
  struct epoll_event e = {.events = EPOLLIN, .data.fd = ev}, got;
  epoll_ctl(ep, EPOLL_CTL_ADD, ev, &e);
  e.data.fd = tm;
  epoll_ctl(ep, EPOLL_CTL_ADD, tm, &e);
  timerfd_settime(tm, 0, &s, 0);
  pthread_create(&t, 0, w, 0);
  epoll_wait(ep, &got, 1, -1);
  assert(got.data.fd == ev);
  pthread_join(t, 0);
}
