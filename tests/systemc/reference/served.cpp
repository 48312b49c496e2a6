// Non-blocking calls served by blocking functions: in threads that begin when the requests arrive.
#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <iostream>

using namespace sc_core;
using std::cout;
using std::endl;

struct manager : tlm::tlm_mm_interface {
  void free(tlm::tlm_generic_payload *t) override { t->reset(); }
};

struct initiator : sc_module {
  tlm_utils::simple_initiator_socket<initiator> socket;
  manager pool;
  tlm::tlm_generic_payload trans[4];
  int data[4];
  sc_event done;
  int step, answers;
  SC_HAS_PROCESS(initiator);
  initiator(sc_module_name n, int step) : sc_module(n), socket("socket"), step(step), answers(0) {
    socket.register_nb_transport_bw(this, &initiator::back);
    SC_THREAD(run);
  }
  tlm::tlm_sync_enum back(tlm::tlm_generic_payload &t, tlm::tlm_phase &p, sc_time &d) {
    cout << sc_time_stamp() << " " << name() << " gets phase " << p << " of " << t.get_address() << " after " << d << endl;
    answers++;
    if (answers % 3 == 1) return tlm::TLM_COMPLETED;
    if (answers % 3 == 2) {
      p = tlm::END_RESP;
      d = sc_time(3, SC_NS);
      return tlm::TLM_UPDATED;
    }
    late = &t;
    done.notify(2, SC_NS);
    return tlm::TLM_ACCEPTED;
  }
  tlm::tlm_generic_payload *late = nullptr;
  void run() {
    SC_FORK sc_spawn([this] { requests(); }), sc_spawn([this] { ends(); }) SC_JOIN
  }
  void requests() {
    for (int i = 0; i < 4; i++) {
      tlm::tlm_generic_payload &t = trans[i];
      t.set_mm(&pool);
      t.acquire();
      t.set_command(tlm::TLM_WRITE_COMMAND);
      t.set_address(static_cast<sc_dt::uint64>(16 * step + i));
      t.set_data_ptr(reinterpret_cast<unsigned char *>(&data[i]));
      t.set_data_length(4);
      t.set_streaming_width(4);
      tlm::tlm_phase p = tlm::BEGIN_REQ;
      sc_time delay(i % 2 ? step : 0, SC_NS);
      const tlm::tlm_sync_enum answer = socket->nb_transport_fw(t, p, delay);
      cout << sc_time_stamp() << " " << name() << " sent " << t.get_address() << ": " << answer << endl;
      wait(i == 2 ? 20 : 5, SC_NS);
    }
  }
  void ends() {
    for (;;) {
      wait(done);
      tlm::tlm_phase p = tlm::END_RESP;
      sc_time delay;
      socket->nb_transport_fw(*late, p, delay);
    }
  }
};

struct target : sc_module {
  tlm_utils::simple_target_socket<target> socket;
  int busy;
  target(sc_module_name n, int busy) : sc_module(n), socket("socket"), busy(busy) { socket.register_b_transport(this, &target::serve); }
  void serve(tlm::tlm_generic_payload &t, sc_time &d) {
    cout << sc_time_stamp() << " " << name() << " serves " << t.get_address() << endl;
    if (t.get_address() % 2) wait(busy, SC_NS);
    d += sc_time(busy, SC_NS);
    t.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

int sc_main(int, char **) {
  initiator a("a", 5), b("b", 10);
  target s("s", 5), t("t", 0);
  a.socket.bind(s.socket);
  b.socket.bind(t.socket);
  sc_start(200, SC_NS);
  cout << a.answers << " " << b.answers << endl;
  return 0;
}
