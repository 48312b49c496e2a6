// expect: safe
// A round-robin arbiter: at most one grant, only to somebody who asks. Which clients ask in each cycle is an input.
#include <allways.h>
#include <systemc>

using namespace sc_core;

SC_MODULE(arbiter) {
  sc_in<bool> clock, ask0, ask1;
  sc_out<bool> grant0, grant1;
  bool turn;

  SC_CTOR(arbiter)
      : clock("clock"), ask0("ask0"), ask1("ask1"), grant0("grant0"), grant1("grant1"), turn(false) {
    SC_METHOD(decide);
    sensitive << clock.pos();
    dont_initialize();
  }
  void decide() {
    bool first = ask0.read() && (!ask1.read() || !turn);
    bool second = ask1.read() && (!ask0.read() || turn);
    grant0.write(first);
    grant1.write(second);
    if (first) turn = true;
    if (second) turn = false;
  }
};

SC_MODULE(clients) {
  sc_in<bool> clock, grant0, grant1;
  sc_out<bool> ask0, ask1;

  SC_CTOR(clients) : clock("clock"), grant0("grant0"), grant1("grant1"), ask0("ask0"), ask1("ask1") {
    SC_METHOD(request);
    sensitive << clock.neg();
    dont_initialize();
    SC_METHOD(check);
    sensitive << grant0 << grant1;
    dont_initialize();
  }
  void request() {
    ask0.write(allways_nondet<bool>("ask0"));
    ask1.write(allways_nondet<bool>("ask1"));
  }
  void check() {
    sc_assert(!(grant0.read() && grant1.read()));
    sc_assert(!grant0.read() || ask0.read());
    sc_assert(!grant1.read() || ask1.read());
  }
};

int sc_main(int, char *[]) {
  sc_clock clock("clock", 10, SC_NS);
  sc_signal<bool> ask0("ask0"), ask1("ask1"), grant0("grant0"), grant1("grant1");
  arbiter a("arbiter");
  clients c("clients");
  a.clock(clock);
  a.ask0(ask0);
  a.ask1(ask1);
  a.grant0(grant0);
  a.grant1(grant1);
  c.clock(clock);
  c.grant0(grant0);
  c.grant1(grant1);
  c.ask0(ask0);
  c.ask1(ask1);
  sc_start();
  return 0;
}
