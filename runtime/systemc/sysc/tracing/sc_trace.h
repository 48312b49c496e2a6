// Tracing calls. No file is written: what is traced is declared, and wave forms of runs show it under the given name.
#ifndef ALLWAYS_SC_TRACE_H
#define ALLWAYS_SC_TRACE_H

#include "sysc/communication/sc_signal.h"

namespace sc_core {

class sc_trace_file {
 public:
  explicit sc_trace_file(const char *name) : m_name(sc_copy_text(name)), m_begun(false), m_unit_set(false) {}
  virtual ~sc_trace_file() {}
  virtual void set_time_unit(double length, sc_time_unit unit);
  virtual void delta_cycles(bool) {}
  virtual void space(int) {}
  void write_comment(const std::string &) {}
  const char *name() const { return m_name; }
  bool begun() const { return m_begun; }
  void begin();  // at the end of the first instant: the message about the unit of time

 private:
  const char *m_name;
  bool m_begun, m_unit_set;
};

sc_trace_file *sc_create_vcd_trace_file(const char *name);
void sc_close_vcd_trace_file(sc_trace_file *file);
sc_trace_file *sc_create_wif_trace_file(const char *name);
void sc_close_wif_trace_file(sc_trace_file *file);
void sc_trace_declare(sc_trace_file *file, const void *value, std::size_t bytes, const std::string &name);
inline void sc_write_comment(sc_trace_file *, const std::string &) {}
inline void sc_trace_delta_cycles(sc_trace_file *, bool = true) {}

template <class T>
inline void sc_trace_value(sc_trace_file *file, const T &value, const std::string &name) {
  sc_trace_declare(file, &value, sc_signal_value_bytes(sizeof(T), std::is_trivially_copyable<T>::value), name);
}

// Values of any type, except those for which the program has its own function.
template <class T, typename std::enable_if<!std::is_base_of<sc_interface, T>::value && !std::is_base_of<sc_object, T>::value,
                                           int>::type = 0>
inline void sc_trace(sc_trace_file *file, const T &value, const std::string &name) {
  sc_trace_value(file, value, name);
}
template <class T>
inline void sc_trace(sc_trace_file *file, const T *value, const std::string &name) {
  sc_trace(file, *value, name);
}
template <class T>
inline void sc_trace(sc_trace_file *file, const T &value, const std::string &name, int) {
  sc_trace(file, value, name);
}
template <class T>
inline void sc_trace(sc_trace_file *file, const sc_signal_in_if<T> &signal, const std::string &name) {
  sc_trace(file, signal.read(), name);
}
// A port may be bound later: what it is bound to is declared by itself.
inline void sc_trace(sc_trace_file *, const sc_port_base &, const std::string &) {}
void sc_trace(sc_trace_file *file, const sc_event &event, const std::string &name);
void sc_trace(sc_trace_file *file, const sc_time &time, const std::string &name);

}  // namespace sc_core

#endif
