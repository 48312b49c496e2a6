// expect: safe
// property: valid-memsafety
// `mutable` by another name.
#include <functional>
#include <map>
#define CHANGES mutable
struct cache {
  int misses = 0;
  int plain;

  CHANGES int hits;
  mutable std::map<int, int> known;
  cache(int x) : plain(x), hits(0) {}
  int get(int k) const {
    hits++;
    return known[k] += 1;
  }
};
struct caller {
  const std::function<int()> f;
  caller() : f([n = 0]() mutable { return ++n; }) {}
};

int main() {
  const cache c(1);
  c.get(1);
  const caller d;
  d.f();
  const std::function<int()> g = [n = 0]() mutable { return ++n; };
  g();
  return c.get(1) + c.hits + d.f() + g() - 8;
}
