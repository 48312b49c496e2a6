// expect: unsafe deadlock
// property: deadlock
// Signals are not counted: two of one kind may be one.
#include <pthread.h>
#include <signal.h>
static sigset_t set;
static void *watcher(void *arg) {
  int n;
  sigwait(&set, &n);
  sigwait(&set, &n);
  return 0;
}
int main(void) {
  pthread_t t;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  pthread_create(&t, 0, watcher, 0);
  pthread_kill(t, SIGUSR1);
  pthread_kill(t, SIGUSR1);
  pthread_join(t, 0);
  return 0;
}
