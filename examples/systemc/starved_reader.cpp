// expect: unsafe starvation
// property: starvation
// The reader asks for data and then prepares its buffer for 2 ns; the answer comes after 1 ns, as a notification that
// nobody waits for. The clock goes on ticking, so nothing looks like a deadlock: the reader just never runs again.
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
    wait(5, SC_NS);
    asked.notify(SC_ZERO_TIME);
    wait(2, SC_NS);
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
