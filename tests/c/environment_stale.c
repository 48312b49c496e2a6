// expect: unsafe use-after-free
// What getenv returned ends with the variable.
#include <stdlib.h>

int main(void) {
  setenv("MODE", "fast", 1);
  char *mode = getenv("MODE");
  setenv("MODE", "slow", 1);
  return mode[0];
}
