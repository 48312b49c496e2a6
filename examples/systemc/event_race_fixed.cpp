// The value goes through a signal: what is written in one evaluation phase is read in the next, whoever runs first.
//
//   allways --property=determinism event_race_fixed.cpp
//
// expect: safe
// property: determinism
#include <systemc>

using namespace sc_core;

SC_MODULE(Board) {
  sc_signal<int> sample{"sample"};
  int filtered = 0;

  void sensor() {
    for (int i = 1; i <= 3; i++) {
      wait(10, SC_NS);
      sample.write(10 * i);
    }
  }

  void filter() {
    for (int i = 1; i <= 3; i++) {
      wait(10, SC_NS);
      filtered = (filtered + sample.read()) / 2;
    }
  }

  SC_CTOR(Board) {
    SC_THREAD(sensor);
    SC_THREAD(filter);
  }
};

int sc_main(int, char **) {
  Board board("board");
  sc_start();
  return 0;
}
