// expect: safe
// property: assert,no-data-race,deadlock
// A thread of its own waits for signals, which all threads block.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static sigset_t set;
static int stopped, seen;
static void *watcher(void *arg) {
  int n;
  while (!stopped) {
    assert(sigwait(&set, &n) == 0);
    if (n == SIGTERM) stopped = 1;
    if (n == SIGUSR1) seen++;
  }
  return 0;
}
int main(void) {
  pthread_t t;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  pthread_create(&t, 0, watcher, 0);
  pthread_kill(t, SIGUSR1);
  kill(getpid(), SIGTERM);
  pthread_join(t, 0);
  assert(stopped && seen <= 1);
  return 0;
}
