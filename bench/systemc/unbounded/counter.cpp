// A producer counts by two, a consumer that is told of each step counts with it. With BROKEN there is a run that violates it.
#include <cassert>
#include <systemc.h>

SC_MODULE(Top) {
  unsigned made = 0, taken = 0;
  sc_event more;
  void producer() {
    while (true) {
      made += 2;
#ifdef BROKEN
      if (made == 24) made++;
#endif
      more.notify(SC_ZERO_TIME);
      wait(1, SC_NS);
    }
  }
  void consumer() {
    while (true) {
      wait(more);
      taken += 2;
      assert(made == taken && made % 2 == 0);
    }
  }
  SC_CTOR(Top) {
    SC_THREAD(producer);
    SC_THREAD(consumer);
  }
};

int sc_main(int, char *[]) {
  Top top("top");
  sc_start();
  return 0;
}
