// Fixed-point types (SC_INCLUDE_FX; IEEE 1666, 7.10). A number is an integer times a power of two; the power follows from
// types and constants, so values of inputs stay one term through sums, products, comparisons and casts.
#ifndef ALLWAYS_SC_FX_H
#define ALLWAYS_SC_FX_H

#include "sysc/datatypes/sc_fx_value.h"

namespace sc_dt {

// --- parameters and their contexts ----------------------------------------------------------------------------------

enum sc_enc { SC_TC_, SC_US_ };

class sc_fxtype_params {
 public:
  sc_fxtype_params();
  sc_fxtype_params(int wl, int iwl) : sc_fxtype_params() { m_wl = wl, m_iwl = iwl; }
  sc_fxtype_params(sc_q_mode q, sc_o_mode o, int n = 0) : sc_fxtype_params() { m_q = q, m_o = o, m_n = n; }
  sc_fxtype_params(int wl, int iwl, sc_q_mode q, sc_o_mode o, int n = 0) : m_wl(wl), m_iwl(iwl), m_n(n), m_q(q), m_o(o) {}
  sc_fxtype_params(const sc_fxtype_params &other, int wl, int iwl) : sc_fxtype_params(other) { m_wl = wl, m_iwl = iwl; }
  sc_fxtype_params(const sc_fxtype_params &other, sc_q_mode q, sc_o_mode o, int n = 0) : sc_fxtype_params(other) {
    m_q = q, m_o = o, m_n = n;
  }
  sc_fxtype_params(const sc_fxtype_params &) = default;
  sc_fxtype_params &operator=(const sc_fxtype_params &) = default;
  int wl() const { return m_wl; }
  int iwl() const { return m_iwl; }
  int n_bits() const { return m_n; }
  sc_q_mode q_mode() const { return m_q; }
  sc_o_mode o_mode() const { return m_o; }
  void wl(int v) { m_wl = v; }
  void iwl(int v) { m_iwl = v; }
  void n_bits(int v) { m_n = v; }
  void q_mode(sc_q_mode v) { m_q = v; }
  void o_mode(sc_o_mode v) { m_o = v; }
  bool operator==(const sc_fxtype_params &o) const {
    return m_wl == o.m_wl && m_iwl == o.m_iwl && m_n == o.m_n && m_q == o.m_q && m_o == o.m_o;
  }
  bool operator!=(const sc_fxtype_params &o) const { return !(*this == o); }
  std::string to_string() const;
  void print(std::ostream &os = std::cout) const { os << to_string(); }
  void dump(std::ostream &os = std::cout) const;

 private:
  int m_wl, m_iwl, m_n;
  sc_q_mode m_q;
  sc_o_mode m_o;
};
inline std::ostream &operator<<(std::ostream &os, const sc_fxtype_params &v) { return os << v.to_string(); }

class sc_fxcast_switch {
 public:
  sc_fxcast_switch();
  explicit sc_fxcast_switch(sc_without_context) : m_switch(SC_ON) {}
  sc_fxcast_switch(sc_switch v) : m_switch(v) {}
  bool operator==(const sc_fxcast_switch &o) const { return m_switch == o.m_switch; }
  bool operator!=(const sc_fxcast_switch &o) const { return m_switch != o.m_switch; }
  std::string to_string() const { return m_switch == SC_ON ? "SC_ON" : "SC_OFF"; }
  void print(std::ostream &os = std::cout) const { os << to_string(); }
  void dump(std::ostream &os = std::cout) const;
  sc_switch value() const { return m_switch; }

 private:
  sc_switch m_switch;
};
inline std::ostream &operator<<(std::ostream &os, const sc_fxcast_switch &v) { return os << v.to_string(); }

template <> sc_fxtype_params *&sc_context_now<sc_fxtype_params>();
template <> sc_fxcast_switch *&sc_context_now<sc_fxcast_switch>();
typedef sc_context<sc_fxtype_params> sc_fxtype_context;
typedef sc_context<sc_fxcast_switch> sc_fxcast_context;

// --- variables ------------------------------------------------------------------------------------------------------

class sc_fxnum;

class sc_fxnum_bitref {
 public:
  sc_fxnum_bitref(sc_fxnum &of, int at) : m_of(of), m_at(at) {}
  operator bool() const;
  sc_fxnum_bitref &operator=(bool v);
  sc_fxnum_bitref &operator=(const sc_fxnum_bitref &v) { return *this = static_cast<bool>(v); }
  sc_fxnum_bitref &operator&=(bool v) { return *this = *this && v; }
  sc_fxnum_bitref &operator|=(bool v) { return *this = *this || v; }
  sc_fxnum_bitref &operator^=(bool v) { return *this = *this != v; }
  void print(std::ostream &os = std::cout) const { os << static_cast<bool>(*this); }

