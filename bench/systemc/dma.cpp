// A DMA engine: CHANNELS symbolic descriptors (source, target, length) over one memory, worked off one after another by a thread
// that the bus wakes word by word. What is copied must be what was there, nothing else may change, and each descriptor raises
// its interrupt once.
#include <systemc.h>
#ifndef WORDS
#define WORDS 32
#endif
#ifndef CHANNELS
#define CHANNELS 2
#endif
enum { MOST = 4 };
extern "C" unsigned char __VERIFIER_nondet_uchar(void);
extern "C" void __VERIFIER_assume(int);

struct descriptor {
  unsigned source, target, length;
};

SC_MODULE(Dma) {
  unsigned char memory[WORDS];
  descriptor queue[CHANNELS];
  unsigned head, tail, interrupts;
  sc_event start, done;
  sc_in<bool> clock;

  void submit(const descriptor &d) {
    queue[tail++ % CHANNELS] = d;
    start.notify(SC_ZERO_TIME);
  }
  void run() {
    while (true) {
      while (head == tail) wait(start);
      descriptor d = queue[head++ % CHANNELS];
      for (unsigned i = 0; i < d.length; i++) {
        wait(clock.posedge_event());
#ifdef BROKEN
        memory[d.target + i] = memory[d.source + (i ? i : d.length - 1)];
#else
        memory[d.target + i] = memory[d.source + i];
#endif
      }
      interrupts++;
      done.notify(SC_ZERO_TIME);
    }
  }
  SC_CTOR(Dma) : head(0), tail(0), interrupts(0) { SC_THREAD(run); }
};

SC_MODULE(Bench) {
  Dma dma;
  sc_clock clock;
  unsigned char expected[WORDS];

  void test() {
    for (unsigned i = 0; i < WORDS; i++) expected[i] = dma.memory[i] = static_cast<unsigned char>(3 * i + 1);
    for (unsigned c = 0; c < CHANNELS; c++) {
      descriptor d;
      d.source = __VERIFIER_nondet_uchar();
      d.target = __VERIFIER_nondet_uchar();
      d.length = __VERIFIER_nondet_uchar();
      __VERIFIER_assume(d.length >= 1 && d.length <= MOST);
      __VERIFIER_assume(d.source <= WORDS - MOST && d.target <= WORDS - MOST);
      for (unsigned i = 0; i < d.length; i++) expected[d.target + i] = expected[d.source + i];
      dma.submit(d);
      wait(dma.done);
    }
    assert(dma.interrupts == CHANNELS);
    for (unsigned i = 0; i < WORDS; i++) assert(dma.memory[i] == expected[i]);
    sc_stop();
  }
  SC_CTOR(Bench) : dma("dma"), clock("clock", 10, SC_NS) {
    dma.clock(clock);
    SC_THREAD(test);
  }
};

int sc_main(int, char *[]) {
  Bench b("b");
  sc_start();
  return 0;
}
