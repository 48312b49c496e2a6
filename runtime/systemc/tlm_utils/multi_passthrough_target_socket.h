// Target sockets that are bound to several initiators; forward calls say which one.
#ifndef ALLWAYS_MULTI_PASSTHROUGH_TARGET_SOCKET_H
#define ALLWAYS_MULTI_PASSTHROUGH_TARGET_SOCKET_H

#include "tlm_utils/registered.h"

namespace tlm_utils {

template <unsigned BUSWIDTH, class TYPES, unsigned N, sc_core::sc_port_policy POL>
class multi_target_socket_with_functions
    : public tlm::tlm_base_target_socket<BUSWIDTH, tlm::tlm_fw_transport_if<TYPES>, tlm::tlm_bw_transport_if<TYPES>,
                                         static_cast<int>(N), POL> {
 public:
  typedef typename TYPES::tlm_payload_type transaction_type;
  typedef typename TYPES::tlm_phase_type phase_type;
  typedef tlm::tlm_sync_enum sync_enum_type;
  typedef tlm::tlm_fw_transport_if<TYPES> fw_interface_type;
  typedef tlm::tlm_base_target_socket<BUSWIDTH, fw_interface_type, tlm::tlm_bw_transport_if<TYPES>, static_cast<int>(N), POL>
      base_type;

  explicit multi_target_socket_with_functions(const char *name) : base_type(name) {}
  const char *kind() const override { return "tlm_target_socket"; }
  ~multi_target_socket_with_functions() override {
    for (forward *f : m_forward) delete f;
  }
  tlm::tlm_socket_category get_socket_category() const override { return tlm::TLM_MULTI_TARGET_SOCKET; }
  // A new object per initiator, which knows its number.
  fw_interface_type &get_base_interface() override {
    m_forward.push(new forward(this, m_forward.size()));
    if (m_child) m_forward.back()->inner = &m_child->get_base_interface();
    return *m_forward.back();
  }
  using base_type::bind;
  // A socket of a child: each initiator is handed on.
  void bind(typename base_type::base_type &child) override {
    m_child = &child;
    for (forward *f : m_forward) f->inner = &child.get_base_interface();
    child.get_base_port()(this->m_port);
  }
  void operator()(typename base_type::base_type &child) { bind(child); }
  using base_type::operator();

 protected:
  registered<sync_enum_type(int, transaction_type &, phase_type &, sc_core::sc_time &)> m_nb_fw;
  registered<void(int, transaction_type &, sc_core::sc_time &)> m_b;
  registered<unsigned(int, transaction_type &)> m_debug;
  registered<bool(int, transaction_type &, tlm::tlm_dmi &)> m_dmi;

  // Whoever uses it as an export speaks as the first initiator. One without initiators answers nothing.
  void before_end_of_elaboration() override {
    m_unbound = m_forward.empty() && !m_child;
    const bool serves = m_nb_fw || m_b || m_debug || m_dmi || m_child;  // else it stays unbound, an error
    if (serves && !this->get_interface()) base_type::export_type::bind(m_forward.empty() ? get_base_interface() : *m_forward[0]);
  }

 private:
  struct forward : public fw_interface_type {
    forward(multi_target_socket_with_functions *s, int i) : socket(s), inner(nullptr), id(i) {}
    void b_transport(transaction_type &x, sc_core::sc_time &t) override {
      if (inner) return inner->b_transport(x, t);
      if (!socket->m_b || socket->m_unbound)
        return socket_error(multi_sockets, socket, "Call to b_transport without a registered callback for b_transport.");
      socket->m_b(id, x, t);
    }
    sync_enum_type nb_transport_fw(transaction_type &x, phase_type &p, sc_core::sc_time &t) override {
      if (inner) return inner->nb_transport_fw(x, p, t);
      if (!socket->m_nb_fw || socket->m_unbound) {
        socket_error(multi_sockets, socket, "Call to nb_transport_fw without a registered callback for nb_transport_fw.");
        return tlm::TLM_COMPLETED;
      }
      return socket->m_nb_fw(id, x, p, t);
    }
    unsigned transport_dbg(transaction_type &x) override {
      if (inner) return inner->transport_dbg(x);
      return socket->m_debug && !socket->m_unbound ? socket->m_debug(id, x) : 0;
    }
    bool get_direct_mem_ptr(transaction_type &x, tlm::tlm_dmi &d) override {
      if (inner) return inner->get_direct_mem_ptr(x, d);
      return socket->m_dmi && !socket->m_unbound && socket->m_dmi(id, x, d);
    }
    multi_target_socket_with_functions *socket;
    fw_interface_type *inner;  // of the child that serves it
    int id;
  };

  typename base_type::base_type *m_child = nullptr;
  bool m_unbound = false;
  sc_core::sc_list<forward *> m_forward;
};
extern template class multi_target_socket_with_functions<32, tlm::tlm_base_protocol_types, 0, sc_core::SC_ONE_OR_MORE_BOUND>;

template <class MODULE, unsigned BUSWIDTH = 32, class TYPES = tlm::tlm_base_protocol_types, unsigned N = 0,
          sc_core::sc_port_policy POL = sc_core::SC_ONE_OR_MORE_BOUND>
class multi_passthrough_target_socket : public multi_target_socket_with_functions<BUSWIDTH, TYPES, N, POL> {
 public:
  typedef multi_target_socket_with_functions<BUSWIDTH, TYPES, N, POL> functions_base;
  typedef typename functions_base::transaction_type transaction_type;
  typedef typename functions_base::phase_type phase_type;
  typedef tlm::tlm_sync_enum sync_enum_type;

  multi_passthrough_target_socket() : functions_base(sc_core::sc_gen_unique_name("multi_passthrough_target_socket")) {}
  explicit multi_passthrough_target_socket(const char *name) : functions_base(name) {}

  void register_nb_transport_fw(MODULE *m, sync_enum_type (MODULE::*f)(int, transaction_type &, phase_type &, sc_core::sc_time &)) {
    this->m_nb_fw.set_once(multi_sockets, this, "NBTransport_bw callback", m, f);
  }
  void register_b_transport(MODULE *m, void (MODULE::*f)(int, transaction_type &, sc_core::sc_time &)) {
    this->m_b.set_once(multi_sockets, this, "BTransport callback", m, f);
  }
  void register_transport_dbg(MODULE *m, unsigned (MODULE::*f)(int, transaction_type &)) {
    this->m_debug.set_once(multi_sockets, this, "DebugTransport callback", m, f);
  }
  void register_get_direct_mem_ptr(MODULE *m, bool (MODULE::*f)(int, transaction_type &, tlm::tlm_dmi &)) {
    this->m_dmi.set_once(multi_sockets, this, "DMI callback", m, f);
  }
};
template <class MODULE, unsigned BUSWIDTH = 32, class TYPES = tlm::tlm_base_protocol_types, unsigned N = 0>
class multi_passthrough_target_socket_optional
    : public multi_passthrough_target_socket<MODULE, BUSWIDTH, TYPES, N, sc_core::SC_ZERO_OR_MORE_BOUND> {
 public:
  using multi_passthrough_target_socket<MODULE, BUSWIDTH, TYPES, N,
                                        sc_core::SC_ZERO_OR_MORE_BOUND>::multi_passthrough_target_socket;
};

}  // namespace tlm_utils

#endif
