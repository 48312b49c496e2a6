// expect: safe
// What leaves a process leaves sc_start, whose caller may catch it; the threads that follow never run.
#include <systemc>
using namespace sc_core;
struct m : sc_module {
  bool went_on = false;
  SC_CTOR(m) {
    SC_THREAD(run);
    SC_THREAD(other);
  }
  void run() {
    wait(1, SC_NS);
    SC_REPORT_ERROR("m", "broken");
  }
  void other() {
    wait(2, SC_NS);
    went_on = true;
  }
};
int sc_main(int, char *[]) {
  m top("top");
  bool caught = false;
  try {
    sc_start();
  } catch (const sc_report &r) {
    caught = r.get_severity() == SC_ERROR;
  }
  sc_assert(caught && !top.went_on);
  return 0;
}
