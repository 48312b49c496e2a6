// Two processes of one evaluation phase update a variable in ways that do not commute.
// expect: unsafe nondeterminism
// property: determinism
// engines: auto
#include <systemc>
using namespace sc_core;

SC_MODULE(Top) {
  int shared = 1;
  sc_signal<int> out{"out"};
  void adder() { shared += 1; }
  void doubler() {
    shared *= 2;
    out.write(shared);
  }
  SC_CTOR(Top) {
    SC_THREAD(adder);
    SC_THREAD(doubler);
  }
};

int sc_main(int, char **) {
  Top top("top");
  sc_start();
  return 0;
}
