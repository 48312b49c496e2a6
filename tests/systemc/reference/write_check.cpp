// SC_SIGNAL_WRITE_CHECK: none, or two writers in one delta cycle alone. It is read when the context is made anew.
#include <cstdlib>
#include <systemc>

using namespace sc_core;
using std::cout;

SC_MODULE(writer) {
  sc_signal<int> &one;
  sc_signal<int, SC_MANY_WRITERS> &many;
  int value;
  SC_HAS_PROCESS(writer);
  writer(sc_module_name, sc_signal<int> & o, sc_signal<int, SC_MANY_WRITERS> & m, int v) : one(o), many(m), value(v) {
    SC_THREAD(run);
  }
  void run() {
    wait(value, SC_NS);
    one = value;
    many = value;
    wait(10 - value, SC_NS);
    one = 7;
    many = value;
    wait(SC_ZERO_TIME);
    cout << one << many << '\n';
  }
};

int sc_main(int, char **) {
  static char asked[] = "SC_SIGNAL_WRITE_CHECK=CONFLICT";
  putenv(asked);
  sc_get_curr_simcontext()->reset();
  sc_report_handler::set_actions(SC_ERROR, SC_DISPLAY);
  sc_signal<int> one("one");
  sc_signal<int, SC_MANY_WRITERS> many("many");
  writer a("a", one, many, 1), b("b", one, many, 2);
  sc_start();
  return 0;
}
