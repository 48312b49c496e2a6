// Events, and lists of them to wait for. An event is its address: the kernel keeps what is pending and who waits.
#ifndef ALLWAYS_SC_EVENT_H
#define ALLWAYS_SC_EVENT_H

#include "sysc/kernel/sc_time.h"

namespace sc_core {

class sc_event_and_list;
class sc_event_or_list;
class sc_event_and_expr;
class sc_event_or_expr;

// Events of the library: outside of the hierarchy, with names as the reference library gives them.
enum sc_event_kernel_tag : int {
  sc_kernel_event = -1,
  sc_changed_event = -2,
  sc_posedge_event = -3,
  sc_negedge_event = -4,
  sc_write_event = -5,
  sc_read_event = -6,
  sc_term_event = -7,
  sc_reset_event = -8
};
const char *sc_kernel_event_name(const sc_event *event, int tag);

void sc_note_notification(const class sc_event *e);
bool sc_may_notify();  // for immediate notifications outside of processes: an error before and after the simulation

class sc_event {
 public:
  sc_event();
  explicit sc_event(const char *name);
  explicit sc_event(sc_event_kernel_tag tag) : sc_event(tag, nullptr) {}
  sc_event(sc_event_kernel_tag tag, sc_object *parent) : m_name(""), m_in(nullptr), m_parent(parent), m_place(tag) {}
  sc_event(const sc_event &) = delete;
  sc_event &operator=(const sc_event &) = delete;
  ALLWAYS_SC_THIN ~sc_event() {
    if (m_in) leave();
  }

  const char *name() const { return m_place < 0 ? sc_kernel_event_name(this, m_place) : m_name; }
  const char *basename() const;
  bool in_hierarchy() const { return *m_name != 0 || m_place < 0; }
  sc_object *get_parent_object() const { return m_in ? m_in->owner : m_parent; }

  ALLWAYS_SC_THIN void *address() const { return const_cast<sc_event *>(this); }

  ALLWAYS_SC_THIN void notify() {
    if (!__allways_self_data() && !sc_may_notify()) return;
    if (__allways_sc_report_time) sc_note_notification(this);
    __allways_notify(this);
  }
  void notify(const sc_time &t) { __allways_notify_after(this, static_cast<long long>(t.value())); }
  template <class N>
  void notify(N length, sc_time_unit unit) {
    notify(sc_time(length, unit));
  }
  void notify_delayed() { notify_delayed(SC_ZERO_TIME); }
  void notify_delayed(const sc_time &t) {
    sc_former(sc_former_notify_delayed);
    if (__allways_sc_report_time && __allways_pending(this)) sc_complain(531);
    notify(t);
  }
  template <class N>
  void notify_delayed(N length, sc_time_unit unit) {
    notify_delayed(sc_time(length, unit));
  }
  void notify_next_delta() { __allways_notify_after(this, 0); }
  void cancel() { __allways_cancel(this); }
  static const class sc_no_event none;  // nobody notifies it; a function of that name in later versions
  bool triggered() const;

  inline sc_event_or_expr operator|(const sc_event &e) const;
  inline sc_event_or_expr operator|(const sc_event_or_list &e) const;
  inline sc_event_and_expr operator&(const sc_event &e) const;
  inline sc_event_and_expr operator&(const sc_event_and_list &e) const;

 private:
  friend class sc_object;
  friend class sc_members<sc_event>;
  friend class sc_simcontext;
  void enter(const char *name);
  void leave();

  const char *m_name;  // empty for events made during the simulation
  sc_scope *m_in;       // none: outside of the hierarchy
  sc_object *m_parent;  // of one outside of it
  int m_place;  // of one with a name: among the members of its scope; below 0: which event of the library it is
};

inline void notify(sc_event &e) {
  sc_former(sc_former_notify);
  e.notify();
}
inline void notify(const sc_time &t, sc_event &e) {
  sc_former(sc_former_notify);
  e.notify(t);
}
inline void notify(double length, sc_time_unit unit, sc_event &e) { notify(sc_time(length, unit), e); }

class sc_no_event : public sc_event {
 public:
  using sc_event::sc_event;
  const sc_event &operator()() const { return *this; }
};

class sc_event_list {
 public:
  int size() const { return m_events.size(); }
  void *const *events() const { return m_events.begin(); }
  void swap(sc_event_list &other) { std::swap(m_events, other.m_events); }

