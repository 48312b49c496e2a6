// TLM-2.0: non-blocking transport to a target with a blocking function, and the other way round.
// output: b TLM_OK_RESPONSE 1 at 7 ns
// output: freed at 7 ns
// output: a BEGIN_RESP at 9 ns
// output: a TLM_OK_RESPONSE 9 at 9 ns
// output: freed at 9 ns
#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <systemc>
#include <tlm>
#include <tlm_utils/peq_with_get.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
using namespace sc_core;
using std::cout;
using std::endl;

struct managed : tlm::tlm_mm_interface {
  void free(tlm::tlm_generic_payload *) override { cout << "freed at " << sc_time_stamp() << endl; }
};

SC_MODULE(initiator) {
  tlm_utils::simple_initiator_socket<initiator> socket;
  sc_event done;
  managed mm;
  bool blocking;
  SC_HAS_PROCESS(initiator);
  initiator(sc_module_name n, bool b) : sc_module(n), socket("socket"), blocking(b) {
    socket.register_nb_transport_bw(this, &initiator::backward);
    SC_THREAD(run);
  }
  tlm::tlm_sync_enum backward(tlm::tlm_generic_payload &, tlm::tlm_phase &phase, sc_time &delay) {
    cout << basename() << " " << phase << " at " << sc_time_stamp() << endl;
    if (phase == tlm::BEGIN_RESP) {
      done.notify(delay);
      return tlm::TLM_COMPLETED;
    }
    return tlm::TLM_ACCEPTED;
  }
  void run() {
    tlm::tlm_generic_payload p(&mm);
    p.acquire();
    unsigned char data[4] = {1, 2, 3, 4};
    p.set_write();
    p.set_address(16);
    p.set_data_ptr(data);
    p.set_data_length(4);
    sc_time delay(2, SC_NS);
    if (blocking) {
      socket->b_transport(p, delay);
    } else {
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      socket->nb_transport_fw(p, phase, delay);
      wait(done);
    }
    cout << basename() << " " << p.get_response_string() << " " << int(data[0]) << " at " << sc_time_stamp() << endl;
    p.release();
  }
};
SC_MODULE(blocking_target) {
  tlm_utils::simple_target_socket<blocking_target> socket;
  SC_CTOR(blocking_target) : socket("socket") { socket.register_b_transport(this, &blocking_target::serve); }
  void serve(tlm::tlm_generic_payload &p, sc_time &) {
    wait(7, SC_NS);
    p.get_data_ptr()[0] = 9;
    p.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};
SC_MODULE(phased_target) {
  tlm_utils::simple_target_socket<phased_target> socket;
  tlm_utils::peq_with_get<tlm::tlm_generic_payload> queue;
  SC_CTOR(phased_target) : socket("socket"), queue("queue") {
    socket.register_nb_transport_fw(this, &phased_target::forward);
    SC_THREAD(answer);
  }
  tlm::tlm_sync_enum forward(tlm::tlm_generic_payload &p, tlm::tlm_phase &phase, sc_time &delay) {
    if (phase != tlm::BEGIN_REQ) return tlm::TLM_COMPLETED;
    queue.notify(p, delay + sc_time(5, SC_NS));
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  void answer() {
    for (;;) {
      wait(queue.get_event());
      while (tlm::tlm_generic_payload *p = queue.get_next_transaction()) {
        p->set_response_status(tlm::TLM_OK_RESPONSE);
        tlm::tlm_phase phase = tlm::BEGIN_RESP;
        sc_time delay;
        socket->nb_transport_bw(*p, phase, delay);
      }
    }
  }
};

int sc_main(int, char *[]) {
  initiator a("a", false), b("b", true);
  blocking_target x("x");
  phased_target y("y");
  a.socket.bind(x.socket);
  b.socket.bind(y.socket);
  sc_start();
  return 0;
}
