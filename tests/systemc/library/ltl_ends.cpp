// expect: unsafe ltl
// property: ltl
// options: "--ltl=G F top.on"
// The simulation ends: the run stays as it is, while the design exists.
#include <systemc>
using namespace sc_core;
SC_MODULE(Lamp) {
  sc_signal<bool> on{"on"};
  void run() {
    for (;;) {
      on = !on;
      wait(1, SC_NS);
    }
  }
  SC_CTOR(Lamp) { SC_THREAD(run); }
};
int sc_main(int, char **) {
  Lamp top("top");
  sc_start(2, SC_NS);
  return 0;
}
