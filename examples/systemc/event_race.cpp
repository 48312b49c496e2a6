// An event race: the sensor hands its value over in a plain variable, and the filter reads it in the same evaluation
// phase. Which of the two runs first is nobody's choice: the filter sees the new value or the one before.
//
//   allways --property=determinism event_race.cpp        (event_race_fixed.cpp hands it over in a signal)
//
// expect: unsafe nondeterminism
// property: determinism
#include <systemc>

using namespace sc_core;

SC_MODULE(Board) {
  int sample = 0, filtered = 0;

  void sensor() {
    for (int i = 1; i <= 3; i++) {
      wait(10, SC_NS);
      sample = 10 * i;
    }
  }

  void filter() {
    for (int i = 1; i <= 3; i++) {
      wait(10, SC_NS);
      filtered = (filtered + sample) / 2;
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
