// Ports for signals.
#ifndef ALLWAYS_SC_SIGNAL_PORTS_H
#define ALLWAYS_SC_SIGNAL_PORTS_H

#include "sysc/communication/sc_signal.h"
#include "sysc/tracing/sc_trace.h"

namespace sc_core {

template <class T>
class sc_inout;

typedef std::vector<std::pair<sc_trace_file *, std::string>> sc_traced_ports;  // to be traced when the port is bound

// What reads a signal, over the interface that the port has.
template <class T, class IF>
class sc_reading_port : public sc_port<IF, 1, SC_ONE_OR_MORE_BOUND> {
 public:
  typedef T data_type;
  typedef T sc_channel_data;
  typedef sc_port<IF, 1, SC_ONE_OR_MORE_BOUND> base_port;

  const sc_event &default_event() const { return (*this)->default_event(); }
  const sc_event &value_changed_event() const { return (*this)->value_changed_event(); }
  const T &read() const { return (*this)->read(); }
  operator const T &() const { return (*this)->read(); }
  bool event() const { return (*this)->event(); }
  sc_event_finder &value_changed() const { return finder(m_changed, &IF::value_changed_event); }
  void add_trace(sc_trace_file *file, const std::string &name) const {
    sc_former(sc_former_add_trace);
    add_trace_internal(file, name);
  }
  void add_trace_internal(sc_trace_file *file, const std::string &name) const {
    if (!file || !__allways_sc_report_time) return;
    if (!m_traces) m_traces = new sc_traced_ports;
    m_traces->push_back({file, name});
  }
  void end_of_elaboration() override {
    if (!__allways_sc_report_time || !m_traces) return;
    for (const auto &t : *m_traces) sc_trace(t.first, this->read(), t.second);
    m_traces->clear();
  }

 protected:
  typedef const sc_event &(IF::*member)() const;
  sc_reading_port() : base_port(sc_gen_unique_name("port")) {}
  explicit sc_reading_port(const char *name) : base_port(name) {}
  ~sc_reading_port() override {
    delete m_changed;
    delete m_pos;
    delete m_neg;
    if (__allways_sc_report_time) delete m_traces;
  }
  sc_event_finder &finder(sc_event_finder *&known, member event) const {
    if (!known) known = new sc_event_finder_t<IF>(static_cast<const sc_port_b<IF> &>(*this), event);
    return *known;
  }

  mutable sc_event_finder *m_changed = nullptr, *m_pos = nullptr, *m_neg = nullptr;
  mutable sc_traced_ports *m_traces = nullptr;
};

// ... and its edges.
template <class T, class IF>
class sc_reading_edges : public sc_reading_port<T, IF> {
 public:
  const sc_event &posedge_event() const { return (*this)->posedge_event(); }
  const sc_event &negedge_event() const { return (*this)->negedge_event(); }
  bool posedge() const { return (*this)->posedge(); }
  bool negedge() const { return (*this)->negedge(); }
  sc_event_finder &pos() const { return this->finder(this->m_pos, &IF::posedge_event); }
  sc_event_finder &neg() const { return this->finder(this->m_neg, &IF::negedge_event); }

 protected:
  using sc_reading_port<T, IF>::sc_reading_port;
  sc_reading_edges() {}
  explicit sc_reading_edges(const char *name) : sc_reading_port<T, IF>(name) {}
};

template <class T, class IF>
struct sc_reading {
  typedef sc_reading_port<T, IF> type;
};
template <class IF>
struct sc_reading<bool, IF> {
  typedef sc_reading_edges<bool, IF> type;
};
template <class IF>
struct sc_reading<sc_dt::sc_logic, IF> {
  typedef sc_reading_edges<sc_dt::sc_logic, IF> type;
};

template <class T>
class sc_in : public sc_reading<T, sc_signal_in_if<T>>::type {
 public:
  typedef typename sc_reading<T, sc_signal_in_if<T>>::type base_type;
  typedef sc_signal_in_if<T> in_if_type;
  typedef sc_port_b<sc_signal_in_if<T>> in_port_type;
  typedef sc_port_b<sc_signal_inout_if<T>> inout_port_type;

  sc_in() {}
  explicit sc_in(const char *name) : base_type(name) {}
  explicit sc_in(const in_if_type &channel) { bind_in_constructor(*this, channel); }
  sc_in(const char *name, const in_if_type &channel) : base_type(name) { bind_in_constructor(*this, channel); }
  explicit sc_in(in_port_type &parent) { bind_in_constructor(*this, parent); }
  sc_in(const char *name, in_port_type &parent) : base_type(name) { bind_in_constructor(*this, parent); }
  explicit sc_in(inout_port_type &parent) { bind_in_constructor(*this, parent); }
  sc_in(const char *name, inout_port_type &parent) : base_type(name) { bind_in_constructor(*this, parent); }
  sc_in(const sc_in &) = delete;
  const char *kind() const override { return "sc_in"; }

