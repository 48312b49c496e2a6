// expect: unsafe uninitialised
// property: uninitialised
// Nothing comes to the initialiser before the first `case`, in no round.
#include <stdlib.h>

int main(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++)
    switch (i) {
      int x = 5;
      int *p = &x;
      case 0:
        x = 1;
        p = &x;
        sum += *p;
        break;
      default:
        p = &x;
        sum += *p > 0;
    }
  return sum;
}
