// expect: safe
// property: assert,deadlock
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void) {
  int s[2];
  char c = 1;
  signal(SIGPIPE, SIG_IGN);
  socketpair(AF_UNIX, SOCK_STREAM, 0, s);
  close(s[1]);
  assert(write(s[0], &c, 1) == -1 && errno == EPIPE);
  int p[2];
  pipe(p);
  close(p[0]);
  assert(write(p[1], &c, 1) == -1 && errno == EPIPE);
}
