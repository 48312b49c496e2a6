// Target sockets whose forward calls are functions that the module registers. A call of the kind that is not registered
// is turned into the other one.
#ifndef ALLWAYS_SIMPLE_TARGET_SOCKET_H
#define ALLWAYS_SIMPLE_TARGET_SOCKET_H

#include "tlm_utils/registered.h"

namespace tlm_utils {

template <unsigned BUSWIDTH, class TYPES, sc_core::sc_port_policy POL>
class target_socket_with_functions : public tlm::tlm_target_socket<BUSWIDTH, TYPES, 1, POL> {
 public:
  typedef typename TYPES::tlm_payload_type transaction_type;
  typedef typename TYPES::tlm_phase_type phase_type;
  typedef tlm::tlm_sync_enum sync_enum_type;
  typedef tlm::tlm_fw_transport_if<TYPES> fw_interface_type;
  typedef tlm::tlm_bw_transport_if<TYPES> bw_interface_type;
  typedef tlm::tlm_target_socket<BUSWIDTH, TYPES, 1, POL> base_type;

  // Backward calls pass here first: those that answer a blocking call end it.
  bw_interface_type *operator->() { return &m_backward; }

 protected:
  target_socket_with_functions(const char *name, bool converts) : base_type(name), m_forward(this), m_backward(this), m_converts(converts) {
    sc_core::sc_export<fw_interface_type>::bind(m_forward);
  }
  registered<sync_enum_type(transaction_type &, phase_type &, sc_core::sc_time &)> m_nb_fw;
  registered<void(transaction_type &, sc_core::sc_time &)> m_b;
  registered<unsigned(transaction_type &)> m_debug;
  registered<bool(transaction_type &, tlm::tlm_dmi &)> m_dmi;

 private:
  // A blocking call that a module with non-blocking functions serves.
  struct pending {
    transaction_type *trans;
    bool requested, responded;
    sc_core::sc_event progress;
    pending(transaction_type *t) : trans(t), requested(false), responded(false), progress(sc_core::sc_kernel_event) {}
  };

  void b_transport(transaction_type &trans, sc_core::sc_time &t) {
    if (m_b) return m_b(trans, t);
    if (!m_nb_fw || !m_converts) {
      SC_REPORT_ERROR("/OSCI_TLM-2/simple_socket", "b_transport called but no function is registered");
      return;
    }
    pending p(&trans);
    m_pending.push(&p);
    phase_type phase = tlm::BEGIN_REQ;
    const sync_enum_type answer = m_nb_fw(trans, phase, t);
    if (answer == tlm::TLM_UPDATED) advance(p, phase);
    if (answer != tlm::TLM_COMPLETED) {
      sc_core::wait(t);
      t = sc_core::SC_ZERO_TIME;
      while (!p.responded) sc_core::wait(p.progress);
      phase = tlm::END_RESP;
      m_nb_fw(trans, phase, t);
    }
    m_pending.remove(&p);
  }
  void advance(pending &p, const phase_type &phase) {
    if (phase == tlm::END_REQ) p.requested = true;
    if (phase == tlm::BEGIN_RESP) p.responded = true;
  }

  sync_enum_type nb_transport_bw(transaction_type &trans, phase_type &phase, sc_core::sc_time &t) {
    for (pending *p : m_pending) {
      if (p->trans != &trans) continue;
      advance(*p, phase);
      if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
      if (t == sc_core::SC_ZERO_TIME) {
        p->progress.notify(sc_core::SC_ZERO_TIME);
      } else {
        p->progress.notify(t);
      }
      return tlm::TLM_ACCEPTED;
    }
    return this->m_port->nb_transport_bw(trans, phase, t);
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 start, sc_dt::uint64 end) {
    this->m_port->invalidate_direct_mem_ptr(start, end);
  }

