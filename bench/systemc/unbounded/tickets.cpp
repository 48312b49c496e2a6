// A ticket lock of two processes: numbers grow without bound, one at a time is served. With BROKEN there is a run that violates it.
#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <cassert>
#include <systemc.h>

SC_MODULE(Top) {
  unsigned next = 0, serving = 0, inside = 0;
  sc_event changed;
  void customer() {
    while (true) {
      unsigned mine = next++;
#ifdef BROKEN
      while (serving + 1 < mine + 1 && serving != mine - 1) wait(changed);
#else
      while (serving != mine) wait(changed);
#endif
      inside++;
      assert(inside == 1);
      wait(1, SC_NS);
      inside--;
      serving++;
      changed.notify(SC_ZERO_TIME);
      wait(1, SC_NS);
    }
  }
  SC_CTOR(Top) {
    SC_THREAD(customer);
    sc_spawn(sc_bind(&Top::customer, this), "second");
  }
};

int sc_main(int, char *[]) {
  Top top("top");
  sc_start();
  return 0;
}
