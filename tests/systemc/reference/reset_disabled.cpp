// Asynchronous resets of disabled processes, resets of methods, starts that have something pending.
#include <systemc.h>

SC_MODULE(Top) {
  sc_signal<bool> reset, clk;
  sc_event ev;
  sc_process_handle thread, method, another;
  SC_CTOR(Top) {
    SC_THREAD(control);
    SC_THREAD(reset_thread);
    sensitive << clk;
    async_reset_signal_is(reset, true);
    thread = sc_get_current_process_handle();
    SC_METHOD(reset_method);
    sensitive << clk;
    dont_initialize();
    async_reset_signal_is(reset, true);
    method = sc_get_current_process_handle();
    SC_METHOD(other);
    sensitive << clk;
    dont_initialize();
    another = sc_get_current_process_handle();
    SC_METHOD(told);
    sensitive << another.reset_event();
    dont_initialize();
  }
  void say(const char *what) { cout << sc_time_stamp() << " " << what << endl; }
  void reset_thread() {
    say("thread begins");
    for (;;) {
      wait();
      say("thread");
    }
  }
  void reset_method() {
    say("method");
    next_trigger(5, SC_NS, ev);
  }
  void other() { say("other"); }
  void told() { say("reset of the other"); }
  void tick() {
    clk = !clk;
    wait(10, SC_NS);
  }
  void control() {
    wait(1, SC_NS);
    tick();
    thread.disable();
    reset = true;
    tick();
    tick();
    reset = false;
    tick();
    thread.enable();
    tick();
    another.sync_reset_on();
    tick();
    another.sync_reset_off();
    tick();
    sc_stop();
  }
};

int sc_main(int, char **) {
  Top top("top");
  sc_start(1, SC_NS);
  top.ev.notify(SC_ZERO_TIME);
  sc_start(SC_ZERO_TIME);
  cout << "nothing said" << endl;
  sc_start(SC_ZERO_TIME);
  sc_start(SC_ZERO_TIME);
  sc_start();
  return 0;
}