  sync_enum_type nb_transport_fw(transaction_type &trans, phase_type &phase, sc_core::sc_time &t) {
    if (m_nb_fw) return m_nb_fw(trans, phase, t);
    if (!m_b || !m_converts) {
      SC_REPORT_ERROR("/OSCI_TLM-2/simple_socket", "nb_transport_fw called but no function is registered");
      return tlm::TLM_COMPLETED;
    }
    if (phase == tlm::END_RESP) {
      m_response_done.notify();
      return tlm::TLM_COMPLETED;
    }
    if (phase != tlm::BEGIN_REQ) return tlm::TLM_ACCEPTED;
    trans.acquire();
    transaction_type *x = &trans;
    const sc_core::sc_time delay = t;
    sc_core::sc_spawn([this, x, delay] { serve(x, delay); });
    return tlm::TLM_ACCEPTED;
  }
  // A non-blocking call that a module with a blocking function serves.
  void serve(transaction_type *trans, sc_core::sc_time delay) {
    sc_core::wait(delay);
    sc_core::sc_time t;
    m_b(*trans, t);
    sc_core::wait(t);
    t = sc_core::SC_ZERO_TIME;
    while (m_responding) sc_core::wait(m_response_done);
    m_responding = true;
    phase_type phase = tlm::BEGIN_RESP;
    const sync_enum_type answer = this->m_port->nb_transport_bw(*trans, phase, t);
    if (answer == tlm::TLM_ACCEPTED) {
      sc_core::wait(m_response_done);
    } else if (answer == tlm::TLM_UPDATED) {
      sc_core::wait(t);
    }
    m_responding = false;
    m_response_done.notify();
    trans->release();
  }

  unsigned transport_dbg(transaction_type &trans) { return m_debug ? m_debug(trans) : 0; }
  bool get_direct_mem_ptr(transaction_type &trans, tlm::tlm_dmi &dmi) {
    if (m_dmi) return m_dmi(trans, dmi);
    dmi.allow_read_write();
    dmi.set_start_address(0);
    dmi.set_end_address(~sc_dt::uint64(0));
    return false;
  }

  // Objects of their own, so that the socket is not mistaken for an interface where sockets are bound.
  struct forward : public fw_interface_type {
    explicit forward(target_socket_with_functions *s) : socket(s) {}
    void b_transport(transaction_type &x, sc_core::sc_time &t) override { socket->b_transport(x, t); }
    sync_enum_type nb_transport_fw(transaction_type &x, phase_type &p, sc_core::sc_time &t) override {
      return socket->nb_transport_fw(x, p, t);
    }
    unsigned transport_dbg(transaction_type &x) override { return socket->transport_dbg(x); }
    bool get_direct_mem_ptr(transaction_type &x, tlm::tlm_dmi &d) override { return socket->get_direct_mem_ptr(x, d); }
    target_socket_with_functions *socket;
  };
  struct backward : public bw_interface_type {
    explicit backward(target_socket_with_functions *s) : socket(s) {}
    sync_enum_type nb_transport_bw(transaction_type &x, phase_type &p, sc_core::sc_time &t) override {
      return socket->nb_transport_bw(x, p, t);
    }
    void invalidate_direct_mem_ptr(sc_dt::uint64 start, sc_dt::uint64 end) override {
      socket->invalidate_direct_mem_ptr(start, end);
    }
    target_socket_with_functions *socket;
  };

  forward m_forward;
  backward m_backward;
  bool m_converts;
  bool m_responding = false;
  sc_core::sc_event m_response_done{sc_core::sc_kernel_event};
  sc_core::sc_list<pending *> m_pending;
};

extern template class target_socket_with_functions<32, tlm::tlm_base_protocol_types, sc_core::SC_ONE_OR_MORE_BOUND>;

template <class MODULE, unsigned BUSWIDTH = 32, class TYPES = tlm::tlm_base_protocol_types,
          sc_core::sc_port_policy POL = sc_core::SC_ONE_OR_MORE_BOUND>
class simple_target_socket_b : public target_socket_with_functions<BUSWIDTH, TYPES, POL> {
 public:
  typedef target_socket_with_functions<BUSWIDTH, TYPES, POL> functions_base;
  typedef typename functions_base::transaction_type transaction_type;
  typedef typename functions_base::phase_type phase_type;
  simple_target_socket_b() : functions_base(sc_core::sc_gen_unique_name("simple_target_socket"), true) {}
  explicit simple_target_socket_b(const char *name, bool converts = true) : functions_base(name, converts) {}

