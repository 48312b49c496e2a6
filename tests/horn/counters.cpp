// Two counters without bound that go in step.
#include <cassert>
#include <systemc.h>

SC_MODULE(Top) {
  unsigned sent = 0, seen = 0;
  sc_event e;
  void sender() {
    while (true) {
      sent += 2;
      e.notify(SC_ZERO_TIME);
      wait(1, SC_NS);
    }
  }
  void receiver() {
    while (true) {
      wait(e);
      seen += 2;
      assert(sent % 2 == 0 && sent == seen);
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
