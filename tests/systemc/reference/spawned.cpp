// Spawned processes with options, handles, fork and join, lists of events.
#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <systemc>
using namespace sc_core;
using std::cout;
using std::endl;
SC_MODULE(M) {
  sc_event a{"a"}, b{"b"}, c{"c"};
  sc_signal<bool> rst{"rst"};
  sc_clock clk{"clk", 10, SC_NS};
  int add(int x, int y) {
    wait(x, SC_NS);
    return x + y;
  }
  void helper(int &out, int by) {
    wait(by, SC_NS);
    out += by;
    cout << sc_time_stamp() << " helper " << by << endl;
  }
  void method() { cout << sc_time_stamp() << " method" << endl; }
  void clocked() {
    cout << sc_time_stamp() << " clocked starts" << endl;
    for (;;) {
      wait();
      cout << sc_time_stamp() << " clocked" << endl;
    }
  }
  void run() {
    sc_process_handle self = sc_get_current_process_handle();
    cout << self.name() << " " << self.basename() << " " << self.proc_kind() << " " << self.valid() << self.terminated()
         << self.dynamic() << " " << self.get_parent_object()->name() << endl;
    sc_spawn_options o;
    o.spawn_method();
    o.dont_initialize();
    o.set_sensitivity(&a);
    sc_process_handle h = sc_spawn(sc_bind(&M::method, this), "spawned_method", &o);
    cout << h.name() << " " << h.proc_kind() << " " << h.dynamic() << endl;
    a.notify(1, SC_NS);
    wait(2, SC_NS);
    int result = 0;
    sc_process_handle t = sc_spawn(&result, sc_bind(&M::add, this, 3, 4), "adder");
    cout << t.valid() << t.terminated() << " " << t.name() << endl;
    wait(t.terminated_event());
    cout << sc_time_stamp() << " " << result << " " << t.terminated() << endl;
    int sum = 0;
    SC_FORK sc_spawn(sc_bind(&M::helper, this, sc_ref(sum), 2)),
        sc_spawn(sc_bind(&M::helper, this, sc_ref(sum), 5)) SC_JOIN cout << sc_time_stamp() << " joined " << sum
                                                                         << endl;
    sc_join j;
    j.add_process(sc_spawn(sc_bind(&M::helper, this, sc_ref(sum), 1)));
    j.add_process(sc_spawn(sc_bind(&M::helper, this, sc_ref(sum), 4)));
    j.wait();
    cout << sc_time_stamp() << " joined " << sum << endl;
    sc_event_or_list any;
    any |= a;
    any |= b;
    sc_event_and_list all = a & b;
    all &= c;
    cout << any.size() << " " << all.size() << endl;
    b.notify(1, SC_NS);
    wait(any);
    cout << sc_time_stamp() << " any" << endl;
    a.notify(3, SC_NS);
    b.notify(1, SC_NS);
    c.notify(2, SC_NS);
    wait(all);
    cout << sc_time_stamp() << " all" << endl;
    wait(4, SC_NS, all);
    cout << sc_time_stamp() << " late" << endl;
    sc_spawn_options k;
    k.set_sensitivity(&clk.posedge_event());
    k.reset_signal_is(rst, true);
    sc_process_handle cl = sc_spawn(sc_bind(&M::clocked, this), "clocked", &k);
    wait(25, SC_NS);
    rst = true;
    wait(10, SC_NS);
    rst = false;
    wait(20, SC_NS);
    cl.kill();
    cout << cl.valid() << cl.terminated() << endl;
    sc_process_handle none;
    cout << none.valid() << (none == self) << (self == sc_get_current_process_handle()) << " " << none.name() << "|"
         << endl;
    cout << sc_time_stamp() << " end" << endl;
    sc_stop();
  }
  SC_CTOR(M) { SC_THREAD(run); }
};
int sc_main(int, char **) {
  M m("m");
  sc_start();
  return 0;
}
