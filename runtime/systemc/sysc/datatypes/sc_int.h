// sc_int and sc_uint: up to 64 bits, arithmetic is that of C's 64-bit numbers. sc_bigint and sc_biguint: exact
// arithmetic. sc_signed and sc_unsigned: a width that is known when the program runs.
#ifndef ALLWAYS_SC_INT_H
#define ALLWAYS_SC_INT_H

#include "sysc/datatypes/sc_length_param.h"
#include "sysc/datatypes/sc_refs.h"

namespace sc_dt {

template <int W> class sc_bv;
template <int W> class sc_lv;

// The digits of the size, as the reference library holds them: 30 bits each, the lowest first. To be read, until the next call.
template <class N> inline const sc_digit *sc_digits_of(const N &v) {
  static sc_digit digits[N::width / 30 + 1];
  typedef typename sc_num<N>::wide::uint field;
  const auto value = sc_get(v).v;
  field size = value < 0 ? field(0) - static_cast<field>(value) : static_cast<field>(value);
  for (sc_digit &d : digits) {
    d = static_cast<sc_digit>(size & field((1u << 30) - 1));
    size >>= 30;
  }
  return digits;
}

// Width, value and bits, four by four.
template <class N> inline void sc_dump_number(std::ostream &os, const N &v) {
  os << "width = " << v.length() << std::endl << "value = " << v << std::endl << "bits  = ";
  for (int i = v.length(); i-- > 0;) os << v.test(i) << (i % 4 == 0 ? " " : "");
  os << std::endl;
}

// Single bits of every number, and it as a part of a concatenation.
#define __ALLWAYS_BITS                                                     \
  const sc_digit *get_raw() const { return sc_digits_of(*this); }          \
  bool concat_get_ctrl(sc_digit *to, int low) const { return sc_put_in_digits(to, low, length(), field(0)); } \
  bool concat_get_data(sc_digit *to, int low) const { return sc_put_in_digits(to, low, length(), field_at(length() - 1, 0)); } \
  uint64 concat_get_uint64() const { return static_cast<uint64>(field_at(length() - 1, 0)); } \
  template <class T> void concat_set(const T &from, int low) { assign_bits((sc_get(from) >> low).v); } \
  void dump(std::ostream &os = std::cout) const { sc_dump_number(os, *this); } \
  bool test(int i) const {                                                 \
    if (i < 0 || i >= length()) sc_bad_bit(type_name(), i, length());      \
    return static_cast<bool>(field_at(i, i));                              \
  }                                                                        \
  void set(int i, bool b) { bit(i) = b; }                                  \
  void set(int i) { bit(i) = true; }                                       \
  void clear(int i) { bit(i) = false; }                                    \
  void invert(int i) { bit(i) = !test(i); }                                \
  void reverse() {                                                         \
    field turned = 0;                                                      \
    for (int i = 0; i < length(); i++) turned = turned << 1 | field_at(i, i); \
    assign_bits(turned);                                                   \
  }

// What every number offers; `word` is the class's m_val as a signed or unsigned word.
#define __ALLWAYS_NUMBER(name, W, S)                                                                              \
  enum { width = W };                                                                                             \
  int length() const { return W; }                                                                                \
  int concat_length(bool *unknown = nullptr) const {                                                              \
    if (unknown) *unknown = false;                                                                                \
    return W;                                                                                                     \
  }                                                                                                               \
  field bits() const { return sc_cut_unsigned<W>(static_cast<field>(m_val)); }                                    \
  field field_at(int l, int r) const {                                                                            \
    return (static_cast<field>(m_val) >> r) & (~field(0) >> (static_cast<int>(sizeof(field) * 8) - (l - r + 1))); \
  }                                                                                                               \
  void set_field(int l, int r, field v) {                                                                         \
    field mask = ~field(0) >> (static_cast<int>(sizeof(field) * 8) - (l - r + 1)) << r;                           \
    set((static_cast<field>(m_val) & ~mask) | ((v << r) & mask));                                                 \
  }                                                                                                               \
  template <class F> void assign_bits(F v) { set(v); }                                                            \
  int to_int() const { return static_cast<int>(m_val); }                                                          \
  unsigned to_uint() const { return static_cast<unsigned>(unsigned_value()); }                                    \
  long to_long() const { return static_cast<long>(m_val); }                                                       \
  unsigned long to_ulong() const { return static_cast<unsigned long>(unsigned_value()); }                         \
  int64 to_int64() const { return static_cast<int64>(m_val); }                                                    \
  uint64 to_uint64() const { return static_cast<uint64>(unsigned_value()); }                                      \
  double to_double() const { return sc_to_real(m_val); }                                                          \
  bool to_bool() const { return m_val != 0; }                                                                     \
  std::string to_string(sc_numrep r = SC_DEC, bool prefix = true) const {                                         \
    return sc_number_text(sc_get(*this).v, W, S, r, prefix);                                                      \
  }                                                                                                               \
  void print(std::ostream &os = std::cout) const { sc_put_number(os, sc_get(*this).v, W, S); }                    \
  void scan(std::istream &is = std::cin) {                                                                        \
    std::string word;                                                                                             \
    is >> word;                                                                                                   \
    *this = word.c_str();                                                                                         \
  }                                                                                                               \
  sc_number_bitref<name> operator[](int i) { return sc_number_bitref<name>(*this, i); }                                         \
  sc_number_bitref<name> bit(int i) { return sc_number_bitref<name>(*this, i); }                                                \
  sc_number_bitref<const name> operator[](int i) const { return sc_number_bitref<const name>(*this, i); }                                                                 \
  sc_number_bitref<const name> bit(int i) const { return sc_number_bitref<const name>(*this, i); }                                                                       \
  __ALLWAYS_BITS                                                                                                  \
  subref range(int l, int r) { return subref(*this, l, r); }                                                      \
  subref operator()(int l, int r) { return subref(*this, l, r); }                                                 \
  const_subref range(int l, int r) const { return const_subref(*this, l, r); }                                    \
  const_subref operator()(int l, int r) const { return const_subref(*this, l, r); }                               \
  __ALLWAYS_REDUCTIONS(W)

// --- up to 64 bits --------------------------------------------------------------------------------------------------

#define __ALLWAYS_SMALL(name, S, carrier, cut)                                                          \
  template <int W> class name;                                                                          \
  template <int W> struct sc_num<name<W>> {                                                             \
    static constexpr bool number = 1, big = 0, is_signed = S, native = 0;                               \
    static constexpr int bits = W;                                                                      \
    typedef sc_wide<W, S> wide;                                                                         \
    static wide get(const name<W> &v) { return wide{static_cast<typename wide::sint>(v.value())}; }     \
  };                                                                                                    \
  template <int W> struct sc_num<const name<W>> : sc_num<name<W>> {};                                   \
  template <int W> class name {                                                                         \
    static_assert(W >= 1 && W <= 64, "an sc_int or sc_uint has 1 to 64 bits");                          \
                                                                                                        \
  public:                                                                                               \
    enum { ordered = 1 };                                                                               \
    static const char *type_name() { return S ? "sc_int[_base]" : "sc_uint[_base]"; }                   \
    typedef uint64 field;                                                                               \
    typedef sc_small_subref<name> subref;                                                               \
    typedef sc_small_subref<const name> const_subref;                                                   \
    name() : m_val(0) {}                                                                                \
    template <class T, typename std::enable_if<sc_num<T>::native, int>::type = 0> name(T v) {           \
      set(static_cast<carrier>(v));                                                                     \
    }                                                                                                   \
    template <class T, typename std::enable_if<sc_num<T>::number && !sc_num<T>::native, int>::type = 0> \
    name(const T &v) {                                                                                  \
      set(sc_get(v).to_int64());                                                                        \
    }                                                                                                   \
    template <class T, sc_if_vector<T> = 0> name(const T &v) { set(sc_read(v).number_bits()); } \
    name(double v) { set(static_cast<carrier>(v)); }                                                    \
    name(float v) { set(static_cast<carrier>(v)); }                                                     \
    template <class T, sc_if_fixed_point<T> = 0> name(const T &v) { set(v.to_floor()); }                \
    name(const char *text) { set(sc_parse<_BitInt(128)>(text)); }                                       \
    name(const name &) = default;                                                                       \
    name &operator=(const name &) = default;                                                            \
    operator carrier() const { return m_val; }                                                          \
    carrier value() const { return m_val; }                                                             \
    carrier unsigned_value() const { return m_val; }                                                    \
    __ALLWAYS_NUMBER(name, W, S)                                                                        \
    __ALLWAYS_SMALL_UPDATES(name, carrier)                                                              \
                                                                                                        \
  private:                                                                                              \
    template <class T> void set(T v) { m_val = cut<W>(static_cast<carrier>(v)); }                       \
    carrier m_val;                                                                                      \
  };                                                                                                    \
  template <int W> inline std::ostream &operator<<(std::ostream &os, const name<W> &v) {                \
    v.print(os);                                                                                        \
    return os;                                                                                          \
  }                                                                                                     \
  template <int W> inline std::istream &operator>>(std::istream &is, name<W> &v) {                      \
    v.scan(is);                                                                                         \
    return is;                                                                                          \
  }
// Wrapping, as the reference library's numbers do.
#define __ALLWAYS_SMALL_UPDATE(name, carrier, op)                                    \
  name &operator op##=(carrier v) {                                                  \
    set(static_cast<carrier>(static_cast<uint64>(m_val) op static_cast<uint64>(v))); \
    return *this;                                                                    \
  }
