// Control of processes: lists of events while disabled, a method that resets itself, exceptions for descendants, what is pending.
#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <systemc.h>

SC_MODULE(Top) {
  sc_event a, b, c, both, soon;
  sc_process_handle method, parent;
  int rounds = 0;
  SC_CTOR(Top) {
    SC_METHOD(lists);
    method = sc_get_current_process_handle();
    SC_METHOD(again);
    sensitive << both;
    SC_THREAD(family);
    parent = sc_get_current_process_handle();
    SC_THREAD(control);
  }
  void lists() {
    cout << sc_time_stamp() << " lists" << endl;
    next_trigger(a & b & c);
  }
  void again() {
    cout << sc_time_stamp() << " again " << rounds << endl;
    if (rounds++ == 1) sc_get_current_process_handle().reset();
    both.notify();  // to itself: nothing
  }
  void child() {
    try {
      wait(soon);
    } catch (int n) {
      cout << sc_time_stamp() << " child " << n << endl;
    }
  }
  void family() {
    sc_spawn([this] { child(); }, "first");
    sc_spawn([this] { child(); }, "second");
    try {
      wait(soon);
    } catch (int n) {
      cout << sc_time_stamp() << " parent " << n << endl;
    }
  }
  void control() {
    wait(1, SC_NS);
    method.disable();
    a.notify();
    wait(1, SC_NS);
    method.enable();
    b.notify();
    wait(1, SC_NS);
    c.notify();
    wait(1, SC_NS);
    a.notify();
    wait(1, SC_NS);
    both.notify(SC_ZERO_TIME);
    wait(both);
    cout << both.triggered() << a.triggered() << endl;
    wait(SC_ZERO_TIME);
    cout << both.triggered() << endl;
    parent.throw_it(7, SC_INCLUDE_DESCENDANTS);
    soon.notify(5, SC_NS);
  }
};

static void tell(const char *when) {
  cout << when << ": " << sc_pending_activity() << sc_pending_activity_at_current_time()
       << sc_pending_activity_at_future_time() << " "
       << (sc_pending_activity() ? sc_time_to_pending_activity() : SC_ZERO_TIME) << endl;
}

int sc_main(int, char **) {
  Top top("top");
  tell("before");
  sc_start(SC_ZERO_TIME);
  tell("begun");
  sc_start(3, SC_NS);
  tell("later");
  sc_start(20, SC_NS, SC_EXIT_ON_STARVATION);
  cout << sc_time_stamp() << endl;
  tell("starved");
  sc_start(1, SC_NS);
  sc_start();
  return 0;
}
