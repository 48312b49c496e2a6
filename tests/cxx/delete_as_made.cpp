// expect: safe
// property: valid-memsafety
#include <functional>
#include <list>
#include <memory>
#include <string>
namespace {
struct hidden {
  int v;
};
}  // namespace
namespace deep {
namespace er {
struct named {
  int v = 1;
  ~named() { v = 0; }
};
}  // namespace er
template <class T> struct box { T t; };
}  // namespace deep
enum class color : int { red, green };
struct base {
  int v;
};
struct derived : base {
  void gone() { delete this; }
};
template <class T> struct counted {
  int n = 1;
  void drop() {
    if (!--n) delete static_cast<T *>(this);
  }
};
struct thing : counted<thing> {};
struct holder {
  base *b;
  derived *d;
  base **table;
  holder() : b(new base), d(new derived), table(new base *[2]) {}
  ~holder() {
    delete b;
    delete d;
    delete[] table;
  }
};
struct shape {
  virtual ~shape() {}
};
struct square : shape {};
struct other {
  virtual ~other() {}
};
struct both : shape, other {};
#define DROP(p) delete (p)
#define DROP2(p) delete p
base *as_base(derived *d) { return d; }
typedef int number;
typedef number row[3];
union either {
  int i;
  float f;
};
template <class T> void destroy(T *t) { delete t; }
int main() {
  delete new hidden;
  const hidden *h = new const hidden{2};
  delete h;
  auto *n = new deep::er::named;
  delete n;
  auto *ns = new deep::er::named[2];
  delete[] ns;
  auto *bx = new deep::box<const char *>{"a"};
  delete bx;
  color *c = new color;
  delete c;
  (new derived)->gone();
  (new thing)->drop();
  base *b = new derived;
  delete static_cast<derived *>(b);
  b = new derived;
  delete (derived *)b;
  b = new derived;
  DROP(static_cast<derived *>(b));
  b = new derived;
  DROP2((derived *)b);
  b = as_base(new derived);
  destroy(static_cast<derived *>(b));
  { holder x; }
  shape *s = new square;
  delete s;
  s = new both;
  delete s;
  other *o = new both;
  delete o;
  shape *many = new square;
  destroy(many);
  number *i = new int;
  delete i;
  i = new row;
  delete[] i;
  int(*rows)[3] = new int[2][3];
  delete[] rows;
  rows = new row[2];
  delete[] rows;
  either *e = new either;
  delete e;
  struct local {
    int v;
    ~local() { v = 0; }
  };
  local *l = new local[2];
  delete[] l;
  delete new local;
  void *raw = ::operator new(sizeof(base));
  delete static_cast<derived *>(raw);
  std::shared_ptr<base> sp(new derived);
  std::unique_ptr<shape> up(new square);
  std::unique_ptr<int[]> ua(new int[2]);
  std::list<std::string> ls{"a", "b"};
  std::function<int()> f = [big = std::string("abc"), s = 1L, t = 2L, u = 3L] { return 0; };
  auto lambda = [p = new base] { delete p; };
  lambda();
  char *text = new char[3];
  delete[] text;
  unsigned char *bytes = new unsigned char;
  delete bytes;
  int *const *pp = new int *const(nullptr);
  delete pp;
  base *&r = b;
  r = new base;
  delete r;
  base *arr[2] = {new base, new base};
  delete arr[0];
  delete arr[1];
  volatile int *vi = new volatile int(1);
  delete vi;
  void (**fp)() = new (void (*[2])()){};
  delete[] fp;
  return f();
}
