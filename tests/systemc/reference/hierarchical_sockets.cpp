// Sockets that are bound to several others through a parent; a blocking target that is called without blocking.
#include <systemc>
#include <tlm>
#include <tlm_utils/multi_passthrough_initiator_socket.h>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
using namespace sc_core;

struct target : sc_module {
  tlm_utils::multi_passthrough_target_socket<target> in;
  explicit target(sc_module_name) : in("in") { in.register_b_transport(this, &target::take); }
  void take(int id, tlm::tlm_generic_payload &p, sc_time &) {
    std::cout << "taken from " << id << " at " << p.get_address() << std::endl;
    in[id]->invalidate_direct_mem_ptr(1, p.get_address());
  }
};
struct shell : sc_module {
  tlm_utils::multi_passthrough_target_socket<shell> in;
  target inner;
  explicit shell(sc_module_name) : in("in"), inner("inner") { in.bind(inner.in); }
};
struct initiator : sc_module {
  tlm_utils::simple_initiator_socket<initiator> out;
  SC_HAS_PROCESS(initiator);
  initiator(sc_module_name, int n) : out("out"), number(n) {
    out.register_invalidate_direct_mem_ptr(this, &initiator::forget);
    SC_THREAD(run);
  }
  void forget(sc_dt::uint64 from, sc_dt::uint64 to) { std::cout << name() << " " << from << ".." << to << std::endl; }
  void run() {
    wait(number, SC_NS);
    tlm::tlm_generic_payload p;
    p.set_address(static_cast<sc_dt::uint64>(100 * number));
    sc_time t;
    out->b_transport(p, t);
  }
  int number;
};
struct memory : sc_module {
  tlm_utils::simple_target_socket<memory> in;
  explicit memory(sc_module_name) : in("in") { in.register_b_transport(this, &memory::take); }
  void take(tlm::tlm_generic_payload &, sc_time &t) { t += sc_time(10, SC_NS); }
};
struct pipelined : sc_module {
  tlm_utils::simple_initiator_socket<pipelined> out;
  tlm::tlm_generic_payload p;
  SC_HAS_PROCESS(pipelined);
  explicit pipelined(sc_module_name) : out("out") {
    out.register_nb_transport_bw(this, &pipelined::back);
    SC_THREAD(run);
  }
  void run() {
    wait(50, SC_NS);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_time t(3, SC_NS);
    std::cout << out->nb_transport_fw(p, phase, t) << " " << phase << std::endl;
  }
  tlm::tlm_sync_enum back(tlm::tlm_generic_payload &, tlm::tlm_phase &phase, sc_time &t) {
    std::cout << phase << " in " << t << " at " << sc_time_stamp() << std::endl;
    return tlm::TLM_COMPLETED;
  }
};

int sc_main(int, char **) {
  initiator a("a", 1), b("b", 2);
  shell s("s");
  memory m("m");
  pipelined p("p");
  a.out.bind(s.in);
  b.out.bind(s.in);
  p.out.bind(m.in);
  tlm::tlm_base_socket_if *any = &s.in;
  std::cout << any->get_bus_width() << " " << any->get_socket_category() << std::endl;
  sc_start(1, SC_US);
  return 0;
}
