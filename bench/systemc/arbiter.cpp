// A round-robin arbiter with MASTERS masters: requests are symbolic in each round. At most one is granted, only one that asks, some
// one if any asks, and nobody who asks all the time waits longer than MASTERS rounds.
#include <systemc.h>
#ifndef MASTERS
#define MASTERS 8
#endif
#ifndef ROUNDS
#define ROUNDS 9
#endif
extern "C" unsigned char __VERIFIER_nondet_uchar(void);

SC_MODULE(Arbiter) {
  sc_in<bool> clock;
  sc_in<sc_uint<MASTERS>> request;
  sc_out<sc_uint<MASTERS>> grant;
  unsigned next;

  void run() {
    sc_uint<MASTERS> asks = request.read(), given = 0;
    bool found = false;
    for (unsigned i = 0; i < MASTERS; i++) {
      unsigned m = (next + i) % MASTERS;
      if (!found && asks[m]) {
        given[m] = true;
        found = true;
#ifdef BROKEN
        next = m;
#else
        next = (m + 1) % MASTERS;
#endif
      }
    }
    grant.write(given);
  }
  SC_CTOR(Arbiter) : next(0) {
    SC_METHOD(run);
    sensitive << clock.pos();
    dont_initialize();
  }
};

SC_MODULE(Bench) {
  sc_clock clock;
  sc_signal<sc_uint<MASTERS>> request, grant;
  Arbiter arbiter;

  void test() {
    const unsigned watched = 3;
    unsigned waits = 0;
    for (unsigned r = 0; r < ROUNDS; r++) {
      unsigned char asks = static_cast<unsigned char>(__VERIFIER_nondet_uchar() | 1u << watched);
      request.write(asks);
      wait(10, SC_NS);
      unsigned given = grant.read();
      assert((given & (given - 1)) == 0);
      assert((given & ~static_cast<unsigned>(asks)) == 0);
      assert(given != 0);
      waits = given >> watched & 1 ? 0 : waits + 1;
      assert(waits < MASTERS);
    }
    sc_stop();
  }
  SC_CTOR(Bench) : clock("clock", 10, SC_NS, 0.5, 5, SC_NS), request("request"), grant("grant"), arbiter("arbiter") {
    arbiter.clock(clock);
    arbiter.request(request);
    arbiter.grant(grant);
    SC_THREAD(test);
  }
};

int sc_main(int, char *[]) {
  Bench b("b");
  sc_start();
  return 0;
}
