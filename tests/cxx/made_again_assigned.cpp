// expect: unsafe read-only
// property: valid-memsafety
#include <new>
#define SET(x, y) ((x) = (y))
struct S {
  const int k;
  int v;
};
int main() {
  S s{1, 2};
  new (&s) S{3, 4};
  SET(const_cast<int &>(s.k), 3);
  return 0;
}
