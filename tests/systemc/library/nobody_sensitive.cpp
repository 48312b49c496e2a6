// expect: safe
// An input that is written to a signal nobody waits for splits no run: one execution, whatever its value.
// property: assert
#include <allways.h>
#include <systemc>
struct m : sc_core::sc_module {
  sc_core::sc_signal<unsigned> s;
  SC_CTOR(m) : s("s") { SC_THREAD(run); }
  void run() {
    for (int i = 0; i < 20; i++) {
      s.write(allways_nondet<unsigned>("x") & 0xff);
      wait(1, sc_core::SC_NS);
      sc_assert(s.read() <= 0xff);
    }
  }
};
int sc_main(int, char *[]) {
  m x("x");
  sc_core::sc_start();
  return 0;
}
