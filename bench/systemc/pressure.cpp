// A thread raises the pressure, a guard lowers it at the maximum. LAST: last instant that is simulated; none: no bound.
// START: the pressure begins with an input between 0 and START.
#include <allways.h>
#include <systemc>

using namespace sc_core;

#ifndef HIGHEST
#define HIGHEST 12
#endif

SC_MODULE(boiler) {
  int pressure;
  sc_event tick;

  SC_CTOR(boiler) : pressure(0) {
    SC_THREAD(guard);
    SC_THREAD(increase);
    SC_THREAD(clk);
  }
  // It reads in every step and writes only near the end.
  void guard() {
    while (true) {
      wait(tick);
      if (pressure >= HIGHEST) pressure -= 1;
    }
  }
  void increase() {
    while (true) {
      wait(tick);
      pressure += 1;
    }
  }
  void clk() {
    while (true) {
      sc_assert(pressure <= HIGHEST);
      wait(1, SC_NS);
      tick.notify(SC_ZERO_TIME);
    }
  }
};

int sc_main(int, char *[]) {
  boiler b("boiler");
#ifdef START
  b.pressure = allways_nondet<int>("pressure");
  allways_assume((b.pressure <= START) & (b.pressure >= 0));
#endif
#ifdef LAST
  sc_start(LAST + 1, SC_NS);
#else
  sc_start();
#endif
  return 0;
}
