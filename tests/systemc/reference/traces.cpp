// What is said about the files of traces, and when.
#include <systemc>
#include <iostream>
using namespace sc_core;
SC_MODULE(M) {
  sc_signal<int> s;
  sc_signal<bool> b;
  void run() {
    std::cout << "begins" << std::endl;
    s = 1;
    wait(SC_ZERO_TIME);
    std::cout << "delta" << std::endl;
    wait(1, SC_NS);
    std::cout << "one" << std::endl;
    b = true;
    wait(1, SC_NS);
    std::cout << "two" << std::endl;
  }
  SC_CTOR(M) { SC_THREAD(run); }
};
int sc_main(int, char **) {
  M m("m");
  sc_trace_file *f = sc_create_vcd_trace_file("out_a");
  sc_trace(f, m.s, "s");
  sc_trace_file *g = sc_create_vcd_trace_file("out_b");
  g->set_time_unit(1, SC_NS);
  sc_trace(g, m.b, "b");
  sc_trace_file *k = sc_create_vcd_trace_file("out_c");
  std::cout << "made" << std::endl;
  sc_start(SC_ZERO_TIME);
  std::cout << "first start" << std::endl;
  sc_start(1, SC_NS);
  std::cout << "second start" << std::endl;
  sc_trace_file *h = sc_create_vcd_trace_file("out_d");
  sc_trace(h, m.s, "s");
  sc_start();
  sc_close_vcd_trace_file(f);
  sc_close_vcd_trace_file(g);
  sc_close_vcd_trace_file(h);
  sc_close_vcd_trace_file(k);
  std::cout << "end" << std::endl;
  return 0;
}
