// expect: unsafe exception
// An immediate notification in an update is an error of use.
#include <systemc>
using namespace sc_core;

struct cell : sc_prim_channel {
  explicit cell(const char *name) : sc_prim_channel(name) {}
  void go() { request_update(); }
  void update() override { changed.notify(); }
  sc_event changed;
};

SC_MODULE(M) {
  cell a;
  void run() {
    wait(1, SC_NS);
    a.go();
    wait(1, SC_NS);
  }
  SC_CTOR(M) : a("a") { SC_THREAD(run); }
};

int sc_main(int, char **) {
  M m("m");
  sc_start();
  return 0;
}
