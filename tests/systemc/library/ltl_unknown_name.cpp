// expect: unknown
// property: ltl
// options: "--ltl=G F top.rq"
// No name of the design: nothing is said about it.
#include <systemc>
using namespace sc_core;
SC_MODULE(Handshake) {
  sc_signal<bool> req, ack;
  sc_signal<int> level{"level"};
  sc_clock clk;
  sc_event served;
  int count;
  void client() {
    for (;;) {
      req = true;
      while (!ack) wait(ack.value_changed_event());
      count = (count + 1) % 4;
      req = false;
      while (ack) wait(ack.value_changed_event());
      wait(10, SC_NS);
    }
  }
  void server() {
    for (;;) {
      while (!req) wait(req.value_changed_event());
      wait(3, SC_NS);
      level = -count;
      ack = true;
      while (req) wait(req.value_changed_event());
      ack = false;
      served.notify(SC_ZERO_TIME);
    }
  }
  SC_CTOR(Handshake) : clk("clk", 10, SC_NS), count(0) {
    SC_THREAD(client);
    SC_THREAD(server);
  }
};
int sc_main(int, char **) {
  Handshake top("top");
  sc_start();
  return 0;
}
