// expect: unsafe assert
// Two initiators and a memory behind a bus, in the loosely timed style of TLM-2.0. Each initiator increments a word that
// both share, without locking the bus: one increment is lost.
#include <systemc>
#include <tlm>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

using namespace sc_core;

SC_MODULE(memory) {
  tlm_utils::simple_target_socket<memory> socket;
  unsigned words[2];

  SC_CTOR(memory) : socket("socket"), words() { socket.register_b_transport(this, &memory::transport); }
  void transport(tlm::tlm_generic_payload &access, sc_time &delay) {
    if (access.get_address() >= sizeof words || access.get_data_length() != sizeof(unsigned)) {
      access.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return;
    }
    unsigned &word = words[access.get_address() / sizeof(unsigned)];
    unsigned *data = reinterpret_cast<unsigned *>(access.get_data_ptr());
    if (access.is_write()) {
      word = *data;
    } else {
      *data = word;
    }
    delay += sc_time(5, SC_NS);
    access.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

SC_MODULE(bus) {
  tlm_utils::multi_passthrough_target_socket<bus> from;
  tlm_utils::simple_initiator_socket<bus> to;

  SC_CTOR(bus) : from("from"), to("to") { from.register_b_transport(this, &bus::transport); }
  void transport(int, tlm::tlm_generic_payload &access, sc_time &delay) { to->b_transport(access, delay); }
};

class initiator : public sc_module {
 public:
  tlm_utils::simple_initiator_socket<initiator> socket;

  SC_HAS_PROCESS(initiator);
  initiator(sc_module_name name, sc_mutex &lock) : sc_module(name), socket("socket"), m_lock(lock) { SC_THREAD(run); }

 private:
  void run() {
    unsigned value = 0;
    access(tlm::TLM_READ_COMMAND, value);
    value++;
    access(tlm::TLM_WRITE_COMMAND, value);
  }
  void access(tlm::tlm_command command, unsigned &value) {
    tlm::tlm_generic_payload transaction;
    sc_time delay;
    transaction.set_command(command);
    transaction.set_address(4);
    transaction.set_data_ptr(reinterpret_cast<unsigned char *>(&value));
    transaction.set_data_length(sizeof value);
    transaction.set_streaming_width(sizeof value);
    socket->b_transport(transaction, delay);
    sc_assert(transaction.is_response_ok());
    wait(delay);
  }
  sc_mutex &m_lock;
};

int sc_main(int, char *[]) {
  sc_mutex lock("lock");
  initiator first("first", lock), second("second", lock);
  bus b("bus");
  memory m("memory");
  first.socket.bind(b.from);
  second.socket.bind(b.from);
  b.to.bind(m.socket);
  sc_start();
  sc_assert(m.words[1] == 2);
  return 0;
}
