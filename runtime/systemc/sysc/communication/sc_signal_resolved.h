// Signals with several drivers, of sc_logic and of vectors of it, and their ports. Each driving process has its own value;
// the update resolves them.
#ifndef ALLWAYS_SC_SIGNAL_RESOLVED_H
#define ALLWAYS_SC_SIGNAL_RESOLVED_H

#include "sysc/communication/sc_signal_ports.h"

namespace sc_core {

// Z gives way, equal values stay, others are X.
sc_dt::sc_logic sc_resolve(const sc_dt::sc_logic &a, const sc_dt::sc_logic &b);

template <class T>
struct sc_driver {
  const sc_process_b *process;
  T value;
};

class sc_signal_resolved : public sc_signal<sc_dt::sc_logic, SC_MANY_WRITERS> {
 public:
  typedef sc_signal<sc_dt::sc_logic, SC_MANY_WRITERS> base_type;
  sc_signal_resolved() : base_type(sc_gen_unique_name("signal_resolved")) {}
  explicit sc_signal_resolved(const char *name) : base_type(name) {}
  sc_signal_resolved(const char *name, const sc_dt::sc_logic &value) : base_type(name, value) {}
  const char *kind() const override { return "sc_signal_resolved"; }
  void register_port(sc_port_base &, const char *) override {}
  void write(const sc_dt::sc_logic &value) override;
  using base_type::operator=;
  sc_signal_resolved &operator=(const sc_signal_resolved &other) {
    write(other.read());
    return *this;
  }

 protected:
  void update() override;

 private:
  sc_list<sc_driver<sc_dt::sc_logic>> m_drivers;
};

template <int W>
class sc_signal_rv : public sc_signal<sc_dt::sc_lv<W>, SC_MANY_WRITERS> {
 public:
  typedef sc_signal<sc_dt::sc_lv<W>, SC_MANY_WRITERS> base_type;
  typedef sc_dt::sc_lv<W> value_type;
  sc_signal_rv() : base_type(sc_gen_unique_name("signal_rv")) {}
  explicit sc_signal_rv(const char *name) : base_type(name) {}
  sc_signal_rv(const char *name, const value_type &value) : base_type(name, value) {}
  const char *kind() const override { return "sc_signal_rv"; }
  void register_port(sc_port_base &, const char *) override {}
  void write(const value_type &value) override {
    const sc_process_b *self = sc_get_current_process_b();
    for (sc_driver<value_type> &d : m_drivers) {
      if (d.process != self) continue;
      d.value = value;
      this->request_update();
      return;
    }
    m_drivers.push(sc_driver<value_type>{self, value});
    this->request_update();
  }
  using base_type::operator=;
  sc_signal_rv &operator=(const sc_signal_rv &other) {
    write(other.read());
    return *this;
  }

 protected:
  void update() override {
    if (!m_drivers.empty()) {
      this->m_next = m_drivers[0].value;
      for (int k = 1; k < m_drivers.size(); k++)
        for (int i = 0; i < W; i++)
          this->m_next.set_bit(i, sc_resolve(sc_dt::sc_logic(this->m_next.get_bit(i)),
                                             sc_dt::sc_logic(m_drivers[k].value.get_bit(i))).value());
    }
    this->commit(false);
  }

 private:
  sc_list<sc_driver<value_type>> m_drivers;
};

// Ports that accept such signals alone; told when they are bound.
template <class Signal, class Port>
inline void sc_must_be_bound_to(const Port &port) {
  for (int i = 0; i < port.size(); i++)
    if (!dynamic_cast<const Signal *>(port.interface_at(i))) sc_complain_of(117, "", "port", &port);
}
#define ALLWAYS_SC_RESOLVED(port, base, data, ...)                     \
  typedef data data_type;                                              \
  typedef port this_type;                                              \
  typedef base base_type;                                              \
  typedef typename base_type::in_if_type in_if_type;                   \
  port() {}                                                            \
  explicit port(const char *name) : base_type(name) {}                 \
  template <class To>                                                  \
  explicit port(To &to) : base_type(to) {}                             \
  template <class To>                                                  \
  port(const char *name, To &to) : base_type(name, to) {}              \
  port(const port &) = delete;                                         \
  ~port() override {}                                                  \
  const char *kind() const override { return #port; }                  \
  void end_of_elaboration() override {                                 \
    base_type::end_of_elaboration();                                   \
    sc_must_be_bound_to<__VA_ARGS__>(*this);                           \
  }
#define ALLWAYS_SC_RESOLVED_WRITES(port)        \
  template <class V>                            \
  port &operator=(const V &value) {             \
    base_type::operator=(value);                \
    return *this;                               \
  }                                             \
  port &operator=(const port &other) {          \
    this->write(other.read());                  \
    return *this;                               \
  }

class sc_in_resolved : public sc_in<sc_dt::sc_logic> {
 public:
  ALLWAYS_SC_RESOLVED(sc_in_resolved, sc_in<sc_dt::sc_logic>, sc_dt::sc_logic, sc_signal_resolved)
};
class sc_inout_resolved : public sc_inout<sc_dt::sc_logic> {
 public:
  ALLWAYS_SC_RESOLVED(sc_inout_resolved, sc_inout<sc_dt::sc_logic>, sc_dt::sc_logic, sc_signal_resolved)
  ALLWAYS_SC_RESOLVED_WRITES(sc_inout_resolved)
};
class sc_out_resolved : public sc_inout_resolved {
 public:
  ALLWAYS_SC_RESOLVED(sc_out_resolved, sc_inout_resolved, sc_dt::sc_logic, sc_signal_resolved)
  ALLWAYS_SC_RESOLVED_WRITES(sc_out_resolved)
};
template <int W>
class sc_in_rv : public sc_in<sc_dt::sc_lv<W>> {
 public:
  ALLWAYS_SC_RESOLVED(sc_in_rv, sc_in<sc_dt::sc_lv<W>>, sc_dt::sc_lv<W>, sc_signal_rv<W>)
};
template <int W>
class sc_inout_rv : public sc_inout<sc_dt::sc_lv<W>> {
 public:
  ALLWAYS_SC_RESOLVED(sc_inout_rv, sc_inout<sc_dt::sc_lv<W>>, sc_dt::sc_lv<W>, sc_signal_rv<W>)
  ALLWAYS_SC_RESOLVED_WRITES(sc_inout_rv)
};
template <int W>
class sc_out_rv : public sc_inout_rv<W> {
 public:
  ALLWAYS_SC_RESOLVED(sc_out_rv, sc_inout_rv<W>, sc_dt::sc_lv<W>, sc_signal_rv<W>)
  ALLWAYS_SC_RESOLVED_WRITES(sc_out_rv)
};
#undef ALLWAYS_SC_RESOLVED
#undef ALLWAYS_SC_RESOLVED_WRITES

}  // namespace sc_core

#endif
