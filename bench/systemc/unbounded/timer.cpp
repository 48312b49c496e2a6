// A timer that is loaded with any period and reloads itself: it never counts beyond what it was loaded with. With BROKEN there is a run that violates it.
#include <cassert>
#include <systemc.h>

extern "C" unsigned __VERIFIER_nondet_uint();

SC_MODULE(Top) {
  unsigned period = 1, left = 1, fired = 0, loads = 0;
  void count() {
    while (true) {
      wait(1, SC_NS);
#ifdef BROKEN
      left--;
      if (left == 0 && loads != 5) {
#else
      left--;
      if (left == 0) {
#endif
        fired++;
        left = period;
      }
      assert(left >= 1 && left <= period);
    }
  }
  void load() {
    while (true) {
      unsigned p = __VERIFIER_nondet_uint();
      if (p >= 1) {
        period = p;
        left = p;
        loads++;
      }
      wait(7, SC_NS);
    }
  }
  SC_CTOR(Top) {
    SC_THREAD(count);
    SC_THREAD(load);
  }
};

int sc_main(int, char *[]) {
  Top top("top");
  sc_start();
  return 0;
}
