// Only for some inputs does the order matter: minimum and maximum with a bound commute unless they cross.
// expect: unsafe nondeterminism
// property: determinism
// engines: auto
#include <allways.h>
#include <systemc>
using namespace sc_core;

SC_MODULE(Top) {
  int level = 10, limit;
  void lower() {
    if (level > limit) level = limit;
  }
  void raise() {
    if (level < 5) level = 5;
  }
  SC_CTOR(Top) {
    limit = allways_nondet<int>("limit");
    SC_THREAD(lower);
    SC_THREAD(raise);
  }
};

int sc_main(int, char **) {
  Top top("top");
  sc_start();
  return 0;
}
