// expect: unsafe assert
// A program may still run when the time no longer fits into 32 bits.
#include <assert.h>
#include <time.h>

int main(void) {
  int now = (int)time(0);
  assert(now >= 0);
  return 0;
}
