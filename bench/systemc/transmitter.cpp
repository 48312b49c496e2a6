// A chain of LINKS immediate notifications. Without SAFE the end of the chain is the error.
#include <allways.h>
#include <systemc>

using namespace sc_core;

#ifndef LINKS
#define LINKS 9
#endif

static sc_event *chain;

SC_MODULE(transmitter) {
  int k;
  SC_HAS_PROCESS(transmitter);
  transmitter(sc_module_name, int number) : k(number) { SC_THREAD(run); }
  void run() {
    while (true) {
      wait(chain[k]);
      if (k + 1 < LINKS)
        chain[k + 1].notify();
#ifndef SAFE
      else
        sc_assert(false);
#endif
    }
  }
};

SC_MODULE(master) {
  SC_CTOR(master) { SC_THREAD(run); }
  void run() {
    chain[0].notify();
    while (true) wait(1, SC_NS);
  }
};

int sc_main(int, char *[]) {
  chain = new sc_event[LINKS];
  master m("master");
  transmitter *links[LINKS];
  for (int k = 0; k < LINKS; k++) links[k] = new transmitter(sc_gen_unique_name("transmit"), k);
  sc_start();
  for (transmitter *t : links) delete t;
  delete[] chain;
  return 0;
}
