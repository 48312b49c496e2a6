// Signals. A write always requests the update, and the update compares only where somebody waits for a change: symbolic
// values then do not fork where nobody is sensitive.
#ifndef ALLWAYS_SC_SIGNAL_H
#define ALLWAYS_SC_SIGNAL_H

#include "sysc/communication/sc_port.h"
#include "sysc/datatypes/datatypes.h"

namespace sc_core {

enum sc_writer_policy { SC_ONE_WRITER = 0, SC_MANY_WRITERS = 1, SC_UNCHECKED_WRITERS = 3 };
#ifndef SC_DEFAULT_WRITER_POLICY
#ifdef SC_NO_WRITE_CHECK
#define SC_DEFAULT_WRITER_POLICY SC_UNCHECKED_WRITERS
#else
#define SC_DEFAULT_WRITER_POLICY SC_ONE_WRITER
#endif
#endif

// Whether a signal has changed is remembered only in programs that ask. They ask through functions that mention it: the
// virtual functions proper are below the names that programs call.
struct sc_asked {
  sc_asked() { __allways_sc_ask_signal_events(); }
};

class sc_signal_change_if : virtual public sc_interface {
 public:
  virtual bool event() const = 0;
};

template <class T>
class sc_signal_in_if : public sc_signal_change_if {
 public:
  virtual const sc_event &value_changed_event() const = 0;
  virtual const T &read() const = 0;
  virtual const T &get_data_ref() const = 0;
  bool event(sc_asked = sc_asked()) const { return this->sc_signal_change(); }

 private:
  bool sc_signal_change() const {
    const sc_signal_change_if &i = *this;
    return i.event();
  }
};

class sc_signal_edge_if : public sc_signal_change_if {
 public:
  virtual bool posedge() const = 0;
  virtual bool negedge() const = 0;
};

// Signals with edges: bool and sc_logic.
template <class T>
class sc_signal_in_edge_if : public sc_signal_edge_if {
 public:
  virtual const sc_event &value_changed_event() const = 0;
  virtual const sc_event &posedge_event() const = 0;
  virtual const sc_event &negedge_event() const = 0;
  virtual const T &read() const = 0;
  virtual const T &get_data_ref() const = 0;
  bool event(sc_asked = sc_asked()) const {
    const sc_signal_change_if &i = *this;
    return i.event();
  }
  bool posedge(sc_asked = sc_asked()) const {
    const sc_signal_edge_if &i = *this;
    return i.posedge();
  }
  bool negedge(sc_asked = sc_asked()) const {
    const sc_signal_edge_if &i = *this;
    return i.negedge();
  }
};
template <>
class sc_signal_in_if<bool> : public sc_signal_in_edge_if<bool> {
 public:
  virtual class sc_reset *is_reset() const { return nullptr; }
};
template <>
class sc_signal_in_if<sc_dt::sc_logic> : public sc_signal_in_edge_if<sc_dt::sc_logic> {};

template <class T>
class sc_signal_write_if : virtual public sc_interface {
 public:
  virtual void write(const T &value) = 0;
  virtual sc_writer_policy get_writer_policy() const { return SC_DEFAULT_WRITER_POLICY; }
};
template <class T>
class sc_signal_inout_if : public sc_signal_in_if<T>, public sc_signal_write_if<T> {};
template <class T>
using sc_signal_out_if = sc_signal_inout_if<T>;

template <class T>
inline bool sc_is_high(const T &) {
  return false;
}
inline bool sc_is_high(const bool &v) { return v; }
inline bool sc_is_high(const sc_dt::sc_logic &v) { return v == sc_dt::SC_LOGIC_1; }
inline bool sc_is_low(const bool &v) { return !v; }
inline bool sc_is_low(const sc_dt::sc_logic &v) { return v == sc_dt::SC_LOGIC_0; }

// Who wrote, and whether somebody else may.
class sc_writers {
 public:
  sc_writers() : m_writer(nullptr), m_kept(false), m_port(nullptr) {}
  sc_writers(const sc_writers &) = delete;
  sc_writers &operator=(const sc_writers &) = delete;
  ~sc_writers() { take(nullptr); }
  void check(const sc_object *signal, sc_writer_policy policy) {
    if (policy != SC_ONE_WRITER || is_otherwise_checked(signal, false)) return;
    sc_process_b *self = sc_get_current_process_b();
    if (m_writer == self || !self) return;
    if (m_writer) complain(signal, m_writer, self, false);
    take(self);
  }
  // Several may write, but not two in one delta cycle.
  void check_delta(const sc_object *signal) {
    if (is_otherwise_checked(signal, true)) return;
    sc_process_b *self = sc_get_current_process_b();
    if (m_writer && self && m_writer != self) complain(signal, m_writer, self, true);
    take(self);
  }
  void next_delta() { take(nullptr); }
  static bool conflicts_only() { return __allways_sc_write_check && sc_get_curr_simcontext()->m_conflicts_only; }
  void register_port(const sc_object *signal, sc_port_base &port, bool writes, sc_writer_policy policy);

