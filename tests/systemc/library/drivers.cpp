// expect: unsafe multiple-drivers
// property: multiple-drivers
// Nobody checks SC_UNCHECKED_WRITERS, and the last of two writes in one delta cycle wins: by the order of processes.
#include <systemc>

using namespace sc_core;

SC_MODULE(panel) {
  sc_signal<int, SC_UNCHECKED_WRITERS> lamp;

  SC_CTOR(panel) : lamp("lamp") {
    SC_THREAD(night);
    SC_THREAD(alarm);
  }
  void night() {
    wait(10, SC_NS);
    lamp = 1;
    wait(10, SC_NS);
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
