// expect: safe
// property: assert,deadlock
// A closed descriptor is no longer watched.
#include <assert.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>
int main(void) {
  int ep = epoll_create1(0), a = eventfd(1, 0);
  struct epoll_event e = {.events = EPOLLIN, .data.fd = a}, got;
  epoll_ctl(ep, EPOLL_CTL_ADD, a, &e);
  close(a);
  assert(epoll_wait(ep, &got, 1, 0) == 0);
  int b = eventfd(1, 0);
  assert(b == a && epoll_wait(ep, &got, 1, 0) == 0);
}
