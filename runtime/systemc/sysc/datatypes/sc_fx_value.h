// Values of fixed-point expressions (sc_fxval): an integer times a power of two, and arithmetic on them.
#ifndef ALLWAYS_SC_FX_VALUE_H
#define ALLWAYS_SC_FX_VALUE_H

#include <ostream>
#include <string>
#include <type_traits>

#include "sysc/datatypes/datatypes.h"

namespace sc_dt {

enum sc_q_mode { SC_RND, SC_RND_ZERO, SC_RND_MIN_INF, SC_RND_INF, SC_RND_CONV, SC_TRN, SC_TRN_ZERO };
enum sc_o_mode { SC_SAT, SC_SAT_ZERO, SC_SAT_SYM, SC_WRAP, SC_WRAP_SM };
enum sc_switch { SC_OFF, SC_ON };
enum sc_fmt { SC_F, SC_E };
std::ostream &operator<<(std::ostream &os, sc_q_mode v);
std::ostream &operator<<(std::ostream &os, sc_o_mode v);
std::ostream &operator<<(std::ostream &os, sc_switch v);
std::ostream &operator<<(std::ostream &os, sc_fmt v);

// The digits in front of and behind the point that a text shows; wl is 0 for a value without a type.
struct sc_fx_shape {
  int wl, iwl;
  bool is_signed;
};

class sc_fxval;
std::string sc_fx_text(const sc_fxval &v, sc_numrep r, int prefix, sc_fmt fmt, sc_fx_shape shape);
double sc_fx_double(const sc_fxval &v);
_BitInt(256) sc_fx_integer(const sc_fxval &v);  // towards zero
_BitInt(256) sc_fx_floor(const sc_fxval &v);
bool sc_fx_is_negative(const sc_fxval &v);
bool sc_fx_is_zero(const sc_fxval &v);
bool sc_fx_is_nan(const sc_fxval &v);
bool sc_fx_is_inf(const sc_fxval &v);
bool sc_fx_bit(const sc_fxval &v, int i);

// What values and variables offer alike.
template <class Self> class sc_fx_reads {
 public:
  typedef Self sc_fixed_point;
  operator double() const { return to_double(); }
  double to_double() const { return sc_fx_double(value()); }
  float to_float() const { return static_cast<float>(to_double()); }
  short to_short() const { return static_cast<short>(to_int64()); }
  unsigned short to_ushort() const { return static_cast<unsigned short>(to_int64()); }
  int to_int() const { return static_cast<int>(to_int64()); }
  unsigned to_uint() const { return static_cast<unsigned>(to_int64()); }
  long to_long() const { return to_int64(); }
  unsigned long to_ulong() const { return static_cast<unsigned long>(to_int64()); }
  int64 to_int64() const { return static_cast<int64>(sc_fx_integer(value())); }
  uint64 to_uint64() const { return static_cast<uint64>(to_int64()); }
  _BitInt(256) to_floor() const { return sc_fx_floor(value()); }  // what other numbers take
  bool is_neg() const { return sc_fx_is_negative(value()); }
  bool is_zero() const { return sc_fx_is_zero(value()); }
  bool is_nan() const { return sc_fx_is_nan(value()); }
  bool is_inf() const { return sc_fx_is_inf(value()); }
  bool is_normal() const { return !is_nan() && !is_inf(); }

  std::string to_string() const { return text(SC_DEC, -1, format); }
  std::string to_string(sc_numrep r) const { return text(r, -1, format); }
  std::string to_string(sc_numrep r, bool prefix) const { return text(r, prefix, format); }
  std::string to_string(sc_fmt f) const { return text(SC_DEC, -1, f); }
  std::string to_string(sc_numrep r, sc_fmt f) const { return text(r, -1, f); }
  std::string to_string(sc_numrep r, bool prefix, sc_fmt f) const { return text(r, prefix, f); }
  std::string to_dec() const { return to_string(SC_DEC); }
  std::string to_bin() const { return to_string(SC_BIN); }
  std::string to_oct() const { return to_string(SC_OCT); }
  std::string to_hex() const { return to_string(SC_HEX); }
  void print(std::ostream &os = std::cout) const { os << to_string(); }

 private:
  static constexpr sc_fmt format = std::is_same<Self, sc_fxval>::value ? SC_E : SC_F;
  const Self &self() const { return static_cast<const Self &>(*this); }
  sc_fxval value() const;
  std::string text(sc_numrep r, int prefix, sc_fmt f) const;
};

class sc_fxnum;
class sc_fxval_fast;
class sc_fxnum_fast;

// operand: it can stand beside a fixed-point number; fx: it is one; plain: it becomes a value by itself.
template <class T> struct sc_fx_kind {
  static constexpr bool variable = std::is_base_of<sc_fxnum, T>::value;
  static constexpr bool fx = variable || std::is_base_of<sc_fxval, T>::value;
  static constexpr bool exact = fx && !std::is_base_of<sc_fxnum_fast, T>::value && !std::is_base_of<sc_fxval_fast, T>::value;
  static constexpr bool plain = sc_num<T>::native && !std::is_same<T, int64>::value && !std::is_same<T, uint64>::value;
  static constexpr bool operand = fx || std::is_arithmetic<T>::value || std::is_enum<T>::value || sc_num<T>::number;
};

// --- values ---------------------------------------------------------------------------------------------------------

enum { SC_FX_ROOM = 254 };  // most bits of an integer
[[noreturn]] void sc_fx_too_wide();
typedef _BitInt(4096) sc_fx_integer_type;
sc_fxval sc_fx_of_integer(sc_fx_integer_type m);

// What one word does not hold: longer integers, infinities, not-a-numbers, the zero below zero. Most values have none of it.
struct sc_fx_big;
class sc_fx_more {
 public:
  sc_fx_more() : m_big(nullptr) {}
  sc_fx_more(const sc_fx_more &o);
  sc_fx_more &operator=(const sc_fx_more &o);
  ~sc_fx_more() {
    if (m_big) forget();
  }
  explicit operator bool() const { return m_big; }
  const sc_fx_big *operator->() const { return m_big; }
  sc_fx_big *big() { return m_big; }
  void hold(sc_fx_big *made) { m_big = made; }

