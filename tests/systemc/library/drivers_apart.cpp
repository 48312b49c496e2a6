// expect: safe
// property: multiple-drivers
// Two processes that write in different delta cycles, and one that writes twice.
#include <systemc>

using namespace sc_core;

SC_MODULE(panel) {
  sc_signal<int, SC_MANY_WRITERS> lamp;

  SC_CTOR(panel) : lamp("lamp") {
    SC_THREAD(night);
    SC_THREAD(alarm);
  }
  void night() {
    wait(10, SC_NS);
    lamp = 1;
    lamp = 2;
  }
  void alarm() {
    wait(20, SC_NS);
    lamp = 3;
  }
};

int sc_main(int, char **) {
  panel p("panel");
  sc_start();
  return 0;
}
