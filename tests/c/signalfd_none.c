// expect: unsafe deadlock
// property: deadlock
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
int main(void) {
  sigset_t s;
  sigemptyset(&s);
  sigaddset(&s, SIGTERM);
  sigprocmask(SIG_BLOCK, &s, 0);
  struct pollfd p = {signalfd(-1, &s, 0), POLLIN, 0};
  poll(&p, 1, -1);
}
