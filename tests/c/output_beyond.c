// expect: unsafe bounds
// property: bounds
// Writes one byte more than there is.
#include <unistd.h>
int main(void) {
  char bytes[4] = {1, 2, 3, 4};
  write(1, bytes, 5);
  return 0;
}
