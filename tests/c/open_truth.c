// expect: unsafe assert
// What is not zero may be anything.
#include <assert.h>
#include <ctype.h>

int main(void) {
  int letter = isalpha('a');
  assert(letter);
  assert(letter != 1);
  return 0;
}
