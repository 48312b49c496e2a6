// channels
#include <systemc.h>
struct bus_if : virtual sc_interface {
  virtual void put(int) = 0;
  virtual int get() = 0;
  virtual unsigned size() const = 0;
};
struct bus : sc_module, bus_if {
  sc_fifo<int> f;
  sc_mutex mu;
  SC_HAS_PROCESS(bus);
  bus(sc_module_name n, int depth) : sc_module(n), f("f", depth), mu("mu") {
    SC_METHOD(watch);
    sensitive << f.data_written_event();
    dont_initialize();
  }
  void put(int v) override {
    mu.lock();
    f.write(v);
    wait(1, SC_NS);
    mu.unlock();
  }
  int get() override { return f.read(); }
  unsigned size() const override { return f.num_available(); }
  void watch() {
    cout << sc_time_stamp() << " written, " << f.num_available() << " there, " << f.num_free() << " free" << endl;
  }
};
SC_MODULE(P) {
  sc_port<bus_if> out;
  int id;
  SC_HAS_PROCESS(P);
  P(sc_module_name n, int i) : sc_module(n), id(i) {
    SC_THREAD(run);
  }
  void run() {
    for (int i = 0; i < 3; i++) {
      out->put(id * 10 + i);
      cout << sc_time_stamp() << " " << name() << " put " << i << " " << out->size() << endl;
    }
  }
};
SC_MODULE(C) {
  sc_port<bus_if> in;
  SC_CTOR(C) {
    SC_THREAD(run);
  }
  void run() {
    for (int i = 0; i < 6; i++) {
      wait(3, SC_NS);
      cout << sc_time_stamp() << " got " << in->get() << endl;
    }
  }
};
SC_MODULE(T) {
  sc_export<bus_if> x;
  bus b;
  SC_CTOR(T) : x("x"), b("b", 2) {
    x(b);
  }
};
SC_MODULE(F) {
  sc_fifo_in<int> in;
  sc_fifo_out<int> out;
  sc_semaphore s;
  sc_mutex m;
  void nbw() {
    for (int i = 0; i < 6; i++) {
      bool ok = out.nb_write(i);
      cout << sc_time_stamp() << " nb_write " << i << " " << ok << " free " << out.num_free() << endl;
      if (!ok) {
        wait(out.data_read_event());
        cout << sc_time_stamp() << " read happened" << endl;
      } else
        wait(SC_ZERO_TIME);
    }
  }
  void nbr() {
    wait(5, SC_NS);
    int v;
    while (true) {
      if (in.nb_read(v))
        cout << sc_time_stamp() << " nb_read " << v << endl;
      else {
        cout << "empty" << endl;
        wait(4, SC_NS, in.data_written_event());
        if (sc_time_stamp() > sc_time(20, SC_NS)) break;
      }
      wait(1, SC_NS);
    }
  }
  void u(int k) {
    s.wait();
    cout << sc_time_stamp() << " " << k << " in, value " << s.get_value() << endl;
    wait(k, SC_NS);
    s.post();
  }
  void u1() {
    u(1);
    cout << "trywait " << s.trywait() << endl;
    cout << s.get_value() << endl;
    s.post();
  }
  void u2() {
    u(2);
  }
  void u3() {
    u(3);
    cout << m.trylock() << m.trylock() << m.unlock() << m.unlock() << endl;
  }
  SC_CTOR(F) : s("s", 2), m("m") {
    SC_THREAD(nbw);
    SC_THREAD(nbr);
    SC_THREAD(u1);
    SC_THREAD(u2);
    SC_THREAD(u3);
  }
};
SC_MODULE(R) {
  sc_inout_rv<4> a, b;
  sc_in<sc_logic> l;
  sc_out_resolved o1, o2;
  void d1() {
    a.write("ZZZZ");
    wait(1, SC_NS);
    a.write("01XZ");
    o1.write(SC_LOGIC_1);
    wait(1, SC_NS);
    a.write("ZZ11");
    o1.write(SC_LOGIC_Z);
    wait(1, SC_NS);
    o1.write(SC_LOGIC_0);
  }
  void d2() {
    b.write("ZZZZ");
    wait(1, SC_NS);
    b.write("0011");
    o2.write(SC_LOGIC_Z);
    wait(1, SC_NS);
    b.write("1Z10");
    o2.write(SC_LOGIC_0);
    wait(1, SC_NS);
    o2.write(SC_LOGIC_1);
  }
  void show() {
    cout << sc_time_stamp() << " " << a.read() << " " << l.read() << endl;
  }
  SC_CTOR(R) {
    SC_THREAD(d1);
    SC_THREAD(d2);
    SC_METHOD(show);
    sensitive << a << l;
  }
};
int sc_main(int, char **) {
  T t("t");
  P p0("p0", 0), p1("p1", 1);
  C c("c");
  p0.out(t.x);
  p1.out(t.x);
  c.in(t.x);
  sc_fifo<int> q(3);
  F f("f");
  f.in(q);
  f.out(q);
  sc_signal_rv<4> v("v");
  sc_signal_resolved l("l");
  R r("r");
  r.a(v);
  r.b(v);
  r.l(l);
  r.o1(l);
  r.o2(l);
  sc_start(50, SC_NS);
  q.print(cout);
  cout << q.name() << " " << q.kind() << " " << t.b.f.name() << endl;
  return 0;
}
