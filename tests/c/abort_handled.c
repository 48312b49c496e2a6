// expect: unsafe unreach-call
// property: unreach-call
// C17 7.22.4.1: abort is the signal SIGABRT, and that may be handled.
#include <signal.h>
#include <stdlib.h>

extern void reach_error(void);

static void handle(int n) {
  if (n == SIGABRT) reach_error();
}

int main(void) {
  signal(SIGABRT, handle);
  abort();
}