 private:
  sc_fxnum &m_of;
  int m_at;
};
inline std::ostream &operator<<(std::ostream &os, const sc_fxnum_bitref &v) { return os << static_cast<bool>(v); }

class sc_fxnum_subref {
 public:
  sc_fxnum_subref(sc_fxnum &of, int l, int r) : m_of(of), m_l(l), m_r(r) {}
  unsigned _BitInt(128) bits() const;
  sc_fxnum_subref &set(unsigned _BitInt(128) v);
  sc_fxnum_subref &set_wide(sc_fx_integer_type v);
  int length() const { return m_l - m_r + 1; }
  int to_int() const { return static_cast<int>(to_int64()); }
  unsigned to_uint() const { return static_cast<unsigned>(bits()); }
  long to_long() const { return to_int64(); }
  unsigned long to_ulong() const { return to_uint64(); }
  int64 to_int64() const;
  uint64 to_uint64() const { return static_cast<uint64>(bits()); }
  std::string to_string() const;
  void print(std::ostream &os = std::cout) const { os << to_string(); }
  template <int V> operator sc_bv<V>() const { return sc_bv<V>(to_string().c_str()); }
  operator sc_bv_base() const { return sc_bv_base(to_string().c_str()); }
  template <class T, typename std::enable_if<std::is_integral<T>::value, int>::type = 0> sc_fxnum_subref &operator=(T v) {
    return set(static_cast<unsigned _BitInt(128)>(v));
  }
  template <class T, sc_if_number<T> * = nullptr> sc_fxnum_subref &operator=(const T &v) {
    return set(static_cast<unsigned _BitInt(128)>(sc_get(v).v));
  }
  template <int V> sc_fxnum_subref &operator=(const sc_bv<V> &v) { return set(v.to_uint64()); }
  sc_fxnum_subref &operator=(const sc_fxnum_subref &v) {
    return v.length() <= 128 ? set(v.bits()) : *this = v.to_string().c_str();
  }
  sc_fxnum_subref &operator=(const char *text);

 private:
  sc_fxnum &m_of;
  int m_l, m_r;
};
inline std::ostream &operator<<(std::ostream &os, const sc_fxnum_subref &v) { return os << v.to_string(); }

enum { SC_FX_SHORT = 127 };  // bits of a type whose variables are one word

// A variable: the integer and the parameters of its type. Longer ones, those that are not cast and special values stand on the heap.
class sc_fxnum : public sc_fx_reads<sc_fxnum> {
 public:
  typedef _BitInt(128) field;
  int wl() const { return m_wl; }
  int iwl() const { return m_iwl; }
  int n_bits() const { return m_n; }
  sc_q_mode q_mode() const { return static_cast<sc_q_mode>(m_q); }
  sc_o_mode o_mode() const { return static_cast<sc_o_mode>(m_o); }
  sc_fxtype_params type_params() const { return sc_fxtype_params(m_wl, m_iwl, q_mode(), o_mode(), m_n); }
  sc_fxcast_switch cast_switch() const { return m_off ? SC_OFF : SC_ON; }
  bool quantization_flag() const { return m_quantized; }
  bool overflow_flag() const { return m_overflown; }
  sc_fxval value() const {
    if (m_any) return *m_any;
    return sc_fxval(m_bits, m_iwl - m_wl, m_wl > SC_FX_SHORT ? 0 : m_signed ? m_wl : m_wl + 1);
  }
  bool get_bit(int i) const { return bit_at(i - (m_iwl - m_wl)); }
  bool is_any() const { return m_any != nullptr; }

  sc_fxnum_bitref operator[](int i) { return sc_fxnum_bitref(*this, checked(i)); }
  sc_fxnum_bitref bit(int i) { return sc_fxnum_bitref(*this, checked(i)); }
  bool operator[](int i) const { return bit_at(checked(i)); }
  bool bit(int i) const { return (*this)[i]; }
  sc_fxnum_subref range(int l, int r) const { return sc_fxnum_subref(const_cast<sc_fxnum &>(*this), checked(l), checked(r)); }
  sc_fxnum_subref operator()(int l, int r) const { return range(l, r); }
  sc_fxnum_subref range() const { return range(m_wl - 1, 0); }
  sc_fxnum_subref operator()() const { return range(); }

  field bits() const { return m_bits; }
  void set_bits(field v);  // as they are: cut to the width
  sc_fx_integer_type wide_bits() const;
  void set_wide(sc_fx_integer_type bits);
  void scan(std::istream &is = std::cin);
  sc_fx_shape shape() const { return sc_fx_shape{m_wl, m_iwl, m_signed}; }

