// expect: unsafe uninitialised
// property: uninitialised
// A member that nobody has set is passed.
struct pair {
  int a, b;
};
static int same(int a) { return a; }
int main(void) {
  struct pair p;
  p.a = 1;
  return same(p.b) == 1;
}
