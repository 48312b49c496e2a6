// expect: unsafe read-only
// property: valid-memsafety
// engines: naive stateful stateless dpor auto
// A constant member of a local variable is written by its name, and in the declaration of another one.
struct item {
  const int key;
  int value;
};

int main(void) {
  struct item a = {1, 2};
  int written = *(int *)&a.key = 3;
  return written - 3;
}
