// Errors while a design is built are reports that a program can catch.
#include <systemc.h>

template <class F> static void attempt(const char *name, F f) {
  try {
    f();
    cout << name << ": nothing" << endl;
  } catch (const sc_report &r) {
    cout << name << ": " << r.get_id() << " " << r.get_msg_type() << ": " << r.get_msg() << endl;
  }
}

SC_MODULE(Leaf) {
  sc_in<int> in;
  sc_out<int> out;
  sc_port<sc_fifo_in_if<int>> f;
  SC_CTOR(Leaf) {}
};
SC_MODULE(Two) {
  sc_in<int> a;
  sc_port<sc_signal_in_if<int>, 2> b;
  SC_CTOR(Two) {}
};
struct Plain : sc_interface {};
SC_MODULE(Exp) {
  sc_export<sc_signal_in_if<int>> x;
  SC_CTOR(Exp) {}
};
SC_MODULE(Sens) {
  sc_event e;
  void run() {}
  SC_CTOR(Sens) { sensitive << e; }
};
SC_MODULE(NoName){NoName(){}};

int sc_main(int, char **) {
  sc_signal<int> s("s"), s2("s2");
  sc_signal<bool> b("b");
  sc_fifo<int> fifo("fifo");
  Leaf l("l"), l2("l2");
  Exp x("x");
  attempt("port outside", [] { sc_in<int> p("p"); });
  attempt("export outside", [] { sc_export<sc_signal_in_if<int>> p("p"); });
  attempt("bind twice", [&] {
    l.in(s);
    l.in(s);
  });
  attempt("bind itself", [&] { l.out(l.out); });
  attempt("get interface", [&] { l2.in.read(); });
  attempt("get interface of port", [&] { l2.f->num_available(); });
  attempt("index", [&] { l2.in[3]; });
  attempt("export interface", [&] { x.x->read(); });
  attempt("export twice", [&] {
    x.x(s);
    x.x(s2);
  });
  attempt("positional", [&] { l2(s, s, fifo, fifo); });
  attempt("positional type", [&] {
    Leaf l3("l3");
    l3(b);
  });
  attempt("fifo size", [] { sc_fifo<int> f(0); });
  attempt("fifo size negative", [] { sc_fifo<int> f("named", -1); });
  attempt("semaphore", [] { sc_semaphore m(-1); });
  attempt("clock period", [] { sc_clock c("c0", 0, SC_NS); });
  attempt("clock high", [] { sc_clock c("c1", sc_time(1, SC_PS), 0.5); });
  attempt("clock low", [] { sc_clock c("c2", sc_time(1, SC_PS), 0.4); });
  attempt("clock write", [] {
    sc_clock c("c3");
    c.write(true);
  });
  attempt("no name", [] { NoName n; });
  attempt("sensitive", [] { Sens n("n"); });
  attempt("find event", [&] { l.in.value_changed().find_event(); });
  attempt("unique", [] { sc_gen_unique_name(nullptr); });
  attempt("unique empty", [] { sc_gen_unique_name(""); });
  attempt("resolution", [] { sc_set_time_resolution(3, SC_NS); });
  attempt("resolution", [] { sc_set_time_resolution(-1, SC_NS); });
  attempt("resolution", [] { sc_set_time_resolution(0.1, SC_FS); });
  attempt("resolution late", [] {
    sc_time t(1, SC_NS);
    sc_set_time_resolution(1, SC_NS);
  });
  attempt("unit", [] { sc_set_default_time_unit(3, SC_NS); });
  attempt("unit", [] { sc_set_default_time_unit(-1, SC_NS); });
  attempt("time text", [] { sc_time t = sc_time::from_string("3 q"); });
  attempt("time text", [] { sc_time t = sc_time::from_string("x ns"); });
  attempt("wait outside", [] { wait(1, SC_NS); });
  attempt("next_trigger outside", [] { next_trigger(1, SC_NS); });
  attempt("notify", [] {
    sc_event e;
    e.notify();
  });
  attempt("illegal name", [] {
    sc_signal<int> q("a b");
    cout << q.name() << endl;
  });
  attempt("dot name", [] {
    sc_signal<int> q("a.b");
    cout << q.name() << endl;
  });
  attempt("taken name", [] {
    sc_signal<int> q("s");
    cout << q.name() << endl;
  });
  attempt("vector", [] {
    sc_vector<sc_signal<int>> v("v", 2);
    v.init(3);
  });
  attempt("vector at", [] {
    sc_vector<sc_signal<int>> v("v", 2);
    v.at(3);
  });
  attempt("logic", [] {
    sc_logic l('X');
    cout << l.to_bool() << endl;
  });
  attempt("logic", [] {
    sc_logic l('Z');
    cout << l.to_bool() << endl;
  });
  attempt("default event", [&] {
    Plain p;
    p.default_event();
  });
  return 0;
}
