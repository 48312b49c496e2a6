// A condition that fails ends the program.
#include <systemc>

SC_MODULE(M) {
  int n;
  void run() {
    for (;; n++) {
      wait(1, sc_core::SC_NS);
      sc_assert(n < 2);
    }
  }
  SC_CTOR(M) : n(0) { SC_THREAD(run); }
};

int sc_main(int, char **) {
  M m("m");
  sc_core::sc_start();
  return 0;
}
