// A token goes round a ring of HOPS transmitters, each adds one; the cycle lies inside of one delta cycle.
// WAY=1: a hop adds one or takes one away, by an input; the parity is checked. BUG=1: the master expects one hop too
// many. BUG=2: a hop may add two.
#include <allways.h>
#include <systemc>

using namespace sc_core;

#ifndef HOPS
#define HOPS 6
#endif

struct ring {
  int token;
  sc_event hop[HOPS + 1];  // the last one: the master's
};

SC_MODULE(transmitter) {
  ring &r;
  int k;
  SC_HAS_PROCESS(transmitter);
  transmitter(sc_module_name, ring & with, int number) : r(with), k(number) { SC_THREAD(run); }
  void run() {
    while (true) {
      wait(r.hop[k]);
#if defined(WAY) || BUG == 2
      if (allways_nondet<int>() > 0)
#if BUG == 2
        r.token = r.token + 2;
      else
        r.token = r.token + 1;
#else
        r.token = r.token + 1;
      else
        r.token = r.token - 1;
#endif
#else
      r.token = r.token + 1;
#endif
      r.hop[k + 1].notify();
    }
  }
};

SC_MODULE(master) {
  ring &r;
  SC_HAS_PROCESS(master);
  master(sc_module_name, ring & with) : r(with) { SC_THREAD(run); }
  void run() {
    while (true) {
      r.token = allways_nondet<int>();
      int before = r.token;
      r.hop[0].notify();
      wait(r.hop[HOPS]);
#ifdef WAY
      sc_assert(((r.token - before) & 1) == (HOPS & 1));
#elif BUG == 1
      sc_assert(r.token == before + HOPS + 1);
#else
      sc_assert(r.token == before + HOPS);
#endif
    }
  }
};

int sc_main(int, char *[]) {
  ring r;
  master m("master", r);
  transmitter *hops[HOPS];
  for (int k = 0; k < HOPS; k++) hops[k] = new transmitter(sc_gen_unique_name("transmit"), r, k);
  sc_start();
  for (transmitter *t : hops) delete t;
  return 0;
}
