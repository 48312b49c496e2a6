// The receiver waits half a bit time instead of one and a half after the start bit: it takes the start bit for the first one.
#include <cassert>
#include <systemc>
using namespace sc_core;

static const unsigned char SENT = 0xa5;

SC_MODULE(Uart) {
  sc_signal<bool> wire{"wire", true};
  sc_event done;

  void transmitter() {
    wire.write(false);
    wait(100, SC_NS);
    for (int i = 0; i < 8; i++) {
      wire.write(SENT >> i & 1);
      wait(100, SC_NS);
    }
    wire.write(true);
  }
  void receiver() {
    unsigned char received = 0;
    wait(wire.negedge_event());
    wait(50, SC_NS);
    for (int i = 0; i < 8; i++) {
      received |= wire.read() << i;
      wait(100, SC_NS);
    }
    assert(received == SENT);
  }
  SC_CTOR(Uart) {
    SC_THREAD(transmitter);
    SC_THREAD(receiver);
  }
};

int sc_main(int, char **) {
  Uart uart("uart");
  sc_start();
  return 0;
}
