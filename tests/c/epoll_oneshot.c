// expect: unsafe deadlock
// property: deadlock
// One-shot, not armed anew.
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>
int main(void) {
  int ep = epoll_create1(0), ev = eventfd(3, 0);
  struct epoll_event e = {.events = EPOLLIN | EPOLLONESHOT, .data.fd = ev}, got;
  epoll_ctl(ep, EPOLL_CTL_ADD, ev, &e);
  epoll_wait(ep, &got, 1, -1);
  epoll_wait(ep, &got, 1, -1);
  return 0;
}
