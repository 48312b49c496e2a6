// Classes, virtual functions, several bases, pointers to pointers, arrays (E1 to E5).
// run: naive stateful dpor exsym ; ; ; ; safe
// native: 0
#include <symcpp.h>

class Plain {
public:
  Plain(int i_) : i(i_) {}
  int f() { return i; }

private:
  int i;
};

class A {
public:
  A() : a(0) {}
  virtual ~A() {}
  virtual int f() { return a; }
  int a;
};
class B : public A {
public:
  B() : b(1) {}
  int f() { return b; }
  int b;
};
class C : public A {
public:
  C() : c(2) {}
  int f() { return c; }
  int c;
};

class Left {
public:
  Left() : x(0) {}
  virtual ~Left() {}
  virtual int f() { return x; }
  int x;
};
class Right {
public:
  Right() : y(1) {}
  virtual ~Right() {}
  virtual int g() { return y; }
  int y;
};
class Both : public Left, public Right {
public:
  Both() : z(2) {}
  int h() { return z; }
  int z;
};

struct Cell {
  Cell *n;
};

int numbers[100];

static void bases() {
  Plain one(1), two(2);
  symcpp_assert(one.f() == 1 && two.f() == 2);
  A *a = new B;
  symcpp_assert(a->f() == 1);
  delete a;
  a = new C;
  symcpp_assert(a->f() == 2);
  delete a;
  Both both;
  symcpp_assert(both.f() + both.g() + both.h() == 3);
  Right *right = &both;
  symcpp_assert(right->g() == 1 && static_cast<Both *>(right)->h() == 2);
}

static void pointers() {
  Cell *c1 = new Cell, *c2 = new Cell;
  c1->n = c2;
  Cell **c3 = &c1->n;
  *c3 = c1;
  symcpp_assert(c1->n == c1);
  delete c1;
  delete c2;
  int sum = 0, again = 0;
  for (int i = 0; i < 100; i++) numbers[i] = i;
  for (int i = 0; i < 100; i++) sum += numbers[i];
  for (int *p = numbers; p != numbers + 100; p++) again += *p;
  symcpp_assert(sum == 4950 && again == sum);
}

class Work : public Thread {
public:
  void Run() {
    bases();
    pointers();
  }
};

Work work;

int main() { work.Start(); }
