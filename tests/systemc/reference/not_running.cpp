// Kill, reset and throw_it while the simulation does not run are errors.
#include <systemc>
using namespace sc_core;
using std::cout;
using std::endl;

SC_MODULE(M) {
  sc_process_handle thread, method;
  sc_event e;
  void run() {
    cout << "thread" << endl;
    for (;;) wait(e);
  }
  void call() {
    cout << "method" << endl;
    next_trigger(1, SC_NS);
  }
  template <class F>
  void attempt(F what) {
    try {
      what();
      cout << "no error" << endl;
    } catch (const sc_report &r) {
      cout << r.what() << endl;
    }
  }
  void attempts(const char *when) {
    cout << when << endl;
    for (sc_process_handle *h : {&thread, &method}) {
      attempt([h] { h->throw_it(5); });
      attempt([h] { h->reset(); });
      if (sc_get_status() < SC_RUNNING) attempt([h] { h->kill(); });
    }
  }
  void before_end_of_elaboration() override { attempts("before the end of elaboration"); }
  void end_of_elaboration() override { attempts("end of elaboration"); }
  void start_of_simulation() override { attempts("start of simulation"); }
  SC_CTOR(M) {
    SC_THREAD(run);
    thread = sc_get_current_process_handle();
    SC_METHOD(call);
    method = sc_get_current_process_handle();
    attempts("constructor");
  }
};

int sc_main(int, char **) {
  M m("m");
  m.attempts("sc_main");
  sc_start(2, SC_NS);
  m.attempts("paused");
  return 0;
}
