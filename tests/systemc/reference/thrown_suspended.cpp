// A suspended thread whose event has come catches what is thrown to it; resumed, it goes on from its next wait. And the place of SC_WAIT.
#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <systemc.h>

#include <cstring>

struct ball {};

SC_MODULE(top) {
  sc_event e, f;
  sc_process_handle h;
  int line;
  SC_CTOR(top) : line(0) {
    SC_THREAD(target);
    h = sc_get_current_process_handle();
    SC_THREAD(control);
    SC_THREAD(placed);
  }
  void target() {
    for (;;) {
      try {
        wait(e);
        cout << "woken at " << sc_time_stamp() << endl;
      } catch (const ball &) {
        cout << "caught at " << sc_time_stamp() << endl;
      }
    }
  }
  void control() {
    for (int events = 0; events < 2; events++) {
      wait(10, SC_NS);
      h.suspend();
      if (events) e.notify(5, SC_NS);
      wait(10, SC_NS);
      h.throw_it(ball());
      wait(10, SC_NS);
      h.throw_it(ball());
      wait(10, SC_NS);
      cout << "resumed at " << sc_time_stamp() << endl;
      h.resume();
      wait(10, SC_NS);
      e.notify();
    }
    wait(10, SC_NS);
    h.suspend();
    e.notify();
    wait(10, SC_NS);
    h.throw_it(ball());
    h.reset();
    wait(10, SC_NS);
    h.resume();
    wait(10, SC_NS);
    e.notify();
  }
  void placed() {
    line = __LINE__ + 1;
    SC_WAITN(f);
    wait(5, SC_NS);
    line = __LINE__ + 1;
    SC_WAIT_UNTIL(line);
  }
};

int sc_main(int, char **) {
  top t("top");
  const sc_process_b *p = dynamic_cast<sc_process_b *>(sc_find_object("top.placed"));
  sc_start(1, SC_NS);
  cout << (p->file && strstr(p->file, "thrown_suspended.cpp")) << (p->lineno == t.line) << endl;
  t.f.notify(SC_ZERO_TIME);
  sc_start(1, SC_NS);
  cout << (p->file == nullptr) << p->lineno << endl;
  sc_start(10, SC_NS);
  cout << (p->file != nullptr) << (p->lineno == t.line) << endl;
  sc_start();
  return 0;
}
