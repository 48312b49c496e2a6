// expect: safe
// property: deadlock
// A character lets it go on.
#include <stdatomic.h>
#include <stdio.h>
static atomic_int go;
int main(void) {
  while (!go)
    if (getchar() == 'q') break;
  return 0;
}
