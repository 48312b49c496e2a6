// expect: safe
// property: valid-memsafety
// flags: -std=c++20
#include <memory>
#include <new>
#include <utility>
struct S {
  const int k;
  int v;
};
struct T {
  const int k;
  S s;
  T(int x) : k(x), s{x, 1} {}
  T(const T &) = default;
  T &operator=(const T &o) {
    if (this != &o) {
      this->~T();
      new (this) T(o);
    }
    return *this;
  }
};
struct B {
  int v;
  B() : v(1) {}
  ~B() { v = 0; }
};
struct D {
  int w;
  D() : w(1) {}
  ~D() { w = 0; }
};
template <class U, class... A> U *make_at(void *p, A... a) { return ::new (p) U{a...}; }
#define MAKE(p, T, x) new (p) T{x}
S global{1, 2};
int main() {
  S s{1, 2};
  new (&s) S{2};
  S *q = &s;
  new (q) S{3, 4};
  ::new (static_cast<void *>(q)) S{5, 6};
  new (q)
      S{7,
        8};
  make_at<S>(q, 1, 2);
  MAKE(q, S, 3);
  MAKE(&s, S, 4);
  S other{9, 9};
  new (&s) S(other);
  std::destroy_at(&s);
  std::construct_at(&s, other);
  new (&global) S{3, 4};
  make_at<S>(&global, 5);
  T t(1);
  t = T(2);
  t.~T();
  new (&t) T(3);
  B *p = new B;
  p->~B();
  D *d = new (p) D;
  delete d;
  p = new B;
  p->~B();
  new (p) D;
  delete (D *)p;
  return s.k - 9;
}
