// Who leaves the list of an event gives its place to the last one there: with time-outs, lists of events, and processes that end.
#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <systemc>

using namespace sc_core;
using std::cout;

SC_MODULE(top) {
  sc_event a, b, c;
  sc_signal<bool> clock;

  SC_CTOR(top) {
    SC_THREAD(drive);
    SC_THREAD(either);
    SC_THREAD(both);
    SC_THREAD(late);
    SC_THREAD(ends);
    sensitive << clock.posedge_event();
    for (int i = 0; i < 3; i++) {
      sc_spawn_options on_clock;
      on_clock.set_sensitivity(&clock.posedge_event());
      on_clock.dont_initialize();
      sc_spawn([this, i] { clocked(i); }, sc_gen_unique_name("clocked"), &on_clock);
    }
    SC_METHOD(first);
    sensitive << a;
    dont_initialize();
    SC_METHOD(second);
    sensitive << a << b;
    dont_initialize();
  }
  void say(const char *who) { cout << sc_time_stamp() << ' ' << sc_delta_count() << ' ' << who << '\n'; }
  void drive() {
    for (int i = 0; i < 8; i++) {
      wait(10, SC_NS);
      clock = i % 2;
      if (i % 2) a.notify();
      else b.notify(SC_ZERO_TIME);
      if (i == 3) c.notify(2, SC_NS);
    }
  }
  void either() {
    for (;;) {
      wait(a | b);
      say("either");
    }
  }
  void both() {
    for (;;) {
      wait(a & c);
      say("both");
    }
  }
  void late() {
    wait(sc_time(5, SC_NS), a | b | c);
    say("late");
    for (int i = 0; i < 3; i++) {
      wait(sc_time(25, SC_NS), a & b);
      say("late");
    }
  }
  void ends() {
    wait();
    say("ends");
  }
  void clocked(int i) {
    for (;;) {
      cout << sc_time_stamp() << " clocked " << i << '\n';
      wait();
    }
  }
  void first() {
    say("first");
    next_trigger(a & b);
  }
  void second() { say("second"); }
};

int sc_main(int, char **) {
  sc_report_handler::set_actions("/IEEE_Std_1666/deprecated", SC_DO_NOTHING);
  top t("top");
  sc_start(200, SC_NS);
  return 0;
}
