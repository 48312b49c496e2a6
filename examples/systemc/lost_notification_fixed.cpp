// expect: safe
// property: deadlock
// The notification is delivered in the next delta cycle: both processes have run by then, so the receiver waits.
#include <systemc>

using namespace sc_core;

SC_MODULE(handshake) {
  sc_event sent;
  int data, seen;

  SC_CTOR(handshake) : data(0), seen(0) {
    SC_THREAD(receiver);
    SC_THREAD(sender);
  }
  void sender() {
    data = 42;
    sent.notify(SC_ZERO_TIME);
  }
  void receiver() {
    wait(sent);
    seen = data;
    sc_assert(seen == 42);
  }
};

int sc_main(int, char *[]) {
  handshake h("handshake");
  sc_start();
  return 0;
}
