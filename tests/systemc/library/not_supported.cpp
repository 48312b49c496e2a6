// expect: unknown
// A construct that is not supported never gives a verdict.
#include <systemc>
struct m : sc_core::sc_module {
  sc_core::sc_event e;
  SC_CTOR(m) { SC_THREAD(run); }
  void run() { sc_assert(!e.triggered()); }
};
int sc_main(int, char *[]) {
  m x("x");
  sc_core::sc_start();
  return 0;
}
