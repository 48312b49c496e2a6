// Four-valued bits.
#ifndef ALLWAYS_SC_LOGIC_H
#define ALLWAYS_SC_LOGIC_H

#include "sysc/kernel/sc_basics.h"

namespace sc_dt {

enum sc_logic_value_t { Log_0 = 0, Log_1, Log_Z, Log_X };

class sc_logic {
 public:
  constexpr sc_logic() : m_value(Log_X) {}
  constexpr sc_logic(const sc_logic &) = default;
  constexpr sc_logic(sc_logic_value_t v) : m_value(v) {}
  explicit constexpr sc_logic(bool b) : m_value(b ? Log_1 : Log_0) {}
  explicit constexpr sc_logic(char c) : m_value(of(c)) {}
  explicit constexpr sc_logic(int i) : m_value(static_cast<sc_logic_value_t>(i & 3)) {}

  sc_logic &operator=(const sc_logic &) = default;
  sc_logic &operator=(sc_logic_value_t v) { return *this = sc_logic(v); }
  sc_logic &operator=(bool b) { return *this = sc_logic(b); }
  sc_logic &operator=(char c) { return *this = sc_logic(c); }
  sc_logic &operator=(int i) { return *this = sc_logic(i); }

  constexpr sc_logic_value_t value() const { return m_value; }
  constexpr bool is_01() const { return m_value <= Log_1; }
  bool to_bool() const {
    if (!is_01()) sc_core::sc_warning(211, "sc_logic value 'Z' or 'X' cannot be converted to bool", nullptr);
    return m_value == Log_1;
  }
  constexpr char to_char() const {
    return m_value == Log_0 ? '0' : m_value == Log_1 ? '1' : m_value == Log_Z ? 'Z' : 'X';
  }
  void print(std::ostream &os = std::cout) const { os << to_char(); }

  sc_logic &operator&=(const sc_logic &o) { return *this = *this & o; }
  sc_logic &operator|=(const sc_logic &o) { return *this = *this | o; }
  sc_logic &operator^=(const sc_logic &o) { return *this = *this ^ o; }
  sc_logic operator~() const { return is_01() ? sc_logic(m_value == Log_0) : sc_logic(Log_X); }
  sc_logic &b_not() { return *this = ~*this; }

  friend sc_logic operator&(const sc_logic &a, const sc_logic &b) {
    if (a.m_value == Log_0 || b.m_value == Log_0) return sc_logic(Log_0);
    return a.m_value == Log_1 && b.m_value == Log_1 ? sc_logic(Log_1) : sc_logic(Log_X);
  }
  friend sc_logic operator|(const sc_logic &a, const sc_logic &b) {
    if (a.m_value == Log_1 || b.m_value == Log_1) return sc_logic(Log_1);
    return a.m_value == Log_0 && b.m_value == Log_0 ? sc_logic(Log_0) : sc_logic(Log_X);
  }
  friend sc_logic operator^(const sc_logic &a, const sc_logic &b) {
    return a.is_01() && b.is_01() ? sc_logic(a.m_value != b.m_value) : sc_logic(Log_X);
  }
  friend constexpr bool operator==(const sc_logic &a, const sc_logic &b) { return a.m_value == b.m_value; }
  friend constexpr bool operator!=(const sc_logic &a, const sc_logic &b) { return a.m_value != b.m_value; }

 private:
  static constexpr sc_logic_value_t of(char c) {
    return c == '0' || c == 0 ? Log_0 : c == '1' || c == 1 ? Log_1 : c == 'Z' || c == 'z' || c == 2 ? Log_Z : Log_X;
  }
  sc_logic_value_t m_value;
};

inline bool operator==(const sc_logic &a, bool b) { return a == sc_logic(b); }
inline bool operator==(const sc_logic &a, char b) { return a == sc_logic(b); }
inline bool operator==(const sc_logic &a, int b) { return a == sc_logic(b); }
inline bool operator==(bool a, const sc_logic &b) { return sc_logic(a) == b; }
inline bool operator==(char a, const sc_logic &b) { return sc_logic(a) == b; }
inline bool operator==(int a, const sc_logic &b) { return sc_logic(a) == b; }
inline bool operator!=(const sc_logic &a, bool b) { return !(a == b); }
inline bool operator!=(const sc_logic &a, char b) { return !(a == b); }
inline bool operator!=(const sc_logic &a, int b) { return !(a == b); }

inline std::ostream &operator<<(std::ostream &os, const sc_logic &l) { return os << l.to_char(); }

const sc_logic SC_LOGIC_0(Log_0), SC_LOGIC_1(Log_1), SC_LOGIC_Z(Log_Z), SC_LOGIC_X(Log_X);
const sc_logic sc_logic_0(Log_0), sc_logic_1(Log_1), sc_logic_Z(Log_Z), sc_logic_X(Log_X);

}  // namespace sc_dt

#endif
