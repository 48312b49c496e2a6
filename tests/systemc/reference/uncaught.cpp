// An exception that nobody catches ends the program; the library says so.
#include <systemc>

SC_MODULE(M) {
  void run() {
    try {
      SC_REPORT_ERROR("caught", "this one says nothing");
    } catch (const sc_core::sc_report &) {
    }
    wait(3, sc_core::SC_NS);
    throw std::out_of_range("too far");
  }
  SC_CTOR(M) { SC_THREAD(run); }
};

int sc_main(int, char **) {
  M m("m");
  sc_core::sc_start();
  std::cout << "not reached" << std::endl;
  return 0;
}
