// expect: safe
// property: termination
// Collatz's sequence ends, for these.
#include <allways.h>

int main(void) {
  unsigned n = (unsigned)allways_any_int(1, 30, "n");
  while (n != 1) n = n % 2 ? 3 * n + 1 : n / 2;
  return 0;
}
