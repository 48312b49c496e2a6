// expect: unsafe assert
// property: assert
// The order of reports is open.
#include <assert.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
int main(void) {
  int ep = epoll_create1(0), a = eventfd(1, 0), b = eventfd(1, 0);
  struct epoll_event e = {.events = EPOLLIN, .data.fd = a}, got[2];
  epoll_ctl(ep, EPOLL_CTL_ADD, a, &e);
  e.data.fd = b;
  epoll_ctl(ep, EPOLL_CTL_ADD, b, &e);
  int n = epoll_wait(ep, got, 2, -1);
  assert(n == 2 && got[0].data.fd == a);
}
