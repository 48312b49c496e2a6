// sc_logic: 0, 1, Z, X as two bits, so that no operation branches on a value; sc_bit.
#ifndef ALLWAYS_SC_LOGIC_H
#define ALLWAYS_SC_LOGIC_H

#include "sysc/datatypes/sc_wide.h"

namespace sc_dt {

enum sc_logic_value_t { Log_0 = 0, Log_1, Log_Z, Log_X };

// The two planes of values: 0 is (0, 0), 1 is (1, 0), Z is (0, 1), X is (1, 1). Words of any width, all bits at once.
template <class U> struct sc_planes {
  U data, ctrl;
  static sc_planes of(U is_0, U is_1) { return sc_planes{~is_0, ~(is_0 | is_1)}; }
  U is_0() const { return ~data & ~ctrl; }
  U is_1() const { return data & ~ctrl; }
  sc_planes operator&(const sc_planes &b) const { return of(is_0() | b.is_0(), is_1() & b.is_1()); }
  sc_planes operator|(const sc_planes &b) const { return of(is_0() & b.is_0(), is_1() | b.is_1()); }
  sc_planes operator^(const sc_planes &b) const {
    U unknown = ctrl | b.ctrl;
    return sc_planes{(data ^ b.data) | unknown, unknown};
  }
  sc_planes operator~() const { return sc_planes{~data | ctrl, ctrl}; }
};

class sc_logic {
public:
  constexpr sc_logic() : m_val(3) {}
  sc_logic(const sc_logic &) = default;
  constexpr sc_logic(sc_logic_value_t v) : m_val(static_cast<unsigned char>(v)) {}
  explicit constexpr sc_logic(bool v) : m_val(v) {}
  explicit sc_logic(char c) : m_val(of_char(c)) {}
  explicit sc_logic(int v) : m_val(static_cast<unsigned char>(v)) {
    if (v < 0 || v > 3) sc_bad_value("sc_logic", v, false);
  }
  sc_logic &operator=(const sc_logic &) = default;
  sc_logic &operator=(sc_logic_value_t v) { return *this = sc_logic(v); }
  sc_logic &operator=(bool v) { return *this = sc_logic(v); }
  sc_logic &operator=(char v) { return *this = sc_logic(v); }
  sc_logic &operator=(int v) { return *this = sc_logic(v); }

  constexpr sc_logic_value_t value() const { return static_cast<sc_logic_value_t>(m_val); }
  constexpr bool is_01() const { return m_val < 2; }
  bool to_bool() const {
    if (!is_01()) sc_core::sc_warning(m_val == 2 ? 211 : 212);
    return m_val != 0;
  }
  char to_char() const { return "01ZX"[m_val]; }
  void print(std::ostream &os = std::cout) const { os << to_char(); }
  void scan(std::istream &is = std::cin) {
    char c = 'X';
    is >> c;
    *this = c;
  }

