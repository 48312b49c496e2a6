// Interfaces of a port by number, kinds of sockets, updates that another thread might ask for.
#include <systemc>
#include <tlm.h>
#include <tlm_utils/multi_passthrough_initiator_socket.h>
#include <tlm_utils/multi_passthrough_target_socket.h>

using namespace sc_core;
using std::cout;

struct channel : sc_prim_channel {
  int value = 0;
  explicit channel(const char *name) : sc_prim_channel(name) {}
  void ask() { async_request_update(); }
  void update() override { cout << sc_time_stamp() << ' ' << sc_delta_count() << " update " << ++value << '\n'; }
};

SC_MODULE(top) {
  sc_port<sc_signal_in_if<int>, 3> port;
  sc_signal<int> x, y, z;
  channel c;
  tlm_utils::multi_passthrough_initiator_socket<top> from;
  tlm_utils::multi_passthrough_target_socket<top> to;
  SC_CTOR(top) : port("port"), x("x"), y("y"), z("z"), c("c"), from("from"), to("to") {
    cout << (port.get_interface(0) == nullptr) << '\n';
    port(x);
    port(y);
    port(z);
    to.register_b_transport(this, &top::transport);
    from.bind(to);
    SC_THREAD(run);
  }
  void transport(int, tlm::tlm_generic_payload &, sc_time &) {}
  void run() {
    for (int i = 0; i < 3; i++) cout << (port.get_interface(i) == port[i]) << (port.get_interface(i) == &y);
    cout << ' ' << from.kind() << ' ' << to.kind() << '\n';
    c.ask();
    c.ask();
    wait(1, SC_NS);
    c.ask();
    wait(SC_ZERO_TIME);
    try {
      port.get_interface(3);
    } catch (const sc_report &r) {
      cout << r.get_msg_type() << ": " << r.get_msg() << '\n';
    }
  }
};

int sc_main(int, char **) {
  top t("top");
  sc_start();
  return 0;
}
