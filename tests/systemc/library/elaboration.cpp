// Hierarchical names, unique names, callbacks in their order.
// output: top.a a sc_module
// output: top.a.named top.a.signal_0 top.a.event top.a.event_0
// output: top.b b sc_module
// output: top.b.named top.b.signal_0 top.b.event top.b.event_0
// output: x_0 x_1 y_0
// output: 2 top
// output: 11
// output: SC_ELABORATION 0
// output: before_end top.a
// output: before_end top.b
// output: end top.a
// output: end top.b
// output: start top.a
// output: start top.b
// output: run top.a.run
// output: run top.b.run
// output: SC_PAUSED 1
// output: 
// output: Info: /OSCI/SystemC: Simulation stopped by user.
// output: over top
// output: over top.a
// output: over top.b
// output: SC_STOPPED 0 1 ns
#include <systemc>
using namespace sc_core;
using std::cout;
using std::endl;

SC_MODULE(leaf) {
  sc_signal<int> named, unnamed;
  sc_event event, other;
  SC_CTOR(leaf) : named("named"), event("event") {
    SC_METHOD(run);
    cout << name() << " " << basename() << " " << kind() << endl;
    cout << named.name() << " " << unnamed.name() << " " << event.name() << " " << other.name() << endl;
  }
  void run() { cout << "run " << sc_get_current_process_handle().name() << endl; }
  void before_end_of_elaboration() override { cout << "before_end " << name() << endl; }
  void end_of_elaboration() override { cout << "end " << name() << endl; }
  void start_of_simulation() override { cout << "start " << name() << endl; }
  void end_of_simulation() override { cout << "over " << name() << endl; }
};
SC_MODULE(top) {
  leaf a, *b;
  SC_CTOR(top) : a("a"), b(new leaf("b")) {
    cout << sc_gen_unique_name("x") << " " << sc_gen_unique_name("x") << " " << sc_gen_unique_name("y") << endl;
  }
  ~top() override { delete b; }
  void end_of_simulation() override { cout << "over " << name() << endl; }
};

int sc_main(int, char *[]) {
  top t("top");
  cout << t.get_child_objects().size() << " " << t.a.get_parent_object()->name() << endl;
  cout << (sc_find_object("top.a.named") == &t.a.named) << (sc_find_object("top.c") == nullptr) << endl;
  cout << sc_get_status() << " " << sc_is_running() << endl;
  sc_start(1, SC_NS);
  cout << sc_get_status() << " " << sc_is_running() << endl;
  sc_stop();
  cout << sc_get_status() << " " << sc_is_running() << " " << sc_time_stamp() << endl;
  return 0;
}
