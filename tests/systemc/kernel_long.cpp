// More than a million steps: a run has no limit unless one is given.
// output: 1100000
#include <systemc>

SC_MODULE(Counter) {
  sc_core::sc_event again;
  int n = 0;
  void count() {
    if (++n < 550000) again.notify(sc_core::SC_ZERO_TIME);
  }
  SC_CTOR(Counter) {
    SC_METHOD(count);
    sensitive << again;
  }
};

int sc_main(int, char **) {
  Counter counter("counter");
  sc_core::sc_start();
  std::cout << 2 * counter.n << std::endl;
  return 0;
}
