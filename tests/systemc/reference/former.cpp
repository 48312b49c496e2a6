// What the library says of functions that the standard no longer has: each once.
#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <systemc.h>
#include <iostream>

struct leaf : sc_module {
  sc_in<bool> a, b;
  void run() { std::cout << "leaf " << a.read() << b.read() << std::endl; }
  SC_HAS_PROCESS(leaf);
  explicit leaf(sc_module_name n) : sc_module(n) {
    SC_METHOD(run);
    sensitive(a)(b);
  }
};
struct edge : sc_module {
  sc_in<bool> a, b;
  void up() { std::cout << "up" << std::endl; }
  void down() { std::cout << "down" << std::endl; }
  SC_HAS_PROCESS(edge);
  explicit edge(sc_module_name n) : sc_module(n) {
    SC_METHOD(up);
    sensitive_pos << a;
    dont_initialize();
    SC_METHOD(down);
    sensitive_neg << a;
    sensitive_neg(b);
    dont_initialize();
  }
};
SC_MODULE(M) {
  sc_event e, f;
  sc_signal<int> s;
  sc_signal<bool> x, y;
  sc_in<bool> clk;
  sc_in<bool> bound;
  void cyc() {
    wait();
    wait(2);
    wait(e);
    std::cout << "cthread got e" << std::endl;
    wait(1, SC_NS);
    wait(e | f);
    wait(1, SC_NS, f);
    wait(1, SC_NS, e & f);
    wait(e & f);
    std::cout << "cthread over" << std::endl;
  }
  void run() {
    s = 3;
    notify(e);
    notify(SC_ZERO_TIME, e);
    wait(SC_ZERO_TIME);
    e.notify_delayed();
    wait(e);
    f.notify_delayed(sc_time(1, SC_NS));
    notify(2, SC_NS, e);
    wait(1, SC_NS, e);
    std::cout << "timed out " << timed_out() << timed_out() << std::endl;
    std::cout << s.get_data_ref() << s.get_new_value() << std::endl;
    std::cout << sc_simulation_time() << std::endl;
    x = true;
    wait(1, SC_NS);
    f.notify(SC_ZERO_TIME);
    x = false;
    y = true;
    std::cout << (simcontext()->delta_count() > 9) << simcontext()->is_running() << std::endl;
    wait(1, SC_NS);
    e.notify();
    wait(1, SC_NS);
    std::cout << "third" << std::endl;
    notify(1, SC_NS, e);
    wait(2, SC_NS);
    notify(1, SC_NS, f);
    std::cout << simcontext()->time_stamp() << std::endl;
    std::cout << (simcontext()->find_object("m") != nullptr) << simcontext()->get_child_objects().size() << std::endl;
  }
  SC_CTOR(M) : bound(x) {
    SC_CTHREAD(cyc, clk.pos());
    SC_THREAD(run); }
};
int sc_main(int, char **) {
  std::cout << "begin" << std::endl;
  sc_set_default_time_unit(1, SC_NS);
  std::cout << sc_get_default_time_unit() << std::endl;
  M m("m");
  leaf l1("l1"), l2("l2"), l3("l3");
  l1(m.x, m.y);
  l2 << m.x << m.y;
  l3, m.x, m.y;
  sc_clock fast("fast", 100, SC_PS);
  m.clk(fast);
  edge g("g");
  g.a(m.x);
  g.b(m.y);
  sc_time t(2.0, true), u((sc_dt::uint64)3, true);
  std::cout << t << u << std::endl;
  std::cout << t.to_default_time_units() << std::endl;
  sc_clock old("old", 10.0, 0.5, 0.0, true), old2("old2", 20.0), none("none", 20);
  sc_bit bit(true), bit2;
  std::cout << bit << bit2 << std::endl;
  sc_initialize();
  std::cout << "now " << sc_time_stamp() << std::endl;
  sc_start(12, SC_NS);
  std::cout << "now " << sc_time_stamp() << std::endl;
  sc_get_curr_process_handle();
  std::cout << (m.s.get_parent() != nullptr) << std::endl;
  m.s.trace(nullptr);
  sc_report::get_message(804);
  std::cout << "end" << std::endl;
  return 0;
}
