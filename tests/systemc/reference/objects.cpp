// Times, attributes, the tree of objects, sc_vector and the state of the simulation.
#include <systemc>
using namespace sc_core;
using std::cout;
using std::endl;
SC_MODULE(Leaf) {
  sc_in<int> in{"in"};
  sc_event done{"done"};
  SC_CTOR(Leaf) {}
};
static const char *status() {
  switch (sc_get_status()) {
  case SC_ELABORATION: return "elaboration";
  case SC_BEFORE_END_OF_ELABORATION: return "before end of elaboration";
  case SC_END_OF_ELABORATION: return "end of elaboration";
  case SC_START_OF_SIMULATION: return "start of simulation";
  case SC_RUNNING: return "running";
  case SC_PAUSED: return "paused";
  case SC_STOPPED: return "stopped";
  case SC_END_OF_SIMULATION: return "end of simulation";
  default: return "?";
  }
}
static void show(const sc_object *o, int depth) {
  for (int i = 0; i < depth; i++) cout << "  ";
  cout << o->basename() << " " << o->kind() << endl;
  for (sc_object *c : o->get_child_objects()) show(c, depth + 1);
}
SC_MODULE(Top) {
  sc_vector<sc_signal<int>> wires{"wires", 3};
  sc_vector<Leaf> leaves{"leaves", 3};
  sc_attribute<int> width{"width", 7};
  sc_attribute<std::string> note{"note", "abc"};
  SC_CTOR(Top) {
    for (unsigned i = 0; i < 3; i++) leaves[i].in(wires[i]);
    SC_THREAD(run);
    SC_METHOD(never);
    dont_initialize();
    add_attribute(width);
    add_attribute(note);
    cout << status() << " " << sc_is_running() << endl;
  }
  void before_end_of_elaboration() override { cout << status() << endl; }
  void end_of_elaboration() override { cout << status() << endl; }
  void start_of_simulation() override { cout << status() << endl; }
  void end_of_simulation() override { cout << status() << endl; }
  void never() {}
  void run() {
    cout << status() << " " << sc_is_running() << " " << sc_delta_count() << endl;
    wait(SC_ZERO_TIME);
    cout << sc_delta_count() << " " << sc_time_stamp() << endl;
    wait(3, SC_NS);
    sc_pause();
    wait(3, SC_NS);
    sc_stop();
  }
};
static void times() {
  sc_time a(1.5, SC_NS), b(250, SC_PS), c = a + b * 3.0, z;
  cout << a << " " << b << " " << c << " " << z << " " << a.value() << " " << a.to_seconds() << " " << a.to_double()
       << endl;
  cout << (a > b) << (a == sc_time(1500, SC_PS)) << (a != b) << (a <= b) << " " << a / b << " " << a / 3.0 << " "
       << 2.0 * b << endl;
  c -= a;
  c *= 2.0;
  c /= 4.0;
  cout << c << " " << c.to_string() << " " << sc_time::from_value(1234567) << " " << sc_time::from_seconds(1e-6)
       << endl;
  cout << sc_get_time_resolution() << " " << sc_max_time().value() << " " << sc_time(1, SC_SEC) << " "
       << sc_time(1.0, SC_MS) << " " << sc_time(12345, SC_US) << " " << sc_time(7, SC_FS) << endl;
  cout << sc_time(10, SC_NS) % sc_time(3, SC_NS) << " " << sc_time(0.4, SC_PS) << " " << sc_time(0.6, SC_PS) << endl;
}
int sc_main(int, char **) {
  times();
  Top top("top");
  for (sc_object *o : sc_get_top_level_objects()) show(o, 0);
  sc_object *found = sc_find_object("top.leaves_1.in");
  cout << (found ? found->name() : "none") << " " << (sc_find_object("top.nothing") != nullptr) << endl;
  cout << sc_find_event("top.leaves_2.done")->name() << " " << (sc_find_event("top.x") != nullptr) << endl;
  cout << found->get_parent_object()->name() << " " << found->get_parent_object()->get_parent_object()->basename()
       << endl;
  cout << top.num_attributes() << endl;
  for (sc_attr_base *x : top.attr_cltn()) cout << x->name() << endl;
  sc_attribute<int> *w = dynamic_cast<sc_attribute<int> *>(top.get_attribute("width"));
  cout << w->value << " " << (top.get_attribute("none") == nullptr) << endl;
  top.remove_attribute("note");
  cout << top.num_attributes() << endl;
  cout << sc_gen_unique_name("x") << " " << sc_gen_unique_name("x") << " " << sc_gen_unique_name("y") << endl;
  cout << top.wires.size() << " " << top.wires[1].name() << " " << top.leaves.basename() << " " << top.leaves.kind()
       << endl;
  cout << top.leaves[0].done.get_parent_object()->name() << " " << top.leaves[0].done.in_hierarchy() << endl;
  sc_start(1, SC_NS);
  cout << status() << " " << sc_time_stamp() << " " << sc_start_of_simulation_invoked()
       << sc_end_of_simulation_invoked() << endl;
  sc_start();
  cout << status() << " " << sc_time_stamp() << endl;
  sc_start();
  cout << status() << " " << sc_time_stamp() << endl;
  return 0;
}
