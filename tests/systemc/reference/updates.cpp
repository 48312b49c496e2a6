// Updates of one phase run last requested first.
#include <systemc>
#include <iostream>
using namespace sc_core;

struct cell : sc_prim_channel {
  explicit cell(const char *name, cell *other = nullptr) : sc_prim_channel(name), more(other) {}
  void go() { request_update(); }
  void update() override {
    std::cout << sc_time_stamp() << " " << sc_delta_count() << " " << name() << std::endl;
    if (more) more->go();
    changed.notify(SC_ZERO_TIME);
  }
  cell *more;
  sc_event changed;
};

SC_MODULE(M) {
  cell a, b, c, d, chain;
  sc_signal<int, SC_MANY_WRITERS> s, t;
  void first() {
    a.go();
    b.go();
    a.go();
    wait(SC_ZERO_TIME);
    c.go();
    wait(1, SC_NS);
    chain.go();
    b.go();
    wait(1, SC_NS);
    s = 1;
    t = 1;
    wait(1, SC_NS);
    t = 2;
    s = 2;
    wait(1, SC_NS);
    s = 3;
    t = 3;
    wait(1, SC_NS);
    a.go();
    chain.go();
    wait(SC_ZERO_TIME);
    a.go();
    d.go();
    c.go();
  }
  void second() {
    d.go();
    c.go();
    wait(SC_ZERO_TIME);
    b.go();
    a.go();
    c.go();
  }
  void on_cell() { std::cout << "  some cell at " << sc_delta_count() << std::endl; }
  void on_a() { std::cout << "  a at " << sc_delta_count() << std::endl; }
  void on_b() { std::cout << "  b at " << sc_delta_count() << std::endl; }
  void on_c() { std::cout << "  c at " << sc_delta_count() << std::endl; }
  void on_d() { std::cout << "  d at " << sc_delta_count() << std::endl; }
  void on_s() {
    std::cout << "  s " << s.event() << t.event() << std::endl;
    if (s.read() == 3) {
      t = 7;
      s = 8;
    }
  }
  void on_t() { std::cout << "  t " << s.event() << t.event() << std::endl; }
  SC_CTOR(M) : a("a"), b("b"), c("c"), d("d"), chain("chain", &c) {
    SC_THREAD(first);
    SC_THREAD(second);
    SC_METHOD(on_cell);
    sensitive << a.changed << b.changed << c.changed << d.changed;
    dont_initialize();
    SC_METHOD(on_a);
    sensitive << a.changed;
    dont_initialize();
    SC_METHOD(on_b);
    sensitive << b.changed;
    dont_initialize();
    SC_METHOD(on_c);
    sensitive << c.changed;
    dont_initialize();
    SC_METHOD(on_d);
    sensitive << d.changed;
    dont_initialize();
    SC_METHOD(on_s);
    sensitive << s;
    dont_initialize();
    SC_METHOD(on_t);
    sensitive << t;
    dont_initialize();
  }
};

int sc_main(int, char **) {
  M m("m");
  cell x("x"), y("y");
  y.go();
  m.b.go();
  x.go();
  sc_start(2, SC_NS);
  x.go();
  m.a.go();
  y.go();
  sc_start();
  return 0;
}