 protected:
  sc_fxnum(const sc_fxtype_params &p, sc_enc enc, const sc_fxcast_switch &cast);
  sc_fxnum(const sc_fxnum &o);
  sc_fxnum &operator=(const sc_fxnum &) = delete;
  ~sc_fxnum() {
    if (m_any) forget();
  }
  void assign(const sc_fxval &v);

 private:
  int checked(int i) const {
    sc_check_index(i >= 0 && i < m_wl);
    return i;
  }
  bool bit_at(int i) const { return m_any ? sc_fx_bit(*m_any, i + m_iwl - m_wl) : static_cast<bool>(m_bits >> i & 1); }
  void assign_any(const sc_fxval &v);
  void keep(const sc_fxval &v);
  void forget();
  field m_bits;
  short m_wl, m_iwl, m_n;
  unsigned char m_q, m_o;
  bool m_signed, m_quantized, m_overflown, m_off;
  sc_fxval *m_any;  // if it is there, it is the value
};
class sc_fxnum_fast : public sc_fxnum {
 protected:
  using sc_fxnum::sc_fxnum;
  void assign(const sc_fxval &v) { sc_fxnum::assign(v.as_double()); }  // what is cast is a double
};

#define __ALLWAYS_FX_ASSIGN(name)                                                                          \
  name &operator=(const name &v) {                                                                         \
    assign(v.value());                                                                                     \
    return *this;                                                                                          \
  }                                                                                                        \
  template <class T, sc_fx_if_value<T> = 0> name &operator=(const T &v) {                                                         \
    assign(sc_fx_value(v));                                                                                \
    return *this;                                                                                          \
  }                                                                                                        \
  template <class T, sc_fx_if_value<T> = 0> name &operator+=(const T &v) { return *this = *this + v; }                            \
  template <class T, sc_fx_if_value<T> = 0> name &operator-=(const T &v) { return *this = *this - v; }                            \
  template <class T, sc_fx_if_value<T> = 0> name &operator*=(const T &v) { return *this = *this * v; }                            \
  template <class T, sc_fx_if_value<T> = 0> name &operator/=(const T &v) { return *this = *this / v; }                            \
  name &operator<<=(int n) { return *this = value() << n; }                                                \
  name &operator>>=(int n) { return *this = value() >> n; }                                                \
  template <class T, sc_fx_if_variable<T> = 0> name &operator&=(const T &v) { return *this = *this & v; }                            \
  template <class T, sc_fx_if_variable<T> = 0> name &operator|=(const T &v) { return *this = *this | v; }                            \
  template <class T, sc_fx_if_variable<T> = 0> name &operator^=(const T &v) { return *this = *this ^ v; }                            \
  name &operator++() { return *this = *this + 1; }                                                         \
  name &operator--() { return *this = *this - 1; }                                                         \
  sc_fxval operator++(int) {                                                                               \
    const sc_fxval before = value();                                                                       \
    ++*this;                                                                                               \
    return before;                                                                                         \
  }                                                                                                        \
  sc_fxval operator--(int) {                                                                               \
    const sc_fxval before = value();                                                                       \
    --*this;                                                                                               \
    return before;                                                                                         \
  }

// What a variable without parameters of its own takes: those of the variable that it is made of.
template <class T> inline sc_fxtype_params sc_fx_params_of(const T &v) {
  if constexpr (sc_fx_kind<T>::variable) return v.type_params();
  else return sc_fxtype_params();
}

// Parameters given when the program runs.
#define __ALLWAYS_FX_DYNAMIC(name, base, enc)                                                                          \
  class name : public base {                                                                                           \
    typedef sc_fxtype_params P;                                                                                        \
    typedef sc_fxcast_switch C;                                                                                        \
                                                                                                                       \
  public:                                                                                                              \
    name() : base(P(), enc, C()) {}                                                                                    \
    name(int wl, int iwl, const C &c = C()) : base(P(wl, iwl), enc, c) {}                                              \
    name(sc_q_mode q, sc_o_mode o, int n = 0, const C &c = C()) : base(P(q, o, n), enc, c) {}                          \
    name(int wl, int iwl, sc_q_mode q, sc_o_mode o, int n = 0, const C &c = C()) : base(P(wl, iwl, q, o, n), enc, c) {} \
    name(const P &p, const C &c = C()) : base(p, enc, c) {}                                                            \
    name(const C &c) : base(P(), enc, c) {}                                                                            \
    name(const name &) = default;                                                                                      \
    template <class T, sc_fx_if_value<T> = 0> name(const T &v, const C &c = C()) : name(sc_fx_params_of(v), c) {       \
      assign(sc_fx_value(v));                                                                                          \
    }                                                                                                                  \
    template <class T, sc_fx_if_value<T> = 0> name(const T &v, int wl, int iwl, const C &c = C()) : name(P(sc_fx_params_of(v), wl, iwl), c) { \
      assign(sc_fx_value(v));                                                                                          \
    }                                                                                                                  \
    template <class T, sc_fx_if_value<T> = 0>                                                                          \
    name(const T &v, int wl, int iwl, sc_q_mode q, sc_o_mode o, int n = 0, const C &c = C()) : name(wl, iwl, q, o, n, c) { \
      assign(sc_fx_value(v));                                                                                          \
    }                                                                                                                  \
    template <class T, sc_fx_if_value<T> = 0>                                                                          \
    name(const T &v, sc_q_mode q, sc_o_mode o, int n = 0, const C &c = C()) : name(P(sc_fx_params_of(v), q, o, n), c) { \
      assign(sc_fx_value(v));                                                                                          \
    }                                                                                                                  \
    template <class T, sc_fx_if_value<T> = 0> name(const T &v, const P &p, const C &c = C()) : name(p, c) {            \
      assign(sc_fx_value(v));                                                                                          \
    }                                                                                                                  \
    __ALLWAYS_FX_ASSIGN(name)                                                                                          \
  };
__ALLWAYS_FX_DYNAMIC(sc_fix, sc_fxnum, SC_TC_)
__ALLWAYS_FX_DYNAMIC(sc_ufix, sc_fxnum, SC_US_)
__ALLWAYS_FX_DYNAMIC(sc_fix_fast, sc_fxnum_fast, SC_TC_)
__ALLWAYS_FX_DYNAMIC(sc_ufix_fast, sc_fxnum_fast, SC_US_)

// Parameters of the type.
#define __ALLWAYS_FX_STATIC(name, base)                                                                       \
  template <int W, int I, sc_q_mode Q = SC_TRN, sc_o_mode O = SC_WRAP, int N = 0> class name : public base {  \
   public:                                                                                                    \
    name(const sc_fxcast_switch &c = sc_fxcast_switch()) : base(sc_fxtype_params(W, I, Q, O, N), c) {}        \
    name(const name &) = default;                                                                             \
    template <class T, sc_fx_if_value<T> = 0> name(const T &v, const sc_fxcast_switch &c = sc_fxcast_switch()) : name(c) { \
      this->assign(sc_fx_value(v));                                                                           \
    }                                                                                                         \
    using base::assign;                                                                                       \
    __ALLWAYS_FX_ASSIGN(name)                                                                                 \
  };
__ALLWAYS_FX_STATIC(sc_fixed, sc_fix)
__ALLWAYS_FX_STATIC(sc_ufixed, sc_ufix)
__ALLWAYS_FX_STATIC(sc_fixed_fast, sc_fix_fast)
__ALLWAYS_FX_STATIC(sc_ufixed_fast, sc_ufix_fast)
#undef __ALLWAYS_FX_DYNAMIC
#undef __ALLWAYS_FX_STATIC
#undef __ALLWAYS_FX_ASSIGN

// Bit by bit, over the bits of both.
#define __ALLWAYS_FX_LOGIC(op)                                                                   \
  template <class A, class B, typename std::enable_if<sc_fx_kind<A>::variable && sc_fx_kind<B>::variable, int>::type = 0> \
  inline sc_fix operator op(const A &a, const B &b) {                                            \
    return sc_fx_logic(a, b, [](auto x, auto y) { return x op y; });                             \
  }
template <class Operation> inline sc_fix sc_fx_logic(const sc_fxnum &a, const sc_fxnum &b, Operation combine) {
  const int iwl = sc_max(a.iwl(), b.iwl()), fwl = sc_max(a.wl() - a.iwl(), b.wl() - b.iwl());
  sc_fix result(iwl + fwl, iwl, SC_TRN, SC_WRAP, 0, SC_ON);
  if (iwl + fwl > SC_FX_SHORT || a.is_any() || b.is_any()) {
    const int of_a = fwl - (a.wl() - a.iwl()), of_b = fwl - (b.wl() - b.iwl());
    result.set_wide(combine(a.wide_bits() << of_a, b.wide_bits() << of_b));
    return result;
  }
  const sc_fxval x = a.value().aligned(-fwl), y = b.value().aligned(-fwl);
  result = sc_fxval(combine(x.m, y.m), -fwl, iwl + fwl);
  return result;
}
__ALLWAYS_FX_LOGIC(&)
__ALLWAYS_FX_LOGIC(|)
__ALLWAYS_FX_LOGIC(^)
#undef __ALLWAYS_FX_LOGIC
template <class A, typename std::enable_if<sc_fx_kind<A>::variable, int>::type = 0> inline A operator~(const A &a) {
  A result(a);
  if (a.is_any())
    result.set_wide(~a.wide_bits());
  else
    result.set_bits(~a.bits());
  return result;
}

}  // namespace sc_dt

#endif
