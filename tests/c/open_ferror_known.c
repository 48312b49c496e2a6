// expect: safe
// It remembers what failed, and nothing else.
#include <assert.h>
#include <stdio.h>

int main(void) {
  assert(!ferror(stdout));
  if (fwrite("abc", 1, 3, stdout) == 3)
    assert(!ferror(stdout));
  else
    assert(ferror(stdout));
  clearerr(stdout);
  assert(!ferror(stdout));
  return 0;
}
