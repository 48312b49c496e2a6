// Times count units of the resolution in 64 bits. Integral lengths are converted without floating point, so that a
// symbolic number of nanoseconds stays a bit-vector.
#ifndef ALLWAYS_SC_TIME_H
#define ALLWAYS_SC_TIME_H

#include "sysc/kernel/sc_basics.h"

namespace sc_core {

enum sc_time_unit { SC_FS = 0, SC_PS, SC_NS, SC_US, SC_MS, SC_SEC };

struct sc_time_setting {
  sc_dt::uint64 resolution;    // in fs
  sc_dt::uint64 default_unit;  // in units of the resolution
  bool fixed, unit_fixed;      // a resolution, a default unit was set
};
extern sc_time_setting sc_time_settings;
extern bool sc_time_used;  // a time other than 0 exists; the simulation has begun

inline constexpr sc_dt::uint64 sc_unit_in_fs(sc_time_unit unit) {
  return unit == SC_FS   ? 1ull
         : unit == SC_PS ? 1000ull
         : unit == SC_NS ? 1000000ull
         : unit == SC_US ? 1000000000ull
         : unit == SC_MS ? 1000000000000ull
                         : 1000000000000000ull;
}

class sc_time {
 public:
  typedef sc_dt::uint64 value_type;

  constexpr sc_time() : m_value(0) {}
  constexpr sc_time(const sc_time &) = default;
  sc_time &operator=(const sc_time &) = default;

  template <class N, typename std::enable_if<std::is_integral<N>::value, int>::type = 0>
  sc_time(N length, sc_time_unit unit) : m_value(0) {
    if (__allways_sc_report_time && !(length >= 0))
      set_double(static_cast<double>(length), unit);  // rounded, as by the reference library
    else
      set_integral(static_cast<value_type>(length), unit);
  }
  template <class N, typename std::enable_if<std::is_floating_point<N>::value, int>::type = 0>
  sc_time(N length, sc_time_unit unit) : m_value(0) {
    set_double(static_cast<double>(length), unit);
  }
  // Any other number (sc_int and the like).
  template <class N,
            typename std::enable_if<!std::is_arithmetic<N>::value && std::is_convertible<N, double>::value, int>::type = 0>
  sc_time(const N &length, sc_time_unit unit) : m_value(0) {
    set_double(static_cast<double>(length), unit);
  }
  sc_time(double length, const char *unit);
  sc_time(double length, const char *unit, sc_simcontext *) : sc_time(length, unit) {}
  template <class N>
  sc_time(N length, sc_time_unit unit, sc_simcontext *) : sc_time(length, unit) {}
  sc_time(double length, bool scale);
  sc_time(value_type length, bool scale);
  explicit sc_time(const std::string &text);

  static sc_time from_value(value_type value) {
    sc_time t;
    t.m_value = value;
    return t;
  }
  static sc_time in_default_units(double length);
  static sc_time from_seconds(double seconds) { return sc_time(seconds, SC_SEC); }
  static sc_time from_string(const char *text);

  ALLWAYS_SC_THIN value_type value() const { return m_value; }
  double to_double() const { return static_cast<double>(m_value); }
  double to_default_time_units() const;
  double to_seconds() const;
  std::string to_string() const;
  void print(std::ostream &os = std::cout) const;

  bool operator==(const sc_time &t) const { return m_value == t.m_value; }
  bool operator!=(const sc_time &t) const { return m_value != t.m_value; }
  bool operator<(const sc_time &t) const { return m_value < t.m_value; }
  bool operator<=(const sc_time &t) const { return m_value <= t.m_value; }
  bool operator>(const sc_time &t) const { return m_value > t.m_value; }
  bool operator>=(const sc_time &t) const { return m_value >= t.m_value; }

