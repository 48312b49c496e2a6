// Asynchronous resets: who named the signal is reset before who named a port, those backwards; methods are called in that order,
// threads in the other, before all who are woken otherwise.
#include <systemc>

using namespace sc_core;
using std::cout;

SC_MODULE(unit) {
  sc_in<bool> reset, clock;
  sc_signal<bool> own;

  SC_CTOR(unit) : reset("reset"), clock("clock"), own("own") {
    SC_CTHREAD(a, clock.pos());
    async_reset_signal_is(reset, true);
    SC_THREAD(b);
    sensitive << clock.pos();
    async_reset_signal_is(own, true);
    async_reset_signal_is(reset, true);
    SC_THREAD(c);
    async_reset_signal_is(own, true);
    SC_METHOD(m);
    sensitive << clock.pos();
    async_reset_signal_is(reset, true);
    SC_METHOD(n);
    sensitive << clock.pos();
    async_reset_signal_is(reset, true);
    dont_initialize();
    SC_THREAD(watch);
    sensitive << reset << own;
    dont_initialize();
  }
  void run(const char *name) {
    cout << sc_time_stamp() << ' ' << name << " begins\n";
    for (;;) {
      wait();
      cout << sc_time_stamp() << ' ' << name << '\n';
    }
  }
  void a() { run("a"); }
  void b() { run("b"); }
  void c() { run("c"); }
  void m() { cout << sc_time_stamp() << " m " << reset << '\n'; }
  void n() { cout << sc_time_stamp() << " n " << reset << '\n'; }
  void watch() { run("watch"); }
};

int sc_main(int, char **) {
  sc_signal<bool> reset("reset");
  sc_clock clock("clock", 10, SC_NS, 0.5, 3, SC_NS);
  unit u("u"), v("v");
  for (unit *x : {&u, &v}) {
    x->reset(reset);
    x->clock(clock);
  }
  sc_start(5, SC_NS);
  reset = true;
  sc_start(1, SC_NS);
  reset = false;
  sc_start(10, SC_NS);
  reset = true;
  sc_start(3, SC_NS);
  reset = false;
  u.own = true;
  sc_start(7, SC_NS);
  u.own = false;
  sc_start(10, SC_NS);
  return 0;
}
