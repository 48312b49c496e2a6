// expect: unsafe assert
#include <assert.h>
#include <stdlib.h>
static int x;
static void last(void) { assert(x == 0); }
int main(void) {
  atexit(last);
  x = 1;
  return 0;
}
