// Ports and exports. Bindings are noted when they are made and resolved, through chains of ports, when the elaboration
// is completed; then a call through a port is one load away from the channel.
#ifndef ALLWAYS_SC_PORT_H
#define ALLWAYS_SC_PORT_H

#include <typeindex>

#include "sysc/communication/sc_interface.h"
#include "sysc/kernel/sc_process.h"
#include "sysc/kernel/sc_simcontext.h"

namespace sc_core {

enum sc_port_policy { SC_ONE_OR_MORE_BOUND, SC_ZERO_OR_MORE_BOUND, SC_ALL_BOUND };

class sc_port_base : public sc_object {
 public:
  const char *kind() const override { return "sc_port_base"; }
  int maximum() const { return m_maximum; }
  sc_port_policy policy() const { return m_policy; }
  virtual int interface_count() const = 0;
  virtual sc_interface *interface_at(int i) const = 0;
  virtual const char *if_typename() const = 0;

  // By position: false if the types do not fit.
  virtual bool vbind(sc_interface &channel) = 0;
  virtual bool vbind(sc_port_base &parent) = 0;

  // Sensitivity that is resolved when the port is bound.
  void make_sensitive(sc_process_b *process, const sc_event_finder *finder) const;
  bool resolved() const { return m_state == complete; }
  // Before the end of the elaboration: how often it was bound.
  int bind_count() const { return resolved() ? interface_count() : m_bindings.size(); }
  virtual sc_interface *get_interface() = 0;
  virtual const sc_interface *get_interface() const = 0;
  virtual std::type_index get_interface_type() const = 0;

  virtual ~sc_port_base() override;

 protected:
  sc_port_base(int maximum, sc_port_policy policy);
  sc_port_base(const char *name, int maximum, sc_port_policy policy);

  virtual void before_end_of_elaboration() {}
  virtual void end_of_elaboration() {}
  virtual void start_of_simulation() {}
  virtual void end_of_simulation() {}

  // Takes over what another port is bound to; with the types of both.
  typedef void (*puller)(sc_port_base *port, sc_port_base *parent);
  void bind_parent(sc_port_base *parent, puller pull);
  void bind_interface(sc_interface *channel, puller add, void *typed);
  void bound(const sc_object *to);
  virtual void add_typed(void *typed) = 0;

 private:
  friend class sc_simcontext;
  friend class sc_registry<sc_port_base>;

  struct binding {
    sc_port_base *parent;
    puller pull;
    sc_interface *channel;
    void *typed;
    bool operator==(const binding &b) const { return typed == b.typed && parent == b.parent; }
  };
  struct sensitivity {
    sc_process_b *process;
    const sc_event_finder *finder;
    bool operator==(const sensitivity &s) const { return process == s.process && finder == s.finder; }
  };
  enum binding_state : unsigned char { open, resolving, complete };

  void enter();
  void complete_binding();
  void miscounted(int n, const char *what, const char *end) const;
  void resolve_sensitivity(const sensitivity &s) const;

  int m_maximum;
  sc_port_policy m_policy;
  binding_state m_state;
  bool m_is_parent;  // ports of inner modules are bound to it: channels hear of those
  sc_list<binding> m_bindings;
  int m_added;  // so many of them, before the elaboration ends
  int m_place;  // among all ports
  mutable sc_list<sensitivity> m_sensitive;
};

template <class Port, class To>
inline void bind_in_constructor(Port &port, To &to) {
  sc_former(sc_former_bound_in_constructor);
  port.bind(to);
}

template <class IF>
class sc_port_b : public sc_port_base {
 public:
  typedef IF if_type;
  typedef sc_port_base base_type;
  typedef sc_port_b<IF> this_type;
  typedef this_type port_type;

  virtual void bind(IF &channel) { bind_interface(&channel, nullptr, &channel); }
  virtual void bind(sc_port_b<IF> &parent) { bind_parent(&parent, &pull_from<IF>); }
  void operator()(IF &channel) { bind(channel); }
  void operator()(sc_port_b<IF> &parent) { bind(parent); }

