// A router of four ports: packets with symbolic targets and contents enter at every port, each output has its queue. Every packet
// leaves at the port it names, once, and packets of one input to one output keep their order.
#include <systemc.h>
enum { PORTS = 4 };
#ifndef PACKETS
#define PACKETS 1
#endif
extern "C" unsigned char __VERIFIER_nondet_uchar(void);
extern "C" void __VERIFIER_assume(int);

struct packet {
  unsigned char target, source, number, data;
};
inline std::ostream &operator<<(std::ostream &os, const packet &k) { return os << int(k.source) << " to " << int(k.target); }

SC_MODULE(Router) {
  sc_fifo<packet> in[PORTS];
  packet out[PORTS][PORTS * PACKETS];
  unsigned sent[PORTS];

  void run() {
    while (true) {
      bool some = false;
      for (unsigned p = 0; p < PORTS; p++) {
        packet k;
        if (!in[p].nb_read(k)) continue;
        some = true;
#ifdef BROKEN
        unsigned to = k.target == PORTS - 1 && k.source == PORTS - 1 ? 0 : k.target;
#else
        unsigned to = k.target;
#endif
        out[to][sent[to]++] = k;
      }
      if (some) wait(1, SC_NS);
      else wait(in[0].data_written_event() | in[1].data_written_event() | in[2].data_written_event() | in[3].data_written_event());
    }
  }
  SC_CTOR(Router) {
    for (unsigned p = 0; p < PORTS; p++) sent[p] = 0;
    SC_THREAD(run);
  }
};

SC_MODULE(Source) {
  Router *router;
  unsigned char me;
  void run() {
    for (unsigned char i = 0; i < PACKETS; i++) {
      packet k;
      k.target = __VERIFIER_nondet_uchar();
      __VERIFIER_assume(k.target < PORTS);
      k.source = me;
      k.number = i;
      k.data = __VERIFIER_nondet_uchar();
      router->in[me].write(k);
      wait(5, SC_NS);
    }
  }
  SC_CTOR(Source) : router(nullptr), me(0) { SC_THREAD(run); }
};

int sc_main(int, char *[]) {
  Router router("router");
  Source s0("s0"), s1("s1"), s2("s2"), s3("s3");
  Source *sources[PORTS] = {&s0, &s1, &s2, &s3};
  for (unsigned p = 0; p < PORTS; p++) {
    sources[p]->router = &router;
    sources[p]->me = static_cast<unsigned char>(p);
  }
  sc_start(100, SC_NS);
  unsigned all = 0;
  for (unsigned p = 0; p < PORTS; p++) {
    all += router.sent[p];
    int last[PORTS] = {-1, -1, -1, -1};
    for (unsigned i = 0; i < router.sent[p]; i++) {
      const packet &k = router.out[p][i];
      assert(k.target == p);
      assert(k.number > last[k.source]);
      last[k.source] = k.number;
    }
  }
  assert(all == PORTS * PACKETS);
  return 0;
}
