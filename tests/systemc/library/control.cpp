// Suspend, resume, disable, enable, kill, reset, throw_it.
// output: work at 10 ns
// output: work at 20 ns
// output: work at 45 ns
// output: alarm at 48 ns
// output: thrown
// output: unwound at 53 ns
// output: work at 63 ns
// output: 10
// output: unwound at 65 ns
// output: 1
// output: count 1 at 65 ns
// output: count 2 at 68 ns
// output: count 3 at 70 ns
// output: both ended at 77 ns
#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <systemc>
using namespace sc_core;
using std::cout;
using std::endl;

struct alarm_bell {};

SC_MODULE(top) {
  sc_event tick;
  sc_process_handle worker, dreamer, counter;
  int n;
  struct guard {
    ~guard() { cout << "unwound at " << sc_time_stamp() << endl; }
  };
  SC_CTOR(top) : n(0) {
    SC_THREAD(run);
    SC_METHOD(count);
    sensitive << tick;
    dont_initialize();
    counter = sc_get_last_created_process_handle();
  }
  void count() { cout << "count " << ++n << " at " << sc_time_stamp() << endl; }
  void work() {
    guard g;
    for (;;) {
      try {
        wait(10, SC_NS);
        cout << "work at " << sc_time_stamp() << endl;
      } catch (const alarm_bell &) {
        cout << "alarm at " << sc_time_stamp() << endl;
      }
    }
  }
  void beat() {
    tick.notify();
    wait(1, SC_NS);
  }
  void run() {
    worker = sc_spawn([this] { work(); }, "worker");
    wait(25, SC_NS);
    worker.suspend();
    wait(20, SC_NS);
    worker.resume();
    wait(3, SC_NS);
    worker.throw_it(alarm_bell());
    cout << "thrown" << endl;
    wait(5, SC_NS);
    worker.reset();
    wait(12, SC_NS);
    cout << worker.valid() << worker.terminated() << endl;
    worker.kill();
    cout << worker.terminated() << endl;
    beat();
    counter.disable();
    wait(1, SC_NS);
    beat();
    counter.enable();
    beat();
    counter.suspend();
    beat();
    counter.resume();
    wait(1, SC_NS);
    counter.kill();
    beat();
    sc_process_handle a = sc_spawn([] { sc_core::wait(3, SC_NS); });
    sc_process_handle b = sc_spawn([] { sc_core::wait(5, SC_NS); });
    wait(a.terminated_event() & b.terminated_event());
    cout << "both ended at " << sc_time_stamp() << endl;
  }
};

int sc_main(int, char *[]) {
  top t("top");
  sc_start();
  return 0;
}
