// A class that declares processes without SC_HAS_PROCESS: only version 3 of the reference library compiles it, and this follows that version.
// output: 12 12 12 -4
// output: disabled
#include <systemc>
using namespace sc_core;
using std::cout;
using std::endl;

struct top : sc_module {
  sc_process_handle sleeper;
  explicit top(sc_module_name) {
    SC_THREAD(run);
    SC_THREAD(sleep);
    sleeper = sc_get_current_process_handle();
  }
  void run() {
    sc_dt::sc_bv<4> b("1100");
    sc_dt::sc_lv<4> l("1100");
    cout << b.to_int() << " " << l.to_long() << " " << b.range(3, 0).to_int64() << " " << sc_dt::sc_int<4>(b).to_int() << endl;
    wait(1, SC_NS);
    sleeper.disable();
    cout << "disabled" << endl;
  }
  void sleep() {
    wait(5, SC_NS);
    cout << "not woken" << endl;
  }
};

int sc_main(int, char **) {
  top t("top");
  sc_start();
  return 0;
}