#define __ALLWAYS_SMALL_UPDATES(name, carrier)       \
  __ALLWAYS_SMALL_UPDATE(name, carrier, +)           \
  __ALLWAYS_SMALL_UPDATE(name, carrier, -)           \
  __ALLWAYS_SMALL_UPDATE(name, carrier, *)           \
  __ALLWAYS_SMALL_UPDATE(name, carrier, &)           \
  __ALLWAYS_SMALL_UPDATE(name, carrier, |)           \
  __ALLWAYS_SMALL_UPDATE(name, carrier, ^)           \
  __ALLWAYS_SMALL_UPDATE(name, carrier, <<)          \
  name &operator/=(carrier v) {                      \
    set(m_val / v);                                  \
    return *this;                                    \
  }                                                  \
  name &operator%=(carrier v) {                      \
    set(m_val % v);                                  \
    return *this;                                    \
  }                                                  \
  name &operator>>=(carrier v) {                     \
    set(m_val >> v);                                 \
    return *this;                                    \
  }                                                  \
  name &operator++() { return *this += carrier(1); } \
  name &operator--() { return *this -= carrier(1); } \
  carrier operator++(int) {                          \
    carrier old = m_val;                             \
    ++*this;                                         \
    return old;                                      \
  }                                                  \
  carrier operator--(int) {                          \
    carrier old = m_val;                             \
    --*this;                                         \
    return old;                                      \
  }
