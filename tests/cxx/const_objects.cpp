// expect: safe
// property: valid-memsafety,assert
// Constructors, destructors, `mutable` members, results of functions: all that may write to constant objects.
#include <cassert>

struct base {
  int b;
  explicit base(int x) : b(x) {}
  virtual int get() const { return b; }
  virtual ~base() { b = 0; }
};
struct part {
  int p;
  part() { p = 1; }
};
struct derived : base {
  part inner;
  int d;
  using base::base;
  derived() : base(2), d(1) { d = 4; }
  int get() const override { return b + d; }
  ~derived() override { d = 0; }
};
struct counted {
  int value;
  mutable int reads;
  explicit counted(int x) : value(x), reads(0) {}
  int get() const {
    reads++;
    return value;
  }
};
struct helped {
  int value;
  explicit helped(int x) { init(x); }
  void init(int x) { value = x; }
};
struct throwing {
  int value;
  explicit throwing(int x) : value(x) {
    if (x == 1) throw x;
  }
  ~throwing() { value = 0; }
};
struct large {
  int cells[6];
  large() {
    for (int &c : cells) c = 1;
  }
};
template <class T> struct box {
  T value;
  template <class U> explicit box(U x) : value(x) {}
};

static large make() {
  large l;
  l.cells[1] = 7;
  return l;
}

static int draw() {
  static int n;
  return ++n;
}
const int first = draw();
const counted second(draw());
const box<int> third[2] = {box<int>(draw()), box<int>('a')};

int main() {
  const derived d;
  const counted c(3);
  const helped h(5);
  const large l = make();
  const box<long> x(6);
  const auto add = [&c, k = 2](int n) { return c.get() + k + n; };
  assert(d.get() == 6 && d.inner.p == 1 && c.get() == 3 && c.reads == 1 && h.value == 5 && l.cells[1] == 7 && x.value == 6);
  assert(add(1) == 6 && c.reads == 2);
  int caught = 0;
  for (int i = 0; i < 3; i++) try {
      const throwing t(i);
      caught += t.value;
    } catch (int) {
      caught += 10;
    }
  assert(caught == 12);
  assert(first == 1 && second.get() == 2 && third[0].value == 3);
}