 private:
  // A spawned process that has ended is still told about. Others may be gone before the signal.
  void take(sc_process_b *writer) {
    if (writer == m_writer) return;
    const bool keep = writer && writer->ends_without_handles();
    if (keep) writer->refer();
    if (m_kept) m_writer->release();
    m_writer = writer;
    m_kept = keep;
  }
  // As the environment wants it, for one writer or for many.
  bool is_otherwise_checked(const sc_object *signal, bool many) {
    if (!__allways_sc_write_check) return false;
    if (sc_get_curr_simcontext()->m_writes_unchecked) return true;
    if (many || !conflicts_only()) return false;
    check_delta(signal);
    return true;
  }
  void complain(const sc_object *signal, const sc_object *first, const sc_object *second, bool in_delta) const;
  sc_process_b *m_writer;
  bool m_kept;
  const sc_port_base *m_port;
};

// Who has written in this delta cycle, whatever the policy: only where that is a property.
class sc_drivers {
 public:
  void note(const sc_object *signal) {
    sc_process_b *self = sc_get_current_process_b();
    if (!self) return;
    __allways_declare("driver", signal, signal->name(), nullptr, 0);
    __allways_check(!m_driver || m_driver == self, "multiple-drivers", "a second driver");
    m_driver = self;
  }
  void next_delta() { m_driver = nullptr; }

 private:
  sc_process_b *m_driver = nullptr;
};

sc_dt::uint64 sc_signal_value_bytes(std::size_t size, bool trivial);

// Bits of a wave form whose type says so; 0: all of its bytes.
template <class T> struct sc_shown_width { enum { bits = 0 }; };
template <> struct sc_shown_width<bool> { enum { bits = 1 }; };
template <int W> struct sc_shown_width<sc_dt::sc_int<W>> { enum { bits = W }; };
template <int W> struct sc_shown_width<sc_dt::sc_uint<W>> { enum { bits = W }; };
template <int W> struct sc_shown_width<sc_dt::sc_bv<W>> { enum { bits = W <= 64 ? W : 0 }; };
// Is it a number with a sign?
template <class T> struct sc_shown_sign { enum { is_signed = std::is_signed<T>::value }; };
template <int W> struct sc_shown_sign<sc_dt::sc_int<W>> { enum { is_signed = 1 }; };

// Value, events and update. What programs call event() on is further down, so that they ask.
template <class T>
class sc_signal_state : public sc_signal_inout_if<T>, public sc_prim_channel {
 public:
  typedef T sc_channel_data;
  const sc_event &default_event() const override { return m_changed_event; }
  const sc_event &value_changed_event() const override { return m_changed_event; }
  const T &read() const override { return m_value; }
  const T &get_data_ref() const override {
    sc_former(sc_former_get_data_ref);
    return m_value;
  }
  const T &get_new_value() const {
    sc_former(sc_former_get_new_value);
    return m_next;
  }
  operator const T &() const { return m_value; }
  bool event() const override { return m_changed; }

  void print(std::ostream &os = std::cout) const override { os << m_value; }
  void dump(std::ostream &os = std::cout) const override {
    os << "     name = " << this->name() << std::endl;
    os << "    value = " << m_value << std::endl;
    os << "new value = " << m_next << std::endl;
  }
  void trace(sc_trace_file *) const override { sc_former(sc_former_signal_trace); }

