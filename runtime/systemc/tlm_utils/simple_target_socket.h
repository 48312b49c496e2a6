// Target sockets whose forward calls are functions that the module registers. A call of the kind that is not registered
// is turned into the other one.
#ifndef ALLWAYS_SIMPLE_TARGET_SOCKET_H
#define ALLWAYS_SIMPLE_TARGET_SOCKET_H

#include "tlm_utils/peq_with_get.h"
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
  socket_family family() const { return m_converts ? simple_sockets : passthrough_sockets; }
  ~target_socket_with_functions() override {
    for (server *s : m_servers) delete s;
  }
  registered<sync_enum_type(transaction_type &, phase_type &, sc_core::sc_time &)> m_nb_fw;
  registered<void(transaction_type &, sc_core::sc_time &)> m_b;
  registered<unsigned(transaction_type &)> m_debug;
  registered<bool(transaction_type &, tlm::tlm_dmi &)> m_dmi;

 private:
  void fail(const char *text) const { socket_error(family(), this, text); }

  // A blocking call that a module with non-blocking functions serves: one thread makes all these calls, and who called waits.
  struct caller {
    transaction_type *trans;
    sc_core::sc_event done;
    explicit caller(transaction_type *t) : trans(t), done(sc_core::sc_kernel_event) {}
  };
  // For payloads without a memory manager: the call ends when nobody refers to them any more.
  struct last_release : tlm::tlm_mm_interface {
    sc_core::sc_event done{sc_core::sc_kernel_event};
    void free(tlm::tlm_generic_payload *trans) override {
      done.notify();
      trans->reset();
    }
  };
  void b_transport(transaction_type &trans, sc_core::sc_time &t) {
    if (m_b) return m_b(trans, t);
    if (!m_nb_fw || !m_converts) return fail(m_converts ? "no blocking transport callback registered" : "no blocking callback registered");
    m_requests.insert(sc_core::sc_time_stamp() + t, &trans);
    m_request.notify(t);
    t = sc_core::SC_ZERO_TIME;
    last_release released;
    const bool managed = trans.has_mm();
    if (!managed) {
      trans.set_mm(&released);
      trans.acquire();
    }
    caller c(&trans);
    m_callers.push(&c);
    sc_core::wait(c.done);
    if (managed) return;
    trans.release();
    if (trans.get_ref_count()) sc_core::wait(released.done);
    trans.set_mm(nullptr);
  }
  bool answer(transaction_type &trans, const sc_core::sc_time &t) {
    for (caller *c : m_callers) {
      if (c->trans != &trans) continue;
      m_callers.remove(c);
      c->done.notify(t);
      return true;
    }
    return false;
  }
  transaction_type *next_request() {
    if (m_requests.empty()) return nullptr;
    const sc_core::sc_time now = sc_core::sc_time_stamp();
    if (m_requests.front().due <= now) return m_requests.take();
    m_request.notify(m_requests.front().due - now);
    return nullptr;
  }
  void convert() {
    for (;; sc_core::wait())
      while (transaction_type *trans = next_request()) convert(trans);
  }
  void convert(transaction_type *trans) {
    phase_type phase = tlm::BEGIN_REQ;
    sc_core::sc_time t;
    const sync_enum_type answered = m_nb_fw(*trans, phase, t);
    if (answered == tlm::TLM_COMPLETED) {
      answer(*trans, t);
    } else if (phase == tlm::BEGIN_REQ) {
      m_requesting = trans;
      sc_core::wait(m_end_request);
      m_requesting = nullptr;
    } else if (phase == tlm::END_REQ) {
      sc_core::wait(t);
    } else if (phase == tlm::BEGIN_RESP) {
      phase = tlm::END_RESP;
      sc_core::wait(t);
      t = sc_core::SC_ZERO_TIME;
      m_nb_fw(*trans, phase, t);
      answer(*trans, t);
    } else {
      fail("invalid phase received");
    }
  }
  void start_of_simulation() override {
    base_type::start_of_simulation();
    if (m_b || !m_nb_fw || !m_converts) return;
    sc_core::sc_spawn_options options;
    options.set_sensitivity(&m_request);
    options.dont_initialize();
    sc_core::sc_spawn([this] { convert(); }, sc_core::sc_gen_unique_name("b2nb_thread"), &options);
  }

  sync_enum_type nb_transport_bw(transaction_type &trans, phase_type &phase, sc_core::sc_time &t) {
    bool converted = false;
    for (const caller *c : m_callers) converted |= c->trans == &trans;
    if (!converted) return this->m_port->nb_transport_bw(trans, phase, t);
    if (phase == tlm::END_REQ) {
      m_end_request.notify(sc_core::SC_ZERO_TIME);
      return tlm::TLM_ACCEPTED;
    }
    if (phase == tlm::BEGIN_RESP) {
      if (m_requesting == &trans) m_end_request.notify(sc_core::SC_ZERO_TIME);
      answer(trans, t);
    } else {
      fail("invalid phase received");
    }
    return tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 start, sc_dt::uint64 end) {
    this->m_port->invalidate_direct_mem_ptr(start, end);
  }

  // A non-blocking call that a module with a blocking function serves: in a thread that begins when the request arrives, and is used
  // again for later ones.
  struct server {
    transaction_type *trans;
    bool idle;
    sc_core::sc_event begins;
    server() : trans(nullptr), idle(false), begins(sc_core::sc_kernel_event) {}
  };
  sync_enum_type nb_transport_fw(transaction_type &trans, phase_type &phase, sc_core::sc_time &t) {
    if (m_nb_fw) return m_nb_fw(trans, phase, t);
    if (!m_b || !m_converts) {
      fail(m_converts ? "no non-blocking transport callback registered" : "no non-blocking callback registered");
    } else if (phase == tlm::BEGIN_REQ) {
      server *s = free_server();
      s->trans = &trans;
      s->begins.notify(t);
      return tlm::TLM_ACCEPTED;
    } else if (phase == tlm::END_RESP) {
      m_responding = false;
      m_response_done.notify(t);
    } else {
      fail("invalid phase received");
    }
    return tlm::TLM_COMPLETED;
  }
  server *free_server() {
    for (server *s : m_servers) {
      if (!s->idle) continue;
      s->idle = false;
      return s;
    }
    server *s = new server;
    m_servers.push(s);
    sc_core::sc_spawn_options options;
    options.dont_initialize();
    options.set_sensitivity(&s->begins);
    sc_core::sc_spawn([this, s] { serve(s); }, sc_core::sc_gen_unique_name("nb2b_thread"), &options);
    return s;
  }
  void serve(server *s) {
    for (;; sc_core::wait()) {
      sc_core::sc_time t;
      transaction_type *trans = s->trans;
      m_b(*trans, t);
      sc_core::wait(t);
      while (m_responding) sc_core::wait(m_response_done);
      t = sc_core::SC_ZERO_TIME;
      phase_type phase = tlm::BEGIN_RESP;
      const sync_enum_type answered = this->m_port->nb_transport_bw(*trans, phase, t);
      m_responding = answered != tlm::TLM_COMPLETED && !(answered == tlm::TLM_UPDATED && phase == tlm::END_RESP);
      s->idle = true;
    }
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
  sc_core::sc_event m_response_done{sc_core::sc_kernel_event}, m_request{sc_core::sc_kernel_event}, m_end_request{sc_core::sc_kernel_event};
  timed_items<transaction_type *> m_requests;
  transaction_type *m_requesting = nullptr;  // waits for the end of its request
  sc_core::sc_list<caller *> m_callers;
  sc_core::sc_list<server *> m_servers;
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
    this->m_nb_fw.set_once(this->family(), this, "non-blocking callback", m, f);
  }
  void register_b_transport(MODULE *m, void (MODULE::*f)(transaction_type &, sc_core::sc_time &)) {
    this->m_b.set_once(this->family(), this, "blocking callback", m, f);
  }
  void register_transport_dbg(MODULE *m, unsigned (MODULE::*f)(transaction_type &)) {
    this->m_debug.set_once(this->family(), this, "debug callback", m, f);
  }
  void register_get_direct_mem_ptr(MODULE *m, bool (MODULE::*f)(transaction_type &, tlm::tlm_dmi &)) {
    this->m_dmi.set_once(this->family(), this, "get DMI pointer callback", m, f);
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
    this->m_nb_fw.set_once(this->family(), this, "non-blocking callback", m, f, id);
  }
  void register_b_transport(MODULE *m, void (MODULE::*f)(int, transaction_type &, sc_core::sc_time &), int id) {
    this->m_b.set_once(this->family(), this, "blocking callback", m, f, id);
  }
  void register_transport_dbg(MODULE *m, unsigned (MODULE::*f)(int, transaction_type &), int id) {
    this->m_debug.set_once(this->family(), this, "debug callback", m, f, id);
  }
  void register_get_direct_mem_ptr(MODULE *m, bool (MODULE::*f)(int, transaction_type &, tlm::tlm_dmi &), int id) {
    this->m_dmi.set_once(this->family(), this, "get DMI pointer callback", m, f, id);
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
