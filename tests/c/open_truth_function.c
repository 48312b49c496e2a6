// expect: unsafe assert
#include <assert.h>
#include <ctype.h>
#undef isdigit

int main(void) {
  int (*test)(int) = isdigit;
  assert(!test('a'));
  assert(test('1') == 2048);
  return 0;
}
