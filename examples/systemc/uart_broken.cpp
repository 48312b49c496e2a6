// expect: unsafe assert
// A UART: the sender shifts out a start bit, eight data bits and a stop bit; the receiver samples in the middle of each.
// The receiver samples at the edges, where the old bit may still be seen: some bytes arrive wrong.
#include <allways.h>
#include <systemc>

using namespace sc_core;

static const int BIT = 10;  // ns

SC_MODULE(sender) {
  sc_out<bool> line;
  unsigned char byte;

  SC_CTOR(sender) : line("line"), byte(0) { SC_THREAD(run); }
  void run() {
    line.write(true);
    wait(3 * BIT, SC_NS);
    byte = allways_nondet<unsigned char>("byte");
    line.write(false);
    wait(BIT, SC_NS);
    for (int i = 0; i < 8; i++) {
      line.write((byte >> i) & 1);
      wait(BIT, SC_NS);
    }
    line.write(true);
  }
};

SC_MODULE(receiver) {
  sc_in<bool> line;
  unsigned char byte;
  bool valid;

  SC_CTOR(receiver) : line("line"), byte(0), valid(false) { SC_THREAD(run); }
  void run() {
    wait(line.posedge_event());
    wait(line.negedge_event());
    unsigned char shifted = 0;
    for (int i = 0; i < 8; i++) {
      wait(BIT, SC_NS);
      shifted = static_cast<unsigned char>(shifted | line.read() << i);
    }
    wait(BIT, SC_NS);
    sc_assert(line.read());
    byte = shifted;
    valid = true;
  }
};

int sc_main(int, char *[]) {
  sc_signal<bool> line("line");
  sender s("sender");
  receiver r("receiver");
  s.line(line);
  r.line(line);
  sc_start();
  sc_assert(r.valid && r.byte == s.byte);
  return 0;
}