  int size() const { return m_interfaces.size(); }
  IF *operator->() { return checked(); }
  const IF *operator->() const { return checked(); }
  IF *operator[](int i) { return at(i); }
  const IF *operator[](int i) const { return at(i); }
  sc_interface *get_interface() override { return m_interface; }
  const sc_interface *get_interface() const override { return m_interface; }
  IF *get_interface(int i) { return i == 0 ? m_interface : at(i); }
  const IF *get_interface(int i) const { return i == 0 ? m_interface : at(i); }
  std::type_index get_interface_type() const override { return typeid(IF); }

  int interface_count() const override { return size(); }
  sc_interface *interface_at(int i) const override { return m_interfaces[i]; }
  const char *if_typename() const override { return typeid(IF).name(); }
  bool vbind(sc_interface &channel) override {
    IF *typed = dynamic_cast<IF *>(&channel);
    if (!typed) return false;
    bind(*typed);
    return true;
  }
  bool vbind(sc_port_base &parent) override {
    sc_port_b<IF> *typed = dynamic_cast<sc_port_b<IF> *>(&parent);
    if (!typed) return false;
    bind(*typed);
    return true;
  }

  template <class Other>
  static void pull_from(sc_port_base *port, sc_port_base *parent) {
    sc_port_b *self = static_cast<sc_port_b *>(port);
    sc_port_b<Other> *from = static_cast<sc_port_b<Other> *>(parent);
    for (int i = 0; i < from->size(); i++) self->add(static_cast<IF *>((*from)[i]));
  }

 protected:
  sc_port_b(int maximum, sc_port_policy policy) : sc_port_base(maximum, policy), m_interface(nullptr) {}
  sc_port_b(const char *name, int maximum, sc_port_policy policy)
      : sc_port_base(name, maximum, policy), m_interface(nullptr) {}

  template <class Other>
  void bind_other(sc_port_b<Other> &parent) {
    bind_parent(&parent, &pull_from<Other>);
  }

 private:
  void add_typed(void *typed) override { add(static_cast<IF *>(typed)); }
  void add(IF *channel) {
    for (IF *known : m_interfaces)
      if (known == channel) sc_complain_of(107, "interface already bound to port", "port", this);
    m_interfaces.push(channel);
    if (!m_interface) m_interface = channel;
  }
  IF *checked() const {
    if (!m_interface) sc_error_of(112, "port is not bound", "port", this);
    return m_interface;
  }
  IF *at(int i) const {
    if (i == 0 && m_interface) return m_interface;
    if (i < 0 || i >= m_interfaces.size()) sc_error_of(112, "index out of range", "port", this);
    return m_interfaces[i];
  }

  IF *m_interface;
  sc_list<IF *> m_interfaces;
};

template <class IF, int N = 1, sc_port_policy P = SC_ONE_OR_MORE_BOUND>
class sc_port : public sc_port_b<IF> {
 public:
  sc_port() : sc_port_b<IF>(sc_gen_unique_name("port"), N, P) {}
  explicit sc_port(const char *name) : sc_port_b<IF>(name, N, P) {}
  explicit sc_port(IF &channel) : sc_port() { bind_in_constructor(*this, channel); }
  sc_port(const char *name, IF &channel) : sc_port(name) { bind_in_constructor(*this, channel); }
  explicit sc_port(sc_port_b<IF> &parent) : sc_port() { bind_in_constructor(*this, parent); }
  sc_port(const char *name, sc_port_b<IF> &parent) : sc_port(name) { bind_in_constructor(*this, parent); }
  const char *kind() const override { return "sc_port"; }
};

// --- exports --------------------------------------------------------------------------------------------------------

class sc_export_base : public sc_object {
 public:
  typedef sc_export_base this_type;
  const char *kind() const override { return "sc_export_base"; }
  virtual sc_interface *get_interface() = 0;
  virtual const sc_interface *get_interface() const = 0;
  virtual std::type_index get_interface_type() const = 0;
  ~sc_export_base() override;

 protected:
  explicit sc_export_base(const char *name);
  void note(const sc_interface *channel);

  virtual void before_end_of_elaboration() {}
  virtual void end_of_elaboration() {}
  virtual void start_of_simulation() {}
  virtual void end_of_simulation() {}