 protected:
  sc_signal_state(const char *name, const T &value)
      : sc_prim_channel(name), m_value(value), m_next(value), m_changed_event(sc_changed_event), m_changed(false) {
    declare();
  }
  void declare() {
    __allways_declare("signal", static_cast<sc_object *>(this), this->name(), &m_value,
                      sc_signal_value_bytes(sizeof(T), std::is_trivially_copyable<T>::value));
    if (sc_shown_width<T>::bits)
      __allways_declare("width", static_cast<sc_object *>(this), "", nullptr, sc_shown_width<T>::bits);
    if (sc_shown_sign<T>::is_signed)
      __allways_declare("signed", static_cast<sc_object *>(this), "", &m_value, sizeof(T));
    __allways_declare("changed", static_cast<sc_object *>(this), this->name(), &m_changed_event, 0);
  }

  void next(const T &value) {
    m_next = value;
    this->request_update();
  }
  virtual bool edges_waited() const { return false; }
  virtual void notify_edges() {}

  void update() override { commit(false); }
  void commit(bool always) {
    if (m_policy_many) m_writers.next_delta();
    if (__allways_sc_drivers) m_drivers.next_delta();
    if (__allways_sc_signal_events || __allways_waited(&m_changed_event) || edges_waited()) {
      if (__allways_sc_signal_events) m_changed = false;
      if (!always && m_next == m_value) return;
      m_value = m_next;
      changed();
    } else {
      m_value = m_next;
    }
  }
  void changed() {
    if (__allways_sc_signal_events) {
      m_changed = true;
      this->request_update();  // which forgets it when the next evaluation is over
    }
    m_changed_event.notify_next_delta();
    notify_edges();
  }

  T m_value, m_next;
  sc_event m_changed_event;
  sc_writers m_writers;
  sc_drivers m_drivers;
  bool m_changed;
  bool m_policy_many = false;
};

template <class T>
class sc_signal_edge_state : public sc_signal_state<T> {
 public:
  const sc_event &posedge_event() const override { return m_posedge_event; }
  const sc_event &negedge_event() const override { return m_negedge_event; }
  bool posedge() const override { return this->m_changed && sc_is_high(this->m_value); }
  bool negedge() const override { return this->m_changed && sc_is_low(this->m_value); }
  ~sc_signal_edge_state() override { delete m_reset; }
  sc_reset *is_reset() const {  // of bool: overrides
    if (!m_reset) m_reset = new sc_reset;
    return m_reset;
  }

 protected:
  sc_signal_edge_state(const char *name, const T &value)
      : sc_signal_state<T>(name, value), m_posedge_event(sc_posedge_event), m_negedge_event(sc_negedge_event) {
    __allways_declare("posedge", static_cast<sc_object *>(this), this->name(), &m_posedge_event, 0);
    __allways_declare("negedge", static_cast<sc_object *>(this), this->name(), &m_negedge_event, 0);
  }
  bool edges_waited() const override {
    if (__allways_sc_report_time && m_reset) return true;
    return __allways_waited(&m_posedge_event) || __allways_waited(&m_negedge_event);
  }
  void notify_edges() override {
    if (__allways_sc_control && m_reset) m_reset->changed(sc_is_high(this->m_value));
    if (sc_is_high(this->m_value)) {
      m_posedge_event.notify_next_delta();
    } else if (sc_is_low(this->m_value)) {
      m_negedge_event.notify_next_delta();
    }
  }

  sc_event m_posedge_event, m_negedge_event;
  mutable sc_reset *m_reset = nullptr;  // somebody is reset by it
};

template <class T>
struct sc_signal_base {
  typedef sc_signal_state<T> type;
};
template <>
struct sc_signal_base<bool> {
  typedef sc_signal_edge_state<bool> type;
};
template <>
struct sc_signal_base<sc_dt::sc_logic> {
  typedef sc_signal_edge_state<sc_dt::sc_logic> type;
};

// The names that programs call, for signals with and without edges.
template <class T>
class sc_signal_asking : public sc_signal_base<T>::type {
 public:
  bool event(sc_asked = sc_asked()) const { return this->m_changed; }