__ALLWAYS_SMALL(sc_int, true, int64, sc_cut_signed)
__ALLWAYS_SMALL(sc_uint, false, uint64, sc_cut_unsigned)
// --- any width ------------------------------------------------------------------------------------------------------

#define __ALLWAYS_BIG(name, S, word, cut)                                                           \
  template <int W> class name;                                                                      \
  template <int W> struct sc_num<name<W>> {                                                         \
    static constexpr bool number = 1, big = 1, is_signed = S, native = 0;                           \
    static constexpr int bits = W;                                                                  \
    typedef sc_wide<W, S> wide;                                                                     \
    static wide get(const name<W> &v) { return wide{static_cast<typename wide::sint>(v.value())}; } \
  };                                                                                                \
  template <int W> struct sc_num<const name<W>> : sc_num<name<W>> {};                               \
  template <int W> class name {                                                                     \
  public:                                                                                           \
    enum { ordered = 0 };                                                                           \
    static const char *type_name() { return S ? "sc_bigint" : "sc_biguint"; }                       \
    typedef typename sc_word<W>::word type;                                                         \
    typedef typename sc_word<W>::uint field;                                                        \
    typedef sc_number_subref<name> subref;                                                                 \
    typedef sc_number_subref<const name> const_subref;                                                     \
    name() : m_val(0) {}                                                                            \
    template <class T, class = typename std::enable_if<sc_num<T>::number>::type> name(const T &v) { \
      set(sc_get(v).v);                                                                             \
    }                                                                                               \
    template <class T, sc_if_vector<T> = 0> name(const T &v) { set(sc_read(v).number_bits()); } \
    name(double v) { set(sc_of_real<typename sc_word<W>::sint>(v)); }                               \
    template <class T, sc_if_fixed_point<T> = 0> name(const T &v) { set(v.to_floor()); }            \
    name(const char *text) { set(sc_parse<typename sc_word<W + 1>::sint>(text)); }                  \
    name(const name &) = default;                                                                   \
    name &operator=(const name &) = default;                                                        \
    type value() const { return m_val; }                                                            \
    field unsigned_value() const { return bits(); }                                                 \
    bool iszero() const { return m_val == 0; }                                                      \
    bool sign() const { return S && m_val < 0; }                                                    \
    __ALLWAYS_NUMBER(name, W, S)                                                                    \
    __ALLWAYS_BIG_UPDATES(name)                                                                     \
                                                                                                    \
  private:                                                                                          \
    template <class T> void set(T v) { m_val = cut<W>(static_cast<type>(v)); }                      \
    type m_val;                                                                                     \
  };                                                                                                \
  template <int W> inline std::ostream &operator<<(std::ostream &os, const name<W> &v) {            \
    v.print(os);                                                                                    \
    return os;                                                                                      \
  }                                                                                                 \
  template <int W> inline std::istream &operator>>(std::istream &is, name<W> &v) {                  \
    v.scan(is);                                                                                     \
    return is;                                                                                      \
  }
