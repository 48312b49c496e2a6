// expect: unsafe exception
// Two processes write one signal.
#include <systemc>
struct m : sc_core::sc_module {
  sc_core::sc_signal<int> s;
  SC_CTOR(m) : s("s") {
    SC_THREAD(one);
    SC_THREAD(two);
  }
  void one() { s.write(1); }
  void two() { s.write(2); }
};
int sc_main(int, char *[]) {
  m x("x");
  sc_core::sc_start();
  return 0;
}
