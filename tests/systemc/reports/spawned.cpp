// Starvation is not looked for where processes are made while the design runs; what else is asked has its answer all the same.
#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <systemc>

struct Top : sc_core::sc_module {
  int n = 0;
  void work() { n++; }
  void run() {
    sc_core::sc_spawn(sc_bind(&Top::work, this));
    wait(1, sc_core::SC_NS);
    sc_assert(n == 1);
  }
  SC_CTOR(Top) { SC_THREAD(run); }
};

int sc_main(int, char **) {
  Top top("top");
  sc_core::sc_start();
  return 0;
}
