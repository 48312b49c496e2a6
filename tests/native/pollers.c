// Sockets within the process and epoll: drawn calls that never wait.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <unistd.h>

#include "draw.h"

enum { FIRST = 3, LAST = 14, MOST = 12 };
static unsigned written;  // bytes: few, so that they fit

static int any(void) { return FIRST + (int)draw(LAST - FIRST); }

static void show(const char *what, int fd, long got) { printf("%s %d %ld %d\n", what, fd, got, got < 0 ? errno : 0); }

static void transfer(void) {
  char bytes[MOST + 1];
  int fd = any(), value = -7;
  unsigned n = draw(MOST);
  socklen_t length = sizeof value;
  struct iovec pieces[2] = {{bytes, n / 2}, {bytes + n / 2, n - n / 2}};
  struct msghdr message = {.msg_iov = pieces, .msg_iovlen = 2};
  memset(bytes, '#', sizeof bytes);
  draw_text(bytes, MOST, "abcdef");
  switch (draw(12)) {
  case 0:
  case 1:
  case 2:
    if (written + n > 230) break;
    written += n;
    show("send", fd, draw(2) ? send(fd, bytes, n, MSG_NOSIGNAL) : sendmsg(fd, &message, MSG_NOSIGNAL));
    break;
  case 3: show("recv", fd, recv(fd, bytes, n, MSG_DONTWAIT)); break;
  case 4: show("peek", fd, recv(fd, bytes, n, MSG_PEEK | MSG_DONTWAIT)); break;
  case 5: show("recvmsg", fd, recvmsg(fd, &message, MSG_DONTWAIT)); break;
  case 6: show("read", fd, read(fd, bytes, n)); break;
  case 7: show("wait for all", fd, recv(fd, bytes, n, MSG_WAITALL | MSG_DONTWAIT)); break;
  case 8: show("shutdown", fd, draw(6) ? -2 : shutdown(fd, (int)draw(4))); break;
  case 9:
    show("there", fd, ioctl(fd, FIONREAD, &value));
    printf("%d\n", value);
    break;
  case 10:
    show("type", fd, getsockopt(fd, SOL_SOCKET, SO_TYPE, &value, &length));
    printf("%d\n", value);
    break;
  case 11:
    show("error", fd, getsockopt(fd, SOL_SOCKET, SO_ERROR, &value, &length));
    printf("%d\n", value);
    break;
  }
  show_bytes("bytes", bytes, sizeof bytes);
}

static void ask(int poller) {
  static const uint32_t kinds[] = {
      EPOLLIN, EPOLLOUT, EPOLLIN | EPOLLOUT, EPOLLIN | EPOLLRDHUP, 0, EPOLLIN | EPOLLONESHOT};
  int fd = any(), action = 1 + (int)draw(4);
  struct epoll_event event = {.events = ONE_OF(kinds), .data.u64 = (uint64_t)fd << 40 | 5};
  if (fd == 3 || fd == 4) fd = poller;
  show("control", fd, epoll_ctl(poller, action, fd, &event));
}

// In the order of the descriptors: another one is nobody's promise.
static void wait_all(int poller) {
  struct epoll_event got[16];
  int n = epoll_wait(poller, got, 16, 0);
  show("wait", poller, n);
  for (int fd = 0; fd < 64; fd++)
    for (int i = 0; i < n; i++)
      if (got[i].data.u64 >> 40 == (uint64_t)fd) printf(" %d:%x:%d", fd, got[i].events, (int)got[i].data.u32);
  printf("\n");
}

static void poll_some(void) {
  struct pollfd fds[3];
  for (int i = 0; i < 3; i++)
    fds[i] = (struct pollfd){.fd = 5 + (int)draw(LAST - 5), .events = (short)(draw(2) ? POLLIN | POLLRDHUP : POLLOUT)};
  int n = poll(fds, 3, 0);
  printf("poll %d: %x %x %x\n", n, fds[0].revents, fds[1].revents, fds[2].revents);
}

static void change(void) {
  int fd = 6 + (int)draw(LAST - 6);
  if (draw(3) == 0) show("close", fd, close(fd));
  if (draw(5) == 0) {
    int made = dup(fd);
    if (made >= LAST) close(made);
    show("dup", fd, made);
  }
}

static void make_all(void) {
  int ends[2];
  int a = epoll_create1(EPOLL_CLOEXEC), b = epoll_create(1), c = eventfd(1, EFD_NONBLOCK);
  printf("made %d %d %d", a, b, c);
  for (int i = 0; i < 2; i++) {
    int failed = socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends);
    printf(" %d %d %d", failed, ends[0], ends[1]);
  }
  printf(" %d\n", pipe2(ends, O_NONBLOCK));
}

static void time_once(void) {
  struct itimerspec set = {{0, 0}, {0, 1}}, was = {{1, 1}, {1, 1}};
  uint64_t count = 9;
  int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC), bad = timerfd_create(77, 0);
  show("timer", 0, bad);
  show("set", 0, timerfd_settime(fd, 0, &set, &was));
  printf("%ld %ld\n", (long)was.it_value.tv_sec, (long)was.it_value.tv_nsec);
  show("short", 0, read(fd, &count, 7));
  show("read", 0, read(fd, &count, sizeof count));
  show("write", 0, write(fd, &count, sizeof count));
  show("left", 0, timerfd_gettime(fd, &was));
  set.it_value.tv_nsec = 1000000000;
  show("set", 0, timerfd_settime(fd, 0, &set, NULL));
  set.it_value.tv_nsec = 0;
  show("unset", 0, timerfd_settime(fd, 0, &set, NULL));
  show("other", 0, timerfd_settime(3, 0, &set, NULL));
  fcntl(fd, F_SETFL, O_NONBLOCK);
  show("none", 0, read(fd, &count, sizeof count));
  printf("%d %ld %ld\n", (int)count, (long)was.it_value.tv_sec, (long)was.it_value.tv_nsec);
}

int main(void) {
  make_all();
  for (int round = 0; round < ROUNDS; round++) {
    transfer();
    ask(3 + (int)draw(2));
    transfer();
    if (round > ROUNDS / 2 || !draw(20)) change();
    wait_all(3 + (int)draw(2));
    poll_some();
  }
  time_once();
  return 0;
}
