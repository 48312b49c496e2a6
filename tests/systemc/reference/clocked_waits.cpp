// Waits of clocked threads for something else than their edge, which the standard does not have: they go on at the next edge.
#include <systemc.h>
SC_MODULE(M) {
  sc_event e, f;
  sc_in<bool> clk;
  void cyc() {
    wait();
    wait(e);
    std::cout << sc_time_stamp() << " cthread got e" << std::endl;
    wait(1, SC_NS);
    std::cout << sc_time_stamp() << " cthread one" << std::endl;
    wait(e | f);
    std::cout << sc_time_stamp() << " cthread e or f" << std::endl;
    wait(1, SC_NS, f);
    std::cout << sc_time_stamp() << " cthread time or f" << std::endl;
    wait(1, SC_NS, e & f);
    std::cout << sc_time_stamp() << " cthread time or both" << std::endl;
    wait(SC_ZERO_TIME);
    std::cout << sc_time_stamp() << " cthread delta" << std::endl;
    wait(e & f);
    std::cout << sc_time_stamp() << " cthread both" << std::endl;
  }
  void on_e() { std::cout << sc_time_stamp() << " e" << std::endl; }
  void on_f() { std::cout << sc_time_stamp() << " f" << std::endl; }
  void run() {
    e.notify(2050, SC_PS);
    wait(2015, SC_PS);
    wait(2015, SC_PS);
    f.notify();
    wait(500, SC_PS);
    f.notify(SC_ZERO_TIME);
    wait(500, SC_PS);
    for (int i = 0; i < 8; i++) {
      e.notify();
      wait(210, SC_PS);
      f.notify();
      wait(210, SC_PS);
    }
  }
  SC_CTOR(M) {
    SC_CTHREAD(cyc, clk.pos());
    SC_THREAD(run);
    SC_METHOD(on_e);
    sensitive << e;
    dont_initialize();
    SC_METHOD(on_f);
    sensitive << f;
    dont_initialize();
  }
};
int sc_main(int, char **) {
  sc_report_handler::set_actions("/IEEE_Std_1666/deprecated", SC_DO_NOTHING);
  M m("m");
  sc_clock fast("fast", 100, SC_PS);
  m.clk(fast);
  sc_start(20, SC_NS);
  return 0;
}
