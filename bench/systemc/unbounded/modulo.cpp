// Indices that run around in a buffer of five, beside the numbers of what was put and taken. With BROKEN there is a run that violates it.
#include <cassert>
#include <systemc.h>

SC_MODULE(Top) {
  unsigned in = 0, out = 0, count = 0;
  sc_event changed;
  void put() {
    while (true) {
      if (count < 5) {
#ifdef BROKEN
        in = in == 5 ? 0 : in + 1;
#else
        in = in == 4 ? 0 : in + 1;
#endif
        count++;
      }
      assert(in < 5 && count <= 5);
      changed.notify(SC_ZERO_TIME);
      wait(1, SC_NS);
    }
  }
  void take() {
    while (true) {
      wait(changed);
      if (count > 0) {
        out = out == 4 ? 0 : out + 1;
        count--;
      }
      assert(out < 5);
      wait(2, SC_NS);
    }
  }
  SC_CTOR(Top) {
    SC_THREAD(put);
    SC_THREAD(take);
  }
};

int sc_main(int, char *[]) {
  Top top("top");
  sc_start();
  return 0;
}
