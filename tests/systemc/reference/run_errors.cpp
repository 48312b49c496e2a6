// Errors while the simulation runs, and after it.
#include <systemc.h>

template <class F> static void attempt(const char *name, F f) {
  try {
    f();
    cout << name << ": nothing" << endl;
  } catch (const sc_report &r) {
    cout << name << ": " << r.get_id() << " " << r.get_msg_type() << ": " << r.get_msg() << endl;
  }
}

SC_MODULE(Empty){SC_CTOR(Empty){}};
SC_MODULE(Top) {
  sc_in<bool> in;
  sc_signal<bool> s, t;
  sc_export<sc_signal_in_if<bool>> e;
  sc_event ev;
  SC_CTOR(Top) : in("in"), s("s"), t("t"), e("e") {
    in(s);
    e(s);
    SC_THREAD(run);
    SC_METHOD(method);
  }
  void sub() {}
  void method() {
    attempt("wait in method", [&] { wait(ev); });
    attempt("wait in method", [&] { wait(); });
    attempt("halt", [&] { halt(); });
  }
  void run() {
    attempt("port", [] { sc_in<int> p("p"); });
    attempt("export", [] { sc_export<sc_signal_in_if<int>> p("p"); });
    attempt("module", [] { Empty m("m"); });
    attempt("channel", [] { sc_signal<int> m("m"); });
    attempt("fifo", [] { sc_fifo<int> m("m"); });
    attempt("clock", [] { sc_clock m("m"); });
    attempt("bind", [this] { in(t); });
    attempt("bind export", [this] { e(t); });
    attempt("method", [this] { SC_METHOD(sub); });
    attempt("thread", [this] { SC_THREAD(sub); });
    attempt("cthread", [this] { SC_CTHREAD(sub, in.pos()); });
    attempt("sensitive", [this] { sensitive << ev; });
    attempt("sensitive in", [this] { sensitive << in; });
    attempt("next_trigger", [this] { next_trigger(); });
    attempt("wait n", [this] { wait(0); });
    attempt("wait n", [this] { wait(-1); });
    attempt("or list", [this] {
      sc_event_or_list l;
      wait(l);
    });
    attempt("and list", [this] {
      sc_event_and_list l;
      wait(l);
    });
    attempt("resolution", [] { sc_set_time_resolution(1, SC_NS); });
    attempt("unit", [] { sc_set_default_time_unit(1, SC_NS); });
    attempt("start", [] { sc_start(1, SC_NS); });
    attempt("stop mode", [] { sc_set_stop_mode(SC_STOP_IMMEDIATE); });
    attempt("pause", [] { sc_pause(); });
    attempt("export event", [this] { e->default_event(); });
    sc_event_or_list l;
    wait(SC_ZERO_TIME);
    attempt("stop", [] { sc_stop(); });
    attempt("stop", [] { sc_stop(); });
  }
};

int sc_main(int, char **) {
  Top top("top");
  attempt("resolution", [] { sc_set_time_resolution(1, SC_NS); });
  attempt("start", [] { sc_start(1, SC_NS); });
  attempt("module", [] { Empty m("m"); });
  attempt("channel", [] { sc_signal<int> m("m"); });
  attempt("port", [] { sc_in<int> p("p"); });
  attempt("start", [] { sc_start(1, SC_NS); });
  attempt("start", [] { sc_start(1, SC_NS); });
  attempt("start", [] { sc_start(); });
  attempt("stop", [] { sc_stop(); });
  return 0;
}
