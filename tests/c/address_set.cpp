// expect: safe
// flags: -std=c++17
// A set of pointers finds them, in whatever order they are kept.
#include <cassert>
#include <set>
int main() {
  int a, b, c;
  std::set<int *> s{&a, &b, &c};
  assert(s.size() == 3 && s.count(&a) == 1 && *s.begin() <= *s.rbegin());
  s.erase(&b);
  assert(s.size() == 2 && s.count(&b) == 0);
}