  sc_planes<unsigned> planes() const { return sc_planes<unsigned>{m_val & 1u, m_val >> 1 & 1u}; }
  static sc_logic of(const sc_planes<unsigned> &p) {
    return sc_logic(static_cast<sc_logic_value_t>((p.data & 1u) | (p.ctrl & 1u) << 1));
  }
  sc_logic operator~() const { return of(~planes()); }
  sc_logic &b_not() { return *this = ~*this; }
  sc_logic &operator&=(const sc_logic &b) { return *this = of(planes() & b.planes()); }
  sc_logic &operator|=(const sc_logic &b) { return *this = of(planes() | b.planes()); }
  sc_logic &operator^=(const sc_logic &b) { return *this = of(planes() ^ b.planes()); }
#define __ALLWAYS_LOGIC_UPDATES(type)                                 \
  sc_logic &operator&=(type b) { return *this &= sc_logic(b); }       \
  sc_logic &operator|=(type b) { return *this |= sc_logic(b); }       \
  sc_logic &operator^=(type b) { return *this ^= sc_logic(b); }
  __ALLWAYS_LOGIC_UPDATES(sc_logic_value_t)
  __ALLWAYS_LOGIC_UPDATES(bool)
  __ALLWAYS_LOGIC_UPDATES(char)
  __ALLWAYS_LOGIC_UPDATES(int)
#undef __ALLWAYS_LOGIC_UPDATES

private:
  static unsigned char of_char(char c) {
    switch (c) {
    case '0':
    case '\0': return 0;
    case '1':
    case '\1': return 1;
    case 'Z':
    case 'z':
    case '\2': return 2;
    }
    return 3;
  }
  unsigned char m_val;
};

inline sc_logic operator&(const sc_logic &a, const sc_logic &b) { return sc_logic::of(a.planes() & b.planes()); }
inline sc_logic operator|(const sc_logic &a, const sc_logic &b) { return sc_logic::of(a.planes() | b.planes()); }
inline sc_logic operator^(const sc_logic &a, const sc_logic &b) { return sc_logic::of(a.planes() ^ b.planes()); }
inline bool operator==(const sc_logic &a, const sc_logic &b) { return a.value() == b.value(); }
inline bool operator!=(const sc_logic &a, const sc_logic &b) { return a.value() != b.value(); }

#define __ALLWAYS_LOGIC_WITH(type)                                                 \
  inline sc_logic operator&(const sc_logic &a, type b) { return a & sc_logic(b); } \
  inline sc_logic operator&(type a, const sc_logic &b) { return sc_logic(a) & b; } \
  inline sc_logic operator|(const sc_logic &a, type b) { return a | sc_logic(b); } \
  inline sc_logic operator|(type a, const sc_logic &b) { return sc_logic(a) | b; } \
  inline sc_logic operator^(const sc_logic &a, type b) { return a ^ sc_logic(b); } \
  inline sc_logic operator^(type a, const sc_logic &b) { return sc_logic(a) ^ b; } \
  inline bool operator==(const sc_logic &a, type b) { return a == sc_logic(b); }   \
  inline bool operator==(type a, const sc_logic &b) { return sc_logic(a) == b; }   \
  inline bool operator!=(const sc_logic &a, type b) { return a != sc_logic(b); }   \
  inline bool operator!=(type a, const sc_logic &b) { return sc_logic(a) != b; }
__ALLWAYS_LOGIC_WITH(sc_logic_value_t)
__ALLWAYS_LOGIC_WITH(bool)
__ALLWAYS_LOGIC_WITH(char)
__ALLWAYS_LOGIC_WITH(int)
#undef __ALLWAYS_LOGIC_WITH

inline std::ostream &operator<<(std::ostream &os, const sc_logic &v) { return os << v.to_char(); }
inline std::istream &operator>>(std::istream &is, sc_logic &v) {
  char c = 'X';
  is >> c;
  v = c;
  return is;
}

static const sc_logic SC_LOGIC_0(Log_0), SC_LOGIC_1(Log_1), SC_LOGIC_Z(Log_Z), SC_LOGIC_X(Log_X);
static const sc_logic sc_logic_0(Log_0), sc_logic_1(Log_1), sc_logic_Z(Log_Z), sc_logic_X(Log_X);

// Deprecated in the standard; a bool with its operators.
class sc_bit {
public:
  sc_bit() : m_val(false) { sc_core::sc_former(sc_core::sc_former_bit); }
  explicit sc_bit(bool v) : m_val(v) { sc_core::sc_former(sc_core::sc_former_bit); }
  explicit sc_bit(int v) : m_val(of(v)) { sc_core::sc_former(sc_core::sc_former_bit); }
  explicit sc_bit(char c) : m_val(of(c)) { sc_core::sc_former(sc_core::sc_former_bit); }
  explicit sc_bit(const sc_logic &v) : m_val(v.to_bool()) { sc_core::sc_former(sc_core::sc_former_bit); }
  sc_bit(const sc_bit &) = default;
  sc_bit &operator=(const sc_bit &) = default;
  sc_bit &operator=(bool v) { return set(v); }
  sc_bit &operator=(int v) { return set(of(v)); }
  sc_bit &operator=(char v) { return set(of(v)); }
  sc_bit &operator=(const sc_logic &v) { return set(v.to_bool()); }
#define __ALLWAYS_BIT_UPDATES(type)                                \
  sc_bit &operator&=(type b) { return set(m_val && of(b)); }       \
  sc_bit &operator|=(type b) { return set(m_val || of(b)); }       \
  sc_bit &operator^=(type b) { return set(m_val != of(b)); }
  __ALLWAYS_BIT_UPDATES(const sc_bit &)
  __ALLWAYS_BIT_UPDATES(bool)
  __ALLWAYS_BIT_UPDATES(int)
  __ALLWAYS_BIT_UPDATES(char)
#undef __ALLWAYS_BIT_UPDATES
  operator bool() const { return m_val; }
  bool operator!() const { return !m_val; }
  sc_bit operator~() const { return sc_bit(!m_val); }
  sc_bit &b_not() { return set(!m_val); }
  bool to_bool() const { return m_val; }
  char to_char() const { return static_cast<char>('0' + m_val); }
  void print(std::ostream &os = std::cout) const { os << m_val; }
  void scan(std::istream &is = std::cin) { is >> m_val; }
  static bool of(const sc_bit &v) { return v.m_val; }
  static bool of(bool v) { return v; }
  static bool of(int v) {
    if (v != 0 && v != 1) sc_bad_value("sc_bit", v, false);
    return v != 0;
  }
  static bool of(char c) {
    if (c != '0' && c != '1') sc_bad_value("sc_bit", c, true);
    return c == '1';
  }

private:
  sc_bit &set(bool v) {
    m_val = v;
    return *this;
  }
  bool m_val;
};
#define __ALLWAYS_BIT_WITH(type)                                                                                   \
  inline sc_bit operator&(const sc_bit &a, type b) { return sc_bit(a.to_bool() && sc_bit::of(b)); }                \
  inline sc_bit operator|(const sc_bit &a, type b) { return sc_bit(a.to_bool() || sc_bit::of(b)); }                \
  inline sc_bit operator^(const sc_bit &a, type b) { return sc_bit(a.to_bool() != sc_bit::of(b)); }                \
  inline bool operator==(const sc_bit &a, type b) { return a.to_bool() == sc_bit::of(b); }                         \
  inline bool operator!=(const sc_bit &a, type b) { return a.to_bool() != sc_bit::of(b); }
#define __ALLWAYS_BIT_OTHER(type)                                              \
  __ALLWAYS_BIT_WITH(type)                                                     \
  inline sc_bit operator&(type a, const sc_bit &b) { return b & a; }           \
  inline sc_bit operator|(type a, const sc_bit &b) { return b | a; }           \
  inline sc_bit operator^(type a, const sc_bit &b) { return b ^ a; }           \
  inline bool operator==(type a, const sc_bit &b) { return b == a; }           \
  inline bool operator!=(type a, const sc_bit &b) { return b != a; }
__ALLWAYS_BIT_WITH(const sc_bit &)
__ALLWAYS_BIT_OTHER(bool)
__ALLWAYS_BIT_OTHER(int)
__ALLWAYS_BIT_OTHER(char)
#undef __ALLWAYS_BIT_WITH
#undef __ALLWAYS_BIT_OTHER
inline std::ostream &operator<<(std::ostream &os, const sc_bit &b) { return os << b.to_bool(); }
inline std::istream &operator>>(std::istream &is, sc_bit &b) {
  b.scan(is);
  return is;
}

}  // namespace sc_dt

#endif
