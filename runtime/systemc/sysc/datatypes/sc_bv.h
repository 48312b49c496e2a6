// sc_bv and sc_lv: vectors of bits and of sc_logic, each one word or two (sc_planes).
#ifndef ALLWAYS_SC_BV_H
#define ALLWAYS_SC_BV_H

#include "sysc/datatypes/sc_int.h"
#include "sysc/datatypes/sc_logic.h"

namespace sc_dt {

template <int N> class sc_vec;

template <class U> inline U sc_ones(int n) { return n <= 0 ? U(0) : ~U(0) >> (static_cast<int>(sizeof(U) * 8) - n); }

// Which types are vectors: at most N bits; planes(x) are zero behind its length.
template <class T> struct sc_vector_num {
  static constexpr bool is = false;
  static constexpr int bits = 1;
};
template <class T> using sc_if_vector = typename std::enable_if<sc_vector_num<T>::is>::type;

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
  // The bits where each is 0 or 1; the reference library warns of others and takes them as 0.
  field bits() const {
    planes_type p = self().planes();
    return p.data & ~p.ctrl;
  }
  int to_int() const { return static_cast<int>(to_int64()); }
  unsigned to_uint() const { return static_cast<unsigned>(bits()); }
  long to_long() const { return static_cast<long>(to_int64()); }
  unsigned long to_ulong() const { return static_cast<unsigned long>(bits()); }
  uint64 to_uint64() const { return static_cast<uint64>(bits()); }
  int64 to_int64() const {  // the highest bit is a sign
    int n = self().length();
    uint64 low = to_uint64();
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
    if (!is_01()) return to_string();
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
  sc_vec<N + SC_SHIFT_ROOM> operator<<(int n) const {
    typedef typename sc_word<N + SC_SHIFT_ROOM>::uint wide;
    planes_type p = self().planes();
    if (n < 0 || n > SC_SHIFT_ROOM) __allways_unsupported("a shift to the left by more than 128 bits");
    return sc_vec<N + SC_SHIFT_ROOM>(sc_planes<wide>{static_cast<wide>(p.data) << n, static_cast<wide>(p.ctrl) << n},
                                     self().length() + n);
  }
  sc_vec<N> operator>>(int n) const {
    planes_type p = self().planes();
    int most = self().length();
    n = n > most ? most : n;
    return n >= static_cast<int>(sizeof(field) * 8) ? sc_vec<N>(planes_type{0, 0}, most)
                                                    : sc_vec<N>(planes_type{p.data >> n, p.ctrl >> n}, most);
  }

  sc_vec<N> part(int l, int r) const {
    sc_check_index(r >= 0 && l < self().length());
    if (l < r) __allways_unsupported("a part of a vector in reverse order");
    planes_type p = self().planes();
    return sc_vec<N>(planes_type{p.data >> r, p.ctrl >> r}, l - r + 1);
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
  sc_logic operator[](int i) const { return sc_logic(this->get_bit(i)); }

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

// --- parts that can be assigned -------------------------------------------------------------------------------------

template <class X> class sc_vector_bitref {
public:
  sc_vector_bitref(X &x, int i) : m_x(&x), m_i(i) { sc_check_index(i >= 0 && i < x.length()); }
  sc_vector_bitref(const sc_vector_bitref &) = default;
  operator sc_logic() const { return sc_logic(value()); }
  explicit operator bool() const { return to_bool(); }
  bool operator!() const { return !to_bool(); }
  sc_logic operator~() const { return ~sc_logic(value()); }
  sc_logic_value_t value() const { return m_x->get_bit(m_i); }
  bool to_bool() const { return sc_logic(value()).to_bool(); }
  char to_char() const { return sc_logic(value()).to_char(); }
  bool is_01() const { return sc_logic(value()).is_01(); }
  int length() const { return 1; }
  sc_planes<typename sc_word<1>::uint> planes() const {
    typedef typename sc_word<1>::uint u;
    unsigned v = static_cast<unsigned>(value());
    return sc_planes<u>{u(v & 1u), u(v >> 1)};
  }
  void print(std::ostream &os = std::cout) const { os << to_char(); }

  sc_vector_bitref &operator=(const sc_vector_bitref &b) { return set(b.value()); }
  template <class Y> sc_vector_bitref &operator=(const sc_vector_bitref<Y> &b) { return set(b.value()); }
  template <class Y> sc_vector_bitref &operator=(const sc_bitref<Y> &b) { return set(sc_logic(b.to_bool()).value()); }
  sc_vector_bitref &operator=(const sc_logic &v) { return set(v.value()); }
  sc_vector_bitref &operator=(sc_logic_value_t v) { return set(v); }
  sc_vector_bitref &operator=(bool v) { return set(sc_logic(v).value()); }
  sc_vector_bitref &operator=(char v) { return set(sc_logic(v).value()); }
  sc_vector_bitref &operator=(int v) { return set(sc_logic(v).value()); }
  sc_vector_bitref &operator&=(const sc_logic &v) { return set((sc_logic(value()) & v).value()); }
  sc_vector_bitref &operator|=(const sc_logic &v) { return set((sc_logic(value()) | v).value()); }
  sc_vector_bitref &operator^=(const sc_logic &v) { return set((sc_logic(value()) ^ v).value()); }
  template <class P> void assign_planes(const P &p) {
    set(static_cast<sc_logic_value_t>(static_cast<int>(p.data & 1) | static_cast<int>(p.ctrl & 1) << 1));
  }

private:
  sc_vector_bitref &set(sc_logic_value_t v) {
    m_x->set_bit(m_i, v);
    return *this;
  }
  X *m_x;
  int m_i;
};
template <class X> struct sc_vector_num<sc_vector_bitref<X>> {
  static constexpr bool is = true;
  static constexpr int bits = 1;
};
template <class X> inline std::ostream &operator<<(std::ostream &os, const sc_vector_bitref<X> &b) {
  return os << b.to_char();
}
template <class X, class T>
inline auto operator==(const sc_vector_bitref<X> &a, const T &b) -> decltype(sc_logic() == b) {
  return sc_logic(a) == b;
}
template <class X, class T>
inline auto operator!=(const sc_vector_bitref<X> &a, const T &b) -> decltype(sc_logic() != b) {
  return sc_logic(a) != b;
}
#define __ALLWAYS_BITS(op)                                                                       \
  template <class X, class T>                                                                    \
  inline auto operator op(const sc_vector_bitref<X> &a, const T &b)->decltype(sc_logic() op b) { \
    return sc_logic(a) op b;                                                                     \
  }
__ALLWAYS_BITS(&)
__ALLWAYS_BITS(|)
__ALLWAYS_BITS(^)
#undef __ALLWAYS_BITS

template <class X> class sc_vector_subref : public sc_vector_view<sc_vector_subref<X>, X::width> {
public:
  typedef typename sc_word<X::width>::uint field;
  typedef sc_planes<field> planes_type;
  sc_vector_subref(X &x, int l, int r) : m_x(&x), m_l(l), m_r(r) {
    sc_check_index(r >= 0 && l < x.length());
    if (l < r) __allways_unsupported("a part of a vector in reverse order");
  }
  sc_vector_subref(const sc_vector_subref &) = default;
  int length() const { return m_l - m_r + 1; }
  planes_type planes() const {
    planes_type p = m_x->planes();
    field ones = sc_ones<field>(length());
    return planes_type{p.data >> m_r & ones, p.ctrl >> m_r & ones};
  }
  sc_vector_subref &operator=(const sc_vector_subref &v) {
    assign_planes(v.planes());
    return *this;
  }
  template <class T> sc_vector_subref &operator=(const T &v) {
    X whole;
    whole.assign_value(v, length());
    assign_planes(whole.planes());
    return *this;
  }
  sc_vector_bitref<X> operator[](int i) { return sc_vector_bitref<X>(*m_x, m_r + i); }
  template <class P> void assign_planes(const P &p) {
    planes_type old = m_x->planes();
    field mask = sc_ones<field>(length()) << m_r;
    m_x->assign_planes(planes_type{(old.data & ~mask) | ((static_cast<field>(p.data) << m_r) & mask),
                                   (old.ctrl & ~mask) | ((static_cast<field>(p.ctrl) << m_r) & mask)});
  }

private:
  X *m_x;
  int m_l, m_r;
};
template <class X> struct sc_vector_num<sc_vector_subref<X>> {
  static constexpr bool is = true;
  static constexpr int bits = X::width;
};

// --- sc_bv, sc_lv ---------------------------------------------------------------------------------------------------

// Text: characters of bits, or a number with a prefix. Shorter than the vector, it is the lower part.
template <class U> inline sc_planes<U> sc_parse_vector(const char *text) {
  char second = static_cast<char>(text[0] == '0' ? text[1] | 32 : 0);  // 0X is a prefix, not two values
  if (second == 'b' || second == 'o' || second == 'd' || second == 'x')
    return sc_planes<U>{static_cast<U>(sc_parse<_BitInt(sizeof(U) * 8)>(text)), 0};
  sc_planes<U> p = {0, 0};
  for (; *text; text++) {
    unsigned v = static_cast<unsigned>(sc_logic(*text).value());
    p.data = p.data << 1 | U(v & 1);
    p.ctrl = p.ctrl << 1 | U(v >> 1);
  }
  return p;
}

#define __ALLWAYS_VECTOR(name, first_data, first_ctrl)                                                            \
  template <int W> class name : public sc_vector_view<name<W>, W> {                                               \
  public:                                                                                                         \
    enum { width = W };                                                                                           \
    typedef typename sc_word<W>::uint field;                                                                      \
    typedef sc_planes<field> planes_type;                                                                         \
    name() { assign_planes(planes_type{first_data, first_ctrl}); }                                                \
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
    void set_bit(int i, sc_logic_value_t v) {                                                                     \
      planes_type p = planes();                                                                                   \
      field one = field(1) << i;                                                                                  \
      unsigned u = static_cast<unsigned>(v);                                                                      \
      assign_planes(planes_type{(p.data & ~one) | field(u & 1) << i, (p.ctrl & ~one) | field(u >> 1) << i});      \
    }                                                                                                             \
    sc_vector_bitref<name> operator[](int i) { return sc_vector_bitref<name>(*this, i); }                         \
    sc_vector_bitref<name> bit(int i) { return sc_vector_bitref<name>(*this, i); }                                \
    sc_logic operator[](int i) const { return sc_logic(this->get_bit(i)); }                                       \
    sc_logic bit(int i) const { return sc_logic(this->get_bit(i)); }                                              \
    sc_vector_subref<name> range(int l, int r) { return sc_vector_subref<name>(*this, l, r); }                    \
    sc_vector_subref<name> operator()(int l, int r) { return sc_vector_subref<name>(*this, l, r); }               \
    sc_vec<W> range(int l, int r) const { return this->part(l, r); }                                              \
    sc_vec<W> operator()(int l, int r) const { return this->part(l, r); }                                         \
    template <class T> name &operator&=(const T &v) { return *this = *this & v; }                                 \
    template <class T> name &operator|=(const T &v) { return *this = *this | v; }                                 \
    template <class T> name &operator^=(const T &v) { return *this = *this ^ v; }                                 \
    name &operator<<=(int n) { return *this = *this << n; }                                                       \
    name &operator>>=(int n) { return *this = *this >> n; }                                                       \
    name &b_not() { return *this = ~*this; }                                                                      \
    name &lrotate(int n) {                                                                                        \
      planes_type p = planes();                                                                                   \
      n = (n % W + W) % W;                                                                                        \
      if (n) assign_planes(planes_type{p.data << n | p.data >> (W - n), p.ctrl << n | p.ctrl >> (W - n)});        \
      return *this;                                                                                               \
    }                                                                                                             \
    name &rrotate(int n) { return lrotate(W - n % W); }                                                           \
    name &reverse() {                                                                                             \
      name old = *this;                                                                                           \
      for (int i = 0; i < W; i++) set_bit(W - 1 - i, old.get_bit(i));                                             \
      return *this;                                                                                               \
    }                                                                                                             \
    void scan(std::istream &is = std::cin) {                                                                      \
      std::string word;                                                                                           \
      is >> word;                                                                                                 \
      *this = word.c_str();                                                                                       \
    }                                                                                                             \
    /* Any vector, number or text, cut to so many bits. */                                                        \
    template <class T> typename std::enable_if<sc_vector_num<T>::is>::type assign_value(const T &v, int length) { \
      put(v.planes(), length);                                                                                    \
    }                                                                                                             \
    template <class T> typename std::enable_if<sc_num<T>::number>::type assign_value(const T &v, int length) {    \
      put(planes_type{static_cast<field>(sc_get(v).v), 0}, length);                                               \
    }                                                                                                             \
    void assign_value(const char *text, int length) { put(sc_parse_vector<field>(text), length); }                \
    void assign_value(const std::string &text, int length) { assign_value(text.c_str(), length); }                \
    void assign_value(const sc_logic &v, int length) {                                                            \
      field all = sc_ones<field>(length);                                                                         \
      unsigned u = static_cast<unsigned>(v.value());                                                              \
      put(planes_type{u & 1 ? all : field(0), u & 2 ? all : field(0)}, length);                                   \
    }                                                                                                             \
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
    m_data = static_cast<field>(p.data) & ~static_cast<field>(p.ctrl) & sc_ones<field>(W); \
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
__ALLWAYS_VECTOR(sc_bv, field(0), field(0))
__ALLWAYS_VECTOR(sc_lv, ~field(0), ~field(0))
#undef __ALLWAYS_VECTOR
#undef __ALLWAYS_sc_bv_STORAGE
#undef __ALLWAYS_sc_lv_STORAGE

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
  static int length(const A &a, const B &b) { return a.length() > b.length() ? a.length() : b.length(); }
  static sc_vec<n> left(const A &a, int length) { return sc_as_vector<n>(a, length); }
  static sc_vec<n> right(const B &b, int length) { return sc_as_vector<n>(b, length); }
};
template <class A, class B> struct sc_vector_pair<A, B, true, false> {
  static constexpr bool is = sc_num<B>::number || std::is_convertible<B, const char *>::value ||
                             std::is_same<B, sc_logic>::value;
  static constexpr int n = sc_vector_num<A>::bits;
  static int length(const A &a, const B &) { return a.length(); }
  static sc_vec<n> left(const A &a, int length) { return sc_as_vector<n>(a, length); }
  static sc_vec<n> right(const B &b, int length) { return sc_as_vector<n>(b, length); }
};
template <class A, class B> struct sc_vector_pair<A, B, false, true> {
  typedef sc_vector_pair<B, A, true, false> other;
  static constexpr bool is = other::is;
  static constexpr int n = other::n;
  static int length(const A &, const B &b) { return b.length(); }
  static sc_vec<n> left(const A &a, int length) { return other::right(a, length); }
  static sc_vec<n> right(const B &b, int length) { return other::left(b, length); }
};
template <class T> struct sc_is_bitref { static constexpr bool value = false; };
template <class X> struct sc_is_bitref<sc_vector_bitref<X>> { static constexpr bool value = true; };
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
  int n = two::length(a, b);
  auto x = two::left(a, n).planes(), y = two::right(b, n).planes();
  return x.data == y.data && x.ctrl == y.ctrl;
}
template <class A, class B, typename std::enable_if<sc_vector_two<A, B>::is, int>::type = 0>
inline bool operator!=(const A &a, const B &b) {
  return !(a == b);
}

// --- concatenation --------------------------------------------------------------------------------------------------

template <int N, class A, class B> class sc_vector_concatref : public sc_vec<N> {
public:
  sc_vector_concatref(const sc_vec<N> &v, const A &a, const B &b, int low) : sc_vec<N>(v), m_a(a), m_b(b), m_low(low) {}
  sc_vector_concatref(const sc_vector_concatref &) = default;
  sc_vector_concatref &operator=(const sc_vector_concatref &v) {
    assign_planes(v.planes());
    return *this;
  }
  template <class T> sc_vector_concatref &operator=(const T &v) {
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
template <int N, class A, class B> struct sc_vector_num<sc_vector_concatref<N, A, B>> : sc_vector_num<sc_vec<N>> {};

template <class T> struct sc_vector_is_ref { static constexpr bool value = sc_is_bitref<T>::value; };
template <class X> struct sc_vector_is_ref<sc_vector_subref<X>> { static constexpr bool value = true; };
template <int N, class A, class B> struct sc_vector_is_ref<sc_vector_concatref<N, A, B>> {
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
  typedef sc_vector_concatref<n, typename sc_vector_part<A>::place, typename sc_vector_part<B>::place> reference;
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
template <class A, class B, typename std::enable_if<sc_vector_concat<A, B>::is, int>::type = 0>
inline auto operator,(A &&a, B &&b) -> decltype(concat(static_cast<A &&>(a), static_cast<B &&>(b))) {
  return concat(static_cast<A &&>(a), static_cast<B &&>(b));
}

}  // namespace sc_dt

#endif
