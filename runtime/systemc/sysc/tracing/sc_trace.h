// Traces. `simulate` writes the VCD file that the reference library writes (sc_trace.cpp); elsewhere what is traced is
// declared, and wave forms of runs show it under the given name.
#ifndef ALLWAYS_SC_TRACE_H
#define ALLWAYS_SC_TRACE_H

#include "sysc/communication/sc_signal.h"

namespace sc_core {

// A value of a trace file: what it was when it was last written.
class sc_traced {
 public:
  enum kind { wire, real, event, time };
  sc_traced(kind k, const std::string &name) : m_kind(k), m_name(name) {}
  virtual ~sc_traced() {}
  virtual bool changed() = 0;
  virtual std::string text() = 0;  // and remembers it
  virtual int width() const { return 1; }
  virtual void came() {}  // events: notes whether it has come
  kind what() const { return m_kind; }
  const std::string &name() const { return m_name; }

 private:
  kind m_kind;
  std::string m_name;
};

class sc_trace_file {
 public:
  sc_trace_file(const char *name, bool vcd) : m_name(sc_copy_text(name)), m_vcd(vcd) {}
  virtual ~sc_trace_file();
  virtual void set_time_unit(double length, sc_time_unit unit);
  virtual void delta_cycles(bool is) { m_deltas = is; }
  virtual void space(int) {}
  void write_comment(const std::string &text);
  const char *name() const { return m_name; }
  bool begun() const { return m_begun; }
  // Virtual: a program without trace files does not even contain them.
  virtual void begin();  // at the end of the first instant: the message about the unit of time
  void add(sc_traced *value);
  bool each_delta() const { return m_deltas || m_events; }
  virtual void cycle(bool delta);  // after an update phase, or before the time advances
  virtual void look_at_events();

 private:
  unsigned long long in_units(unsigned long long &rest) const;
  bool has_low_units() const;
  std::string stamp(unsigned long long high, unsigned long long low) const;
  void put(const std::string &text);
  void put_header();
  bool later(unsigned long long &high, unsigned long long &low) const;

  const char *m_name;
  bool m_vcd, m_begun = false, m_unit_set = false, m_deltas = false, m_events = false;
  unsigned long long m_unit = 0, m_high = 0, m_low = 0;  // femtoseconds; the time of the last cycle
  std::vector<sc_traced *> m_values;
};

sc_trace_file *sc_create_vcd_trace_file(const char *name);
void sc_close_vcd_trace_file(sc_trace_file *file);
sc_trace_file *sc_create_wif_trace_file(const char *name);
void sc_close_wif_trace_file(sc_trace_file *file);
void sc_trace_declare(sc_trace_file *file, const void *value, std::size_t bytes, const std::string &name);
inline void sc_write_comment(sc_trace_file *file, const std::string &text) {
  if (file) file->write_comment(text);
}
inline void sc_trace_delta_cycles(sc_trace_file *file, bool is = true) {
  if (file) file->delta_cycles(is);
}

// Texts of values, as they stand in the file.
std::string sc_trace_bits(unsigned long long value, int width, bool fits);
std::string sc_trace_real(double value);
std::string sc_trace_logic(char value);

// Fixed-point variables have a word length, values of expressions have none and are real numbers.
template <class T, class = void> struct sc_has_word_length : std::false_type {};
template <class T> struct sc_has_word_length<T, std::void_t<decltype(std::declval<const T &>().wl())>> : std::true_type {};
template <class T> struct sc_is_traced_real
    : std::integral_constant<bool, std::is_floating_point<T>::value ||
                                       (sc_dt::sc_is_fixed_point<T>::value && !sc_has_word_length<T>::value)> {};

template <class T>
class sc_traced_value : public sc_traced {
 public:
  sc_traced_value(const T &value, const std::string &name, int width)
      : sc_traced(sc_is_traced_real<T>::value ? real : wire, name), m_value(value), m_old(value), m_width(width) {}
  bool changed() override { return !(m_value == m_old); }
  std::string text() override {
    m_old = m_value;
    return shown(m_value);
  }
  int width() const override {
    if constexpr (std::is_same<T, bool>::value || std::is_floating_point<T>::value) return 1;
    else if constexpr (std::is_integral<T>::value) return m_width;
    else if constexpr (sc_has_word_length<T>::value) return m_value.wl();
    else if constexpr (sc_dt::sc_num<T>::number || sc_dt::sc_vector_num<T>::is) return m_value.length();
    else return 1;
  }

