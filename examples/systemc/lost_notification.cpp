// expect: unsafe deadlock
// property: deadlock
// An immediate notification reaches only those who wait already. The standard leaves open which process runs first at
// time 0: if the sender does, the receiver waits for ever. The reference simulator happens to run the receiver first.
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
    sent.notify();
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
