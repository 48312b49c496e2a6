// expect: safe
// property: valid-memsafety
// Constants in whose place the caller has an object that is none; copies; what shares memory.
#include <array>
#include <string>
#include <utility>
#include <variant>
struct plain {
  int a;
  plain(int x) : a(x) {}
  plain(const plain &o) : a(o.a) {}
};
struct key {
  const int k;
  key(int x) : k(x) {}
};
union either {
  key k;
  int i;
  either() : k(1) {}
};
static plain make() {
  const plain p(3);
  return p;
}
static std::string text(int n) {
  const std::string s(n, 'x');
  return s;
}
static std::pair<std::string, int> both() { return {"a", 2}; }
static const std::string &name() {
  static const std::string s("abc");
  return s;
}
thread_local const std::string own = "own";

int main() {
  plain p = make();
  p.a = 4;
  std::string s = text(3);
  s[0] = 'y';
  for (int i = 0; i < 3; i++) {
    const std::string t = i & 1 ? text(2) : std::string("abcd");
    const std::array<int, 2> a{i, i};
    if (t.size() < 2 || a[1] != i) return 1;
  }
  std::variant<key, int> v(1);
  v.emplace<key>(2);
  v = 3;
  either e;
  e.i = 2;
  const auto [c, n] = both();
  auto [d, m] = both();
  d = "b";
  m = 3;
  auto f = [q = name()]() mutable { return (q += "x").size(); };
  return c.size() + n + d.size() + m + f() + own.size() - 14;
}
