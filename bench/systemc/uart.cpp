// A UART with a FIFO of DEPTH bytes: symbolic bytes are written, sent bit by bit with a start and a stop bit, and received by a
// second one. What arrives is what was sent, in its order; the overrun flag is set if and only if the FIFO was full.
#include <systemc.h>
#ifndef DEPTH
#define DEPTH 4
#endif
#ifndef BYTES
#define BYTES 6
#endif
extern "C" unsigned char __VERIFIER_nondet_uchar(void);
extern "C" bool __VERIFIER_nondet_bool(void);

SC_MODULE(Sender) {
  sc_out<bool> line;
  unsigned char fifo[DEPTH];
  unsigned head, count;
  bool overrun;
  sc_event filled;

  bool put(unsigned char byte) {
    if (count == DEPTH) {
      overrun = true;
      return false;
    }
    fifo[(head + count++) % DEPTH] = byte;
    filled.notify(SC_ZERO_TIME);
    return true;
  }
  void run() {
    line.write(true);
    while (true) {
      while (count == 0) wait(filled);
      unsigned char byte = fifo[head];
      head = (head + 1) % DEPTH;
      count--;
      line.write(false);
      wait(8, SC_NS);
      for (int i = 0; i < 8; i++) {
        line.write(byte >> i & 1);
        wait(8, SC_NS);
      }
      line.write(true);
      wait(8, SC_NS);
    }
  }
  SC_CTOR(Sender) : head(0), count(0), overrun(false) { SC_THREAD(run); }
};

SC_MODULE(Receiver) {
  sc_in<bool> line;
  unsigned char bytes[BYTES];
  unsigned count;

  void run() {
    while (true) {
      wait(line.negedge_event());
#ifdef BROKEN
      wait(18, SC_NS);
#else
      wait(12, SC_NS);
#endif
      unsigned char byte = 0;
      for (int i = 0; i < 8; i++) {
        byte = static_cast<unsigned char>(byte | (line.read() ? 1u : 0u) << i);
        if (i < 7) wait(8, SC_NS);
      }
      assert(count < BYTES);
      bytes[count++] = byte;
    }
  }
  SC_CTOR(Receiver) : count(0) { SC_THREAD(run); }
};

SC_MODULE(Bench) {
  sc_signal<bool> line;
  Sender sender;
  Receiver receiver;

  void test() {
    unsigned char sent[BYTES];
    unsigned accepted = 0;
    wait(3, SC_NS);
    for (unsigned i = 0; i < BYTES; i++) {
      unsigned char byte = __VERIFIER_nondet_uchar();
      bool full = sender.count == DEPTH, taken = sender.put(byte);
      assert(taken == !full);
      if (taken) sent[accepted++] = byte;
      if (__VERIFIER_nondet_bool()) wait(80, SC_NS);
    }
    assert(sender.overrun == (accepted < BYTES));
    wait(80 * BYTES + 80, SC_NS);
    assert(receiver.count == accepted);
    for (unsigned i = 0; i < accepted; i++) assert(receiver.bytes[i] == sent[i]);
  }
  SC_CTOR(Bench) : line("line", true), sender("sender"), receiver("receiver") {
    sender.line(line);
    receiver.line(line);
    SC_THREAD(test);
  }
};

int sc_main(int, char *[]) {
  Bench b("b");
  sc_start();
  return 0;
}
