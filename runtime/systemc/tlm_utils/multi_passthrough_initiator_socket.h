// Initiator sockets that are bound to several targets; backward calls say which one.
#ifndef ALLWAYS_MULTI_PASSTHROUGH_INITIATOR_SOCKET_H
#define ALLWAYS_MULTI_PASSTHROUGH_INITIATOR_SOCKET_H

#include "tlm_utils/registered.h"

namespace tlm_utils {

template <unsigned BUSWIDTH, class TYPES, unsigned N, sc_core::sc_port_policy POL>
class multi_initiator_socket_with_functions
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

  explicit multi_initiator_socket_with_functions(const char *name) : base_type(name) {}
  ~multi_initiator_socket_with_functions() override {
    for (backward *b : m_backward) delete b;
  }
  tlm::tlm_socket_category get_socket_category() const override { return tlm::TLM_MULTI_INITIATOR_SOCKET; }
  const char *kind() const override { return "tlm_initiator_socket"; }
  using base_type::bind;
  // A new object per target, which knows its number.
  bw_interface_type &get_base_interface() override {
    m_backward.push(new backward(this, m_backward.size()));
    if (m_child) m_backward.back()->inner = &m_child->get_base_interface();
    return *m_backward.back();
  }
  // A socket of the parent: what comes back there from each target is handed on.
  void bind(typename base_type::base_type &parent) override {
    multi_initiator_socket_with_functions *multi = dynamic_cast<multi_initiator_socket_with_functions *>(&parent);
    if (!multi) return base_type::bind(parent);
    this->get_base_port()(multi->get_base_port());
    multi->m_child = this;
    for (backward *b : multi->m_backward) b->inner = &get_base_interface();
  }
  void operator()(typename base_type::base_type &parent) { bind(parent); }
  using base_type::operator();

 protected:
  registered<sync_enum_type(int, transaction_type &, phase_type &, sc_core::sc_time &)> m_nb_bw;
  registered<void(int, sc_dt::uint64, sc_dt::uint64)> m_invalidate;

  void before_end_of_elaboration() override {
    if (!this->m_export.get_interface()) this->m_export.bind(m_backward.empty() ? get_base_interface() : *m_backward[0]);
  }

 private:
  struct backward : public bw_interface_type {
    backward(multi_initiator_socket_with_functions *s, int i) : socket(s), inner(nullptr), id(i) {}
    sync_enum_type nb_transport_bw(transaction_type &x, phase_type &p, sc_core::sc_time &t) override {
      if (inner) return inner->nb_transport_bw(x, p, t);
      return socket->m_nb_bw ? socket->m_nb_bw(id, x, p, t) : tlm::TLM_COMPLETED;
    }
    void invalidate_direct_mem_ptr(sc_dt::uint64 s, sc_dt::uint64 e) override {
      if (inner) return inner->invalidate_direct_mem_ptr(s, e);
      if (socket->m_invalidate) socket->m_invalidate(id, s, e);
    }
    multi_initiator_socket_with_functions *socket;
    bw_interface_type *inner;  // of the child that it belongs to
    int id;
  };

  multi_initiator_socket_with_functions *m_child = nullptr;

  sc_core::sc_list<backward *> m_backward;
};
extern template class multi_initiator_socket_with_functions<32, tlm::tlm_base_protocol_types, 0, sc_core::SC_ONE_OR_MORE_BOUND>;

template <class MODULE, unsigned BUSWIDTH = 32, class TYPES = tlm::tlm_base_protocol_types, unsigned N = 0,
          sc_core::sc_port_policy POL = sc_core::SC_ONE_OR_MORE_BOUND>
class multi_passthrough_initiator_socket : public multi_initiator_socket_with_functions<BUSWIDTH, TYPES, N, POL> {
 public:
  typedef multi_initiator_socket_with_functions<BUSWIDTH, TYPES, N, POL> functions_base;
  typedef typename functions_base::transaction_type transaction_type;
  typedef typename functions_base::phase_type phase_type;
  typedef tlm::tlm_sync_enum sync_enum_type;

  multi_passthrough_initiator_socket()
      : functions_base(sc_core::sc_gen_unique_name("multi_passthrough_initiator_socket")) {}
  explicit multi_passthrough_initiator_socket(const char *name) : functions_base(name) {}

  void register_nb_transport_bw(MODULE *m, sync_enum_type (MODULE::*f)(int, transaction_type &, phase_type &, sc_core::sc_time &)) {
    this->m_nb_bw.set_once(multi_sockets, this, "NBTransport_bw callback", m, f);
  }
  void register_invalidate_direct_mem_ptr(MODULE *m, void (MODULE::*f)(int, sc_dt::uint64, sc_dt::uint64)) {
    this->m_invalidate.set_once(multi_sockets, this, "InvalidateDMI callback", m, f);
  }
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