 private:
  std::string shown(const T &v) const {
    if constexpr (std::is_same<T, bool>::value) {
      return v ? "1" : "0";
    } else if constexpr (sc_is_traced_real<T>::value) {
      return sc_trace_real(static_cast<double>(v));
    } else if constexpr (std::is_integral<T>::value) {
      const int unused = static_cast<int>(sizeof(T)) * 8 - m_width;
      const T kept = unused <= 0 ? v : static_cast<T>(static_cast<T>(v << unused) >> unused);
      return sc_trace_bits(static_cast<unsigned long long>(v), m_width, kept == v);
    } else if constexpr (std::is_same<T, sc_dt::sc_logic>::value) {
      return sc_trace_logic(v.to_char());
    } else if constexpr (std::is_same<T, sc_dt::sc_bit>::value) {
      return v.to_bool() ? "1" : "0";
    } else if constexpr (sc_dt::sc_vector_num<T>::is) {
      return v.to_string();
    } else {
      std::string out;
      for (int i = width(); i-- > 0;) out += static_cast<bool>(v[i]) ? '1' : '0';
      return out;
    }
  }
  const T &m_value;
  T m_old;
  int m_width;
};

// Which types can be written. Others are declared.
template <class T>
struct sc_is_traced
    : std::integral_constant<bool, std::is_arithmetic<T>::value || sc_dt::sc_num<T>::number || sc_dt::sc_vector_num<T>::is ||
                                       sc_dt::sc_is_fixed_point<T>::value || std::is_same<T, sc_dt::sc_logic>::value ||
                                       std::is_same<T, sc_dt::sc_bit>::value> {};

template <class T>
inline void sc_trace_value(sc_trace_file *file, const T &value, const std::string &name, int width = sizeof(T) * 8) {
  sc_trace_declare(file, &value, sc_signal_value_bytes(sizeof(T), std::is_trivially_copyable<T>::value), name);
  if constexpr (std::is_enum<T>::value) {
    if (__allways_sc_report_time && file)
      file->add(new sc_traced_value<unsigned>(reinterpret_cast<const unsigned &>(value), name, 32));
  } else if constexpr (sc_is_traced<T>::value) {
    if (__allways_sc_report_time && file) file->add(new sc_traced_value<T>(value, name, width));
  }
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
template <class T, typename std::enable_if<std::is_integral<T>::value, int>::type = 0>
inline void sc_trace(sc_trace_file *file, const T &value, const std::string &name, int width) {
  sc_trace_value(file, value, name, width);
}
template <class T>
inline void sc_trace(sc_trace_file *file, const T *value, const std::string &name, int width) {
  sc_trace(file, *value, name, width);
}
template <class T>
inline void sc_trace(sc_trace_file *file, const sc_signal_in_if<T> &signal, const std::string &name) {
  sc_trace(file, signal.read(), name);
}
template <class T>
inline void sc_trace(sc_trace_file *file, const sc_signal_in_if<T> &signal, const std::string &name, int width) {
  sc_trace(file, signal.read(), name, width);
}
// Numbers of an enumeration, by their names.
void sc_trace(sc_trace_file *file, const unsigned &value, const std::string &name, const char **literals);
// A port that is not bound yet: what it is bound to, later.
inline void sc_trace(sc_trace_file *, const sc_port_base &, const std::string &) {}
void sc_trace(sc_trace_file *file, const sc_event &event, const std::string &name);
void sc_trace(sc_trace_file *file, const sc_time &time, const std::string &name);

}  // namespace sc_core

#endif
