// Time-outs of equal times: that of a method begins when it asks for it. Delays below zero, which wrap around.
#include <systemc>
using namespace sc_core;
using std::cout;
using std::endl;

SC_MODULE(M) {
  sc_event a, b, c;
  void first() {
    cout << "first " << sc_time_stamp() << endl;
    next_trigger(10, SC_NS);
    a.notify(10, SC_NS);
  }
  void second() {
    cout << "second " << sc_time_stamp() << endl;
    next_trigger(10, SC_NS, a & b);
    b.notify(5, SC_NS);
  }
  void third() {
    cout << "third " << sc_time_stamp() << endl;
    next_trigger(5, SC_NS);
    next_trigger(10, SC_NS);
    c.notify(10, SC_NS);
    next_trigger(c);
  }
  void thread() {
    for (;;) {
      wait(10, SC_NS);
      cout << "thread " << sc_time_stamp() << endl;
      a.notify(10, SC_NS);
      wait(10, SC_NS, a & c);
      cout << "thread " << sc_time_stamp() << " " << timed_out() << endl;
    }
  }
  void back() {
    wait(42, SC_NS);
    wait(sc_time(30, SC_NS) - sc_time_stamp());
    cout << "back " << sc_time_stamp() << endl;
    try {
      c.notify_delayed(1, SC_NS);
      c.notify_delayed(2, SC_NS);
    } catch (const sc_report &r) {
      cout << r.what() << endl;
    }
  }
  SC_CTOR(M) {
    SC_METHOD(first);
    SC_METHOD(second);
    SC_METHOD(third);
    SC_THREAD(thread);
    SC_THREAD(back);
  }
};

int sc_main(int, char **) {
  M m("m");
  sc_start(60, SC_NS);
  cout << sc_time(-5, SC_NS) << " " << sc_time(18446744.0, SC_SEC) << endl;
  try {
    sc_start(-3, SC_NS);
  } catch (const sc_report &r) {
    cout << r.what() << endl;
  }
  return 0;
}
