// Names of the events of channels and of processes.
#include <systemc>
#include <iostream>
using namespace sc_core;

static void show(const char *what, const sc_event &e) {
  std::cout << what << " [" << e.name() << "] [" << e.basename() << "] " << e.in_hierarchy() << " "
            << (e.get_parent_object() ? e.get_parent_object()->name() : "-") << std::endl;
}
static void tree(const sc_object *o, int depth) {
  std::cout << std::string(depth * 2, ' ') << o->name() << " (" << o->kind() << ")" << std::endl;
  for (const sc_event *e : o->get_child_events()) std::cout << std::string(depth * 2 + 2, ' ') << "* " << e->name() << std::endl;
  for (const sc_object *c : o->get_child_objects()) tree(c, depth + 1);
}
struct chan : sc_prim_channel {
  chan() {}
  sc_event e;
  sc_event f{"f"};
};
SC_MODULE(M) {
  sc_signal<int> s;
  sc_signal<bool> b;
  sc_signal<sc_dt::sc_logic> l;
  sc_buffer<int> buf;
  sc_fifo<int> fifo, other;
  sc_mutex mutex;
  sc_semaphore sem;
  sc_clock clk;
  sc_event_queue queue;
  sc_event own, named;
  chan c;
  sc_in<bool> in;
  sc_signal_resolved r;
  sc_signal_rv<4> rv;
  void run() {
    wait(1, SC_NS);
    sc_event local, with_name("with_name");
    show("local", local);
    show("with_name", with_name);
    std::cout << sc_get_current_process_handle().terminated_event().name() << std::endl;
    tree(this, 0);
    sc_stop();
  }
  void meth() {}
  SC_CTOR(M) : sem(2), clk("clk", 2, SC_NS), named("named") {
    in(b);
    SC_THREAD(run);
    SC_METHOD(meth);
    sensitive << own;
  }
};
int sc_main(int, char **) {
  M m("m");
  sc_signal<bool> top("top");
  sc_fifo<int> top_fifo("top_fifo");
  sc_event top_event, top_named("top_named");
  show("value_changed", m.s.value_changed_event());
  show("default", m.s.default_event());
  show("bool", m.b.value_changed_event());
  show("pos", m.b.posedge_event());
  show("neg", m.b.negedge_event());
  show("logic", m.l.posedge_event());
  show("buffer", m.buf.value_changed_event());
  show("fifo w", m.fifo.data_written_event());
  show("fifo r", m.fifo.data_read_event());
  show("other w", m.other.data_written_event());
  show("top fifo", top_fifo.data_written_event());
  show("clock", m.clk.posedge_event());
  show("clock", m.clk.value_changed_event());
  show("queue", m.queue.default_event());
  show("own", m.own);
  show("named", m.named);
  show("chan", m.c.e);
  show("chan f", m.c.f);
  show("top", top_event);
  show("top_named", top_named);
  show("top pos", top.posedge_event());
  show("resolved", m.r.value_changed_event());
  show("rv", m.rv.value_changed_event());
  for (const sc_object *o : sc_get_top_level_objects()) tree(o, 0);
  for (const sc_event *e : sc_get_top_level_events()) std::cout << "top " << e->name() << std::endl;
  std::cout << (sc_find_event("m.fifo.read_event") ? "found" : "none") << std::endl;
  sc_start();
  return 0;
}
