// expect: unsafe non-termination
// property: termination
// Only the start 0 never comes to 1.
#include <allways.h>

int main(void) {
  unsigned n = (unsigned)allways_any_int(0, 30, "n");
  while (n != 1) n = n % 2 ? 3 * n + 1 : n / 2;
  return 0;
}
