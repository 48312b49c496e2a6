// TLM-1 channels, analysis ports, phases and four-phase transport.
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
using namespace sc_core;
using std::cout;
using std::endl;
DECLARE_EXTENDED_PHASE(my_phase);
struct listener : tlm::tlm_analysis_if<int> {
  void write(const int &x) override { cout << "heard " << x << endl; }
};
struct target : sc_module {
  tlm_utils::simple_target_socket<target> s{"s"};
  SC_CTOR(target) { s.register_nb_transport_fw(this, &target::fw); }
  tlm::tlm_sync_enum fw(tlm::tlm_generic_payload &p, tlm::tlm_phase &ph, sc_time &t) {
    cout << "fw " << ph << " " << t << endl;
    if (ph == my_phase) return tlm::TLM_ACCEPTED;
    tlm::tlm_phase back = tlm::END_REQ;
    sc_time zero;
    cout << "bw gives " << s->nb_transport_bw(p, back, zero) << endl;
    ph = tlm::BEGIN_RESP;
    t += sc_time(1, SC_NS);
    return tlm::TLM_UPDATED;
  }
};
SC_MODULE(M) {
  tlm_utils::simple_initiator_socket<M> s{"s"};
  tlm::tlm_fifo<int> fifo{"fifo", 2};
  tlm::tlm_analysis_port<int> port{"port"};
  tlm::tlm_req_rsp_channel<int, int> channel{"channel"};
  listener one, two;
  tlm::tlm_sync_enum bw(tlm::tlm_generic_payload &, tlm::tlm_phase & ph, sc_time &) {
    cout << "bw " << ph << endl;
    return tlm::TLM_ACCEPTED;
  }
  void run() {
    port.bind(one);
    port.bind(two);
    port.write(5);
    port.unbind(one);
    port.write(6);
    fifo.put(1);
    cout << fifo.nb_put(2) << fifo.nb_put(3) << fifo.nb_can_put() << endl;
    wait(SC_ZERO_TIME);
    cout << fifo.peek() << fifo.used() << fifo.size() << fifo.get() << fifo.get() << fifo.nb_can_get() << endl;
    channel.put_request_export->put(42);
    int got;
    channel.get_response_export->get(got);
    cout << "response " << got << endl;
    tlm::tlm_generic_payload p;
    tlm::tlm_phase ph = tlm::BEGIN_REQ;
    sc_time t(2, SC_NS);
    cout << s->nb_transport_fw(p, ph, t);
    cout << " " << ph << " " << t << endl;
    ph = my_phase;
    cout << s->nb_transport_fw(p, ph, t) << endl;
  }
  void serve() {
    int r = channel.get_request_export->get();
    wait(1, SC_NS);
    channel.put_response_export->put(r + 1);
  }
  SC_CTOR(M) {
    s.register_nb_transport_bw(this, &M::bw);
    SC_THREAD(run);
    SC_THREAD(serve);
  }
};
int sc_main(int, char **) {
  M m("m");
  target t("t");
  m.s.bind(t.s);
  sc_start();
  return 0;
}