 protected:
  sc_signal_asking(const char *name, const T &value) : sc_signal_base<T>::type(name, value) {}
};
template <class T>
class sc_signal_asking_edges : public sc_signal_base<T>::type {
 public:
  bool event(sc_asked = sc_asked()) const { return this->m_changed; }
  bool posedge(sc_asked = sc_asked()) const { return this->m_changed && sc_is_high(this->m_value); }
  bool negedge(sc_asked = sc_asked()) const { return this->m_changed && sc_is_low(this->m_value); }

 protected:
  sc_signal_asking_edges(const char *name, const T &value) : sc_signal_base<T>::type(name, value) {}
};
template <>
class sc_signal_asking<bool> : public sc_signal_asking_edges<bool> {
 protected:
  sc_signal_asking(const char *name, bool value) : sc_signal_asking_edges<bool>(name, value) {}
};
template <>
class sc_signal_asking<sc_dt::sc_logic> : public sc_signal_asking_edges<sc_dt::sc_logic> {
 protected:
  sc_signal_asking(const char *name, const sc_dt::sc_logic &value) : sc_signal_asking_edges<sc_dt::sc_logic>(name, value) {}
};

template <class T, sc_writer_policy POL = SC_DEFAULT_WRITER_POLICY>
class sc_signal : public sc_signal_asking<T> {
 public:
  typedef T value_type;

  sc_signal() : sc_signal(sc_gen_unique_name("signal"), T(), 0) {}
  explicit sc_signal(const char *name) : sc_signal(name, T(), 0) {}
  sc_signal(const char *name, const T &value) : sc_signal(name, value, 0) {}
  const char *kind() const override { return "sc_signal"; }

  void register_port(sc_port_base &port, const char *if_typename) override {
    this->m_writers.register_port(this, port, if_typename == typeid(sc_signal_inout_if<T>).name(), POL);
  }
  sc_writer_policy get_writer_policy() const override { return POL; }

  void write(const T &value) override {
    if (__allways_sc_drivers) this->m_drivers.note(this);
    this->m_writers.check(this, POL);
    if (POL == SC_MANY_WRITERS) this->m_writers.check_delta(this);
    this->next(value);
  }
  template <class V>
  sc_signal &operator=(const V &value) {
    write(static_cast<T>(value));
    return *this;
  }
  sc_signal &operator=(const T &value) {
    write(value);
    return *this;
  }
  sc_signal &operator=(const sc_signal_in_if<T> &other) {
    write(other.read());
    return *this;
  }
  sc_signal &operator=(const sc_signal &other) {
    write(other.read());
    return *this;
  }

 protected:
  sc_signal(const char *name, const T &value, int) : sc_signal_asking<T>(name, value) {
    this->m_policy_many = POL == SC_MANY_WRITERS || (POL == SC_ONE_WRITER && sc_writers::conflicts_only());
  }

 private:
  sc_signal(const sc_signal &) = delete;
};

template <class T>
inline std::ostream &operator<<(std::ostream &os, const sc_signal_in_if<T> &s) {
  return os << s.read();
}

// Each write is an event.
template <class T, sc_writer_policy POL = SC_DEFAULT_WRITER_POLICY>
class sc_buffer : public sc_signal<T, POL> {
 public:
  sc_buffer() : sc_signal<T, POL>(sc_gen_unique_name("buffer"), T(), 0) {}
  explicit sc_buffer(const char *name) : sc_signal<T, POL>(name, T(), 0) {}
  sc_buffer(const char *name, const T &value) : sc_signal<T, POL>(name, value, 0) {}
  const char *kind() const override { return "sc_buffer"; }

  void write(const T &value) override {
    if (__allways_sc_signal_events) m_written = true;
    sc_signal<T, POL>::write(value);
  }
  using sc_signal<T, POL>::operator=;
  sc_buffer &operator=(const sc_buffer &other) {
    write(other.read());
    return *this;
  }

 protected:
  void update() override {
    if (!__allways_sc_signal_events || m_written) {
      m_written = false;
      this->commit(true);
    } else {
      this->m_changed = false;
    }
  }

 private:
  bool m_written = false;
};

}  // namespace sc_core

#endif