 private:
  friend class sc_simcontext;
  friend class sc_registry<sc_export_base>;
  void complete_binding();
  int m_place;  // among all exports
};

template <class IF>
class sc_export : public sc_export_base {
 public:
  sc_export() : sc_export_base(sc_gen_unique_name("export")), m_interface(nullptr) {}
  explicit sc_export(const char *name) : sc_export_base(name), m_interface(nullptr) {}
  explicit sc_export(IF &channel) : sc_export() { bind(channel); }
  sc_export(const char *name, IF &channel) : sc_export(name) { bind(channel); }
  const char *kind() const override { return "sc_export"; }

  virtual void bind(IF &channel) {
    if (m_interface) return sc_complain(126, name());
    m_interface = &channel;
    note(&channel);
  }
  void operator()(IF &channel) { bind(channel); }
  operator IF &() { return *checked(); }
  operator const IF &() const { return *checked(); }
  IF *operator->() { return checked(); }
  const IF *operator->() const { return checked(); }
  sc_interface *get_interface() override { return m_interface; }
  const sc_interface *get_interface() const override { return m_interface; }
  std::type_index get_interface_type() const override { return typeid(IF); }

 private:
  IF *checked() const {
    if (!m_interface) sc_error(120, name());
    return m_interface;
  }
  IF *m_interface;
};

// --- event finders --------------------------------------------------------------------------------------------------

template <class IF>
class sc_event_finder_t : public sc_event_finder {
 public:
  typedef const sc_event &(IF::*member)() const;
  sc_event_finder_t(const sc_port_b<IF> &port, member event) : sc_event_finder(port), m_typed(&port), m_event(event) {}
  sc_event_finder_t(const sc_port_base &port, member event) : sc_event_finder(port), m_typed(nullptr), m_event(event) {}
  const sc_event &find_at(int i) const override {
    return m_typed ? ((*m_typed)[i]->*m_event)() : sc_event_finder::find_at(i);
  }
  const sc_event &find_event(sc_interface *iface = nullptr) const override {
    const IF *typed = nullptr;
    if (iface) {
      typed = dynamic_cast<const IF *>(iface);
    } else if (m_typed) {
      if (!m_typed->get_interface()) sc_error_of(118, "port is not bound", "port", m_typed);
      typed = (*m_typed)[0];
    }
    if (!typed) sc_error_of(118, "", "port", &port());
    return (typed->*m_event)();
  }

 private:
  const sc_port_b<IF> *m_typed;
  member m_event;
};

// --- primitive channels ---------------------------------------------------------------------------------------------

class sc_prim_channel : public sc_object {
 public:
  const char *kind() const override { return "sc_prim_channel"; }
  bool update_requested() const { __allways_unsupported("sc_prim_channel::update_requested"); }
  void request_update() { __allways_request_update(&do_update, this); }
  void async_request_update() { request_update(); }  // there is no other thread that could ask
  bool async_attach_suspending() { __allways_unsupported("async_attach_suspending"); }
  bool async_detach_suspending() { __allways_unsupported("async_detach_suspending"); }
  ~sc_prim_channel() override;

 protected:
  sc_prim_channel();
  explicit sc_prim_channel(const char *name);
  sc_prim_channel(const sc_prim_channel &) = delete;
  sc_prim_channel &operator=(const sc_prim_channel &) = delete;

  virtual void update() {}
  virtual void before_end_of_elaboration() {}
  virtual void end_of_elaboration() {}
  virtual void start_of_simulation() {}
  virtual void end_of_simulation() {}

  void wait() { sc_core::wait(); }
  template <class... A>
  void wait(const A &...a) {
    sc_core::wait(a...);
  }
  void next_trigger() { sc_core::next_trigger(); }
  template <class... A>
  void next_trigger(const A &...a) {
    sc_core::next_trigger(a...);
  }
  bool timed_out() { return sc_core::timed_out(); }

 private:
  friend class sc_simcontext;
  friend class sc_registry<sc_prim_channel>;
  int m_place;  // among all channels
  void enter();
  static void do_update(void *channel) {
    if (__allways_sc_control && sc_get_curr_simcontext()->m_stopped_now) return;
    static_cast<sc_prim_channel *>(channel)->update();
  }
};

}  // namespace sc_core

#endif
