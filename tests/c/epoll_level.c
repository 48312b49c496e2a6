// expect: safe
// property: deadlock
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>
int main(void) {
  int ep = epoll_create1(0), ev = eventfd(3, EFD_SEMAPHORE);
  struct epoll_event e = {.events = EPOLLIN, .data.fd = ev}, got;
  epoll_ctl(ep, EPOLL_CTL_ADD, ev, &e);
  epoll_wait(ep, &got, 1, -1);
  uint64_t c;
  read(ev, &c, 8);
  epoll_wait(ep, &got, 1, -1);
  return 0;
}