  void register_nb_transport_fw(MODULE *m, tlm::tlm_sync_enum (MODULE::*f)(transaction_type &, phase_type &, sc_core::sc_time &)) {
    this->m_nb_fw.set(m, f);
  }
  void register_b_transport(MODULE *m, void (MODULE::*f)(transaction_type &, sc_core::sc_time &)) {
    this->m_b.set(m, f);
  }
  void register_transport_dbg(MODULE *m, unsigned (MODULE::*f)(transaction_type &)) {
    this->m_debug.set(m, f);
  }
  void register_get_direct_mem_ptr(MODULE *m, bool (MODULE::*f)(transaction_type &, tlm::tlm_dmi &)) {
    this->m_dmi.set(m, f);
  }
};
template <class MODULE, unsigned BUSWIDTH = 32, class TYPES = tlm::tlm_base_protocol_types>
class simple_target_socket : public simple_target_socket_b<MODULE, BUSWIDTH, TYPES> {
 public:
  simple_target_socket() {}
  explicit simple_target_socket(const char *name) : simple_target_socket_b<MODULE, BUSWIDTH, TYPES>(name) {}
};
template <class MODULE, unsigned BUSWIDTH = 32, class TYPES = tlm::tlm_base_protocol_types>
class simple_target_socket_optional
    : public simple_target_socket_b<MODULE, BUSWIDTH, TYPES, sc_core::SC_ZERO_OR_MORE_BOUND> {
 public:
  explicit simple_target_socket_optional(const char *name)
      : simple_target_socket_b<MODULE, BUSWIDTH, TYPES, sc_core::SC_ZERO_OR_MORE_BOUND>(name) {}
};

template <class MODULE, unsigned BUSWIDTH = 32, class TYPES = tlm::tlm_base_protocol_types, bool CONVERTS = true,
          sc_core::sc_port_policy POL = sc_core::SC_ONE_OR_MORE_BOUND>
class target_socket_tagged_b : public target_socket_with_functions<BUSWIDTH, TYPES, POL> {
 public:
  typedef target_socket_with_functions<BUSWIDTH, TYPES, POL> functions_base;
  typedef typename functions_base::transaction_type transaction_type;
  typedef typename functions_base::phase_type phase_type;
  target_socket_tagged_b() : functions_base(sc_core::sc_gen_unique_name("simple_target_socket_tagged"), CONVERTS) {}
  explicit target_socket_tagged_b(const char *name) : functions_base(name, CONVERTS) {}

  void register_nb_transport_fw(MODULE *m,
                                tlm::tlm_sync_enum (MODULE::*f)(int, transaction_type &, phase_type &, sc_core::sc_time &),
                                int id) {
    this->m_nb_fw.set(m, f, id);
  }
  void register_b_transport(MODULE *m, void (MODULE::*f)(int, transaction_type &, sc_core::sc_time &), int id) {
    this->m_b.set(m, f, id);
  }
  void register_transport_dbg(MODULE *m, unsigned (MODULE::*f)(int, transaction_type &), int id) {
    this->m_debug.set(m, f, id);
  }
  void register_get_direct_mem_ptr(MODULE *m, bool (MODULE::*f)(int, transaction_type &, tlm::tlm_dmi &), int id) {
    this->m_dmi.set(m, f, id);
  }
};
template <class MODULE, unsigned BUSWIDTH = 32, class TYPES = tlm::tlm_base_protocol_types>
class simple_target_socket_tagged : public target_socket_tagged_b<MODULE, BUSWIDTH, TYPES, true> {
 public:
  using target_socket_tagged_b<MODULE, BUSWIDTH, TYPES, true>::target_socket_tagged_b;
};
template <class MODULE, unsigned BUSWIDTH = 32, class TYPES = tlm::tlm_base_protocol_types>
class simple_target_socket_tagged_optional
    : public target_socket_tagged_b<MODULE, BUSWIDTH, TYPES, true, sc_core::SC_ZERO_OR_MORE_BOUND> {
 public:
  using target_socket_tagged_b<MODULE, BUSWIDTH, TYPES, true, sc_core::SC_ZERO_OR_MORE_BOUND>::target_socket_tagged_b;
};

}  // namespace tlm_utils

#endif
