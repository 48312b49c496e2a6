// expect: unsafe deadlock
// property: deadlock
// Who reads waits for ever: the other end is open and nobody writes.
#include <unistd.h>
int main(void) {
  int ends[2];
  char c;
  if (pipe(ends)) return 1;
  write(ends[1], "x", 1);
  read(ends[0], &c, 1);
  return read(ends[0], &c, 1);
}
