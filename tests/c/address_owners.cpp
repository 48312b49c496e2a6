// expect: safe
// An order of shared pointers by who owns.
#include <cassert>
#include <memory>
#include <set>
int main() {
  auto a = std::make_shared<int>(1), b = std::make_shared<int>(2);
  std::set<std::weak_ptr<int>, std::owner_less<std::weak_ptr<int>>> s;
  s.insert(a);
  s.insert(b);
  s.insert(a);
  assert(s.size() == 2);
  std::weak_ptr<int> w = a;
  assert(s.count(w));
}