#define __ALLWAYS_BIG_UPDATE(name, op)                                                                            \
  template <class T, class = typename std::enable_if<sc_num<T>::number>::type> name &operator op##=(const T &v) { \
    return *this = *this op v;                                                                                    \
  }
#define __ALLWAYS_BIG_UPDATES(name)         \
  __ALLWAYS_BIG_UPDATE(name, +)             \
  __ALLWAYS_BIG_UPDATE(name, -)             \
  __ALLWAYS_BIG_UPDATE(name, *)             \
  __ALLWAYS_BIG_UPDATE(name, /)             \
  __ALLWAYS_BIG_UPDATE(name, %)             \
  __ALLWAYS_BIG_UPDATE(name, &)             \
  __ALLWAYS_BIG_UPDATE(name, |)             \
  __ALLWAYS_BIG_UPDATE(name, ^)             \
  __ALLWAYS_BIG_UPDATE(name, <<)            \
  __ALLWAYS_BIG_UPDATE(name, >>)            \
  name &operator++() { return *this += 1; } \
  name &operator--() { return *this -= 1; } \
  name operator++(int) {                    \
    name old = *this;                       \
    ++*this;                                \
    return old;                             \
  }                                         \
  name operator--(int) {                    \
    name old = *this;                       \
    --*this;                                \
    return old;                             \
  }
__ALLWAYS_BIG(sc_bigint, true, sint, sc_cut_signed)
__ALLWAYS_BIG(sc_biguint, false, uint, sc_cut_unsigned)

// --- a width known at run time --------------------------------------------------------------------------------------

template <class T> struct sc_is_length {
  static constexpr bool value =
      sc_num<T>::number && !sc_num<T>::native && !sc_num<T>::big && !sc_is_part<T>::value && !sc_channel_of<T>::is;
};
template <class T> using sc_if_length = typename std::enable_if<sc_is_length<T>::value, int>::type;
template <class T> using sc_if_contents = typename std::enable_if<!sc_is_length<T>::value, int>::type;

enum { SC_DYNAMIC_BITS = 1024 };  // of an sc_signed; longer ones end the run UNKNOWN

