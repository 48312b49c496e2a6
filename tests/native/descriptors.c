// Pipes, event counters and copies of their descriptors: drawn calls that never wait.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/uio.h>
#include <unistd.h>

#include "draw.h"

enum { FIRST = 3, ANCHORS = 5, LAST = 12, MOST_BYTES = 200 };  // two pipes and a counter stay open: descriptors 3 to 7
static int room = MOST_BYTES;

static int any(void) { return FIRST + (int)draw(LAST - FIRST); }

// A counter takes 8 bytes; some kernels refuse more, and 8 in pieces.
static void transfers(unsigned kind) {
  char bytes[40];
  int fd = any();
  unsigned n = draw(kind == 0 ? 9 : kind == 1 ? 8 : 12), cut = draw(n + 1);
  uint64_t count = draw(5);
  struct iovec pieces[2] = {{bytes, cut}, {bytes + cut, n - cut}};
  memset(bytes, '#', sizeof bytes);
  draw_text(bytes, sizeof bytes, "abcdef");
  long got = -2;
  switch (kind) {
  case 0:
  case 1:
    if (room < (int)n) return;
    got = kind ? writev(fd, pieces, 2) : write(fd, bytes, n);
    if (got > 0) room -= (int)got;
    break;
  case 2:
  case 3:
    got = kind == 2 ? read(fd, bytes, n) : readv(fd, pieces, 2);
    if (got > 0) room += (int)got;
    break;
  case 4: got = write(7, &count, sizeof count); break;
  case 5: got = read(7, &count, sizeof count); break;
  }
  printf("transfer %u %d %u %ld %d %lu\n", kind, fd, n, got, got < 0 ? errno : 0, (unsigned long)count);
  show_bytes("bytes", bytes, sizeof bytes);
}

static void copies(unsigned kind) {
  int a = any(), b = any(), got = -2;
  switch (kind) {
  case 0: got = dup(a); break;
  case 1: got = b >= FIRST + ANCHORS ? dup2(a, b) : -3; break;
  case 2: got = b >= FIRST + ANCHORS ? dup3(a, b, O_CLOEXEC) : -3; break;
  case 3: got = b >= FIRST + ANCHORS ? close(b) : -3; break;
  case 4: got = fcntl(a, F_GETFL); break;
  case 5: got = fcntl(a, F_DUPFD, b); break;
  }
  if (got >= LAST && kind != 4) close(got);
  printf("copy %u %d %d %d %d\n", kind, a, b, got, got == -1 ? errno : 0);
}

static void waits(void) {
  fd_set in, out, special;
  struct timeval none = {0, 0};
  struct timespec soon = {0, 0};
  struct pollfd fds[3];
  FD_ZERO(&in);
  FD_ZERO(&out);
  FD_ZERO(&special);
  for (int k = 0; k < 3; k++) {
    int a = any(), b = any();
    FD_SET(a, &in);
    FD_SET(b, &out);
    fds[k] = (struct pollfd){.fd = any(), .events = (short)(draw(2) ? POLLIN : POLLIN | POLLOUT)};
  }
  int c = any();
  if (draw(2)) FD_SET(c, &special);
  int got = draw(2) ? select(LAST, &in, &out, &special, &none)
                    : pselect(LAST, &in, &out, draw(2) ? &special : NULL, &soon, NULL);
  printf("select %d %d:", got, got < 0 ? errno : 0);
  for (int i = 0; i < LAST; i++) printf("%d%d%d ", !!FD_ISSET(i, &in), !!FD_ISSET(i, &out), !!FD_ISSET(i, &special));
  got = ppoll(fds, 3, &soon, NULL);
  printf("poll %d: %d %d %d\n", got, fds[0].revents, fds[1].revents, fds[2].revents);
}

int main(void) {
  int ends[2];
  pipe2(ends, O_NONBLOCK);
  pipe2(ends, O_NONBLOCK);
  eventfd(2, EFD_NONBLOCK);
  for (int round = 0; round < ROUNDS; round++) {
    transfers(draw(6));
    copies(draw(6));
    waits();
  }
  return 0;
}
