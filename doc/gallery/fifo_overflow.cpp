// A sensor writes without looking whether the FIFO has room: when the logger is slow, a sample is lost.
#include <cassert>
#include <systemc>
using namespace sc_core;

SC_MODULE(Station) {
  sc_fifo<int> samples{"samples", 2};

  void sensor() {
    for (int i = 1; i <= 4; i++) {
      samples.nb_write(i);
      wait(10, SC_NS);
    }
  }
  void logger() {
    for (int expected = 1; expected <= 4; expected++) {
      wait(25, SC_NS);
      int sample = samples.read();
      assert(sample == expected);
    }
  }
  SC_CTOR(Station) {
    SC_THREAD(sensor);
    SC_THREAD(logger);
  }
};

int sc_main(int, char **) {
  Station station("station");
  sc_start();
  return 0;
}
