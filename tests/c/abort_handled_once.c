// expect: safe
// property: unreach-call
// A handler that returns does not keep the program alive; one that is ignored or blocked does not either.
#include <signal.h>
#include <stdlib.h>

extern void reach_error(void);

static volatile sig_atomic_t seen;

static void handle(int n) {
  if (++seen > 1) reach_error();
}

int main(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGABRT);
  sigprocmask(SIG_BLOCK, &set, NULL);
  signal(SIGABRT, rand() ? handle : SIG_IGN);
  abort();
  reach_error();
}
