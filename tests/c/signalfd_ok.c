// expect: safe
// property: assert,deadlock
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>
static void *w(void *arg) {
  kill(getpid(), SIGTERM);
  return 0;
}
int main(void) {
  sigset_t s;
  sigemptyset(&s);
  sigaddset(&s, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &s, 0);
  int f = signalfd(-1, &s, 0);
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  struct signalfd_siginfo i;
  assert(read(f, &i, sizeof i) == sizeof i && i.ssi_signo == SIGTERM);
  pthread_join(t, 0);
}
