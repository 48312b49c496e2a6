// expect: safe
// property: valid-memsafety
// flags: -std=c++20
// Constants of C++: captured, bound, thrown, in classes with mutable members.
#include <functional>
#include <string>
#include <utility>

struct counted {
  int a;
  mutable int hits = 0;
  counted(int x) : a(x) {}
  int get() const {
    hits++;
    return a;
  }
};

static int same(const int &x) { return x; }
static void bump(const int &r) { ++const_cast<int &>(r); }

int main() {
  const counted c(3);
  const int k = c.get();
  const std::string s = "abc";
  const auto [x, y] = std::pair<int, int>{1, 2};
  const int grid[2][2] = {{k, x}, {y, same(k) + 1}};
  int r = 0, w[2] = {0, 0};
  for (const int i : {1, 2, 3}) r += same(i);
  for (int i = 0; i < 2; i++) {
    const int twice = i * 2;
    std::function<int()> f = [&twice] { return twice; };
    r += f();
  }
  const auto set = [&w](int i) { w[i] = i; };
  set(1);
  bump(w[0]);
  try {
    const int e = 5;
    throw same(e);
  } catch (const int v) {
    r += same(v);
  }
  const int(*row)[2] = grid;
  return r + row[1][1] + w[1] + w[0] + static_cast<int>(s.size()) - 22;
}
