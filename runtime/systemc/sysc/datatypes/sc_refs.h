// Bits and parts of numbers, and concatenations, as things that can be read and assigned.
#ifndef ALLWAYS_SC_REFS_H
#define ALLWAYS_SC_REFS_H

#include "sysc/datatypes/sc_wide.h"

namespace sc_dt {

inline bool sc_put_in_digit(sc_digit *to, int at, bool one) {
  const sc_digit mask = 1u << at % 30;
  to[at / 30] = one ? to[at / 30] | mask : to[at / 30] & ~mask;
  return one;
}

// Where concatenations of the reference library put the bits of their parts: digits of 30 bits, the lowest first. Bits above, in the
// last digit that is reached, are cleared.
template <class F> inline bool sc_put_in_digits(sc_digit *to, int low, int length, F bits) {
  const int end = ((low + length - 1) / 30 + 1) * 30;
  bool any = false;
  for (int i = low; i < end; i++) {
    const bool one = i - low < length && static_cast<bool>(bits >> (i - low) & F(1));
    any |= sc_put_in_digit(to, i, one);
  }
  return any;
}

// X has: width, field (an unsigned type), bits(), field_at(l, r), set_field(l, r, field).

template <class X> class sc_number_bitref {
public:
  sc_number_bitref(X &x, int i) : m_x(&x), m_i(i) {
    if (i < 0 || i >= x.length()) sc_bad_bit(X::type_name(), i, x.length());
  }
  sc_number_bitref(const sc_number_bitref &) = default;

  operator uint64() const { return to_uint64(); }
  uint64 to_uint64() const { return static_cast<uint64>(m_x->field_at(m_i, m_i)); }
  int64 to_int64() const { return static_cast<int64>(to_uint64()); }
  int to_int() const { return static_cast<int>(to_uint64()); }
  unsigned to_uint() const { return static_cast<unsigned>(to_uint64()); }
  bool to_bool() const { return to_uint64() != 0; }
  bool value() const { return to_bool(); }
  bool operator!() const { return !to_bool(); }
  bool operator~() const { return !to_bool(); }
  int length() const { return 1; }
  int concat_length(bool *unknown = nullptr) const {
    if (unknown) *unknown = false;
    return 1;
  }
  bool concat_get_ctrl(sc_digit *to, int low) const { return sc_put_in_digit(to, low, false); }
  bool concat_get_data(sc_digit *to, int low) const { return sc_put_in_digit(to, low, to_bool()); }
  uint64 concat_get_uint64() const { return to_uint64(); }
  template <class T> void concat_set(const T &from, int low) { assign_bits((sc_get(from) >> low).v); }
  void print(std::ostream &os = std::cout) const { os << to_bool(); }
  void scan(std::istream &is = std::cin) {
    bool b = false;
    is >> b;
    *this = b;
  }

  sc_number_bitref &operator=(const sc_number_bitref &b) { return *this = b.to_bool(); }
  template <class Y> sc_number_bitref &operator=(const sc_number_bitref<Y> &b) { return *this = b.to_bool(); }
  sc_number_bitref &operator=(bool b) {
    m_x->set_field(m_i, m_i, typename X::field(b));
    return *this;
  }
  sc_number_bitref &operator&=(bool b) { return *this = to_bool() & b; }
  sc_number_bitref &operator|=(bool b) { return *this = to_bool() | b; }
  sc_number_bitref &operator^=(bool b) { return *this = to_bool() ^ b; }
  template <class F> void assign_bits(F v) { *this = static_cast<bool>(v & F(1)); }

private:
  X *m_x;
  int m_i;
};

template <class X> class sc_number_subref {
public:
  typedef typename X::field field;
  sc_number_subref(X &x, int l, int r) : m_x(&x), m_l(l), m_r(r) {
    const int n = x.length();
    if (l < 0 || r < 0 || l >= n || r >= n || (X::ordered && l < r)) sc_bad_part(X::type_name(), l, r, n);
  }
  sc_number_subref(const sc_number_subref &) = default;

  // Against the order: the bits turned around; such a part cannot be assigned, as in the reference library.
  field get() const {
    if (X::ordered || m_l >= m_r) return m_x->field_at(m_l, m_r);
    field turned = 0;
    for (int i = m_l; i <= m_r; i++) turned = turned << 1 | m_x->field_at(i, i);
    return turned;
  }
  uint64 to_uint64() const { return static_cast<uint64>(get()); }
  int64 to_int64() const { return static_cast<int64>(get()); }
  int to_int() const { return static_cast<int>(get()); }
  unsigned to_uint() const { return static_cast<unsigned>(get()); }
  long to_long() const { return static_cast<long>(get()); }
  unsigned long to_ulong() const { return static_cast<unsigned long>(get()); }
  double to_double() const { return static_cast<double>(get()); }
  int length() const { return m_l >= m_r ? m_l - m_r + 1 : m_r - m_l + 1; }
  int concat_length(bool *unknown = nullptr) const {
    if (unknown) *unknown = false;
    return length();
  }
  bool concat_get_ctrl(sc_digit *to, int low) const { return sc_put_in_digits(to, low, length(), field(0)); }
  bool concat_get_data(sc_digit *to, int low) const { return sc_put_in_digits(to, low, length(), get()); }
  uint64 concat_get_uint64() const { return to_uint64(); }
  template <class T> void concat_set(const T &from, int low) { assign_bits((sc_get(from) >> low).v); }
  void print(std::ostream &os = std::cout) const { sc_put_number(os, sc_num<sc_number_subref>::get(*this).v, length(), false); }
  void scan(std::istream &is = std::cin) {
    std::string word;
    is >> word;
    *this = word.c_str();
  }
  std::string to_string(sc_numrep r = SC_DEC, bool prefix = true) const {
    return sc_number_text(sc_num<sc_number_subref>::get(*this).v, length(), false, r, prefix);
  }
  bool and_reduce() const { return get() == ~field(0) >> (sizeof(field) * 8 - length()); }
  bool or_reduce() const { return get() != 0; }
  bool xor_reduce() const { return sc_parity(get()); }
  bool nand_reduce() const { return !and_reduce(); }
  bool nor_reduce() const { return !or_reduce(); }
  bool xnor_reduce() const { return !xor_reduce(); }

  sc_number_subref &operator=(const sc_number_subref &b) { return assign(b); }
  template <class T, class = typename std::enable_if<sc_num<T>::number>::type> sc_number_subref &operator=(const T &v) {
    return assign(v);
  }
  sc_number_subref &operator=(const char *text) {
    assign_bits(sc_parse<typename sc_word<X::width>::sint>(text));
    return *this;
  }
  template <class T, sc_if_vector<T> = 0> sc_number_subref &operator=(const T &v) {
    assign_bits(sc_read(v).number_bits());
    return *this;
  }
  sc_number_subref &operator=(double v) {
    assign_bits(sc_of_real<typename sc_word<X::width + 1>::sint>(v));
    return *this;
  }
  template <class T, sc_if_fixed_point<T> = 0> sc_number_subref &operator=(const T &v) {
    assign_bits(v.to_floor());
    return *this;
  }
  template <class F> void assign_bits(F v) {
    if (m_l >= m_r) m_x->set_field(m_l, m_r, static_cast<field>(v));
  }

private:
  template <class T> sc_number_subref &assign(const T &v) {
    assign_bits(sc_get(v).v);
    return *this;
  }
  X *m_x;
  int m_l, m_r;
};

// Parts of small numbers behave as C numbers, those of big ones as big ones.
template <class X> class sc_small_subref : public sc_number_subref<X> {
public:
  using sc_number_subref<X>::sc_number_subref;
  using sc_number_subref<X>::operator=;
  sc_small_subref(const sc_small_subref &) = default;
  sc_small_subref &operator=(const sc_small_subref &b) {
    sc_number_subref<X>::operator=(b);
    return *this;
  }
  operator uint64() const { return this->to_uint64(); }
};

template <class X> struct sc_num<sc_number_bitref<X>> {
  static constexpr bool number = 1, big = 0, is_signed = 0, native = 0;
  static constexpr int bits = 1;
  typedef sc_wide<1, false> wide;
  static wide get(const sc_number_bitref<X> &b) { return wide{static_cast<typename wide::sint>(b.to_uint64())}; }
};
template <class X> struct sc_num<sc_number_subref<X>> {
  static constexpr bool number = 1, big = 1, is_signed = 0, native = 0;
  static constexpr int bits = X::width;
  typedef sc_wide<bits, false> wide;
  static wide get(const sc_number_subref<X> &b) { return wide{static_cast<typename wide::sint>(b.get())}; }
};
template <class X> struct sc_num<sc_small_subref<X>> {
  static constexpr bool number = 1, big = 0, is_signed = 0, native = 0;
  static constexpr int bits = X::width;
  typedef sc_wide<bits, false> wide;
  static wide get(const sc_small_subref<X> &b) { return wide{static_cast<typename wide::sint>(b.get())}; }
};

// The bits of parts and concatenations are those of the number made of them, of a signed one too.
template <class T> struct sc_is_part : std::false_type {};
template <class X> struct sc_is_part<sc_number_subref<X>> : std::true_type {};
template <class X> struct sc_is_part<sc_small_subref<X>> : std::true_type {};

template <class X> inline std::ostream &operator<<(std::ostream &os, const sc_number_bitref<X> &b) {
  return os << b.to_bool();
}
template <class X> inline std::ostream &operator<<(std::ostream &os, const sc_number_subref<X> &b) {
  return sc_put_number(os, sc_get(b).v, b.length(), false);
}
template <class X> inline std::ostream &operator<<(std::ostream &os, const sc_small_subref<X> &b) {
  return sc_put_number(os, sc_get(b).v, b.length(), false);
}

// --- concatenation --------------------------------------------------------------------------------------------------

// At most N bits, `length` of them in use.
template <int N> class sc_concat {
public:
  typedef sc_wide<N, false> wide;
  sc_concat(wide v, int length) : m_v(v), m_length(length) {}
  wide get() const { return m_v; }
  int length() const { return m_length; }
  uint64 to_uint64() const { return m_v.to_uint64(); }
  int64 to_int64() const { return m_v.to_int64(); }
  int to_int() const { return m_v.to_int(); }
  unsigned to_uint() const { return m_v.to_uint(); }
  long to_long() const { return m_v.to_long(); }
  unsigned long to_ulong() const { return m_v.to_ulong(); }
  std::string to_string(sc_numrep r = SC_DEC, bool prefix = true) const {
    return sc_number_text(m_v.v, m_length, false, r, prefix);
  }
  double to_double() const { return m_v.to_double(); }
  bool to_bool() const { return m_v.v != 0; }
  operator uint64() const { return to_uint64(); }
  uint64 value() const { return to_uint64(); }
  int concat_length(bool *unknown = nullptr) const {
    if (unknown) *unknown = false;
    return m_length;
  }
  bool and_reduce() const {
    typedef typename wide::uint uint;
    return static_cast<uint>(m_v.v) == ~(~uint(0) << m_length);
  }
  bool or_reduce() const { return m_v.v != 0; }
  bool xor_reduce() const { return sc_parity(static_cast<typename wide::uint>(m_v.v)); }
  bool nand_reduce() const { return !and_reduce(); }
  bool nor_reduce() const { return !or_reduce(); }
  bool xnor_reduce() const { return !xor_reduce(); }
  bool concat_get_ctrl(sc_digit *to, int low) const { return sc_put_in_digits(to, low, length(), uint64(0)); }
  bool concat_get_data(sc_digit *to, int low) const { return sc_put_in_digits(to, low, length(), static_cast<typename wide::uint>(m_v.v)); }
  uint64 concat_get_uint64() const { return to_uint64(); }
  void print(std::ostream &os = std::cout) const { sc_put_number(os, m_v.v, m_length, false); }

protected:
  wide m_v;
  int m_length;
};
template <int N> struct sc_num<sc_concat<N>> {
  static constexpr bool number = 1, big = (N > 64), is_signed = 0, native = 0;
  static constexpr int bits = N;
  typedef sc_wide<N, false> wide;
  static wide get(const sc_concat<N> &c) { return c.get(); }
};
template <int N> inline std::ostream &operator<<(std::ostream &os, const sc_concat<N> &c) {
  return sc_put_number(os, c.get().v, c.length(), false);
}

// A part that can be assigned: a number by its address, a reference by value.
template <class X> struct sc_place {
  X *at;
  explicit sc_place(X &x) : at(&x) {}
  template <class F> void assign_bits(F v) { at->assign_bits(v); }
};
template <class R> struct sc_held {
  R at;
  explicit sc_held(const R &r) : at(r) {}
  template <class F> void assign_bits(F v) { at.assign_bits(v); }
};

template <int N, class A, class B> class sc_concatref : public sc_concat<N> {
public:
  sc_concatref(sc_wide<N, false> v, int length, const A &a, const B &b, int low)
      : sc_concat<N>(v, length), m_a(a), m_b(b), m_low(low) {}
  sc_concatref(const sc_concatref &) = default;
  template <class T, class = typename std::enable_if<sc_num<T>::number>::type> sc_concatref &operator=(const T &v) {
    assign_bits(sc_get(v).v);
    return *this;
  }
  sc_concatref &operator=(const sc_concatref &v) {
    assign_bits(v.get().v);
    return *this;
  }
  sc_concatref &operator=(const char *text) {
    assign_bits(sc_parse<typename sc_word<N + 1>::sint>(text));
    return *this;
  }
  template <class T, sc_if_vector<T> = 0> sc_concatref &operator=(const T &v) {
    assign_bits(sc_read(v).number_bits());
    return *this;
  }
  sc_concatref &operator=(double v) {
    assign_bits(sc_of_real<typename sc_word<N + 1>::sint>(v));
    return *this;
  }
  template <class T, sc_if_fixed_point<T> = 0> sc_concatref &operator=(const T &v) {
    assign_bits(v.to_floor());
    return *this;
  }
  void scan(std::istream &is = std::cin) {
    std::string word;
    is >> word;
    *this = word.c_str();
  }
  template <class T> void concat_set(const T &from, int low) { assign_bits((sc_get(from) >> low).v); }
  template <class F> void assign_bits(F v) {
    // A signed value goes on for ever; its upper bits must not come from a narrower type.
    typedef typename sc_word<sc_max(N, static_cast<int>(sizeof(F)) * 8)>::sint wide;
    m_b.assign_bits(static_cast<wide>(v));
    m_a.assign_bits(static_cast<wide>(v) >> m_low);
  }

private:
  A m_a;
  B m_b;
  int m_low;
};
template <int N, class A, class B> struct sc_num<sc_concatref<N, A, B>> : sc_num<sc_concat<N>> {};
template <int N> struct sc_is_part<sc_concat<N>> : std::true_type {};
template <int N, class A, class B> struct sc_is_part<sc_concatref<N, A, B>> : std::true_type {};

template <class T> struct sc_is_ref { static constexpr bool value = false; };
template <class X> struct sc_is_ref<sc_number_bitref<X>> { static constexpr bool value = true; };
template <class X> struct sc_is_ref<sc_number_bitref<const X>> { static constexpr bool value = false; };
template <class X> struct sc_is_ref<sc_number_subref<X>> { static constexpr bool value = true; };
template <class X> struct sc_is_ref<sc_small_subref<X>> { static constexpr bool value = true; };
template <int N, class A, class B> struct sc_is_ref<sc_concatref<N, A, B>> { static constexpr bool value = true; };

inline int sc_length_of(bool) { return 1; }
template <class T, class = sc_if_number<T>> inline int sc_length_of(const T &x) {
  if constexpr (sc_num<typename sc_channel_of<T>::data>::native) return sc_num<T>::bits;
  else return sc_read(x).length();
}
// A bool counts as one bit; other C numbers are no parts of a concatenation.
template <class T> struct sc_part {
  typedef typename std::decay<T>::type plain;
  static constexpr bool is_bool = std::is_same<plain, bool>::value;
  static constexpr bool sc = sc_num<plain>::number && !sc_num<plain>::native && !sc_channel_of<plain>::is;
  static constexpr bool usable = sc || is_bool;
  static constexpr int bits = is_bool ? 1 : sc_num<plain>::bits;
  static constexpr bool is_ref = sc_is_ref<plain>::value;
  static constexpr bool variable = std::is_lvalue_reference<T>::value &&
                                   !std::is_const<typename std::remove_reference<T>::type>::value;
  static constexpr bool assignable = sc && (is_ref || variable);
  typedef typename std::conditional<is_ref, sc_held<plain>, sc_place<plain>>::type place;
};

template <class A, class B> struct sc_concat_of {
  static constexpr bool usable = sc_part<A>::usable && sc_part<B>::usable && (sc_part<A>::sc || sc_part<B>::sc);
  static constexpr bool assignable = sc_part<A>::assignable && sc_part<B>::assignable;
  static constexpr int n = sc_part<A>::bits + sc_part<B>::bits;
  typedef sc_concat<n> value;
  typedef sc_concatref<n, typename sc_part<A>::place, typename sc_part<B>::place> reference;
  typedef typename std::conditional<assignable, reference, value>::type type;
};

template <class A, class B> inline sc_wide<sc_concat_of<A, B>::n, false> sc_joined(const A &a, const B &b, int low) {
  typedef sc_wide<sc_concat_of<A, B>::n, false> wide;
  typedef typename wide::uint uint;
  uint below = static_cast<uint>(sc_get(b).v) & ~(~uint(0) << low);
  uint above = static_cast<uint>(sc_get(a).v) & ~(~uint(0) << sc_length_of(a));
  return wide{static_cast<typename wide::sint>(above << low | below)};
}

template <class A, class B,
          typename std::enable_if<sc_concat_of<A, B>::usable && sc_concat_of<A, B>::assignable, int>::type = 0>
inline typename sc_concat_of<A, B>::type concat(A &&a, B &&b) {
  typedef typename std::decay<A>::type pa;
  typedef typename std::decay<B>::type pb;
  int low = sc_length_of(b);
  return typename sc_concat_of<A, B>::type(sc_joined<pa, pb>(a, b, low), sc_length_of(a) + low,
                                           typename sc_part<A>::place(a), typename sc_part<B>::place(b), low);
}
template <class A, class B,
          typename std::enable_if<sc_concat_of<A, B>::usable && !sc_concat_of<A, B>::assignable, int>::type = 0>
inline typename sc_concat_of<A, B>::type concat(A &&a, B &&b) {
  typedef typename std::decay<A>::type pa;
  typedef typename std::decay<B>::type pb;
  int low = sc_length_of(b);
  return typename sc_concat_of<A, B>::type(sc_joined<pa, pb>(a, b, low), sc_length_of(a) + low);
}
template <class A, class B, class = typename std::enable_if<sc_concat_of<A, B>::usable>::type>
inline typename sc_concat_of<A, B>::type operator,(A &&a, B &&b) {
  return concat(static_cast<A &&>(a), static_cast<B &&>(b));
}

}  // namespace sc_dt

#endif
