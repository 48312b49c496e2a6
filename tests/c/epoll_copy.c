// expect: safe
// property: assert,deadlock
// ... unless there is a copy.
#include <assert.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>
int main(void) {
  int ep = epoll_create1(0), a = eventfd(1, 0), c = dup(a);
  struct epoll_event e = {.events = EPOLLIN, .data.fd = a}, got;
  epoll_ctl(ep, EPOLL_CTL_ADD, a, &e);
  close(a);
  assert(c >= 0 && epoll_wait(ep, &got, 1, 0) == 1 && got.data.fd == a);
}