 private:
  void forget();
  sc_fx_big *m_big;
};

class sc_fxval : public sc_fx_reads<sc_fxval> {
 public:
  typedef _BitInt(256) word;
  word m;  // the value is m times 2 to the power of e
  int e;
  int w;  // m has at most so many bits, its sign included. Known without looking at m; 0: the value is 0
  sc_fx_more x;  // if it is there, it is the value

  sc_fxval() : m(0), e(0), w(0) {}
  sc_fxval(word integer, int exponent, int bits) : m(integer), e(exponent), w(bits) {}
  // Numbers of C become values by themselves, as in the reference library; others where it is said.
  inline sc_fxval(double v);
  sc_fxval(const char *text);
  template <class T, typename std::enable_if<sc_fx_kind<T>::plain, int>::type = 0>
  sc_fxval(T v) : m(static_cast<word>(sc_get(v).v)), e(0), w(sc_wide_of<T>::held) {}
  template <class T, typename std::enable_if<sc_num<T>::number && !sc_fx_kind<T>::plain, int>::type = 0>
  explicit sc_fxval(const T &v) : m(static_cast<word>(sc_get(v).v)), e(0), w(sc_wide_of<T>::held) {
    if (w <= SC_FX_ROOM) return;
    w = SC_FX_ROOM;
    if (m == sc_get(v).v && m == m << 1 >> 1) return;
    if (static_cast<sc_fx_integer_type>(sc_get(v).v) != sc_get(v).v) sc_fx_too_wide();
    *this = sc_fx_of_integer(static_cast<sc_fx_integer_type>(sc_get(v).v));
  }
  inline sc_fxval(float v);
  template <class T, typename std::enable_if<sc_fx_kind<T>::variable, int>::type = 0>
  sc_fxval(const T &v) : sc_fxval(v.value()) {}
  sc_fxval(const sc_fxval &) = default;
  sc_fxval &operator=(const sc_fxval &) = default;
  template <class T> inline sc_fxval &operator=(const T &v);

