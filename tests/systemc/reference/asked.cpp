// Blocking calls served by non-blocking functions, in each way these may answer; and what sockets say when they cannot serve.
#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <systemc>
#include <tlm>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <iostream>

using namespace sc_core;
using std::cout;
using std::endl;

struct initiator : sc_module {
  tlm_utils::simple_initiator_socket<initiator> socket;
  int first;
  SC_HAS_PROCESS(initiator);
  initiator(sc_module_name n, int first) : sc_module(n), socket("socket"), first(first) { SC_THREAD(run); }
  void run() {
    for (int i = 0; i < 6; i++) {
      tlm::tlm_generic_payload t;
      int data = i;
      t.set_command(tlm::TLM_READ_COMMAND);
      t.set_address(static_cast<sc_dt::uint64>(first + i));
      t.set_data_ptr(reinterpret_cast<unsigned char *>(&data));
      t.set_data_length(4);
      t.set_streaming_width(4);
      sc_time delay(i % 3, SC_NS);
      socket->b_transport(t, delay);
      cout << sc_time_stamp() << " " << name() << " has " << t.get_address() << " after " << delay << " " << t.has_mm() << endl;
      wait(2, SC_NS);
    }
  }
};

struct target : sc_module {
  tlm_utils::simple_target_socket<target> socket;
  sc_event_queue go;
  tlm::tlm_generic_payload *held;
  SC_HAS_PROCESS(target);
  target(sc_module_name n) : sc_module(n), socket("socket"), held(nullptr) {
    socket.register_nb_transport_fw(this, &target::ask);
    socket.register_nb_transport_fw(this, &target::ask);
    SC_THREAD(later);
  }
  sc_event work;
  tlm::tlm_sync_enum ask(tlm::tlm_generic_payload &t, tlm::tlm_phase &p, sc_time &d) {
    cout << sc_time_stamp() << " " << name() << " asked " << t.get_address() << " " << p << " " << d << endl;
    if (p == tlm::END_RESP) return tlm::TLM_COMPLETED;
    const int way = static_cast<int>(t.get_address() % 6);
    if (way == 0) {
      d = sc_time(4, SC_NS);
      return tlm::TLM_COMPLETED;
    }
    if (way == 1) {
      p = tlm::BEGIN_RESP;
      d = sc_time(3, SC_NS);
      return tlm::TLM_UPDATED;
    }
    held = &t;
    if (way == 2) t.acquire();
    if (way == 3) {
      p = tlm::END_REQ;
      d = sc_time(1, SC_NS);
      work.notify(5, SC_NS);
      return tlm::TLM_UPDATED;
    }
    work.notify(2, SC_NS);
    return tlm::TLM_ACCEPTED;
  }
  void later() {
    for (;;) {
      wait(work);
      tlm::tlm_generic_payload *t = held;
      const int way = static_cast<int>(t->get_address() % 6);
      tlm::tlm_phase p = tlm::END_REQ;
      sc_time d;
      if (way == 4) cout << "END_REQ: " << socket->nb_transport_bw(*t, p, d) << endl;
      if (way == 4) wait(1, SC_NS);
      p = tlm::BEGIN_RESP;
      d = sc_time(way == 5 ? 2 : 0, SC_NS);
      cout << "BEGIN_RESP: " << socket->nb_transport_bw(*t, p, d) << endl;
      if (way == 2) {
        wait(10, SC_NS);
        cout << sc_time_stamp() << " " << name() << " releases" << endl;
        t->release();
      }
    }
  }
};

struct dumb : sc_module {
  tlm_utils::simple_target_socket<dumb> simple;
  tlm_utils::passthrough_target_socket<dumb> passed;
  tlm_utils::multi_passthrough_target_socket<dumb> multi;
  dumb(sc_module_name n) : sc_module(n), simple("simple"), passed("passed"), multi("multi") {}
};
struct asker : sc_module {
  tlm_utils::simple_initiator_socket<asker> socket;
  SC_HAS_PROCESS(asker);
  asker(sc_module_name n) : sc_module(n), socket("socket") { SC_THREAD(run); }
  void run() {
    wait(300, SC_NS);
    tlm::tlm_generic_payload t;
    sc_time d;
    tlm::tlm_phase p = tlm::BEGIN_REQ;
    tlm::tlm_dmi dmi;
    socket->b_transport(t, d);
    cout << socket->nb_transport_fw(t, p, d) << socket->transport_dbg(t) << socket->get_direct_mem_ptr(t, dmi) << endl;
  }
};

int sc_main(int, char **) {
  sc_report_handler::set_actions(SC_ERROR, SC_DISPLAY);
  initiator a("a", 0), b("b", 3);
  target s("s"), t("t");
  a.socket.bind(s.socket);
  b.socket.bind(t.socket);
  dumb d("d");
  asker x("x"), y("y"), z("z");
  x.socket.bind(d.simple);
  y.socket.bind(d.passed);
  z.socket.bind(d.multi);
  sc_start(400, SC_NS);
  return 0;
}
