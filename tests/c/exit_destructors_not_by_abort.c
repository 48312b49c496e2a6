// expect: safe
// property: unreach-call
// Who ends at once runs neither destructors nor what atexit knows.
#include <stdlib.h>

extern void reach_error(void);

__attribute__((destructor)) static void end(void) { reach_error(); }

int main(void) {
  atexit(reach_error);
  if (rand()) abort();
  _Exit(0);
}
