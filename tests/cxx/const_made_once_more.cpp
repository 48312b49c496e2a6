// expect: safe
// property: valid-memsafety
// Memory in which constants were is used for others.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>
struct item {
  const std::string name;
  const int key;
  int v;
  item(const char *n, int k) : name(n), key(k), v(k) {}
};
struct small {
  const int k;
  int v;
  small(int x) : k(x), v(x) {}
};
struct two {
  item a, b;
  const std::string c;
  two(bool fails) : a("a", 1), b("b", 2), c("c") {
    if (fails) throw 1;
  }
};

static int use_heap() {
  std::vector<item> v;
  v.emplace_back("a", 1);
  v.emplace_back("bb", 2);
  v.pop_back();
  v.emplace_back("ccc", 3);
  v.back().v = 4;
  std::vector<small> w;
  w.emplace_back(1);
  w.pop_back();
  w.emplace_back(2);
  w[0].v = 3;
  auto p = std::make_unique<item>("x", 2);
  p->v = 3;
  p = std::make_unique<item>("y", 3);
  small *s = new small(1);
  s->v = 2;
  delete s;
  return p->v + w[0].k - 5;
}

int main() {
  std::optional<small> o;
  for (int i = 0; i < 3; i++) {
    const std::string s = i ? "abc" : "a very long string that is on the heap";
    o.emplace(i);
    o->v = 3;
    try {
      two t(i == 1);
    } catch (int) {
    }
  }
  const std::map<int, int> m{{1, 2}, {3, 4}};
  return use_heap() + m.at(3) - 4;
}
