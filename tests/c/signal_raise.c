// expect: safe
// A signal that a thread sends to itself is handled before `raise` returns; actions are what was set.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile sig_atomic_t seen;

static void handle(int n) {
  sigset_t now;
  pthread_sigmask(SIG_BLOCK, NULL, &now);
  assert(sigismember(&now, n) == 1 && sigismember(&now, SIGUSR2) == 1);
  seen = n;
}

int main(void) {
  struct sigaction a = {0}, old;
  a.sa_handler = handle;
  sigemptyset(&a.sa_mask);
  sigaddset(&a.sa_mask, SIGUSR2);
  assert(sigaction(SIGUSR1, &a, &old) == 0 && old.sa_handler == SIG_DFL);
  assert(sigaction(SIGKILL, &a, NULL) == -1);
  assert(raise(SIGUSR1) == 0 && seen == SIGUSR1);
  assert(sigaction(SIGUSR1, NULL, &old) == 0 && old.sa_handler == handle && sigismember(&old.sa_mask, SIGUSR2) == 1);
  assert(signal(SIGPIPE, SIG_IGN) == SIG_DFL && signal(SIGPIPE, SIG_IGN) == SIG_IGN);
  assert(raise(SIGPIPE) == 0 && kill(getpid(), SIGPIPE) == 0 && pthread_kill(pthread_self(), SIGCHLD) == 0);
  assert(kill(getpid(), 0) == 0 && pthread_kill(pthread_self(), 0) == 0);
  sigset_t waiting;
  assert(sigpending(&waiting) == 0 && sigismember(&waiting, SIGPIPE) == 0);
  raise(SIGTERM);
  assert(0);
}
