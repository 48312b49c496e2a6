// expect: unsafe exception
// A port that is bound to nothing.
#include <systemc>
struct m : sc_core::sc_module {
  sc_core::sc_in<int> in;
  SC_CTOR(m) : in("in") {}
};
int sc_main(int, char *[]) {
  m x("x");
  sc_core::sc_start();
  return 0;
}
