// A clocked arithmetic pipeline whose result is always zero: every process runs once per period, values move one stage
// per period through signals. CLOCK: the clock is a process of its own.
#include <allways.h>
#include <systemc>

using namespace sc_core;

SC_MODULE(pipeline) {
  sc_signal<int> in1, in2, sum, diff, pres, dbl, zero;
  sc_signal<bool> clk;
  int count, shown;

  SC_CTOR(pipeline) : count(0), shown(0) {
    SC_THREAD(check);
    SC_THREAD(display);
    SC_THREAD(generate);
    SC_THREAD(stage1);
    SC_THREAD(stage2);
    SC_THREAD(stage3);
#ifdef CLOCK
    SC_THREAD(clock);
#endif
  }
  void check() {
    while (true) {
      wait(1, SC_NS);
      count++;
      if (count == 5) {
        sc_assert(shown == 0);
        count = 0;
      }
    }
  }
  void display() {
    while (true) {
      shown = zero.read();
      wait(1, SC_NS);
    }
  }
  void generate() {
    while (true) {
      in1.write(allways_nondet<int>());
      in2.write(allways_nondet<int>());
      wait(1, SC_NS);
    }
  }
  void stage1() {
    while (true) {
      sum.write(in1.read() + in2.read());
      diff.write(in1.read() - in2.read());
      wait(1, SC_NS);
    }
  }
  void stage2() {
    while (true) {
      pres.write(sum.read());
      dbl.write((sum.read() + diff.read()) + (sum.read() - diff.read()));
      wait(1, SC_NS);
    }
  }
  void stage3() {
    while (true) {
      zero.write(dbl.read() - (pres.read() + pres.read()));
      wait(1, SC_NS);
    }
  }
  void clock() {
    while (true) {
      clk.write(true);
      wait(1, SC_NS);
    }
  }
};

int sc_main(int, char *[]) {
  pipeline p("pipeline");
  sc_start();
  return 0;
}
