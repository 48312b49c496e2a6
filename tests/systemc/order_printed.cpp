// Both orders of an evaluation phase end in the same state, but they print different numbers.
// expect: unsafe nondeterminism
// property: determinism
// engines: auto
#include <systemc>
using namespace sc_core;

SC_MODULE(Top) {
  int shared = 1;
  void shows() { std::cout << shared << std::endl; }
  void sets() { shared = 2; }
  SC_CTOR(Top) {
    SC_THREAD(shows);
    SC_THREAD(sets);
  }
};

int sc_main(int, char **) {
  Top top("top");
  sc_start();
  return 0;
}
