// Initiator sockets whose backward calls are functions that the module registers.
#ifndef ALLWAYS_SIMPLE_INITIATOR_SOCKET_H
#define ALLWAYS_SIMPLE_INITIATOR_SOCKET_H

#include "tlm_utils/registered.h"

namespace tlm_utils {

template <unsigned BUSWIDTH, class TYPES, sc_core::sc_port_policy POL>
class initiator_socket_with_functions : public tlm::tlm_initiator_socket<BUSWIDTH, TYPES, 1, POL> {
 public:
  typedef typename TYPES::tlm_payload_type transaction_type;
  typedef typename TYPES::tlm_phase_type phase_type;
  typedef tlm::tlm_sync_enum sync_enum_type;
  typedef tlm::tlm_fw_transport_if<TYPES> fw_interface_type;
  typedef tlm::tlm_bw_transport_if<TYPES> bw_interface_type;
  typedef tlm::tlm_initiator_socket<BUSWIDTH, TYPES, 1, POL> base_type;

 protected:
  explicit initiator_socket_with_functions(const char *name) : base_type(name), m_backward(this) {
    this->m_export.bind(m_backward);
  }
  registered<sync_enum_type(transaction_type &, phase_type &, sc_core::sc_time &)> m_nb_bw;
  registered<void(sc_dt::uint64, sc_dt::uint64)> m_invalidate;

 private:
  // An object of its own, so that the socket is not mistaken for an interface where sockets are bound.
  struct backward : public bw_interface_type {
    explicit backward(initiator_socket_with_functions *s) : socket(s) {}
    sync_enum_type nb_transport_bw(transaction_type &trans, phase_type &phase, sc_core::sc_time &t) override {
      if (socket->m_nb_bw) return socket->m_nb_bw(trans, phase, t);
      socket_error(simple_sockets, socket, "no transport callback registered");
      return tlm::TLM_COMPLETED;
    }
    void invalidate_direct_mem_ptr(sc_dt::uint64 start, sc_dt::uint64 end) override {
      if (socket->m_invalidate) socket->m_invalidate(start, end);
    }
    initiator_socket_with_functions *socket;
  };
  backward m_backward;
};

extern template class initiator_socket_with_functions<32, tlm::tlm_base_protocol_types, sc_core::SC_ONE_OR_MORE_BOUND>;

template <class MODULE, unsigned BUSWIDTH = 32, class TYPES = tlm::tlm_base_protocol_types,
          sc_core::sc_port_policy POL = sc_core::SC_ONE_OR_MORE_BOUND>
class simple_initiator_socket_b : public initiator_socket_with_functions<BUSWIDTH, TYPES, POL> {
 public:
  typedef initiator_socket_with_functions<BUSWIDTH, TYPES, POL> functions_base;
  typedef typename functions_base::transaction_type transaction_type;
  typedef typename functions_base::phase_type phase_type;
  simple_initiator_socket_b() : functions_base(sc_core::sc_gen_unique_name("simple_initiator_socket")) {}
  explicit simple_initiator_socket_b(const char *name) : functions_base(name) {}
  void register_nb_transport_bw(MODULE *m, tlm::tlm_sync_enum (MODULE::*f)(transaction_type &, phase_type &, sc_core::sc_time &)) {
    this->m_nb_bw.set_once(simple_sockets, this, "non-blocking callback", m, f);
  }
  void register_invalidate_direct_mem_ptr(MODULE *m, void (MODULE::*f)(sc_dt::uint64, sc_dt::uint64)) {
    this->m_invalidate.set_once(simple_sockets, this, "invalidate DMI callback", m, f);
  }
};
template <class MODULE, unsigned BUSWIDTH = 32, class TYPES = tlm::tlm_base_protocol_types>
class simple_initiator_socket : public simple_initiator_socket_b<MODULE, BUSWIDTH, TYPES> {
 public:
  simple_initiator_socket() {}
  explicit simple_initiator_socket(const char *name) : simple_initiator_socket_b<MODULE, BUSWIDTH, TYPES>(name) {}
};
template <class MODULE, unsigned BUSWIDTH = 32, class TYPES = tlm::tlm_base_protocol_types>
class simple_initiator_socket_optional
    : public simple_initiator_socket_b<MODULE, BUSWIDTH, TYPES, sc_core::SC_ZERO_OR_MORE_BOUND> {
 public:
  explicit simple_initiator_socket_optional(const char *name)
      : simple_initiator_socket_b<MODULE, BUSWIDTH, TYPES, sc_core::SC_ZERO_OR_MORE_BOUND>(name) {}
};

template <class MODULE, unsigned BUSWIDTH = 32, class TYPES = tlm::tlm_base_protocol_types,
          sc_core::sc_port_policy POL = sc_core::SC_ONE_OR_MORE_BOUND>
class simple_initiator_socket_tagged : public initiator_socket_with_functions<BUSWIDTH, TYPES, POL> {
 public:
  typedef initiator_socket_with_functions<BUSWIDTH, TYPES, POL> functions_base;
  typedef typename functions_base::transaction_type transaction_type;
  typedef typename functions_base::phase_type phase_type;
  simple_initiator_socket_tagged() : functions_base(sc_core::sc_gen_unique_name("simple_initiator_socket_tagged")) {}
  explicit simple_initiator_socket_tagged(const char *name) : functions_base(name) {}
  void register_nb_transport_bw(MODULE *m,
                                tlm::tlm_sync_enum (MODULE::*f)(int, transaction_type &, phase_type &, sc_core::sc_time &),
                                int id) {
    this->m_nb_bw.set_once(simple_sockets, this, "non-blocking callback", m, f, id);
  }
  void register_invalidate_direct_mem_ptr(MODULE *m, void (MODULE::*f)(int, sc_dt::uint64, sc_dt::uint64), int id) {
    this->m_invalidate.set_once(simple_sockets, this, "invalidate DMI callback", m, f, id);
  }
};
template <class MODULE, unsigned BUSWIDTH = 32, class TYPES = tlm::tlm_base_protocol_types>
class simple_initiator_socket_tagged_optional
    : public simple_initiator_socket_tagged<MODULE, BUSWIDTH, TYPES, sc_core::SC_ZERO_OR_MORE_BOUND> {
 public:
  using simple_initiator_socket_tagged<MODULE, BUSWIDTH, TYPES,
                                       sc_core::SC_ZERO_OR_MORE_BOUND>::simple_initiator_socket_tagged;
};

}  // namespace tlm_utils

#endif
