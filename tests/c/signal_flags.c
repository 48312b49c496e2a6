// expect: safe
// Flags of sigaction: what a handler is told, that it is set back, that the signal is not blocked in it.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t seen, depth;

static void told(int n, siginfo_t *info, void *context) {
  assert(n == SIGUSR1 && info->si_signo == SIGUSR1 && context);
  seen++;
}

static void again(int n) {
  seen++;
  if (depth++ == 0) raise(SIGUSR2);
  struct sigaction now;
  sigaction(SIGUSR1, NULL, &now);
  assert(now.sa_handler == SIG_DFL);
}

int main(void) {
  struct sigaction a = {0};
  a.sa_sigaction = told;
  a.sa_flags = SA_SIGINFO | SA_RESETHAND;
  sigaction(SIGUSR1, &a, NULL);
  assert(raise(SIGUSR1) == 0 && seen == 1);
  a.sa_handler = again;
  a.sa_flags = SA_NODEFER;
  sigaction(SIGUSR2, &a, NULL);
  assert(pthread_kill(pthread_self(), SIGUSR2) == 0 && seen == 3);
  raise(SIGUSR1);
  assert(0);
}
