// A process that has a reset signal, or is being reset, cannot be suspended.
#include <systemc>
using namespace sc_core;
using std::cout;
using std::endl;
SC_MODULE(M) {
  sc_signal<bool> reset{"reset"};
  sc_event e{"e"};
  sc_process_handle with, without, method;
  SC_CTOR(M) {
    SC_THREAD(run);
    reset_signal_is(reset, true);
    with = sc_get_current_process_handle();
    SC_THREAD(run);
    without = sc_get_current_process_handle();
    SC_METHOD(act);
    sensitive << e;
    reset_signal_is(reset, true);
    method = sc_get_current_process_handle();
    SC_THREAD(control);
  }
  void run() {
    for (;;) wait(e);
  }
  void act() {}
  void attempt(sc_process_handle &h, const char *what) {
    try {
      h.suspend();
      cout << what << " suspended" << endl;
    } catch (const sc_report &r) {
      cout << what << ": " << r.get_msg() << endl;
    }
  }
  void control() {
    attempt(with, "with");
    attempt(method, "method");
    attempt(without, "without");
    without.resume();
    without.sync_reset_on();
    attempt(without, "resetting");
  }
};
int sc_main(int, char **) {
  M m("m");
  sc_start(1, SC_NS);
  return 0;
}
