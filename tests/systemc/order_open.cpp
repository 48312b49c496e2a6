// Signals keep what was read in this delta cycle apart from what is written: the order does not matter, whatever the input.
// expect: safe
// property: determinism
// engines: auto
#include <allways.h>
#include <systemc>
using namespace sc_core;

SC_MODULE(Top) {
  sc_signal<int> x{"x"}, y{"y"};
  int seen = 0;
  void left() {
    for (int i = 0; i < 2; i++) {
      x.write(y.read() + allways_nondet<int>("step"));
      wait(1, SC_NS);
    }
  }
  void right() {
    for (int i = 0; i < 2; i++) {
      y.write(x.read() * 3);
      seen = x.read();
      wait(1, SC_NS);
    }
  }
  SC_CTOR(Top) {
    SC_THREAD(left);
    SC_THREAD(right);
  }
};

int sc_main(int, char **) {
  Top top("top");
  sc_start();
  return 0;
}
