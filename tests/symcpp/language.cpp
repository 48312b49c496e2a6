// Templates, member objects, array members, overloading, operators, references, switch, goto, recursion, new of arrays (E17).
// run: naive stateful dpor exsym ; ; ; ; safe
// native: 0
#include <symcpp.h>

int made, gone;

class Part {
public:
  Part() : n(7) { made++; }
  ~Part() { gone++; }
  int n;
};

class Base {
public:
  Base(int x_) : x(x_) {}
  int x;
};

class Whole : public Base {
public:
  Whole() : Base(3) {
    for (int i = 0; i < 4; i++) row[i] = i;
  }
  Part part;
  int row[4];
};

template <class T, int N> class Stack {
public:
  Stack() : n(0) {}
  bool push(T x) {
    if (n == N) return false;
    items[n++] = x;
    return true;
  }
  T pop() { return items[--n]; }

private:
  T items[N];
  int n;
};

template <class T> T greater(T a, T b) { return a < b ? b : a; }

class Pair {
public:
  Pair(int a_, int b_) : a(a_), b(b_) {}
  Pair operator+(const Pair &o) const { return Pair(a + o.a, b + o.b); }
  bool operator==(const Pair &o) const { return a == o.a && b == o.b; }
  int a, b;
};

int cell, order;
int *f() {
  order = 10 * order + 1;
  return &cell;
}
int g(int *p) {
  order = 10 * order + 2;
  return (int)(p - &cell);
}

namespace far {
enum Colour { Red, Green = 5, Blue };
int kind(int) { return 1; }
int kind(bool) { return 2; }
int kind(Colour) { return 3; }
}  // namespace far

int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
bool odd(int n);
bool even(int n) { return n == 0 || odd(n - 1); }
bool odd(int n) { return n != 0 && even(n - 1); }

static void objects() {
  {
    Whole whole;
    symcpp_assert(whole.x == 3 && whole.part.n == 7 && whole.row[3] == 3);
  }
  symcpp_assert(made == 1 && gone == 1);
  Part *parts = new Part[10], *sixth = parts + 5;
  symcpp_assert(sixth - parts == 5 && sixth->n == 7 && made == 11);
  delete[] parts;
  symcpp_assert(gone == 11);
  *f() = g(f() + 1) + 23;
  symcpp_assert(cell == 24);
}

static void functions() {
  Stack<int, 2> stack;
  symcpp_assert(stack.push(4) && stack.push(5) && !stack.push(6) && stack.pop() == 5);
  symcpp_assert(greater(3, 9) == 9 && greater<long>(4, 2) == 4);
  symcpp_assert(Pair(1, 2) + Pair(3, 4) == Pair(4, 6));
  symcpp_assert(far::kind(1) == 1 && far::kind(true) == 2 && far::kind(far::Blue) == 3 && far::Blue == 6);
  symcpp_assert(factorial(6) == 720 && even(8) && odd(5));
  int x = 1, &same = x;
  same++;
again:
  switch (x) {
    case 2: x = 5; goto again;
    case 5: break;
    default: symcpp_assert(false);
  }
  do x--;
  while (x > 3);
  symcpp_assert(same == 3);
}

class Work : public Thread {
public:
  void Run() {
    objects();
    functions();
  }
};

Work work;

int main() { work.Start(); }
