// sc_bv and sc_lv: vectors of bits and of sc_logic, each one word or two (sc_planes).
#ifndef ALLWAYS_SC_BV_H
#define ALLWAYS_SC_BV_H

#include "sysc/datatypes/sc_int.h"
#include "sysc/datatypes/sc_logic.h"

namespace sc_dt {

template <int N> class sc_vec;
template <class X> class sc_bitref;
template <class X> class sc_bitref_r;

template <class U> inline U sc_ones(int n) { return n <= 0 ? U(0) : ~U(0) >> (static_cast<int>(sizeof(U) * 8) - n); }

// Bits first..last, the other way around.
template <class U> inline sc_planes<U> sc_turned(const sc_planes<U> &p, int first, int last) {
  sc_planes<U> turned = {0, 0};
  for (int i = first; i <= last; i++) {
    turned.data = turned.data << 1 | (p.data >> i & U(1));
    turned.ctrl = turned.ctrl << 1 | (p.ctrl >> i & U(1));
  }
  return turned;
}

// What can be asked of every vector D.
template <class D, int N> class sc_vector_view {
public:
  typedef typename sc_word<N>::uint field;
  typedef sc_planes<field> planes_type;

  sc_logic_value_t get_bit(int i) const {
    planes_type p = self().planes();
    return static_cast<sc_logic_value_t>(static_cast<int>(p.data >> i & field(1)) |
                                         static_cast<int>(p.ctrl >> i & field(1)) << 1);
  }
  bool is_01() const { return self().planes().ctrl == 0; }
  // The bits where each is 0 or 1; the reference library warns of others and takes Z as 0, X as 1.
  field bits() const {
    planes_type p = self().planes();
    if (__allways_sc_report_time && p.ctrl != 0) sc_core::sc_warning(206);
    return p.data;
  }
  // As a number; there it takes both as 1.
  field number_bits() const {
    planes_type p = self().planes();
    if (__allways_sc_report_time && p.ctrl != 0)
      for (int i = 0; i < self().length(); i++)
        if ((p.ctrl >> i & field(1)) != 0) sc_warn_of_logic((p.data >> i & field(1)) != 0);
    return p.data | p.ctrl;
  }
  // 32 bits each, as the reference library holds them.
  int size() const { return (self().length() + 31) / 32; }
  sc_digit get_word(int i) const { return static_cast<sc_digit>(self().planes().data >> (32 * i)); }
  sc_digit get_cword(int i) const { return static_cast<sc_digit>(self().planes().ctrl >> (32 * i)); }
  bool to_bool() const { return bits() != 0; }
  int concat_length(bool *unknown = nullptr) const {
    if (unknown) *unknown = !is_01();
    return self().length();
  }
  int to_int() const { return static_cast<int>(to_int64()); }
  unsigned to_uint() const { return static_cast<unsigned>(bits()); }
  long to_long() const { return static_cast<long>(to_int64()); }
  unsigned long to_ulong() const { return static_cast<unsigned>(bits()); }  // 32 of them, as the reference library
  uint64 to_uint64() const { return static_cast<uint64>(bits()); }
  int64 to_int64() const {  // the highest bit is a sign, but for version 3
    int n = self().length();
    uint64 low = to_uint64();
    if (__allways_sc_version_3) return static_cast<int64>(low);
    return n >= 64 ? static_cast<int64>(low) : static_cast<int64>(low << (64 - n)) >> (64 - n);
  }
  std::string to_string() const {
    planes_type p = self().planes();
    std::string out;
    for (int i = self().length(); i--;) {
      int v = static_cast<int>(p.data >> i & field(1)) | static_cast<int>(p.ctrl >> i & field(1)) << 1;
      out += static_cast<char>('0' + (v & 1) + (v >> 1) * (v & 1 ? 'X' - '1' : 'Z' - '0'));
    }
    return out;
  }
  std::string to_string(sc_numrep r, bool prefix = true) const {
    if (!is_01()) sc_bad_vector_number();
    std::string text = sc_number_text(static_cast<typename sc_word<N + 1>::sint>(bits()), self().length(), false, r,
                                      prefix);
    return r == SC_DEC && prefix ? "0d" + text : text;
  }
  void print(std::ostream &os = std::cout) const {
    sc_numrep base = sc_stream_base(os);
    os << (base == SC_DEC ? to_string() : to_string(base, (os.flags() & std::ios_base::showbase) != 0));
  }

  sc_logic_value_t and_reduce() const {
    planes_type p = self().planes();
    field ones = sc_ones<field>(self().length());
    return known((p.is_0() & ones) != 0, (p.is_1() & ones) == ones);
  }
  sc_logic_value_t or_reduce() const {
    planes_type p = self().planes();
    field ones = sc_ones<field>(self().length());
    return known((p.is_0() & ones) == ones, (p.is_1() & ones) != 0);
  }
  sc_logic_value_t xor_reduce() const {
    planes_type p = self().planes();
    bool odd = sc_parity(p.data), unknown = p.ctrl != 0;
    return known(!unknown & !odd, !unknown & odd);
  }
  sc_logic_value_t nand_reduce() const { return (~sc_logic(and_reduce())).value(); }
  sc_logic_value_t nor_reduce() const { return (~sc_logic(or_reduce())).value(); }
  sc_logic_value_t xnor_reduce() const { return (~sc_logic(xor_reduce())).value(); }

  sc_vec<N> operator~() const { return sc_vec<N>(~self().planes(), self().length()); }
  // Longer by the distance.
  sc_vec<N + sc_shift_room(N)> operator<<(int n) const {
    typedef sc_vec<N + sc_shift_room(N)> shifted;
    typedef typename shifted::field wide;
    planes_type p = self().planes();
    if (n < 0 || n > sc_shift_room(N))
      __allways_unsupported("a shift to the left by more than 128 bits, and by more than the number has");
    return shifted(sc_planes<wide>{static_cast<wide>(p.data) << n, static_cast<wide>(p.ctrl) << n}, self().length() + n);
  }
  sc_vec<N> operator>>(int n) const {
    planes_type p = self().planes();
    int most = self().length();
    n = n > most ? most : n;
    return n >= static_cast<int>(sizeof(field) * 8) ? sc_vec<N>(planes_type{0, 0}, most)
                                                    : sc_vec<N>(planes_type{p.data >> n, p.ctrl >> n}, most);
  }

  sc_vec<N> part(int l, int r) const {
    const int n = self().length();
    if (l < 0 || r < 0 || l >= n || r >= n) sc_core::sc_error(5);
    planes_type p = self().planes();
    return l >= r ? sc_vec<N>(planes_type{p.data >> r, p.ctrl >> r}, l - r + 1) : sc_vec<N>(sc_turned(p, l, r), r - l + 1);
  }

private:
  const D &self() const { return static_cast<const D &>(*this); }
  static sc_logic_value_t known(bool is_0, bool is_1) {
    return static_cast<sc_logic_value_t>(static_cast<int>(!is_0) | static_cast<int>(!is_0 & !is_1) << 1);
  }
};

// A value of at most N bits.
template <int N> class sc_vec : public sc_vector_view<sc_vec<N>, N> {
public:
  typedef typename sc_word<N>::uint field;
  typedef sc_planes<field> planes_type;
  sc_vec(const planes_type &p, int length) : m_p(p), m_length(length) {
    field ones = sc_ones<field>(length);
    m_p.data &= ones;
    m_p.ctrl &= ones;
  }
  planes_type planes() const { return m_p; }
  int length() const { return m_length; }
  sc_vec range(int l, int r) const { return this->part(l, r); }
  sc_vec operator()(int l, int r) const { return this->part(l, r); }
  sc_bitref_r<sc_vec> operator[](int i) const { return sc_bitref_r<sc_vec>(*this, i); }
  sc_bitref_r<sc_vec> bit(int i) const { return sc_bitref_r<sc_vec>(*this, i); }

private:
  planes_type m_p;
  int m_length;
};
template <int N> struct sc_vector_num<sc_vec<N>> {
  static constexpr bool is = true;
  static constexpr int bits = N;
};

template <int M, int N> inline sc_planes<typename sc_word<M>::uint> sc_resize(const sc_planes<unsigned _BitInt(N)> &p) {
  typedef typename sc_word<M>::uint to;
  return sc_planes<to>{static_cast<to>(p.data), static_cast<to>(p.ctrl)};
}

// For a class with planes(), assign_planes(), length() and operator=.
#define __ALLWAYS_VECTOR_UPDATES(name)                                                                             \
  template <class T> name &operator&=(const T &v) { return *this = *this & v; }                                    \
  template <class T> name &operator|=(const T &v) { return *this = *this | v; }                                    \
  template <class T> name &operator^=(const T &v) { return *this = *this ^ v; }                                    \
  name &operator<<=(int n) { return *this = *this << n; }                                                          \
  name &operator>>=(int n) { return *this = *this >> n; }                                                          \
  name &b_not() { return *this = ~*this; }                                                                         \
  name &lrotate(int n) {                                                                                           \
    const planes_type p = this->planes();                                                                          \
    const int w = this->length();                                                                                  \
    n = (n % w + w) % w;                                                                                           \
    if (n) assign_planes(planes_type{p.data << n | p.data >> (w - n), p.ctrl << n | p.ctrl >> (w - n)});           \
    return *this;                                                                                                  \
  }                                                                                                                \
  name &rrotate(int n) { return lrotate(this->length() - n % this->length()); }                                    \
  name &reverse() {                                                                                                \
    assign_planes(sc_turned(this->planes(), 0, this->length() - 1));                                               \
    return *this;                                                                                                  \
  }                                                                                                                \
  void set_word(int i, sc_digit w) { set_words(i, w, this->get_cword(i)); }                                        \
  void set_cword(int i, sc_digit w) { set_words(i, this->get_word(i), w); }                                        \
  void set_words(int i, sc_digit data, sc_digit ctrl) {                                                            \
    planes_type p = this->planes();                                                                                \
    const field mask = field(0xffffffffu) << (32 * i);                                                             \
    assign_planes(planes_type{(p.data & ~mask) | field(data) << (32 * i), (p.ctrl & ~mask) | field(ctrl) << (32 * i)}); \
  }                                                                                                                \
  void scan(std::istream &is = std::cin) {                                                                         \
    std::string word;                                                                                              \
    is >> word;                                                                                                    \
    *this = word.c_str();                                                                                          \
  }

// --- parts that can be assigned -------------------------------------------------------------------------------------

// A bit of a vector that does not change: its value.
inline void sc_only_word(int n) {
  if (n != 0) sc_core::sc_error(5);
}

template <class X> class sc_bitref_r {
public:
  sc_bitref_r(const X &x, int i) : m_value(x.get_bit(i)) { sc_check_index(i >= 0 && i < x.length()); }
  operator sc_logic() const { return m_value; }
  explicit operator bool() const { return to_bool(); }
  bool operator!() const { return !to_bool(); }
  sc_logic operator~() const { return ~m_value; }
  sc_logic_value_t value() const { return m_value.value(); }
  bool to_bool() const { return m_value.to_bool(); }
  char to_char() const { return m_value.to_char(); }
  bool is_01() const { return m_value.is_01(); }
  int length() const { return 1; }
  // One bit as a vector, as the reference library has it.
  int size() const { return 1; }
  sc_logic_value_t get_bit(int n) const { return sc_only_word(n), value(); }
  sc_digit get_word(int n) const { return sc_only_word(n), static_cast<sc_digit>(value()) & 1u; }
  sc_digit get_cword(int n) const { return sc_only_word(n), static_cast<sc_digit>(value()) >> 1; }
  sc_planes<typename sc_word<1>::uint> planes() const {
    typedef typename sc_word<1>::uint u;
    unsigned v = static_cast<unsigned>(value());
    return sc_planes<u>{u(v & 1u), u(v >> 1)};
  }
  uint64 number_bits() const { return to_bool(); }
  void print(std::ostream &os = std::cout) const { os << to_char(); }

private:
  sc_logic m_value;
};
template <class X> struct sc_vector_num<sc_bitref_r<X>> {
  static constexpr bool is = true;
  static constexpr int bits = 1;
};

template <class X> class sc_bitref {
public:
  uint64 number_bits() const { return to_bool(); }
  void scan(std::istream &is = std::cin) {
    char c = 'X';
    is >> c;
    *this = c;
  }
  sc_bitref(X &x, int i) : m_x(&x), m_i(i) { sc_check_index(i >= 0 && i < x.length()); }
  sc_bitref(const sc_bitref &) = default;
  operator sc_logic() const { return sc_logic(value()); }
  explicit operator bool() const { return to_bool(); }
  bool operator!() const { return !to_bool(); }
  sc_logic operator~() const { return ~sc_logic(value()); }
  sc_logic_value_t value() const { return m_x->get_bit(m_i); }
  bool to_bool() const { return sc_logic(value()).to_bool(); }
  char to_char() const { return sc_logic(value()).to_char(); }
  bool is_01() const { return sc_logic(value()).is_01(); }
  int length() const { return 1; }
  // One bit as a vector, as the reference library has it.
  int size() const { return 1; }
  sc_logic_value_t get_bit(int n) const { return sc_only_word(n), value(); }
  sc_digit get_word(int n) const { return sc_only_word(n), static_cast<sc_digit>(value()) & 1u; }
  sc_digit get_cword(int n) const { return sc_only_word(n), static_cast<sc_digit>(value()) >> 1; }
  void set_bit(int n, sc_logic_value_t v) {
    sc_only_word(n);
    set(v);
  }
  void set_word(int n, sc_digit w) {
    sc_only_word(n);
    set(static_cast<sc_logic_value_t>((w & 1u) | (static_cast<unsigned>(value()) & 2u)));
  }
  void set_cword(int n, sc_digit w) {
    sc_only_word(n);
    set(static_cast<sc_logic_value_t>((w & 1u) << 1 | (static_cast<unsigned>(value()) & 1u)));
  }
  void clean_tail() {}
  sc_planes<typename sc_word<1>::uint> planes() const {
    typedef typename sc_word<1>::uint u;
    unsigned v = static_cast<unsigned>(value());
    return sc_planes<u>{u(v & 1u), u(v >> 1)};
  }
  void print(std::ostream &os = std::cout) const { os << to_char(); }

  sc_bitref &operator=(const sc_bitref &b) { return set(b.value()); }
  template <class Y> sc_bitref &operator=(const sc_bitref<Y> &b) { return set(b.value()); }
  template <class Y> sc_bitref &operator=(const sc_bitref_r<Y> &b) { return set(b.value()); }
  template <class Y> sc_bitref &operator=(const sc_number_bitref<Y> &b) { return set(sc_logic(b.to_bool()).value()); }
  sc_bitref &operator=(const sc_logic &v) { return set(v.value()); }
  sc_bitref &operator=(sc_logic_value_t v) { return set(v); }
  sc_bitref &operator=(bool v) { return set(sc_logic(v).value()); }
  sc_bitref &operator=(char v) { return set(sc_logic(v).value()); }
  sc_bitref &operator=(int v) { return set(sc_logic(v).value()); }
  sc_bitref &operator&=(const sc_logic &v) { return set((sc_logic(value()) & v).value()); }
  sc_bitref &operator|=(const sc_logic &v) { return set((sc_logic(value()) | v).value()); }
  sc_bitref &operator^=(const sc_logic &v) { return set((sc_logic(value()) ^ v).value()); }
  template <class P> void assign_planes(const P &p) {
    set(static_cast<sc_logic_value_t>(static_cast<int>(p.data & 1) | static_cast<int>(p.ctrl & 1) << 1));
  }

private:
  sc_bitref &set(sc_logic_value_t v) {
    m_x->set_bit(m_i, v);
    return *this;
  }
  X *m_x;
  int m_i;
};
template <class X> struct sc_vector_num<sc_bitref<X>> {
  static constexpr bool is = true;
  static constexpr int bits = 1;
};
template <class T> struct sc_is_bitref { static constexpr bool value = false; };
template <class X> struct sc_is_bitref<sc_bitref<X>> { static constexpr bool value = true; };
template <class X> struct sc_is_bitref<sc_bitref_r<X>> { static constexpr bool value = true; };
template <class T> using sc_if_bitref = typename std::enable_if<sc_is_bitref<T>::value, int>::type;
template <class T> using sc_unless_bitref = typename std::enable_if<!sc_is_bitref<T>::value, int>::type;

template <class B, sc_if_bitref<B> = 0> inline std::ostream &operator<<(std::ostream &os, const B &b) {
  return os << b.to_char();
}
#define __ALLWAYS_BITS(op)                                                                                     \
  template <class A, class B, sc_if_bitref<A> = 0, sc_unless_bitref<B> = 0>                                    \
  inline auto operator op(const A &a, const B &b)->decltype(sc_logic() op b) {                                 \
    return sc_logic(a) op b;                                                                                   \
  }                                                                                                            \
  template <class A, class B, sc_if_bitref<A> = 0, sc_if_bitref<B> = 0>                                        \
  inline auto operator op(const A &a, const B &b)->decltype(sc_logic() op sc_logic()) {                        \
    return sc_logic(a) op sc_logic(b);                                                                         \
  }                                                                                                            \
  template <class A, class B, sc_unless_bitref<A> = 0, sc_if_bitref<B> = 0>                                    \
  inline auto operator op(const A &a, const B &b)->decltype(a op sc_logic()) {                                 \
    return a op sc_logic(b);                                                                                   \
  }
__ALLWAYS_BITS(==)
__ALLWAYS_BITS(!=)
__ALLWAYS_BITS(&)
__ALLWAYS_BITS(|)
__ALLWAYS_BITS(^)
#undef __ALLWAYS_BITS

template <class X> class sc_subref : public sc_vector_view<sc_subref<X>, X::width> {
public:
  typedef typename sc_word<X::width>::uint field;
  typedef sc_planes<field> planes_type;
  sc_subref(X &x, int l, int r) : m_x(&x), m_l(l), m_r(r) {
    const int n = x.length();
    if (l < 0 || r < 0 || l >= n || r >= n) sc_core::sc_error(5);
  }
  sc_subref(const sc_subref &) = default;
  int length() const { return m_l >= m_r ? m_l - m_r + 1 : m_r - m_l + 1; }
  planes_type planes() const {
    planes_type p = m_x->planes();
    if (m_l < m_r) return sc_turned(p, m_l, m_r);
    field ones = sc_ones<field>(length());
    return planes_type{p.data >> m_r & ones, p.ctrl >> m_r & ones};
  }
  sc_subref &operator=(const sc_subref &v) {
    assign_planes(v.planes());
    return *this;
  }
  template <class T> sc_subref &operator=(const T &v) {
    X whole(*m_x);
    whole.assign_value(v, length());
    assign_planes(whole.planes());
    return *this;
  }
  sc_bitref<X> operator[](int i) { return sc_bitref<X>(*m_x, place(i)); }
  sc_bitref<X> bit(int i) { return sc_bitref<X>(*m_x, place(i)); }
  sc_bitref_r<X> operator[](int i) const { return sc_bitref_r<X>(*m_x, place(i)); }
  void set_bit(int i, sc_logic_value_t v) { m_x->set_bit(place(i), v); }
  sc_vec<X::width> range(int l, int r) const { return this->part(l, r); }
  sc_vec<X::width> operator()(int l, int r) const { return this->part(l, r); }
  sc_subref range(int l, int r) { return sc_subref(*m_x, place(l), place(r)); }
  sc_subref operator()(int l, int r) { return range(l, r); }
  __ALLWAYS_VECTOR_UPDATES(sc_subref)
  template <class P> void assign_planes(const P &given) {
    planes_type old = m_x->planes(), p = {static_cast<field>(given.data), static_cast<field>(given.ctrl)};
    if (m_l < m_r) p = sc_turned(p, 0, length() - 1);
    const int low = m_l < m_r ? m_l : m_r;
    field mask = sc_ones<field>(length()) << low;
    m_x->assign_planes(planes_type{(old.data & ~mask) | ((p.data << low) & mask), (old.ctrl & ~mask) | ((p.ctrl << low) & mask)});
  }

private:
  int place(int i) const { return m_l >= m_r ? m_r + i : m_r - i; }
  X *m_x;
  int m_l, m_r;
};
template <class X> struct sc_vector_num<sc_subref<X>> {
  static constexpr bool is = true;
  static constexpr int bits = X::width;
};

// --- sc_bv, sc_lv ---------------------------------------------------------------------------------------------------

// Bits behind a prefix, with x, z and others (which are x) among them. The first, which is 0 or 1, goes on above.
template <class U> inline sc_planes<U> sc_parse_open_bits(const char *bits) {
  sc_planes<U> p = {*bits == '1' ? ~U(0) : U(0), U(0)};
  for (const char *c = bits; *c; c++) {
    if (*c == '_') continue;
    unsigned v = static_cast<unsigned>(sc_logic(*c).value());
    p.data = p.data << 1 | U(v & 1);
    p.ctrl = p.ctrl << 1 | U(v >> 1);
  }
  return p;
}

// Text: characters of bits, or a number with a prefix. Shorter than the vector, it is the lower part.
template <class U> inline sc_planes<U> sc_parse_vector(const char *text, bool logical) {
  if (!text || !*text) sc_bad_vector_text(text, logical);
  char second = static_cast<char>(text[0] == '0' ? text[1] | 32 : 0);  // 0X is a prefix, not two values
  if (second == 'b' || second == 'o' || second == 'd' || second == 'x') {
    bool unknown = false;  // a bit that is neither 0 nor 1, behind one that is
    for (const char *c = text + 2; second == 'b' && *c; c++) {
      unknown |= logical && (text[2] == '0' || text[2] == '1') && *c != '0' && *c != '1' && *c != '_';
      if (!unknown && *c != '0' && *c != '1' && *c != '_' && *c != 's' && *c != 'u' && *c != 'm')
        sc_bad_vector_text(text, logical || text[2] == 'u' || text[2] == 's');
    }
    if (!unknown) return sc_planes<U>{static_cast<U>(sc_parse<_BitInt(sizeof(U) * 8), true>(text)), 0};
    return sc_parse_open_bits<U>(text + 2);
  }
  sc_planes<U> p = {0, 0};
  for (const char *c = text; *c; c++) {
    if (*c == '_') continue;
    unsigned v = static_cast<unsigned>(sc_logic(*c).value());
    if (!logical && v > 1) sc_bad_vector_text(text, false);
    p.data = p.data << 1 | U(v & 1);
    p.ctrl = p.ctrl << 1 | U(v >> 1);
  }
  return p;
}

// Bits, parts and assignment of vectors.
#define __ALLWAYS_VECTOR_ACCESS(name)                                                                             \
    void set_bit(int i, sc_logic_value_t v) {                                                                     \
      planes_type p = planes();                                                                                   \
      field one = field(1) << i;                                                                                  \
      unsigned u = logical ? static_cast<unsigned>(v) : v != Log_0;                                               \
      assign_planes(planes_type{(p.data & ~one) | field(u & 1) << i, (p.ctrl & ~one) | field(u >> 1) << i});      \
    }                                                                                                             \
    sc_bitref<name> operator[](int i) { return sc_bitref<name>(*this, i); }                         \
    sc_bitref<name> bit(int i) { return sc_bitref<name>(*this, i); }                                \
    sc_bitref_r<name> operator[](int i) const { return sc_bitref_r<name>(*this, i); }                             \
    sc_bitref_r<name> bit(int i) const { return sc_bitref_r<name>(*this, i); }                                    \
    sc_subref<name> range(int l, int r) { return sc_subref<name>(*this, l, r); }                    \
    sc_subref<name> operator()(int l, int r) { return sc_subref<name>(*this, l, r); }               \
    sc_vec<width> range(int l, int r) const { return this->part(l, r); }                                              \
    sc_vec<width> operator()(int l, int r) const { return this->part(l, r); }                                         \
    __ALLWAYS_VECTOR_UPDATES(name)                                                                                \
    /* Any vector, number or text, cut to so many bits. */                                                        \
    template <class T> typename std::enable_if<sc_vector_num<T>::is>::type assign_value(const T &v, int length) { \
      const auto p = v.planes();                                                                                  \
      if (!logical && __allways_sc_report_time && p.ctrl != 0) sc_core::sc_warning(207);                          \
      put(p, length);                                                                                             \
    }                                                                                                             \
    template <class T> typename std::enable_if<sc_num<T>::number>::type assign_value(const T &v, int length) {    \
      put(planes_type{static_cast<field>(sc_get(v).v), 0}, length);                                               \
    }                                                                                                             \
    template <class T>                                                                                            \
    typename std::enable_if<sc_channel_of<T>::is && !sc_num<T>::number>::type assign_value(const T &v, int length) { \
      assign_value(v.read(), length);                                                                             \
    }                                                                                                             \
    template <class T, sc_if_fixed_point<T> = 0> void assign_value(const T &v, int length) {                      \
      put(planes_type{static_cast<field>(v.to_floor()), 0}, length);                                              \
    }                                                                                                             \
    void assign_value(const char *text, int length) { put(sc_parse_vector<field>(text, logical), length); } \
    void assign_value(const std::string &text, int length) { assign_value(text.c_str(), length); }                \
    void assign_value(const sc_logic &v, int length) {                                                            \
      field all = sc_ones<field>(length);                                                                         \
      unsigned u = static_cast<unsigned>(v.value());                                                              \
      put(planes_type{u & 1 ? all : field(0), u & 2 ? all : field(0)}, length);                                   \
    }

#define __ALLWAYS_VECTOR(name, is_logical)                                                            \
  template <int W> class name : public sc_vector_view<name<W>, W> {                                               \
  public:                                                                                                         \
    enum { width = W, logical = is_logical };                                                                     \
    typedef typename sc_word<W>::uint field;                                                                      \
    typedef sc_planes<field> planes_type;                                                                         \
    name() { assign_planes(planes_type{field(0) - field(logical), field(0) - field(logical)}); }                                                \
    name(const name &) = default;                                                                                 \
    name &operator=(const name &) = default;                                                                      \
    template <class T> name(const T &v) { assign_value(v, W); }                                                   \
    explicit name(bool every) : name(every ? '1' : '0') {}                                                        \
    explicit name(char every) {                                                                                   \
      const unsigned v = static_cast<unsigned>(sc_logic(every).value());                                          \
      assign_planes(planes_type{field(0) - field(v & 1), field(0) - field(v >> 1)});                              \
    }                                                                                                             \
    template <class T> name &operator=(const T &v) {                                                              \
      assign_value(v, W);                                                                                         \
      return *this;                                                                                               \
    }                                                                                                             \
    int length() const { return W; }                                                                              \
    __ALLWAYS_VECTOR_ACCESS(name)                                                                                 \
    __ALLWAYS_##name##_STORAGE                                                                                    \
                                                                                                                  \
        private : template <class P>                                                                              \
                  void                                                                                            \
                  put(const P &p, int length) {                                                                   \
      field ones = sc_ones<field>(length);                                                                        \
      assign_planes(planes_type{static_cast<field>(p.data) & ones, static_cast<field>(p.ctrl) & ones});           \
    }                                                                                                             \
  };                                                                                                              \
  template <int W> struct sc_vector_num<name<W>> {                                                                \
    static constexpr bool is = true;                                                                              \
    static constexpr int bits = W;                                                                                \
  };                                                                                                              \
  template <int W> inline std::istream &operator>>(std::istream &is, name<W> &v) {                                \
    v.scan(is);                                                                                                   \
    return is;                                                                                                    \
  }

#define __ALLWAYS_sc_bv_STORAGE                                                            \
  planes_type planes() const { return planes_type{m_data, 0}; }                            \
  template <class P> void assign_planes(const P &p) {                                      \
    m_data = static_cast<field>(p.data) & sc_ones<field>(W);                               \
  }                                                                                        \
                                                                                           \
private:                                                                                   \
  field m_data;
#define __ALLWAYS_sc_lv_STORAGE                                      \
  planes_type planes() const { return planes_type{m_data, m_ctrl}; } \
  template <class P> void assign_planes(const P &p) {                \
    m_data = static_cast<field>(p.data) & sc_ones<field>(W);         \
    m_ctrl = static_cast<field>(p.ctrl) & sc_ones<field>(W);         \
  }                                                                  \
                                                                     \
private:                                                             \
  field m_data, m_ctrl;
__ALLWAYS_VECTOR(sc_bv, 0)
__ALLWAYS_VECTOR(sc_lv, 1)
#undef __ALLWAYS_VECTOR
#undef __ALLWAYS_sc_bv_STORAGE
#undef __ALLWAYS_sc_lv_STORAGE

// A length known at run time.
#define __ALLWAYS_VECTOR_BASE(name, is_logical)                                                                    \
  class name;                                                                                                      \
  template <> struct sc_vector_num<name> {                                                                         \
    static constexpr bool is = true;                                                                               \
    static constexpr int bits = SC_DYNAMIC_BITS;                                                                   \
  };                                                                                                               \
  class name : public sc_vector_view<name, SC_DYNAMIC_BITS> {                                                      \
  public:                                                                                                          \
    enum { width = SC_DYNAMIC_BITS, logical = is_logical };                                                        \
    typedef typename sc_word<SC_DYNAMIC_BITS>::uint field;                                                                  \
    typedef sc_planes<field> planes_type;                                                                          \
    explicit name(int length = sc_length_param().len()) : m_len(length) {                                          \
      check();                                                                                                     \
      assign_planes(planes_type{field(0) - field(logical), field(0) - field(logical)});                            \
    }                                                                                                              \
    explicit name(bool every, int length = sc_length_param().len()) : name(sc_logic(every), length) {}             \
    explicit name(const sc_logic &every, int length = sc_length_param().len()) : m_len(length) {                   \
      check();                                                                                                     \
      assign_value(every, m_len);                                                                                  \
    }                                                                                                              \
    name(const char *text) : m_len(static_cast<int>(__builtin_strlen(text))) {                                     \
      check();                                                                                                     \
      assign_value(text, m_len);                                                                                   \
    }                                                                                                              \
    name(const char *text, int length) : m_len(length) {                                                           \
      check();                                                                                                     \
      assign_value(text, m_len);                                                                                   \
    }                                                                                                              \
    name(const name &) = default;                                                                                  \
    template <class T, sc_if_vector<T> = 0> name(const T &v) : m_len(sc_read(v).length()) {                        \
      check();                                                                                                     \
      assign_value(v, m_len);                                                                                      \
    }                                                                                                              \
    name &operator=(const name &v) {                                                                               \
      assign_value(v, m_len);                                                                                      \
      return *this;                                                                                                \
    }                                                                                                              \
    template <class T> name &operator=(const T &v) {                                                               \
      assign_value(v, m_len);                                                                                      \
      return *this;                                                                                                \
    }                                                                                                              \
    int length() const { return m_len; }                                                                           \
    __ALLWAYS_VECTOR_ACCESS(name)                                                                                  \
    planes_type planes() const { return m_planes; }                                                                \
    template <class P> void assign_planes(const P &p) {                                                            \
      const field ones = sc_ones<field>(m_len);                                                                    \
      m_planes = planes_type{static_cast<field>(p.data) & ones, logical ? static_cast<field>(p.ctrl) & ones : field(0)}; \
    }                                                                                                              \
                                                                                                                   \
  private:                                                                                                         \
    void check() const {                                                                                           \
      if (m_len <= 0) sc_bad_length("", m_len);                                                                    \
      if (m_len > SC_DYNAMIC_BITS) __allways_unsupported("a vector of so many bits");                              \
    }                                                                                                              \
    template <class P> void put(const P &p, int length) {                                                          \
      field ones = sc_ones<field>(length);                                                                         \
      assign_planes(planes_type{static_cast<field>(p.data) & ones, static_cast<field>(p.ctrl) & ones});            \
    }                                                                                                              \
    planes_type m_planes;                                                                                          \
    int m_len;                                                                                                     \
  };                                                                                                               \
  inline std::istream &operator>>(std::istream &is, name &v) {                                                     \
    v.scan(is);                                                                                                    \
    return is;                                                                                                     \
  }
__ALLWAYS_VECTOR_BASE(sc_bv_base, 0)
__ALLWAYS_VECTOR_BASE(sc_lv_base, 1)
#undef __ALLWAYS_VECTOR_BASE
#undef __ALLWAYS_VECTOR_ACCESS

// --- operations -----------------------------------------------------------------------------------------------------

template <class D, int N> inline std::ostream &operator<<(std::ostream &os, const sc_vector_view<D, N> &v) {
  v.print(os);
  return os;
}

template <int N, class T> inline sc_vec<N> sc_as_vector(const T &v, int length) {
  sc_lv<N> made;
  made.assign_value(v, length);
  return sc_vec<N>(made.planes(), length);
}

// Two vectors, or a vector and what can be assigned to one of its length.
template <class A, class B, bool AV, bool BV> struct sc_vector_pair { static constexpr bool is = false; };
template <class A, class B> struct sc_vector_pair<A, B, true, true> {
  static constexpr bool is = true;
  static constexpr int n = sc_max(sc_vector_num<A>::bits, sc_vector_num<B>::bits);
  static int length(const A &a, const B &) { return a.length(); }  // as the reference library
  static bool fit(const A &a, const B &b) { return a.length() == b.length(); }
  static sc_vec<n> left(const A &a, int length) { return sc_as_vector<n>(a, length); }
  static sc_vec<n> right(const B &b, int length) { return sc_as_vector<n>(b, length); }
};
template <class A, class B> struct sc_vector_pair<A, B, true, false> {
  static constexpr bool is = sc_num<B>::number || std::is_convertible<B, const char *>::value ||
                             std::is_same<B, sc_logic>::value || std::is_same<B, std::string>::value ||
                             sc_vector_num<typename sc_channel_of<B>::data>::is;
  static constexpr int n = sc_vector_num<A>::bits;
  static bool fit(const A &, const B &) { return true; }
  static int length(const A &a, const B &) { return a.length(); }
  static sc_vec<n> left(const A &a, int length) { return sc_as_vector<n>(a, length); }
  static sc_vec<n> right(const B &b, int length) { return sc_as_vector<n>(b, length); }
};
template <class A, class B> struct sc_vector_pair<A, B, false, true> {
  typedef sc_vector_pair<B, A, true, false> other;
  static constexpr bool is = other::is;
  static constexpr int n = other::n;
  static bool fit(const A &, const B &) { return true; }
  static int length(const A &, const B &b) { return b.length(); }
  static sc_vec<n> left(const A &a, int length) { return other::right(a, length); }
  static sc_vec<n> right(const B &b, int length) { return other::left(b, length); }
};
template <class A, class B>
using sc_vector_two = sc_vector_pair<A, B, sc_vector_num<A>::is && !sc_is_bitref<A>::value,
                                     sc_vector_num<B>::is && !sc_is_bitref<B>::value>;

#define __ALLWAYS_VECTOR_OP(op)                                                                \
  template <class A, class B, typename std::enable_if<sc_vector_two<A, B>::is, int>::type = 0> \
  inline sc_vec<sc_vector_two<A, B>::n> operator op(const A &a, const B &b) {                  \
    typedef sc_vector_two<A, B> two;                                                           \
    int n = two::length(a, b);                                                                 \
    return sc_vec<two::n>(two::left(a, n).planes() op two::right(b, n).planes(), n);           \
  }
__ALLWAYS_VECTOR_OP(&)
__ALLWAYS_VECTOR_OP(|)
__ALLWAYS_VECTOR_OP(^)
#undef __ALLWAYS_VECTOR_OP

template <class A, class B, typename std::enable_if<sc_vector_two<A, B>::is, int>::type = 0>
inline bool operator==(const A &a, const B &b) {
  typedef sc_vector_two<A, B> two;
  if (!two::fit(a, b)) return false;
  int n = two::length(a, b);
  auto x = two::left(a, n).planes(), y = two::right(b, n).planes();
  return x.data == y.data && x.ctrl == y.ctrl;
}
template <class A, class B, typename std::enable_if<sc_vector_two<A, B>::is, int>::type = 0>
inline bool operator!=(const A &a, const B &b) {
  return !(a == b);
}

// --- concatenation --------------------------------------------------------------------------------------------------

template <int N, class A, class B> class sc_concref : public sc_vec<N> {
public:
  sc_concref(const sc_vec<N> &v, const A &a, const B &b, int low) : sc_vec<N>(v), m_a(a), m_b(b), m_low(low) {}
  sc_concref(const sc_concref &) = default;
  sc_concref &operator=(const sc_concref &v) {
    assign_planes(v.planes());
    return *this;
  }
  template <class T> sc_concref &operator=(const T &v) {
    assign_planes(sc_as_vector<N>(v, this->length()).planes());
    return *this;
  }
  template <class P> void assign_planes(const P &p) {
    typedef sc_planes<typename sc_word<N>::uint> planes_type;
    planes_type all = {static_cast<typename sc_word<N>::uint>(p.data), static_cast<typename sc_word<N>::uint>(p.ctrl)};
    m_b.assign_planes(all);
    m_a.assign_planes(planes_type{all.data >> m_low, all.ctrl >> m_low});
  }

private:
  A m_a;
  B m_b;
  int m_low;
};
template <int N, class A, class B> struct sc_vector_num<sc_concref<N, A, B>> : sc_vector_num<sc_vec<N>> {};

template <class T> struct sc_vector_is_ref { static constexpr bool value = sc_is_bitref<T>::value; };
template <class X> struct sc_vector_is_ref<sc_subref<X>> { static constexpr bool value = true; };
template <int N, class A, class B> struct sc_vector_is_ref<sc_concref<N, A, B>> {
  static constexpr bool value = true;
};
template <class X> struct sc_vector_place {
  X *at;
  explicit sc_vector_place(X &x) : at(&x) {}
  template <class P> void assign_planes(const P &p) { at->assign_planes(p); }
};
template <class R> struct sc_vector_held {
  R at;
  explicit sc_vector_held(const R &r) : at(r) {}
  template <class P> void assign_planes(const P &p) { at.assign_planes(p); }
};
template <class T> struct sc_vector_part {
  typedef typename std::decay<T>::type plain;
  static constexpr bool is = sc_vector_num<plain>::is;
  static constexpr int bits = sc_vector_num<plain>::bits;
  static constexpr bool is_ref = sc_vector_is_ref<plain>::value;
  static constexpr bool assignable = is_ref || (std::is_lvalue_reference<T>::value &&
                                                !std::is_const<typename std::remove_reference<T>::type>::value);
  typedef typename std::conditional<is_ref, sc_vector_held<plain>, sc_vector_place<plain>>::type place;
};
template <class A, class B>
inline sc_vec<sc_vector_num<A>::bits + sc_vector_num<B>::bits> sc_vector_join(const A &a, const B &b) {
  constexpr int n = sc_vector_num<A>::bits + sc_vector_num<B>::bits;
  typedef typename sc_word<n>::uint field;
  auto x = a.planes();
  auto y = b.planes();
  int low = b.length();
  return sc_vec<n>(sc_planes<field>{static_cast<field>(x.data) << low | static_cast<field>(y.data),
                                    static_cast<field>(x.ctrl) << low | static_cast<field>(y.ctrl)},
                   a.length() + low);
}

template <class A, class B> struct sc_vector_concat {
  static constexpr bool is = sc_vector_part<A>::is && sc_vector_part<B>::is;
  static constexpr bool assignable = is && sc_vector_part<A>::assignable && sc_vector_part<B>::assignable;
  static constexpr int n = sc_vector_part<A>::bits + sc_vector_part<B>::bits;
  typedef sc_concref<n, typename sc_vector_part<A>::place, typename sc_vector_part<B>::place> reference;
};
template <class A, class B, typename std::enable_if<sc_vector_concat<A, B>::assignable, int>::type = 0>
inline typename sc_vector_concat<A, B>::reference concat(A &&a, B &&b) {
  return typename sc_vector_concat<A, B>::reference(sc_vector_join(a, b), typename sc_vector_part<A>::place(a),
                                                    typename sc_vector_part<B>::place(b), b.length());
}
template <class A, class B,
          typename std::enable_if<sc_vector_concat<A, B>::is && !sc_vector_concat<A, B>::assignable, int>::type = 0>
inline sc_vec<sc_vector_concat<A, B>::n> concat(A &&a, B &&b) {
  return sc_vector_join(a, b);
}
// Text, a logic value or a bool beside a vector: a constant part.
template <class T> struct sc_vector_constant {
  typedef typename std::decay<T>::type plain;
  static constexpr bool is = std::is_same<plain, sc_logic>::value || std::is_same<plain, bool>::value ||
                             std::is_convertible<plain, const char *>::value;
};
inline sc_lv_base sc_constant_part(const char *text) { return sc_lv_base(text); }
inline sc_lv<1> sc_constant_part(const sc_logic &v) { return sc_lv<1>(v); }
inline sc_lv<1> sc_constant_part(bool v) { return sc_lv<1>(sc_logic(v)); }
template <class A, class B,
          typename std::enable_if<sc_vector_part<A>::is && !sc_vector_part<B>::is && sc_vector_constant<B>::is, int>::type = 0>
inline auto concat(A &&a, B &&b) {
  return sc_vector_join(a, sc_constant_part(b));
}
template <class A, class B,
          typename std::enable_if<!sc_vector_part<A>::is && sc_vector_part<B>::is && sc_vector_constant<A>::is, int>::type = 0>
inline auto concat(A &&a, B &&b) {
  return sc_vector_join(sc_constant_part(a), b);
}
template <class A, class B,
          typename std::enable_if<sc_vector_part<A>::is != sc_vector_part<B>::is &&
                                      (sc_vector_constant<A>::is || sc_vector_constant<B>::is), int>::type = 0>
inline auto operator,(A &&a, B &&b) {
  return concat(static_cast<A &&>(a), static_cast<B &&>(b));
}

template <class A, class B, typename std::enable_if<sc_vector_concat<A, B>::is, int>::type = 0>
inline auto operator,(A &&a, B &&b) -> decltype(concat(static_cast<A &&>(a), static_cast<B &&>(b))) {
  return concat(static_cast<A &&>(a), static_cast<B &&>(b));
}

}  // namespace sc_dt

#undef __ALLWAYS_VECTOR_UPDATES

#endif
