// expect: safe
// property: starvation
// The reader prepares its buffer before it asks: the answer finds it waiting, and it ends. Only a method goes on with the
// clock; a method that is called again and again, or never again, is no process that starves.
#include <systemc>

using namespace sc_core;

SC_MODULE(memory) {
  sc_event asked, answered;
  sc_in<bool> clock;
  int refreshed;

  SC_CTOR(memory) : refreshed(0) {
    SC_THREAD(reader);
    SC_THREAD(controller);
    SC_METHOD(refresh);
    sensitive << clock.pos();
    dont_initialize();
  }
  void reader() {
    wait(7, SC_NS);
    asked.notify(SC_ZERO_TIME);
    wait(answered);
  }
  void controller() {
    wait(asked);
    wait(1, SC_NS);
    answered.notify();
  }
  void refresh() { refreshed = 1 - refreshed; }
};

int sc_main(int, char *[]) {
  sc_clock clock("clock", 4, SC_NS);
  memory m("memory");
  m.clock(clock);
  sc_start();
  return 0;
}
