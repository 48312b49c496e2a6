// A long run: a clock, a FIFO, two threads and a method.
#include <systemc>
using namespace sc_core;

#ifndef CYCLES
#define CYCLES 90000
#endif

SC_MODULE(System) {
  sc_clock clk;
  sc_fifo<int> fifo;
  sc_signal<int> total;
  int sent = 0, received = 0, edges = 0;

  void producer() {
    while (true) {
      wait(clk.posedge_event());
      fifo.write(sent++);
    }
  }
  void consumer() {
    while (true) {
      received += fifo.read();
      total.write(received);
    }
  }
  void monitor() { edges++; }

  SC_CTOR(System) : clk("clk", 10, SC_NS), fifo("fifo", 4), total("total") {
    SC_THREAD(producer);
    SC_THREAD(consumer);
    SC_METHOD(monitor);
    sensitive << clk << total;
    dont_initialize();
  }
};

int sc_main(int, char **) {
  System system("system");
  sc_start(10.0 * CYCLES, SC_NS);
  std::cout << system.sent << ' ' << system.received << ' ' << system.edges << std::endl;
  return 0;
}
