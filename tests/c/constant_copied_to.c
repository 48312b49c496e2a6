// expect: unsafe read-only
// property: valid-memsafety
// engines: naive stateful dpor auto
#include <string.h>

struct pair { long a, b; };
static const struct pair origin = {1, 2};

int main(void) {
  struct pair other = {3, 4};
  memcpy((void *)&origin, &other, sizeof other);
  return (int)origin.a;
}
