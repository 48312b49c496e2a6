// expect: safe
// engines: auto naive
// Sets, and masks: each thread has its own, and begins with that of its creator.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

static int blocks(int n) {
  sigset_t now;
  assert(pthread_sigmask(SIG_BLOCK, NULL, &now) == 0);
  return sigismember(&now, n);
}

static void *other(void *unused) {
  sigset_t s;
  assert(blocks(SIGUSR1) && !blocks(SIGUSR2));
  sigemptyset(&s);
  sigaddset(&s, SIGUSR1);
  assert(pthread_sigmask(SIG_UNBLOCK, &s, NULL) == 0);
  assert(!blocks(SIGUSR1));
  return unused;
}

int main(void) {
  sigset_t s, old;
  assert(sigfillset(&s) == 0 && sigismember(&s, 64) == 1);
  assert(sigdelset(&s, SIGTERM) == 0 && sigismember(&s, SIGTERM) == 0 && sigismember(&s, SIGINT) == 1);
  assert(sigaddset(&s, 0) == -1 && errno == EINVAL && sigismember(&s, 65) == -1);
  assert(sigemptyset(&s) == 0 && sigaddset(&s, SIGUSR1) == 0 && sigaddset(&s, SIGKILL) == 0);
  assert(sigprocmask(SIG_SETMASK, &s, &old) == 0 && !sigismember(&old, SIGUSR1));
  assert(blocks(SIGUSR1) && !blocks(SIGKILL));
  assert(pthread_sigmask(99, &s, NULL) == EINVAL);
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  pthread_join(t, NULL);
  sigaddset(&s, SIGUSR2);
  sigdelset(&s, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &s, NULL);
  assert(blocks(SIGUSR1) && blocks(SIGUSR2));
  assert(blocks(SIGUSR1));
  return 0;
}
