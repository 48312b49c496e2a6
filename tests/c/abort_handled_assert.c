// expect: unsafe unreach-call
// property: unreach-call
// An assertion that fails and is not looked for ends the program by abort.
#include <assert.h>
#include <signal.h>

extern void reach_error(void);

static void handle(int n) { reach_error(); }

int main(void) {
  struct sigaction a = {0};
  a.sa_handler = handle;
  sigaction(SIGABRT, &a, 0);
  assert(0);
}
