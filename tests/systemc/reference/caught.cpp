// What leaves a process leaves sc_start, as a report: who called it may catch it. Nobody else runs meanwhile, and nothing afterwards.
#include <stdexcept>
#include <systemc>
using namespace sc_core;
using std::cout;
using std::endl;

SC_MODULE(M) {
  void thread() {
    wait(3, SC_NS);
    cout << "throws" << endl;
    throw std::runtime_error("broken");
  }
  void next() {
    wait(3, SC_NS);
    cout << "not reached" << endl;
  }
  void method() {
    cout << "method at " << sc_time_stamp() << endl;
    next_trigger(2, SC_NS);
  }
  SC_CTOR(M) {
    SC_THREAD(thread);
    SC_THREAD(next);
    SC_METHOD(method);
  }
};

static void run() { sc_start(10, SC_NS); }

int sc_main(int, char **) {
  M m("m");
  try {
    run();
    cout << "not reached" << endl;
  } catch (const sc_report &r) {
    cout << "caught " << r.what() << endl << r.get_msg_type() << ": " << r.get_msg() << endl;
  }
  cout << sc_time_stamp() << " " << sc_get_status() << endl;
  try {
    sc_start(10, SC_NS);
  } catch (const std::exception &x) {
    cout << "caught " << x.what() << endl;
  }
  sc_stop();
  return 0;
}