  void bind(const in_if_type &channel) { in_port_type::bind(const_cast<in_if_type &>(channel)); }
  void bind(in_port_type &parent) { in_port_type::bind(parent); }
  void bind(inout_port_type &parent) { this->bind_other(parent); }
  void operator()(const in_if_type &channel) { bind(channel); }
  void operator()(in_port_type &parent) { bind(parent); }
  void operator()(inout_port_type &parent) { bind(parent); }
  bool vbind(sc_interface &channel) override { return in_port_type::vbind(channel); }
  bool vbind(sc_port_base &parent) override {
    if (in_port_type *p = dynamic_cast<in_port_type *>(&parent)) {
      bind(*p);
    } else if (inout_port_type *io = dynamic_cast<inout_port_type *>(&parent)) {
      bind(*io);
    } else {
      return false;
    }
    return true;
  }
};

template <class T>
class sc_inout : public sc_reading<T, sc_signal_inout_if<T>>::type {
 public:
  typedef typename sc_reading<T, sc_signal_inout_if<T>>::type base_type;
  typedef sc_signal_inout_if<T> inout_if_type;
  typedef sc_signal_in_if<T> in_if_type;
  typedef sc_port_b<sc_signal_inout_if<T>> inout_port_type;

  sc_inout() {}
  explicit sc_inout(const char *name) : base_type(name) {}
  explicit sc_inout(inout_if_type &channel) { bind_in_constructor(*this, channel); }
  sc_inout(const char *name, inout_if_type &channel) : base_type(name) { bind_in_constructor(*this, channel); }
  explicit sc_inout(inout_port_type &parent) { bind_in_constructor(*this, parent); }
  sc_inout(const char *name, inout_port_type &parent) : base_type(name) { bind_in_constructor(*this, parent); }
  sc_inout(const sc_inout &) = delete;
  ~sc_inout() override { delete m_initial; }
  const char *kind() const override { return "sc_inout"; }

  void write(const T &value) { (*this)->write(value); }
  void initialize(const T &value) {
    if (this->get_interface()) {
      write(value);
    } else {
      delete m_initial;
      m_initial = new T(value);
    }
  }
  void initialize(const in_if_type &channel) { initialize(channel.read()); }

  template <class V>
  sc_inout &operator=(const V &value) {
    write(static_cast<T>(value));
    return *this;
  }
  sc_inout &operator=(const T &value) {
    write(value);
    return *this;
  }
  sc_inout &operator=(const in_if_type &channel) {
    write(channel.read());
    return *this;
  }
  sc_inout &operator=(const sc_port_b<sc_signal_in_if<T>> &port) {
    write(port->read());
    return *this;
  }
  sc_inout &operator=(const sc_port_b<sc_signal_inout_if<T>> &port) {
    write(port->read());
    return *this;
  }
  sc_inout &operator=(const sc_in<T> &port) {
    write(port.read());
    return *this;
  }
  sc_inout &operator=(const sc_inout &port) {
    write(port.read());
    return *this;
  }

 protected:
  void end_of_elaboration() override {
    if (!m_initial) return;
    write(*m_initial);
    delete m_initial;
    m_initial = nullptr;
  }

 private:
  T *m_initial = nullptr;
};

template <class T>
class sc_out : public sc_inout<T> {
 public:
  typedef sc_inout<T> base_type;
  typedef typename base_type::inout_if_type inout_if_type;
  typedef typename base_type::inout_port_type inout_port_type;

  sc_out() {}
  explicit sc_out(const char *name) : base_type(name) {}
  explicit sc_out(inout_if_type &channel) : base_type(channel) {}
  sc_out(const char *name, inout_if_type &channel) : base_type(name, channel) {}
  explicit sc_out(inout_port_type &parent) : base_type(parent) {}
  sc_out(const char *name, inout_port_type &parent) : base_type(name, parent) {}
  sc_out(const sc_out &) = delete;
  const char *kind() const override { return "sc_out"; }

  template <class V>
  sc_out &operator=(const V &value) {
    base_type::operator=(value);
    return *this;
  }
  sc_out &operator=(const sc_out &port) {
    this->write(port.read());
    return *this;
  }
};

template <class T>
inline std::ostream &operator<<(std::ostream &os, const sc_in<T> &port) {
  return os << port.read();
}
template <class T>
inline std::ostream &operator<<(std::ostream &os, const sc_inout<T> &port) {
  return os << port.read();
}

template <class T, class IF>
inline void sc_trace(sc_trace_file *file, const sc_reading_port<T, IF> &port, const std::string &name) {
  if (sc_get_curr_simcontext()->elaboration_done() && port.get_interface()) {
    sc_trace(file, port.read(), name);
  } else {
    port.add_trace_internal(file, name);
  }
}

}  // namespace sc_core

#endif
