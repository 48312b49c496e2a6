// Processes that have ended leave the child objects.
#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <systemc>
#include <iostream>
using namespace sc_core;
static void show(const char *when, const sc_object *o) {
  std::cout << sc_time_stamp() << " " << when << ":";
  for (const sc_object *c : o->get_child_objects()) std::cout << " " << c->basename();
  std::cout << std::endl;
}
SC_MODULE(M) {
  sc_process_handle kept, dead;
  sc_event never;
  void ends() { wait(1, SC_NS); }
  void stays() { for (;;) wait(1, SC_NS); }
  void killed() { wait(never); }
  void meth() { next_trigger(1, SC_NS); }
  void parent() {
    sc_process_handle me = sc_get_current_process_handle();
    sc_process_handle h = sc_spawn([] { sc_core::wait(2, SC_NS); }, "child_held");
    sc_spawn([] { sc_core::wait(2, SC_NS); }, "child_free");
    sc_spawn([] { sc_core::wait(never_); }, "child_waits");
    show("parent", me.get_process_object());
    wait(1, SC_NS);
    show("parent", me.get_process_object());
    wait(2, SC_NS);
    show("parent", me.get_process_object());
    std::cout << h.valid() << h.terminated() << " " << h.name() << std::endl;
    h = sc_process_handle();
    show("parent", me.get_process_object());
    wait(SC_ZERO_TIME);
    show("parent", me.get_process_object());
  }
  void watch() {
    show("module", this);
    for (int i = 0; i < 6; i++) {
      wait(1, SC_NS);
      show("module", this);
      wait(SC_ZERO_TIME);
      show("module", this);
      if (i == 2) dead.kill();
      if (i == 2) show("killed", this);
    }
    std::cout << kept.valid() << kept.terminated() << kept.name() << std::endl;
    std::cout << dead.valid() << dead.terminated() << dead.name() << std::endl;
    std::cout << (sc_find_object("m.ends") ? "there" : "gone") << (sc_find_object("m.ends2") ? "there" : "gone") << std::endl;
  }
  static sc_event never_;
  SC_CTOR(M) {
    SC_THREAD(ends);
    kept = sc_get_current_process_handle();
    SC_THREAD(stays);
    SC_THREAD(killed);
    dead = sc_get_current_process_handle();
    SC_METHOD(meth);
    sc_spawn([] { sc_core::wait(1, SC_NS); }, "ends2");
    SC_THREAD(parent);
    SC_THREAD(watch);
  }
};
sc_event M::never_;
int sc_main(int, char **) {
  M m("m");
  show("main", &m);
  sc_start(20, SC_NS);
  show("main", &m);
  return 0;
}
