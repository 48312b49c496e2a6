// Clocked threads, clocks, resets, exceptions into processes, event queues, triggers.
#include <stdexcept>
#include <systemc>
using namespace sc_core;
using std::cout;
using std::endl;
SC_MODULE(M) {
  sc_clock clk{"clk", sc_time(10, SC_NS), 0.3, sc_time(4, SC_NS), false};
  sc_signal<bool> rst{"rst"}, arst{"arst"};
  sc_in_clk port{"port"};
  sc_event e{"e"}, f{"f"};
  sc_event_queue queue{"queue"};
  sc_process_handle victim, sleeper;
  int n = 0;
  void counter() {
    cout << sc_time_stamp() << " counter reset" << endl;
    n = 0;
    wait();
    for (;;) {
      cout << sc_time_stamp() << " counter " << ++n << endl;
      wait(2);
    }
  }
  void stopper() {
    wait(3);
    cout << sc_time_stamp() << " stopper halts" << endl;
    halt();
    cout << "never" << endl;
  }
  void async() {
    cout << sc_time_stamp() << " async " << arst.read() << endl;
    for (;;) {
      wait();
      cout << sc_time_stamp() << " async goes on" << endl;
    }
  }
  void throws() {
    for (;;) {
      try {
        wait(1, SC_US);
      } catch (const sc_unwind_exception &u) {
        cout << sc_time_stamp() << " unwind reset " << u.is_reset() << " " << sc_is_unwinding() << " " << u.what()
             << endl;
        throw;
      } catch (const std::exception &x) {
        cout << sc_time_stamp() << " thrown " << x.what() << endl;
      }
    }
  }
  void sleeps() {
    for (;;) {
      wait(3, SC_NS);
      cout << sc_time_stamp() << " sleeper" << endl;
    }
  }
  void queued() { cout << sc_time_stamp() << " queue" << endl; }
  void trigger() {
    static int k;
    cout << sc_time_stamp() << " trigger " << k << endl;
    switch (k++) {
    case 0: next_trigger(2, SC_NS); break;
    case 1: next_trigger(e); break;
    case 2: next_trigger(e & f); break;
    case 3: next_trigger(sc_time(5, SC_NS), e | f); break;
    case 4: next_trigger(); break;
    }
  }
  void drive() {
    cout << clk.period() << " " << clk.duty_cycle() << " " << clk.start_time() << " " << clk.posedge_first() << endl;
    queue.notify(2, SC_NS);
    queue.notify(1, SC_NS);
    queue.notify(2, SC_NS);
    queue.notify(SC_ZERO_TIME);
    e.notify(6, SC_NS);
    wait(7, SC_NS);
    f.notify();
    e.notify(SC_ZERO_TIME);
    wait(SC_ZERO_TIME);
    wait(3, SC_NS);
    rst = true;
    arst = true;
    wait(10, SC_NS);
    rst = false;
    arst = false;
    wait(12, SC_NS);
    victim.throw_it(std::runtime_error("an error"));
    cout << sc_time_stamp() << " thrown it" << endl;
    victim.reset();
    sleeper.suspend();
    wait(10, SC_NS);
    sleeper.resume();
    wait(5, SC_NS);
    try {
      sleeper.disable();
    } catch (const sc_report &r) {
      cout << r.get_id() << " " << r.get_msg() << endl;
    }
    wait(7, SC_NS);
    sleeper.enable();
    wait(4, SC_NS);
    victim.kill();
    sleeper.kill();
    cout << victim.terminated() << sleeper.terminated() << endl;
    queue.notify(1, SC_NS);
    queue.cancel_all();
    e.notify(5, SC_NS);
    e.notify(3, SC_NS);
    e.cancel();
    wait(10, SC_NS);
    sc_stop();
  }
  SC_CTOR(M) {
    port(clk);
    SC_CTHREAD(counter, port.pos());
    reset_signal_is(rst, true);
    SC_CTHREAD(stopper, port.neg());
    SC_THREAD(async);
    sensitive << port.neg();
    async_reset_signal_is(arst, true);
    SC_THREAD(throws);
    victim = sc_get_current_process_handle();
    SC_THREAD(sleeps);
    sleeper = sc_get_current_process_handle();
    SC_METHOD(queued);
    dont_initialize();
    sensitive << queue;
    SC_METHOD(trigger);
    SC_THREAD(drive);
  }
};
int sc_main(int, char **) {
  M m("m");
  sc_start();
  cout << sc_time_stamp() << endl;
  return 0;
}
