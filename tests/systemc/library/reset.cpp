// Synchronous and asynchronous resets of clocked threads.
// output: a begins at 0 s
// output: a 0 at 0 s
// output: s begins at 0 s
// output: a 1 at 10 ns
// output: s 0 at 10 ns
// output: a begins at 14 ns
// output: a begins at 20 ns
// output: s begins at 20 ns
// output: a begins at 30 ns
// output: s begins at 30 ns
// output: a 0 at 40 ns
// output: s 0 at 40 ns
// output: a 1 at 50 ns
// output: s 1 at 50 ns
// output: a 2 at 60 ns
// output: s 2 at 60 ns
// output: 
// output: Info: /OSCI/SystemC: Simulation stopped by user.
#include <systemc>
using namespace sc_core;
using std::cout;
using std::endl;

SC_MODULE(top) {
  sc_clock clock;
  sc_signal<bool> reset;
  SC_CTOR(top) : clock("clock", 10, SC_NS), reset("reset") {
    SC_CTHREAD(synchronous, clock);
    reset_signal_is(reset, true);
    SC_THREAD(asynchronous);
    sensitive << clock.posedge_event();
    async_reset_signal_is(reset, true);
    SC_THREAD(drive);
  }
  void synchronous() {
    cout << "s begins at " << sc_time_stamp() << endl;
    for (int i = 0;; i++) {
      wait();
      cout << "s " << i << " at " << sc_time_stamp() << endl;
    }
  }
  void asynchronous() {
    cout << "a begins at " << sc_time_stamp() << endl;
    for (int i = 0;; i++) {
      wait();
      cout << "a " << i << " at " << sc_time_stamp() << endl;
    }
  }
  void drive() {
    wait(14, SC_NS);
    reset.write(true);
    wait(20, SC_NS);
    reset.write(false);
    wait(30, SC_NS);
    sc_stop();
  }
};

int sc_main(int, char *[]) {
  top t("top");
  sc_start();
  return 0;
}
