// expect: safe
// property: assert
// The signal ends the program before.
#include <assert.h>
#include <unistd.h>
int main(void) {
  int p[2];
  char c = 1;
  pipe(p);
  close(p[0]);
  write(p[1], &c, 1);
  assert(0);
}
