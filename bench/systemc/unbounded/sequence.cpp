// Numbered packets over a signal: the receiver sees every number once and in order. With BROKEN there is a run that violates it.
#include <cassert>
#include <systemc.h>

SC_MODULE(Top) {
  sc_signal<unsigned> wire;
  unsigned number = 0, expected = 1;
  sc_event acknowledged;
  void sender() {
    while (true) {
      number++;
#ifdef BROKEN
      if (number == 17) number++;
#endif
      wire.write(number);
      wait(acknowledged);
      wait(1, SC_NS);
    }
  }
  void receiver() {
    while (true) {
      wait(wire.value_changed_event());
      assert(wire.read() == expected);
      expected++;
      acknowledged.notify(SC_ZERO_TIME);
    }
  }
  SC_CTOR(Top) {
    SC_THREAD(sender);
    SC_THREAD(receiver);
  }
};

int sc_main(int, char *[]) {
  Top top("top");
  sc_start();
  return 0;
}
