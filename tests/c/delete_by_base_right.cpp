// expect: safe
// property: valid-memsafety
// flags: -std=c++20
// Virtual destructors, deleters of shared_ptr, the object's own class, classes whose destructors clang replaces by those of their bases,
// constants, bases behind the begin, own operator new of a class.
#include <cstdlib>
#include <memory>
#include <new>

static int ends;
struct base { int x; virtual ~base() { ends++; } };
struct derived : base { int y[4]; ~derived() override { ends++; } };
struct plain : base { long z; };
struct other { virtual ~other() {} long w; };
struct both : derived, other {};

struct part { int v; ~part() { ends++; } };
struct whole : part {};
struct longer : part { long more; };
template <class T> struct box { T t; ~box() { ends++; } };

struct own {
  int v[3];
  static void *operator new(std::size_t n) { return std::malloc(n + 16); }
  static void operator delete(void *p) { std::free(p); }
};

int main() {
  base *p = new derived, *q = new plain, *r = new both;
  delete p;
  delete q;
  delete r;
  other *o = new both;
  delete o;
  delete new whole;
  delete new longer;
  const longer *c = new const longer{};
  delete c;
  delete new box<char>;
  delete new box<long>;
  { std::shared_ptr<part> s(new longer); }
  { std::shared_ptr<part> s = std::make_shared<longer>(); }
  { std::unique_ptr<base> u = std::make_unique<plain>(); }
  own *w = new own;
  delete w;
  part *n = new (std::nothrow) part;
  delete n;
  part *z = nullptr;
  delete z;
  return ends == 0;
}
