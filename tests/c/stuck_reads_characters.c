// expect: unsafe deadlock
// property: deadlock
// engines: auto naive stateful
// Nobody sets the flag, whatever is typed.
#include <stdatomic.h>
#include <stdio.h>
static atomic_int go;
int main(void) {
  while (!go) getchar();
  return 0;
}
