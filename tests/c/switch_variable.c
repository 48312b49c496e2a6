// expect: safe
// property: assert,valid-memsafety,uninitialised
// engines: auto naive stateful
// Variables between `switch` and the first `case`, alive as long as their block.
#include <assert.h>

static int count(int k) {
  int sum = 0;
  switch (k) {
    int x, *at;
    struct { int a, b; } both;
    case 0: {
      x = 3;
      at = &x;
    }
      {
        int y = *at;
        sum += y;
      }
    case 1:
      for (both.a = 0, at = &both.b, *at = 2; both.a < both.b; both.a++)
        switch (both.a) {
          int *inner;
          case 0: inner = at;
          if (inner) {
            default: inner = &both.a; sum += *inner;
          }
        }
      x = 1;
      at = &x;
      return sum + *at;
  }
  return sum;
}

int main(void) {
  assert(count(0) == 3 + 1 + 1 && count(1) == 1 + 1 && count(2) == 0);
  for (int i = 0; i < 2; i++) assert(count(1) == 2);
  return 0;
}