  const sc_fxval &value() const { return *this; }
  sc_fx_shape shape() const { return sc_fx_shape{0, 0, true}; }
  sc_fxval aligned(int exponent) const;  // the same value with this exponent, which is not above its own
  sc_fxval as_double() const;            // the nearest double
  bool get_bit(int i) const {
    if (x) return sc_fx_bit(*this, i);
    return i >= e && static_cast<bool>(m >> (i - e < 255 ? i - e : 255) & 1);
  }
  void shift(int n);

  template <class T> inline sc_fxval &operator+=(const T &v);
  template <class T> inline sc_fxval &operator-=(const T &v);
  template <class T> inline sc_fxval &operator*=(const T &v);
  template <class T> inline sc_fxval &operator/=(const T &v);
  sc_fxval &operator<<=(int n) {
    shift(n);
    return *this;
  }
  sc_fxval &operator>>=(int n) {
    shift(-n);
    return *this;
  }
  sc_fxval &operator++() { return *this += 1; }
  sc_fxval &operator--() { return *this -= 1; }
  sc_fxval operator++(int) {
    const sc_fxval before = *this;
    ++*this;
    return before;
  }
  sc_fxval operator--(int) {
    const sc_fxval before = *this;
    --*this;
    return before;
  }
};

// Each operation gives a double, as the reference library's fast numbers do.
class sc_fxval_fast : public sc_fxval {
 public:
  sc_fxval_fast() {}
  sc_fxval_fast(const sc_fxval &v) : sc_fxval(v.as_double()) {}
  template <class T, typename std::enable_if<!std::is_base_of<sc_fxval, T>::value && std::is_convertible<T, sc_fxval>::value, int>::type = 0>
  sc_fxval_fast(const T &v) : sc_fxval(sc_fxval(v).as_double()) {}
  template <class T, typename std::enable_if<!std::is_base_of<sc_fxval, T>::value && !std::is_convertible<T, sc_fxval>::value, int>::type = 0>
  explicit sc_fxval_fast(const T &v) : sc_fxval(sc_fxval(v).as_double()) {}
  template <class T> sc_fxval_fast &operator=(const T &v) { return *this = sc_fxval_fast(v); }
  sc_fxval_fast(const sc_fxval_fast &) = default;
  sc_fxval_fast &operator=(const sc_fxval_fast &) = default;
};

sc_fxval sc_fx_of_double(double v);
inline sc_fxval::sc_fxval(double v) : sc_fxval(sc_fx_of_double(v)) {}
inline sc_fxval::sc_fxval(float v) : sc_fxval(sc_fx_of_double(v)) {}

template <class Self> inline sc_fxval sc_fx_reads<Self>::value() const { return self().value(); }
template <class Self> inline std::string sc_fx_reads<Self>::text(sc_numrep r, int prefix, sc_fmt f) const {
  return sc_fx_text(value(), r, prefix, f, self().shape());
}

sc_fxval sc_fx_add(const sc_fxval &a, const sc_fxval &b);
sc_fxval sc_fx_sub(const sc_fxval &a, const sc_fxval &b);
sc_fxval sc_fx_mul(const sc_fxval &a, const sc_fxval &b);
sc_fxval sc_fx_div(const sc_fxval &a, const sc_fxval &b);
sc_fxval sc_fx_div_fast(const sc_fxval &a, const sc_fxval &b);
bool sc_fx_less(const sc_fxval &a, const sc_fxval &b);
bool sc_fx_same(const sc_fxval &a, const sc_fxval &b);
bool sc_fx_not_above(const sc_fxval &a, const sc_fxval &b);
sc_fxval sc_fx_neg(const sc_fxval &a);

// --- operators ------------------------------------------------------------------------------------------------------

template <class T>
using sc_fx_if_value = typename std::enable_if<sc_fx_kind<T>::operand || std::is_convertible<T, const char *>::value, int>::type;
template <class T> using sc_fx_if_variable = typename std::enable_if<sc_fx_kind<T>::variable, int>::type;
template <class A, class B>
using sc_fx_if =
    typename std::enable_if<(sc_fx_kind<A>::fx || sc_fx_kind<B>::fx) && sc_fx_kind<A>::operand && sc_fx_kind<B>::operand, int>::type;
template <class A, class B>
using sc_fx_result = typename std::conditional<sc_fx_kind<A>::exact || sc_fx_kind<B>::exact, sc_fxval, sc_fxval_fast>::type;

template <class T> inline sc_fxval sc_fx_value(const T &v) { return sc_fxval(v); }

#define __ALLWAYS_FX_OPERATOR(op, function)                                                                       \
  template <class A, class B, sc_fx_if<A, B> = 0> inline sc_fx_result<A, B> operator op(const A &a, const B &b) { \
    return function(sc_fx_value(a), sc_fx_value(b));                                                              \
  }
__ALLWAYS_FX_OPERATOR(+, sc_fx_add)
__ALLWAYS_FX_OPERATOR(-, sc_fx_sub)
__ALLWAYS_FX_OPERATOR(*, sc_fx_mul)
#undef __ALLWAYS_FX_OPERATOR
template <class A, class B, sc_fx_if<A, B> = 0> inline sc_fx_result<A, B> operator/(const A &a, const B &b) {
  const sc_fxval x = sc_fx_value(a), y = sc_fx_value(b);
  return std::is_same<sc_fx_result<A, B>, sc_fxval>::value ? sc_fx_div(x, y) : sc_fx_div_fast(x, y);
}

#define __ALLWAYS_FX_COMPARE(op, expression)                                                        \
  template <class A, class B, sc_fx_if<A, B> = 0> inline bool operator op(const A &x, const B &y) { \
    const sc_fxval a = sc_fx_value(x), b = sc_fx_value(y);                                          \
    return expression;                                                                              \
  }
__ALLWAYS_FX_COMPARE(==, sc_fx_same(a, b))
__ALLWAYS_FX_COMPARE(!=, !sc_fx_same(a, b))
__ALLWAYS_FX_COMPARE(<, sc_fx_less(a, b))
__ALLWAYS_FX_COMPARE(>, sc_fx_less(b, a))
__ALLWAYS_FX_COMPARE(<=, sc_fx_not_above(a, b))
__ALLWAYS_FX_COMPARE(>=, sc_fx_not_above(b, a))
#undef __ALLWAYS_FX_COMPARE

template <class A, typename std::enable_if<sc_fx_kind<A>::fx, int>::type = 0>
inline sc_fx_result<A, A> operator-(const A &a) {
  return sc_fx_neg(sc_fx_value(a));
}
template <class A, typename std::enable_if<sc_fx_kind<A>::fx, int>::type = 0>
inline sc_fx_result<A, A> operator+(const A &a) {
  return sc_fx_value(a);
}
template <class A, typename std::enable_if<sc_fx_kind<A>::fx, int>::type = 0>
inline sc_fx_result<A, A> operator<<(const A &a, int n) {
  return sc_fx_value(a) <<= n;
}
template <class A, typename std::enable_if<sc_fx_kind<A>::fx, int>::type = 0>
inline sc_fx_result<A, A> operator>>(const A &a, int n) {
  return sc_fx_value(a) >>= n;
}
template <class A, typename std::enable_if<sc_fx_kind<A>::fx, int>::type = 0>
inline std::ostream &operator<<(std::ostream &os, const A &a) {
  return os << a.to_string();
}
template <class A, typename std::enable_if<sc_fx_kind<A>::variable, int>::type = 0>
inline std::istream &operator>>(std::istream &is, A &a) {
  std::string word;
  is >> word;
  a = word.c_str();
  return is;
}

template <class T> inline sc_fxval &sc_fxval::operator=(const T &v) { return *this = sc_fxval(v); }
template <class T> inline sc_fxval &sc_fxval::operator+=(const T &v) { return *this = sc_fx_add(*this, sc_fx_value(v)); }
template <class T> inline sc_fxval &sc_fxval::operator-=(const T &v) { return *this = sc_fx_sub(*this, sc_fx_value(v)); }
template <class T> inline sc_fxval &sc_fxval::operator*=(const T &v) { return *this = sc_fx_mul(*this, sc_fx_value(v)); }
template <class T> inline sc_fxval &sc_fxval::operator/=(const T &v) { return *this = sc_fx_div(*this, sc_fx_value(v)); }

}  // namespace sc_dt

#endif
