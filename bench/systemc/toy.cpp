// A writer starts two computations; the first result is written back through a signal and read again.
// BUG=1: only the first computation is expected. BUG=2: the second one adds two. SYM: the start value is an input.
#include <allways.h>
#include <systemc>

using namespace sc_core;

#ifndef BUG
#define BUG 0
#endif

SC_MODULE(toy) {
  sc_signal<int> c;
  int d, data;
  bool processed;
  sc_event e, f, g;

  SC_HAS_PROCESS(toy);
  toy(sc_module_name, int start) : c("c", start), d(start), data(0), processed(false) {
    SC_THREAD(write_loop);
    SC_THREAD(compute1);
    SC_THREAD(compute2);
    SC_THREAD(write_back);
    SC_THREAD(read);
  }
  void write_loop() {
    wait(SC_ZERO_TIME);
    while (true) {
      int t = d;
      data = d;
      processed = false;
      f.notify();
      wait(e);
#if BUG == 1
      sc_assert(d == t + 1);
#else
      sc_assert((d == t + 1) | (d == t + 2));
#endif
    }
  }
  void compute1() {
    while (true) {
      wait(f);
      if (processed) continue;
      data += 1;
      g.notify();
    }
  }
  void compute2() {
    while (true) {
      wait(f);
      if (processed) continue;
      data += BUG == 2 ? 2 : 1;
      g.notify();
    }
  }
  void write_back() {
    while (true) {
      wait(g);
      c.write(data);
      processed = true;
    }
  }
  void read() {
    while (true) {
      wait(c.value_changed_event());
      d = c.read();
      e.notify();
    }
  }
};

int sc_main(int, char *[]) {
#ifdef SYM
  toy t("toy", allways_nondet<int>("c"));
#else
  toy t("toy", 0);
#endif
  sc_start();
  return 0;
}