  sc_time &operator+=(const sc_time &t) {
    m_value += t.m_value;
    return *this;
  }
  sc_time &operator-=(const sc_time &t) {
    m_value -= t.m_value;
    return *this;
  }
  sc_time &operator%=(const sc_time &t) {
    m_value %= t.m_value;
    return *this;
  }
  template <class N>
  sc_time &operator*=(N factor) {
    m_value = scaled(factor);
    return *this;
  }
  template <class N>
  sc_time &operator/=(N divisor) {
    m_value = divided(divisor);
    return *this;
  }
  template <class N>
  value_type scaled(N factor) const {
    return scaled(factor, std::is_integral<N>());
  }
  template <class N>
  value_type divided(N divisor) const {
    return divided(divisor, std::is_integral<N>());
  }

 private:
  template <class N>
  value_type scaled(N factor, std::true_type) const {
    return m_value * static_cast<value_type>(factor);
  }
  template <class N>
  value_type scaled(N factor, std::false_type) const {
    return static_cast<value_type>(static_cast<double>(m_value) * static_cast<double>(factor) + 0.5);
  }
  template <class N>
  value_type divided(N divisor, std::true_type) const {
    const value_type by = static_cast<value_type>(divisor);
    return (m_value + by / 2) / by;
  }
  template <class N>
  value_type divided(N divisor, std::false_type) const {
    return static_cast<value_type>(static_cast<double>(m_value) / static_cast<double>(divisor) + 0.5);
  }
  void set_integral(value_type length, sc_time_unit unit) {
    if (!sc_time_used && length) sc_time_used = true;
    const value_type fs = sc_unit_in_fs(unit), resolution = sc_time_settings.resolution;
    if (fs >= resolution) {
      m_value = length * (fs / resolution);
    } else {
      const value_type ratio = resolution / fs;
      m_value = (length + ratio / 2) / ratio;
    }
  }
  void set_double(double length, sc_time_unit unit);

  value_type m_value;
};

inline sc_time operator+(const sc_time &a, const sc_time &b) { return sc_time::from_value(a.value() + b.value()); }
inline sc_time operator-(const sc_time &a, const sc_time &b) { return sc_time::from_value(a.value() - b.value()); }
inline sc_time operator%(const sc_time &a, const sc_time &b) { return sc_time::from_value(a.value() % b.value()); }
inline double operator/(const sc_time &a, const sc_time &b) { return a.to_double() / b.to_double(); }

template <class N, typename std::enable_if<std::is_convertible<N, double>::value, int>::type = 0>
inline sc_time operator*(const sc_time &t, N factor) {
  return sc_time::from_value(t.scaled(factor));
}
template <class N, typename std::enable_if<std::is_convertible<N, double>::value, int>::type = 0>
inline sc_time operator*(N factor, const sc_time &t) {
  return sc_time::from_value(t.scaled(factor));
}
template <class N, typename std::enable_if<std::is_convertible<N, double>::value, int>::type = 0>
inline sc_time operator/(const sc_time &t, N divisor) {
  return sc_time::from_value(t.divided(divisor));
}

inline std::ostream &operator<<(std::ostream &os, const sc_time &t) { return os << t.to_string(); }

class sc_time_tuple {
 public:
  sc_time_tuple(const sc_time &t = sc_time());
  bool has_value() const { return m_value != 0; }
  sc_dt::uint64 value() const { return m_value; }
  sc_time_unit unit() const { return m_unit; }
  const char *unit_symbol() const;
  double to_double() const { return static_cast<double>(m_value); }
  std::string to_string() const;
  operator sc_time() const { return sc_time(m_value, m_unit); }

 private:
  sc_dt::uint64 m_value;
  sc_time_unit m_unit;
};

const sc_time SC_ZERO_TIME;

inline sc_time sc_max_time() { return sc_time::from_value(~sc_dt::uint64(0)); }
inline sc_time sc_time_stamp() { return sc_time::from_value(__allways_time()); }
double sc_simulation_time();
void sc_set_time_resolution(double length, sc_time_unit unit);
sc_time sc_get_time_resolution();
void sc_set_default_time_unit(double length, sc_time_unit unit);
sc_time sc_get_default_time_unit();

}  // namespace sc_core

#endif
