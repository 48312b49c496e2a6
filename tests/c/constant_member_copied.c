// expect: unsafe read-only
// property: valid-memsafety
// A copy goes over a constant member, in an array inside of another struct.
#include <string.h>
struct item {
  int value;
  const char name[4];
};
struct shelf {
  int n;
  struct item items[2];
};

int main(void) {
  struct shelf s = {2, {{1, "a"}, {2, "b"}}};
  struct item other = {3, "c"};
  memcpy(&s.items[1], &other, sizeof other);
  return 0;
}
