// expect: unsafe exception
// A method may not wait.
#include <systemc>
struct m : sc_core::sc_module {
  SC_CTOR(m) { SC_METHOD(run); }
  void run() { wait(1, sc_core::SC_NS); }
};
int sc_main(int, char *[]) {
  m x("x");
  sc_core::sc_start();
  return 0;
}
