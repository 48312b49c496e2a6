// expect: safe
// property: assert
#include <unistd.h>
int main(void) {
  alarm(10);
  return 0;
}
