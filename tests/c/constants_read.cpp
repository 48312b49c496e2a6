// expect: safe
// property: valid-memsafety
// engines: stateful dpor auto
// Constants are read, and what only looks like one is written: a const object that is set when the program starts, a
// mutable member, the array that a literal initialises, a pointer to const whose object is no constant.
#include <cstring>

extern const int elsewhere;
static int start() { return 7; }
static const int late = start();

struct counted {
  int v;
  mutable int reads;
};
static const counted c{3, 0};
static const char *const names[] = {"one", "two"};

int main() {
  char own[] = "abc";
  own[0] = 'x';
  int free_one = 1;
  const int *view = &free_one;
  *const_cast<int *>(view) = 2;
  c.reads++;
  return late + c.v + (int)std::strlen(names[1]) + own[0] + (elsewhere == 3);
}
