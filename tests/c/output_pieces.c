// expect: unsafe null
// property: valid-deref
// The second piece is nowhere.
#include <sys/uio.h>
int main(void) {
  char text[2] = "a\n";
  struct iovec pieces[2] = {{text, 2}, {0, 1}};
  writev(1, pieces, 2);
  return 0;
}
