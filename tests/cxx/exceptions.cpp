// expect: safe
// output: native
// Which handler takes what, and what runs on the way to it.
#include <cassert>
#include <exception>
#include <iostream>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

struct base {
  int b = 1;
  virtual ~base() {}
};
struct left : virtual base {
  int l = 2;
};
struct right : virtual base {
  int r = 3;
};
struct both : left, right {
  int x = 4;
};
struct other {
  int o = 5;
  virtual ~other() {}
};
struct several : other, std::runtime_error {
  several() : std::runtime_error("several") {}
};
struct hidden : private std::runtime_error {
  hidden() : std::runtime_error("hidden") {}
};
struct noisy {
  const char *name;
  ~noisy() { std::cout << "~" << name << std::uncaught_exceptions() << ' '; }
};

static void raise(int which) {
  noisy n{"raise"};
  switch (which) {
  case 0: throw 42;
  case 1: throw both();
  case 2: throw several();
  case 3: throw std::out_of_range("range");
  case 4: throw "text";
  case 5: throw new both();
  case 6: throw hidden();
  case 7: throw nullptr;
  case 8: throw 2.5;
  case 9: throw std::string("a string");
  case 10: std::vector<int>().at(3); break;
  case 11: dynamic_cast<right &>(*std::unique_ptr<base>(new left)); break;
  case 12: throw std::bad_alloc();
  case 13: std::stoi("none"); break;
  }
}

static void take(int which) {
  noisy n{"take"};
  try {
    noisy inner{"inner"};
    raise(which);
    std::cout << "not reached ";
  } catch (int i) {
    std::cout << "int " << i;
  } catch (other &o) {
    std::cout << "other " << o.o << ' ' << dynamic_cast<std::exception &>(o).what();
  } catch (base &b) {
    std::cout << "base " << b.b << ' ' << dynamic_cast<both &>(b).x << ' ' << (typeid(b) == typeid(both));
  } catch (const std::logic_error &e) {
    std::cout << "logic " << e.what();
  } catch (const std::exception &e) {
    std::cout << "exception " << e.what();
  } catch (const char *s) {
    std::cout << "text " << (s ? s : "none");
  } catch (right *p) {
    std::cout << "right* " << p->r;
    delete p;
  } catch (const void *p) {
    std::cout << "void* " << (p == nullptr);
  } catch (std::string &s) {
    std::cout << s;
  } catch (...) {
    std::cout << "anything";
  }
  std::cout << ' ';
}

static void again() {
  try {
    try {
      try {
        throw std::runtime_error("first");
      } catch (std::exception &e) {
        std::cout << "1:" << e.what() << ' ';
        try {
          throw;
        } catch (std::runtime_error &f) {
          std::cout << "2:" << (&e == &f) << ' ';
        }
        throw;
      }
    } catch (std::runtime_error &e) {
      std::cout << "3:" << e.what() << ' ';
      throw std::logic_error("second");
    }
  } catch (std::exception &e) {
    std::cout << "4:" << e.what() << '\n';
  }
}

static void kept() {
  std::exception_ptr p, q = std::make_exception_ptr(std::length_error("made"));
  try {
    throw several();
  } catch (...) {
    p = std::current_exception();
  }
  for (std::exception_ptr e : {p, q, p}) {
    try {
      std::rethrow_exception(e);
    } catch (other &o) {
      std::cout << "other " << o.o << ' ';
    } catch (std::exception &x) {
      std::cout << x.what() << ' ';
    }
  }
  std::cout << (std::current_exception() == nullptr) << '\n';
}

struct member {
  noisy n;
  explicit member(bool fails) try : n{"member"} {
    if (fails) throw 1;
  } catch (int) {
    std::cout << "construction ";
  }
};

struct many {
  static int made;
  many() {
    if (++made == 3) throw made;
  }
  ~many() { std::cout << "~many "; }
};
int many::made;

int main() {
  for (int i = 0; i < 14; i++) {
    take(i);
    std::cout << '\n';
  }
  again();
  kept();
  try {
    member m(true);
  } catch (int i) {
    std::cout << "rethrown " << i << '\n';
  }
  try {
    many *m = new many[5];
    delete[] m;
  } catch (int i) {
    std::cout << i << '\n';
  }
}