 protected:
  void add(const sc_event &e) {
    for (void *known : m_events)
      if (known == e.address()) return;
    m_events.push(e.address());
  }
  void add(const sc_event_list &l) {
    for (void *e : l.m_events) add(*static_cast<const sc_event *>(e));
  }

  sc_list<void *> m_events;
};

class sc_event_or_list : public sc_event_list {
 public:
  sc_event_or_list() {}
  sc_event_or_list(const sc_event &e) { add(e); }
  sc_event_or_list(const sc_event_or_list &) = default;
  sc_event_or_list &operator=(const sc_event_or_list &) = default;
  sc_event_or_list &operator=(const sc_event &e) {
    m_events.clear();
    add(e);
    return *this;
  }
  sc_event_or_list &operator|=(const sc_event &e) {
    add(e);
    return *this;
  }
  sc_event_or_list &operator|=(const sc_event_or_list &l) {
    add(l);
    return *this;
  }
  inline sc_event_or_expr operator|(const sc_event &e) const;
  inline sc_event_or_expr operator|(const sc_event_or_list &l) const;
};

class sc_event_and_list : public sc_event_list {
 public:
  sc_event_and_list() {}
  sc_event_and_list(const sc_event &e) { add(e); }
  sc_event_and_list(const sc_event_and_list &) = default;
  sc_event_and_list &operator=(const sc_event_and_list &) = default;
  sc_event_and_list &operator=(const sc_event &e) {
    m_events.clear();
    add(e);
    return *this;
  }
  sc_event_and_list &operator&=(const sc_event &e) {
    add(e);
    return *this;
  }
  sc_event_and_list &operator&=(const sc_event_and_list &l) {
    add(l);
    return *this;
  }
  inline sc_event_and_expr operator&(const sc_event &e) const;
  inline sc_event_and_expr operator&(const sc_event_and_list &l) const;
};

class sc_event_or_expr : public sc_event_or_list {
 public:
  sc_event_or_expr() {}
  sc_event_or_expr operator|(const sc_event &e) const {
    sc_event_or_expr x(*this);
    x.add(e);
    return x;
  }
  sc_event_or_expr operator|(const sc_event_or_list &l) const {
    sc_event_or_expr x(*this);
    x.add(l);
    return x;
  }
  template <class A, class B>
  static sc_event_or_expr of(const A &a, const B &b) {
    sc_event_or_expr x;
    x.add(a);
    x.add(b);
    return x;
  }
};

class sc_event_and_expr : public sc_event_and_list {
 public:
  sc_event_and_expr() {}
  sc_event_and_expr operator&(const sc_event &e) const {
    sc_event_and_expr x(*this);
    x.add(e);
    return x;
  }
  sc_event_and_expr operator&(const sc_event_and_list &l) const {
    sc_event_and_expr x(*this);
    x.add(l);
    return x;
  }
  template <class A, class B>
  static sc_event_and_expr of(const A &a, const B &b) {
    sc_event_and_expr x;
    x.add(a);
    x.add(b);
    return x;
  }
};

sc_event_or_expr sc_event::operator|(const sc_event &e) const { return sc_event_or_expr::of(*this, e); }
sc_event_or_expr sc_event::operator|(const sc_event_or_list &l) const { return sc_event_or_expr::of(*this, l); }
sc_event_and_expr sc_event::operator&(const sc_event &e) const { return sc_event_and_expr::of(*this, e); }
sc_event_and_expr sc_event::operator&(const sc_event_and_list &l) const { return sc_event_and_expr::of(*this, l); }
sc_event_or_expr sc_event_or_list::operator|(const sc_event &e) const { return sc_event_or_expr::of(*this, e); }
sc_event_or_expr sc_event_or_list::operator|(const sc_event_or_list &l) const { return sc_event_or_expr::of(*this, l); }
sc_event_and_expr sc_event_and_list::operator&(const sc_event &e) const { return sc_event_and_expr::of(*this, e); }
sc_event_and_expr sc_event_and_list::operator&(const sc_event_and_list &l) const {
  return sc_event_and_expr::of(*this, l);
}

// Which event of a channel a port stands for; asked when ports are bound.
class sc_event_finder {
 public:
  explicit sc_event_finder(const sc_port_base &port) : m_port(port) {}
  virtual ~sc_event_finder() {}
  const sc_port_base &port() const { return m_port; }
  virtual const sc_event &find_event(sc_interface *iface = nullptr) const = 0;
  virtual const sc_event &find_at(int i) const;  // of the channel that the port is bound to as i-th

 private:
  const sc_port_base &m_port;
};

}  // namespace sc_core

#endif
