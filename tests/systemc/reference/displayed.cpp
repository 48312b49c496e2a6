// Errors that are displayed and not thrown: the program goes on, as far as the library does.
#include <systemc.h>

SC_MODULE(child) {
  sc_in<int> i;
  sc_out<int> o;
  sc_port<sc_signal_in_if<int>, 2, SC_ALL_BOUND> two;
  sc_port<sc_signal_in_if<int>, 3, SC_ALL_BOUND> three;
  sc_export<sc_signal_in_if<int> > x;
  SC_CTOR(child) {}
};

SC_MODULE(top) {
  sc_signal<int> s, t, u;
  sc_event e;
  child c;
  sc_process_handle h;
  SC_CTOR(top) : c("c") {
    c.i(s);
    c.o(t);
    c.two(s);
    c.two(s);
    c.three(u);
    c.x(s);
    c.x(t);
    c.i(c.i);
    SC_THREAD(a);
    h = sc_get_current_process_handle();
    SC_THREAD(b);
    SC_METHOD(m);
    e.notify();
  }
  void a() {
    s = 1;
    wait(10, SC_NS);
    s = 2;
    cout << "a " << sc_time_stamp() << endl;
    next_trigger(5, SC_NS);
  }
  void b() {
    wait(1, SC_NS);
    s = 3;
    wait(1, SC_NS);
    h.disable();
    s = 4;
    wait(1, SC_NS);
    cout << s.read() << endl;
    c.i(t);
    sensitive << e;
    e.notify_delayed(SC_ZERO_TIME);
    e.notify_delayed(SC_ZERO_TIME);
    wait(1, SC_NS);
    cout << "b ends " << sc_time_stamp() << endl;
  }
  void m() {
    cout << "m" << endl;
    wait(3, SC_NS);
    cout << "m goes on" << endl;
  }
};

int sc_main(int, char **) {
  sc_report_handler::set_actions(SC_ERROR, SC_DISPLAY);
  top t("top");
  sc_in<int> outside("outside");
  sc_semaphore semaphore("semaphore", -1);
  sc_vector<sc_event> events("events", 2);
  events.init(3);
  cout << events.size() << " " << events.get_elements().size() << endl;
  cout << sc_gen_unique_name("") << endl;
  t.h.kill();
  t.h.reset();
  sc_start(20, SC_NS);
  sc_set_stop_mode(SC_STOP_IMMEDIATE);
  t.e.notify();
  sc_signal<int> late("late");
  sc_stop();
  sc_start(1, SC_NS);
  sc_start(1, SC_NS);
  sc_set_time_resolution(1, SC_NS);
  sc_time none(1, "parsec");
  cout << none << endl;
  cout << "errors: " << sc_report_handler::get_count(SC_ERROR) << endl;
  return 0;
}
