// expect: unsafe read-only
// property: valid-memsafety
// A struct that is a constant is written through its name, behind its declaration.
struct pair {
  int a, b;
};

int main(void) {
  const struct pair x = {1, 2}, y = x;
  ((struct pair *)&y)->b = 3;
  return 0;
}