#define __ALLWAYS_DYNAMIC(name, S)                                                                                    \
  class name;                                                                                                         \
  template <> struct sc_num<name> {                                                                                   \
    static constexpr bool number = 1, big = 1, is_signed = S, native = 0;                                             \
    static constexpr int bits = SC_DYNAMIC_BITS;                                                                      \
    typedef sc_wide<bits, S> wide;                                                                                    \
    static inline wide get(const name &v);                                                                            \
  };                                                                                                                  \
  template <> struct sc_num<const name> : sc_num<name> {};                                                            \
  class name {                                                                                                        \
  public:                                                                                                             \
    enum { width = SC_DYNAMIC_BITS, ordered = 0 };                                                                    \
    static const char *type_name() { return S ? "sc_bigint" : "sc_biguint"; }                                         \
    typedef sc_wide<SC_DYNAMIC_BITS, S>::sint type;                                                                   \
    typedef sc_wide<SC_DYNAMIC_BITS, S>::uint field;                                                                  \
    typedef sc_number_subref<name> subref;                                                                                   \
    typedef sc_number_subref<const name> const_subref;                                                                       \
    explicit name(int bits = sc_length_param().len()) : m_val(0), m_len(bits) { check(); }                            \
    template <class T, sc_if_vector<T> = 0> explicit name(const T &v) : m_len(sc_read(v).length()) {                  \
      set(sc_read(v).number_bits());                                                                                  \
    }                                                                                                                 \
    template <class T, sc_if_vector<T> = 0> name &operator=(const T &v) {                                             \
      set(sc_read(v).number_bits());                                                                                  \
      return *this;                                                                                                   \
    }                                                                                                                 \
    name &operator=(double v) {                                                                                       \
      set(sc_of_real<type>(v));                                                                                       \
      return *this;                                                                                                   \
    }                                                                                                                 \
    int concat_length(bool *unknown = nullptr) const {                                                                \
      if (unknown) *unknown = false;                                                                                  \
      return m_len;                                                                                                   \
    }                                                                                                                 \
    void scan(std::istream &is = std::cin) {                                                                          \
      std::string word;                                                                                               \
      is >> word;                                                                                                     \
      *this = word.c_str();                                                                                           \
    }                                                                                                                 \
    bool and_reduce() const { return field_at(m_len - 1, 0) == ~field(0) >> (sizeof(field) * 8 - m_len); }            \
    bool or_reduce() const { return m_val != 0; }                                                                     \
    bool xor_reduce() const { return sc_parity(field_at(m_len - 1, 0)); }                                             \
    bool nand_reduce() const { return !and_reduce(); }                                                                \
    bool nor_reduce() const { return !or_reduce(); }                                                                  \
    bool xnor_reduce() const { return !xor_reduce(); }                                                                \
    sc_number_bitref<const name> bit(int i) const { return sc_number_bitref<const name>(*this, i); }                                                                         \
    name(const name &) = default;                                                                                     \
    /* Of a small number it is the length: the reference library knows no other way. */                               \
    template <class T, sc_if_length<T> = 0> explicit name(const T &v) : name(static_cast<int>(sc_get(v).to_int64())) {} \
    template <class T, class = sc_if_number<T>, sc_if_contents<T> = 0>                                                \
    name(const T &v) : m_len(sc_length_of(v) + (S && !sc_num<T>::is_signed && !sc_is_part<T>::value)) {               \
      if (m_len > SC_DYNAMIC_BITS) m_len = SC_DYNAMIC_BITS;                                                           \
      set(sc_get(v).v);                                                                                               \
    }                                                                                                                 \
    name &operator=(const name &v) {                                                                                  \
      set(v.m_val);                                                                                                   \
      return *this;                                                                                                   \
    }                                                                                                                 \
    template <class T, class = typename std::enable_if<sc_num<T>::number>::type> name &operator=(const T &v) {        \
      set(sc_get(v).v);                                                                                               \
      return *this;                                                                                                   \
    }                                                                                                                 \
    template <class T, sc_if_fixed_point<T> = 0> name &operator=(const T &v) {                                        \
      set(v.to_floor());                                                                                              \
      return *this;                                                                                                   \
    }                                                                                                                 \
    name &operator=(const char *text) {                                                                               \
      set(sc_parse<type>(text));                                                                                      \
      return *this;                                                                                                   \
    }                                                                                                                 \
    type value() const { return m_val; }                                                                              \
    bool iszero() const { return m_val == 0; }                                                                        \
    bool sign() const { return m_val < 0; }                                                                           \
    int length() const { return m_len; }                                                                              \
    field field_at(int l, int r) const {                                                                              \
      return (static_cast<field>(m_val) >> r) & (~field(0) >> (static_cast<int>(sizeof(field) * 8) - (l - r + 1)));   \
    }                                                                                                                 \
    void set_field(int l, int r, field v) {                                                                           \
      field mask = ~field(0) >> (static_cast<int>(sizeof(field) * 8) - (l - r + 1)) << r;                             \
      set((static_cast<field>(m_val) & ~mask) | ((v << r) & mask));                                                   \
    }                                                                                                                 \
    template <class F> void assign_bits(F v) { set(v); }                                                              \
    int to_int() const { return static_cast<int>(m_val); }                                                            \
    unsigned to_uint() const { return static_cast<unsigned>(field_at(m_len - 1, 0)); }                                \
    long to_long() const { return static_cast<long>(m_val); }                                                         \
    unsigned long to_ulong() const { return static_cast<unsigned long>(field_at(m_len - 1, 0)); }                     \
    int64 to_int64() const { return static_cast<int64>(m_val); }                                                      \
    uint64 to_uint64() const { return static_cast<uint64>(field_at(m_len - 1, 0)); }                                  \
    double to_double() const { return sc_to_real(m_val); }                                                            \
    std::string to_string(sc_numrep r = SC_DEC, bool prefix = true) const {                                           \
      return sc_number_text(m_val, m_len, S, r, prefix);                                                              \
    }                                                                                                                 \
    void print(std::ostream &os = std::cout) const { sc_put_number(os, m_val, m_len, S); }                            \
    sc_number_bitref<name> operator[](int i) { return sc_number_bitref<name>(*this, i); }                                           \
    sc_number_bitref<name> bit(int i) { return sc_number_bitref<name>(*this, i); }                                                  \
    sc_number_bitref<const name> operator[](int i) const { return sc_number_bitref<const name>(*this, i); }                                                                  \
    __ALLWAYS_BITS                                                                                                    \
    subref range(int l, int r) { return subref(*this, l, r); }                                                        \
    subref operator()(int l, int r) { return subref(*this, l, r); }                                                   \
    const_subref range(int l, int r) const { return const_subref(*this, l, r); }                                      \
    const_subref operator()(int l, int r) const { return const_subref(*this, l, r); }                                 \
    __ALLWAYS_BIG_UPDATES(name)                                                                                       \
                                                                                                                      \
  private:                                                                                                            \
    void check() {                                                                                                    \
      if (m_len <= 0) sc_bad_length(S ? "sc_signed" : "sc_unsigned", m_len);                                          \
      if (m_len > SC_DYNAMIC_BITS) __allways_unsupported("a number of so many bits");                                 \
    }                                                                                                                 \
    template <class T> void set(T v) {                                                                                \
      int above = static_cast<int>(sizeof(type) * 8) - m_len;                                                         \
      field moved = static_cast<field>(v) << above;                                                                   \
      m_val = S ? static_cast<type>(moved) >> above : static_cast<type>(moved >> above);                              \
    }                                                                                                                 \
    type m_val;                                                                                                       \
    int m_len;                                                                                                        \
  };                                                                                                                  \
  inline sc_num<name>::wide sc_num<name>::get(const name &v) { return wide{v.value()}; }                              \
  inline std::ostream &operator<<(std::ostream &os, const name &v) {                                                  \
    v.print(os);                                                                                                      \
    return os;                                                                                                        \
  }                                                                                                                   \
  inline std::istream &operator>>(std::istream &is, name &v) {                                                        \
    v.scan(is);                                                                                                       \
    return is;                                                                                                        \
  }
