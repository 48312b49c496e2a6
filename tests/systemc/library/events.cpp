// Notifications of all kinds, lists of events, time-outs, triggers of methods.
// output: method 0 at 0 s
// output: method 1 at 1 ns
// output: method 2 at 2 ns
// output: both at 2 ns
// output: method 3 at 2 ns
// output: method 4 at 3 ns
// output: one at 13 ns
// output: pause at 15 ns
// output: late at 15 ns
// output: method 5 at 20 ns
// output: listed at 20 ns
// output: c at 30 ns
// output: end at 30 ns
#include <systemc>
using namespace sc_core;
using std::cout;
using std::endl;

SC_MODULE(top) {
  sc_event a, b, c;
  int phase;
  SC_CTOR(top) : phase(0) {
    SC_THREAD(send);
    SC_THREAD(receive);
    SC_METHOD(step);
  }
  void send() {
    a.notify(1, SC_NS);
    b.notify(2, SC_NS);
    wait(10, SC_NS);
    a.notify(5, SC_NS);
    a.notify(3, SC_NS);  // earlier: replaces
    a.notify(4, SC_NS);  // later: ignored
    b.notify(3, SC_NS);
    b.cancel();
    wait(10, SC_NS);
    c.notify(SC_ZERO_TIME);
    wait(10, SC_NS);
    c.notify();
  }
  void receive() {
    wait(a & b);
    cout << "both at " << sc_time_stamp() << endl;
    wait(a | b);
    cout << "one at " << sc_time_stamp() << endl;
    wait(2, SC_NS, b);
    cout << "late at " << sc_time_stamp() << endl;
    sc_event_or_list l;
    l |= b;
    l |= c;
    wait(l);
    cout << "listed at " << sc_time_stamp() << endl;
    wait(sc_time(30, SC_NS), c);
    cout << "c at " << sc_time_stamp() << endl;
  }
  void step() {
    cout << "method " << phase << " at " << sc_time_stamp() << endl;
    switch (phase++) {
      case 0: next_trigger(a); break;
      case 1: next_trigger(1, SC_NS); break;
      case 2: next_trigger(SC_ZERO_TIME); break;
      case 3: next_trigger(sc_time(1, SC_NS), c); break;
      case 4: next_trigger(b | c); break;
      default: break;
    }
  }
};

int sc_main(int, char *[]) {
  top t("top");
  sc_start(15, SC_NS);
  cout << "pause at " << sc_time_stamp() << endl;
  sc_start();
  cout << "end at " << sc_time_stamp() << endl;
  return 0;
}
