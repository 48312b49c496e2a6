// An interrupt controller: SOURCES sources with symbolic priorities and pending bits; a claim gives the highest.
#include <systemc.h>
#ifndef SOURCES
#define SOURCES 64
#endif
extern "C" unsigned char __VERIFIER_nondet_uchar(void);
extern "C" bool __VERIFIER_nondet_bool(void);
extern "C" void __VERIFIER_assume(int);
SC_MODULE(Plic) {
  sc_uint<3> priority[SOURCES + 1];
  bool pending[SOURCES + 1];
  bool enabled[SOURCES + 1];
  sc_uint<3> threshold;
  sc_event raise; sc_signal<bool> eip;
  unsigned claim() {
    unsigned best = 0; sc_uint<3> most = threshold;
    for (unsigned i = 1; i <= SOURCES; i++)
      if (pending[i] && enabled[i] && priority[i] > most) { best = i; most = priority[i]; }
    if (best) pending[best] = false;
    return best;
  }
  void trigger(unsigned i) { pending[i] = true; raise.notify(10, SC_NS); }
  void run() {
    while (true) {
      wait(raise);
      bool any = false;
      for (unsigned i = 1; i <= SOURCES; i++) if (pending[i] && enabled[i] && priority[i] > threshold) any = true;
      eip.write(any);
    }
  }
  SC_CTOR(Plic) : eip("eip") {
    for (unsigned i = 0; i <= SOURCES; i++) { priority[i] = 0; pending[i] = enabled[i] = false; }
    SC_THREAD(run);
  }
};
SC_MODULE(Bench) {
  Plic plic;
  void test() {
    wait(SC_ZERO_TIME);
    for (unsigned i = 1; i <= SOURCES; i++) {
      unsigned char p = __VERIFIER_nondet_uchar();
      __VERIFIER_assume(p < 8);
      plic.priority[i] = p; plic.enabled[i] = __VERIFIER_nondet_bool();
    }
    plic.threshold = 2;
    for (unsigned i = 1; i <= SOURCES; i++) if (__VERIFIER_nondet_bool()) plic.trigger(i);
    wait(20, SC_NS);
    bool high = plic.eip.read();
    unsigned id = plic.claim();
    assert(high == (id != 0));
    for (unsigned i = 1; i <= SOURCES; i++)
      if (plic.pending[i] && plic.enabled[i] && plic.priority[i] > 2) {
#ifdef BROKEN
        assert(id && plic.priority[id] > plic.priority[i]);
#else
        assert(id && plic.priority[id] >= plic.priority[i]);
#endif
      }
  }
  SC_CTOR(Bench) : plic("plic") { SC_THREAD(test); }
};
int sc_main(int, char *[]) { Bench b("b"); sc_start(); return 0; }
