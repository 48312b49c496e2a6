// expect: unsafe exception
// What is caught around sc_start is something else.
#include <systemc>
struct m : sc_core::sc_module {
  SC_CTOR(m) { SC_METHOD(run); }
  void run() { SC_REPORT_ERROR("m", "broken"); }
};
int sc_main(int, char *[]) {
  m top("top");
  try {
    sc_core::sc_start();
  } catch (int) {
  }
  return 0;
}