__ALLWAYS_DYNAMIC(sc_signed, true)
__ALLWAYS_DYNAMIC(sc_unsigned, false)

// Up to 64 bits, as many as are asked for.
#define __ALLWAYS_DYNAMIC_SMALL(name, S, carrier)                                                                \
  class name;                                                                                                    \
  template <> struct sc_num<name> {                                                                              \
    static constexpr bool number = 1, big = 0, is_signed = S, native = 0;                                        \
    static constexpr int bits = 64;                                                                              \
    typedef sc_wide<64, S> wide;                                                                                 \
    static inline wide get(const name &v);                                                                       \
  };                                                                                                             \
  template <> struct sc_num<const name> : sc_num<name> {};                                                       \
  class name {                                                                                                   \
  public:                                                                                                        \
    enum { width = 64, ordered = 1 };                                                                            \
    static const char *type_name() { return S ? "sc_int[_base]" : "sc_uint[_base]"; }                            \
    typedef uint64 field;                                                                                        \
    typedef sc_small_subref<name> subref;                                                                        \
    typedef sc_small_subref<const name> const_subref;                                                            \
    explicit name(int bits = sc_length_param().len()) : m_val(0), m_len(bits) { check(); }                       \
    name(carrier v, int bits) : m_len(bits) {                                                                    \
      check();                                                                                                   \
      set(v);                                                                                                    \
    }                                                                                                            \
    name(const name &) = default;                                                                                \
    template <class T, class = sc_if_number<T>> explicit name(const T &v) : m_len(sc_length_of(v)) {             \
      if (m_len > 64) m_len = 64;                                                                                \
      set(sc_get(v).to_int64());                                                                                 \
    }                                                                                                            \
    template <class T, sc_if_vector<T> = 0> explicit name(const T &v) : m_len(sc_read(v).length()) {             \
      check();                                                                                                   \
      set(sc_read(v).number_bits());                                                                             \
    }                                                                                                            \
    name &operator=(const name &v) { return assign(v.m_val); }                                                   \
    template <class T, class = typename std::enable_if<sc_num<T>::number>::type> name &operator=(const T &v) {   \
      return assign(sc_get(v).to_int64());                                                                       \
    }                                                                                                            \
    template <class T, sc_if_vector<T> = 0> name &operator=(const T &v) {                                        \
      return assign(sc_read(v).number_bits());                                                                   \
    }                                                                                                            \
    template <class T, sc_if_fixed_point<T> = 0> name &operator=(const T &v) { return assign(v.to_floor()); }    \
    name &operator=(double v) { return assign(static_cast<carrier>(v)); }                                        \
    name &operator=(const char *text) { return assign(sc_parse<_BitInt(128)>(text)); }                           \
    operator carrier() const { return m_val; }                                                                   \
    carrier value() const { return m_val; }                                                                      \
    int length() const { return m_len; }                                                                         \
    int concat_length(bool *unknown = nullptr) const {                                                           \
      if (unknown) *unknown = false;                                                                             \
      return m_len;                                                                                              \
    }                                                                                                            \
    field bits() const { return static_cast<field>(m_val) & (~field(0) >> (64 - m_len)); }                       \
    field field_at(int l, int r) const { return (static_cast<field>(m_val) >> r) & (~field(0) >> (63 - l + r)); } \
    void set_field(int l, int r, field v) {                                                                      \
      field mask = ~field(0) >> (63 - l + r) << r;                                                               \
      set((static_cast<field>(m_val) & ~mask) | ((v << r) & mask));                                              \
    }                                                                                                            \
    template <class F> void assign_bits(F v) { set(v); }                                                         \
    int to_int() const { return static_cast<int>(m_val); }                                                       \
    unsigned to_uint() const { return static_cast<unsigned>(m_val); }                                            \
    long to_long() const { return static_cast<long>(m_val); }                                                    \
    unsigned long to_ulong() const { return static_cast<unsigned long>(m_val); }                                 \
    int64 to_int64() const { return static_cast<int64>(m_val); }                                                 \
    uint64 to_uint64() const { return static_cast<uint64>(m_val); }                                              \
    double to_double() const { return static_cast<double>(m_val); }                                              \
    std::string to_string(sc_numrep r = SC_DEC, bool prefix = true) const {                                      \
      return sc_number_text(sc_get(*this).v, m_len, S, r, prefix);                                               \
    }                                                                                                            \
    void print(std::ostream &os = std::cout) const { sc_put_number(os, sc_get(*this).v, m_len, S); }             \
    void scan(std::istream &is = std::cin) {                                                                     \
      std::string word;                                                                                          \
      is >> word;                                                                                                \
      *this = word.c_str();                                                                                      \
    }                                                                                                            \
    sc_number_bitref<name> operator[](int i) { return sc_number_bitref<name>(*this, i); }                        \
    sc_number_bitref<name> bit(int i) { return sc_number_bitref<name>(*this, i); }                               \
    sc_number_bitref<const name> operator[](int i) const { return sc_number_bitref<const name>(*this, i); }                                                             \
    sc_number_bitref<const name> bit(int i) const { return sc_number_bitref<const name>(*this, i); }                                                                    \
    __ALLWAYS_BITS                                                                                               \
    subref range(int l, int r) { return subref(*this, l, r); }                                                   \
    subref operator()(int l, int r) { return subref(*this, l, r); }                                              \
    const_subref range(int l, int r) const { return const_subref(*this, l, r); }                                 \
    const_subref operator()(int l, int r) const { return const_subref(*this, l, r); }                            \
    bool and_reduce() const { return bits() == ~field(0) >> (64 - m_len); }                                      \
    bool or_reduce() const { return m_val != 0; }                                                                \
    bool xor_reduce() const { return sc_parity(bits()); }                                                        \
    bool nand_reduce() const { return !and_reduce(); }                                                           \
    bool nor_reduce() const { return !or_reduce(); }                                                             \
    bool xnor_reduce() const { return !xor_reduce(); }                                                           \
    __ALLWAYS_SMALL_UPDATES(name, carrier)                                                                       \
                                                                                                                 \
  private:                                                                                                       \
    void check() const {                                                                                         \
      if (m_len <= 0 || m_len > 64) sc_bad_length(type_name(), m_len);                                           \
    }                                                                                                            \
    template <class T> name &assign(T v) {                                                                       \
      set(v);                                                                                                    \
      return *this;                                                                                              \
    }                                                                                                            \
    template <class T> void set(T v) {                                                                           \
      field moved = static_cast<field>(v) << (64 - m_len);                                                       \
      m_val = static_cast<carrier>(moved) >> (64 - m_len);                                                       \
    }                                                                                                            \
    carrier m_val;                                                                                               \
    int m_len;                                                                                                   \
  };                                                                                                             \
  inline sc_num<name>::wide sc_num<name>::get(const name &v) { return wide{static_cast<wide::sint>(v.value())}; } \
  inline std::ostream &operator<<(std::ostream &os, const name &v) {                                             \
    v.print(os);                                                                                                 \
    return os;                                                                                                   \
  }                                                                                                              \
  inline std::istream &operator>>(std::istream &is, name &v) {                                                   \
    v.scan(is);                                                                                                  \
    return is;                                                                                                   \
  }
__ALLWAYS_DYNAMIC_SMALL(sc_int_base, true, int64)
__ALLWAYS_DYNAMIC_SMALL(sc_uint_base, false, uint64)
#undef __ALLWAYS_DYNAMIC_SMALL

#undef __ALLWAYS_BITS
#undef __ALLWAYS_NUMBER
#undef __ALLWAYS_SMALL
#undef __ALLWAYS_SMALL_UPDATE
#undef __ALLWAYS_SMALL_UPDATES
#undef __ALLWAYS_BIG
#undef __ALLWAYS_BIG_UPDATE
#undef __ALLWAYS_BIG_UPDATES
#undef __ALLWAYS_DYNAMIC

}  // namespace sc_dt

#endif
