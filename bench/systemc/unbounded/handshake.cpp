// Request and acknowledge over two signals, each transfer counted on both sides. With BROKEN there is a run that violates it.
#include <cassert>
#include <systemc.h>

SC_MODULE(Top) {
  sc_signal<bool> request, acknowledge;
  unsigned sent = 0, received = 0;
  void initiator() {
    while (true) {
      request.write(true);
      sent++;
      while (!acknowledge.read()) wait(acknowledge.value_changed_event());
      assert(sent == received);
      request.write(false);
      while (acknowledge.read()) wait(acknowledge.value_changed_event());
      wait(1, SC_NS);
    }
  }
  void target() {
    while (true) {
      while (!request.read()) wait(request.value_changed_event());
      received++;
#ifdef BROKEN
      if (received == 12) received = 0;
#endif
      acknowledge.write(true);
      while (request.read()) wait(request.value_changed_event());
      acknowledge.write(false);
      wait(SC_ZERO_TIME);
    }
  }
  SC_CTOR(Top) {
    SC_THREAD(initiator);
    SC_THREAD(target);
  }
};

int sc_main(int, char *[]) {
  Top top("top");
  sc_start();
  return 0;
}
