// TLM-2.0: tagged and multi sockets, debug, DMI, extensions, queues, quantum keeper.
#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <systemc>
#include <tlm>
#include <tlm_utils/instance_specific_extensions.h>
#include <tlm_utils/multi_passthrough_initiator_socket.h>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/passthrough_target_socket.h>
#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/peq_with_get.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <tlm_utils/tlm_quantumkeeper.h>
using namespace sc_core;
using std::cout;
using std::endl;
struct ext : tlm::tlm_extension<ext> {
  int id = 0;
  tlm_extension_base *clone() const override { return new ext(*this); }
  void copy_from(tlm_extension_base const &o) override { id = static_cast<ext const &>(o).id; }
};
struct local : tlm_utils::instance_specific_extension<local> {
  int n = 0;
};
struct memory : sc_module {
  tlm_utils::simple_target_socket_tagged<memory> s0{"s0"}, s1{"s1"};
  unsigned char data[64] = {};
  SC_CTOR(memory) {
    s0.register_b_transport(this, &memory::b, 0);
    s1.register_b_transport(this, &memory::b, 1);
    s0.register_transport_dbg(this, &memory::dbg, 0);
    s0.register_get_direct_mem_ptr(this, &memory::dmi, 0);
  }
  void b(int tag, tlm::tlm_generic_payload &p, sc_time &t) {
    ext *e = p.get_extension<ext>();
    cout << "b " << tag << " " << p.get_address() << " " << (e ? e->id : -1) << endl;
    if (p.is_write()) std::copy(p.get_data_ptr(), p.get_data_ptr() + p.get_data_length(), data + p.get_address());
    if (p.is_read()) std::copy(data + p.get_address(), data + p.get_address() + p.get_data_length(), p.get_data_ptr());
    t += sc_time(5, SC_NS);
    p.set_dmi_allowed(true);
    p.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  unsigned dbg(int tag, tlm::tlm_generic_payload &p) {
    std::copy(data, data + p.get_data_length(), p.get_data_ptr());
    return p.get_data_length();
  }
  bool dmi(int tag, tlm::tlm_generic_payload &, tlm::tlm_dmi &d) {
    d.set_dmi_ptr(data);
    d.set_start_address(0);
    d.set_end_address(63);
    d.allow_read_write();
    d.set_read_latency(sc_time(2, SC_NS));
    return true;
  }
};
struct router : sc_module {
  tlm_utils::multi_passthrough_target_socket<router> in{"in"};
  tlm_utils::multi_passthrough_initiator_socket<router> out{"out"};
  tlm_utils::instance_specific_extension_accessor acc;
  SC_CTOR(router) {
    in.register_b_transport(this, &router::b);
    in.register_transport_dbg(this, &router::dbg);
    in.register_get_direct_mem_ptr(this, &router::dmi);
    out.register_invalidate_direct_mem_ptr(this, &router::inv);
  }
  void b(int id, tlm::tlm_generic_payload &p, sc_time &t) {
    local *l;
    acc(p).get_extension(l);
    if (!l) acc(p).set_extension(l = new local);
    cout << "from " << id << " of " << in.size() << " to " << out.size() << " seen " << l->n++ << endl;
    out[p.get_address() / 32]->b_transport(p, t);
  }
  unsigned dbg(int, tlm::tlm_generic_payload &p) { return out[0]->transport_dbg(p); }
  bool dmi(int, tlm::tlm_generic_payload &p, tlm::tlm_dmi &d) { return out[0]->get_direct_mem_ptr(p, d); }
  void inv(int, sc_dt::uint64 a, sc_dt::uint64 b) { cout << "invalidate " << a << " " << b << endl; }
};
struct initiator : sc_module {
  tlm_utils::simple_initiator_socket_tagged<initiator> a{"a"}, c{"c"};
  tlm_utils::peq_with_get<tlm::tlm_generic_payload> queue{"queue"};
  tlm_utils::peq_with_cb_and_phase<initiator> peq{this, &initiator::due};
  tlm_utils::tlm_quantumkeeper qk;
  SC_CTOR(initiator) {
    SC_THREAD(run);
    SC_THREAD(get);
  }
  void due(tlm::tlm_generic_payload &p, const tlm::tlm_phase &ph) {
    cout << sc_time_stamp() << " due " << p.get_address() << " " << ph << endl;
  }
  void get() {
    for (;;) {
      wait(queue.get_event());
      while (tlm::tlm_generic_payload *p = queue.get_next_transaction())
        cout << sc_time_stamp() << " queue " << p->get_address() << endl;
    }
  }
  void run() {
    tlm::tlm_generic_payload p, q;
    unsigned char bytes[4] = {1, 2, 3, 4};
    ext e;
    e.id = 9;
    p.set_extension(&e);
    p.set_command(tlm::TLM_WRITE_COMMAND);
    p.set_address(4);
    p.set_data_ptr(bytes);
    p.set_data_length(4);
    p.set_streaming_width(4);
    p.set_byte_enable_ptr(nullptr);
    p.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    cout << p.get_response_string() << endl;
    sc_time t;
    tlm::tlm_global_quantum::instance().set(sc_time(8, SC_NS));
    qk.reset();
    for (int i = 0; i < 3; i++) {
      t = qk.get_local_time();
      p.set_address(4 + 28 * (i & 1));
      (i & 1 ? c : a)->b_transport(p, t);
      qk.set(t);
      if (qk.need_sync()) qk.sync();
      cout << sc_time_stamp() << " " << qk.get_local_time() << " " << p.get_response_string() << endl;
    }
    q.deep_copy_from(p);
    cout << q.get_address() << " " << q.get_extension<ext>()->id << " " << q.is_write() << endl;
    unsigned char seen[8] = {};
    q.set_data_ptr(seen);
    q.set_data_length(8);
    cout << a->transport_dbg(q) << " " << int(seen[4]) << int(seen[7]) << endl;
    tlm::tlm_dmi d;
    cout << a->get_direct_mem_ptr(q, d) << " " << d.get_start_address() << " " << d.get_end_address() << " "
         << d.is_read_write_allowed() << " " << d.get_read_latency() << " " << int(d.get_dmi_ptr()[5]) << endl;
    p.clear_extension(&e);
    q.set_address(2);
    queue.notify(p, sc_time(3, SC_NS));
    queue.notify(q, sc_time(1, SC_NS));
    tlm::tlm_phase ph = tlm::BEGIN_REQ;
    peq.notify(p, ph, sc_time(2, SC_NS));
    ph = tlm::END_RESP;
    peq.notify(q, ph, SC_ZERO_TIME);
    wait(10, SC_NS);
  }
};
int sc_main(int, char **) {
  initiator i("i");
  router r("r");
  memory m("m");
  i.a.bind(r.in);
  i.c.bind(r.in);
  r.out.bind(m.s0);
  r.out.bind(m.s1);
  sc_start();
  return 0;
}
