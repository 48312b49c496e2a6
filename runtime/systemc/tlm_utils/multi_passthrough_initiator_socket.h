// Initiator sockets that are bound to several targets; backward calls say which one.
#ifndef ALLWAYS_MULTI_PASSTHROUGH_INITIATOR_SOCKET_H
#define ALLWAYS_MULTI_PASSTHROUGH_INITIATOR_SOCKET_H

#include "tlm"

namespace tlm_utils {

template <class MODULE, unsigned BUSWIDTH = 32, class TYPES = tlm::tlm_base_protocol_types, unsigned N = 0,
          sc_core::sc_port_policy POL = sc_core::SC_ONE_OR_MORE_BOUND>
class multi_passthrough_initiator_socket
    : public tlm::tlm_base_initiator_socket<BUSWIDTH, tlm::tlm_fw_transport_if<TYPES>, tlm::tlm_bw_transport_if<TYPES>,
                                            static_cast<int>(N), POL> {
 public:
  typedef typename TYPES::tlm_payload_type transaction_type;
  typedef typename TYPES::tlm_phase_type phase_type;
  typedef tlm::tlm_sync_enum sync_enum_type;
  typedef tlm::tlm_bw_transport_if<TYPES> bw_interface_type;
  typedef tlm::tlm_base_initiator_socket<BUSWIDTH, tlm::tlm_fw_transport_if<TYPES>, bw_interface_type, static_cast<int>(N),
                                         POL>
      base_type;

  multi_passthrough_initiator_socket()
      : base_type(sc_core::sc_gen_unique_name("multi_passthrough_initiator_socket")) {}
  explicit multi_passthrough_initiator_socket(const char *name) : base_type(name) {}
  ~multi_passthrough_initiator_socket() override {
    for (backward *b : m_backward) delete b;
  }

  void register_nb_transport_bw(MODULE *m, sync_enum_type (MODULE::*f)(int, transaction_type &, phase_type &, sc_core::sc_time &)) {
    m_nb_bw = [m, f](int id, transaction_type &x, phase_type &p, sc_core::sc_time &t) { return (m->*f)(id, x, p, t); };
  }
  void register_invalidate_direct_mem_ptr(MODULE *m, void (MODULE::*f)(int, sc_dt::uint64, sc_dt::uint64)) {
    m_invalidate = [m, f](int id, sc_dt::uint64 s, sc_dt::uint64 e) { (m->*f)(id, s, e); };
  }
  using base_type::bind;
  // A new object per target, which knows its number.
  bw_interface_type &get_base_interface() override {
    m_backward.push(new backward(this, m_backward.size()));
    return *m_backward.back();
  }

 private:
  struct backward : public bw_interface_type {
    backward(multi_passthrough_initiator_socket *s, int i) : socket(s), id(i) {}
    sync_enum_type nb_transport_bw(transaction_type &x, phase_type &p, sc_core::sc_time &t) override {
      return socket->m_nb_bw ? socket->m_nb_bw(id, x, p, t) : tlm::TLM_COMPLETED;
    }
    void invalidate_direct_mem_ptr(sc_dt::uint64 s, sc_dt::uint64 e) override {
      if (socket->m_invalidate) socket->m_invalidate(id, s, e);
    }
    multi_passthrough_initiator_socket *socket;
    int id;
  };

  std::function<sync_enum_type(int, transaction_type &, phase_type &, sc_core::sc_time &)> m_nb_bw;
  std::function<void(int, sc_dt::uint64, sc_dt::uint64)> m_invalidate;
  sc_core::sc_list<backward *> m_backward;
};
template <class MODULE, unsigned BUSWIDTH = 32, class TYPES = tlm::tlm_base_protocol_types, unsigned N = 0>
class multi_passthrough_initiator_socket_optional
    : public multi_passthrough_initiator_socket<MODULE, BUSWIDTH, TYPES, N, sc_core::SC_ZERO_OR_MORE_BOUND> {
 public:
  using multi_passthrough_initiator_socket<MODULE, BUSWIDTH, TYPES, N,
                                        sc_core::SC_ZERO_OR_MORE_BOUND>::multi_passthrough_initiator_socket;
};

}  // namespace tlm_utils

#endif
