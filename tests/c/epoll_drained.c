// expect: safe
// property: assert,deadlock,no-data-race
// Edge-triggered, drained: all bytes come.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
static int s[2];
static void *w(void *arg) {
  write(s[1], "a", 1);
  write(s[1], "b", 1);
  return 0;
}
int main(void) {
  pthread_t t;
  int ep = epoll_create1(0), n = 0;
  socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, s);
  struct epoll_event e = {.events = EPOLLIN | EPOLLET, .data.fd = s[0]}, got;
  epoll_ctl(ep, EPOLL_CTL_ADD, s[0], &e);
  pthread_create(&t, 0, w, 0);
  while (n < 2) {
    assert(epoll_wait(ep, &got, 1, -1) == 1);
    char c;
    while (read(s[0], &c, 1) == 1) n++;
  }
  pthread_join(t, 0);
}
