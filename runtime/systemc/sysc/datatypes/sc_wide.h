// Numbers of any width as one word each (clang's _BitInt): what the SystemC number types are made of. No operator
// here branches on a value, so a symbolic one stays one term.
#ifndef ALLWAYS_SC_WIDE_H
#define ALLWAYS_SC_WIDE_H

#include <iostream>
#include <string>
#include <type_traits>

#include "sysc/kernel/sc_basics.h"

namespace sc_dt {

typedef int64 int_type;
typedef uint64 uint_type;
typedef int small_type;
typedef unsigned sc_digit;
typedef unsigned char uchar;
const small_type SC_NEG = -1, SC_ZERO = 0, SC_POS = 1;

enum sc_numrep {
  SC_NOBASE = 0,
  SC_BIN = 2,
  SC_OCT = 8,
  SC_DEC = 10,
  SC_HEX = 16,
  SC_BIN_US,
  SC_BIN_SM,
  SC_OCT_US,
  SC_OCT_SM,
  SC_HEX_US,
  SC_HEX_SM,
  SC_CSD
};

// --- the words ------------------------------------------------------------------------------------------------------

// Memory holds a word in 64, 128, 256, ... bits: one access each.
constexpr int sc_room(int bits) { return bits <= 64 ? 64 : 2 * sc_room((bits + 1) / 2); }

template <int N> struct sc_word {
  enum { room = sc_room(N) };
  typedef _BitInt(sc_room(N)) sint;
  typedef unsigned _BitInt(sc_room(N)) uint;
};

constexpr int sc_max(int a, int b) { return a > b ? a : b; }
template <class T> inline const T sc_max(const T &a, const T &b) { return a >= b ? a : b; }
template <class T> inline const T sc_min(const T &a, const T &b) { return a <= b ? a : b; }
template <class T> inline const T sc_abs(const T &a) { return a >= T(0) ? a : T(-a); }

inline void sc_check_index(bool inside) { __allways_check(inside, "bounds", "an index outside of a vector's bits"); }

// Errors of numbers, as reports.
[[noreturn]] void sc_bad_bit(const char *type, int i, int length);
[[noreturn]] void sc_bad_part(const char *type, int l, int r, int length);
[[noreturn]] void sc_bad_length(const char *type, int length);
[[noreturn]] void sc_bad_text(const char *text);
[[noreturn]] void sc_bad_vector_text(const char *text, bool logical);
[[noreturn]] void sc_bad_vector_number();
[[noreturn]] void sc_bad_value(const char *type, int value, bool character);
[[noreturn]] void sc_divided_by_zero();
void sc_warn_of_logic(bool x);  // a bit that is no bool

// Signals and ports stand for their values: they say of what type those are.
template <class T, class = void> struct sc_channel_of {
  static constexpr bool is = false;
  typedef T data;
};
template <class T> struct sc_channel_of<T, std::void_t<typename T::sc_channel_data>> {
  static constexpr bool is = true;
  typedef typename T::sc_channel_data data;
};
template <class T> inline const typename sc_channel_of<T>::data &sc_read(const T &v) {
  if constexpr (sc_channel_of<T>::is) return v.read();
  else return v;
}

// Which types are vectors of bits or logic (sc_bv.h): at most `bits` of them.
template <class T> struct sc_vector_num {
  static constexpr bool is = false;
  static constexpr int bits = 1;
};
template <class T> using sc_if_vector = typename std::enable_if<sc_vector_num<typename sc_channel_of<T>::data>::is, int>::type;

// To and from floating point; wide numbers by 30 bits at a time, each step rounded, as the reference library does it.
template <class Int> inline double sc_to_real(Int v) {
  if constexpr (sizeof(Int) <= 8) {
    return static_cast<double>(v);
  } else {
    typedef unsigned _BitInt(sizeof(Int) * 8) uint;
    const bool negative = v < 0;
    const uint size = negative ? uint(0) - static_cast<uint>(v) : static_cast<uint>(v);
    double result = 0;
    for (int at = (static_cast<int>(sizeof(Int)) * 8 - 1) / 30 * 30; at >= 0; at -= 30)
      result = result * (1 << 30) + static_cast<double>(static_cast<int64>(size >> at) & ((1 << 30) - 1));
    return negative ? -result : result;
  }
}
template <class Int> inline Int sc_of_real(double v) {
  if constexpr (sizeof(Int) <= 8) {
    return static_cast<Int>(v);
  } else {
    uint64 bits;
    __builtin_memcpy(&bits, &v, sizeof bits);
    const int up = static_cast<int>(bits >> 52 & 2047) - 1075;
    const Int size = static_cast<Int>((bits & ((uint64(1) << 52) - 1)) | uint64(1) << 52);
    const Int whole = up <= -64 ? Int(0) : up < 0 ? size >> -up : up < static_cast<int>(sizeof(Int)) * 8 ? size << up : Int(0);
    return bits >> 63 ? -whole : whole;
  }
}

// Fixed-point numbers say so by a member type; other numbers are made of their integral part.
template <class T, class = void> struct sc_is_fixed_point : std::false_type {};
template <class T> struct sc_is_fixed_point<T, std::void_t<typename T::sc_fixed_point>> : std::true_type {};
template <class T> using sc_if_fixed_point = typename std::enable_if<sc_is_fixed_point<T>::value, int>::type;

// An exact number: N bits, signed or not. Unsigned ones have room for a sign, so that all arithmetic is signed.
template <int N, bool S> struct sc_wide {
  static constexpr int bits = N, held = N + (S ? 0 : 1);
  static constexpr bool is_signed = S;
  typedef typename sc_word<held>::sint sint;
  typedef typename sc_word<held>::uint uint;
  sint v;

  int length() const { return N; }
  int to_int() const { return static_cast<int>(v); }
  unsigned to_uint() const { return static_cast<unsigned>(v); }
  long to_long() const { return static_cast<long>(v); }
  unsigned long to_ulong() const { return static_cast<unsigned long>(v); }
  int64 to_int64() const { return static_cast<int64>(v); }
  uint64 to_uint64() const { return static_cast<uint64>(v); }
  bool to_bool() const { return v != 0; }
  double to_double() const { return sc_to_real(v); }
  inline std::string to_string(sc_numrep r = SC_DEC, bool prefix = true) const;
  // Bits r..l of it, as they are in an infinite two's complement.
  sc_wide<N, false> range(int l, int r) const { return part(l, r); }
  sc_wide<N, false> operator()(int l, int r) const { return part(l, r); }
  sc_wide<N, false> part(int l, int r) const {
    typedef sc_wide<N, false> result;
    typedef typename result::uint wide;
    wide mask = ~wide(0) >> (sc_word<result::held>::room - (l - r + 1));
    return result{static_cast<typename result::sint>((static_cast<wide>(v) >> r) & mask)};
  }
  bool operator[](int i) const { return static_cast<bool>(static_cast<uint>(v) >> i & uint(1)); }
};

// Cut to W bits and widened again.
template <int W, class T> inline T sc_cut_signed(T v) {
  typedef _BitInt(W < 2 ? 2 : W) exact;  // a signed one has at least two bits
  return W < 2 ? static_cast<T>(T(0) - (v & T(1))) : static_cast<T>(static_cast<exact>(v));
}
template <int W, class T> inline T sc_cut_unsigned(T v) { return static_cast<T>(static_cast<unsigned _BitInt(W)>(v)); }

// --- which types are numbers ----------------------------------------------------------------------------------------

// number: it has a value as sc_wide<bits, is_signed>; big: arithmetic with it is exact and not C's.
template <class T, class = void> struct sc_num {
  static constexpr bool number = 0, big = 0, is_signed = 0, native = 0;
  static constexpr int bits = 1;
};
template <class T>
struct sc_num<T, typename std::enable_if<std::is_integral<T>::value || std::is_enum<T>::value>::type> {
  static constexpr bool number = 1, big = 0, is_signed = std::is_signed<T>::value || std::is_enum<T>::value, native = 1;
  static constexpr int bits = sizeof(T) * 8;
  typedef sc_wide<bits, is_signed> wide;
  static wide get(T v) { return wide{static_cast<typename wide::sint>(v)}; }
};
template <class T>
struct sc_num<T, typename std::enable_if<sc_channel_of<T>::is && sc_num<typename sc_channel_of<T>::data>::number>::type>
    : sc_num<typename sc_channel_of<T>::data> {
  typedef sc_num<typename sc_channel_of<T>::data> data;
  static constexpr bool native = 0;
  static typename data::wide get(const T &v) { return data::get(v.read()); }
};
template <int N, bool S> struct sc_num<sc_wide<N, S>> {
  static constexpr bool number = 1, big = 1, is_signed = S, native = 0;
  static constexpr int bits = N;
  typedef sc_wide<N, S> wide;
  static wide get(const wide &v) { return v; }
};

template <class T> using sc_wide_of = typename sc_num<typename std::decay<T>::type>::wide;
template <class T> inline sc_wide_of<T> sc_get(const T &v) { return sc_num<T>::get(v); }
template <class T> using sc_if_number = typename std::enable_if<sc_num<T>::number && !sc_num<T>::native>::type;
template <class T>
using sc_if_native = typename std::enable_if<std::is_integral<T>::value || std::is_enum<T>::value>::type;
template <class A, class B>
using sc_if_big =
    typename std::enable_if<(sc_num<A>::big || sc_num<B>::big) && sc_num<A>::number && sc_num<B>::number>::type;

// --- exact arithmetic -----------------------------------------------------------------------------------------------

template <class A, class B> struct sc_pair {
  typedef sc_wide_of<A> a;
  typedef sc_wide_of<B> b;
  static constexpr bool s = a::is_signed || b::is_signed;
  // Bits of both where either is signed: an unsigned one needs one more.
  static constexpr int na = a::bits + (s && !a::is_signed), nb = b::bits + (s && !b::is_signed), n = sc_max(na, nb);
  typedef sc_wide<n + 1, s> sum;
  typedef sc_wide<sc_max(a::held, b::held) + 1, true> difference;
  typedef sc_wide<na + nb, s> product;
  typedef sc_wide<na + 1, s> quotient;
  typedef sc_wide<na, s> remainder;
  typedef sc_wide<n, s> logical;
  typedef typename sc_word<sc_max(a::held, b::held)>::sint common;
};

// Wrapping arithmetic of the result's width: it cannot overflow, and nobody has to prove that.
#define __ALLWAYS_EXACT(op, result_type)                                                        \
  template <class A, class B, class = sc_if_big<A, B>>                                          \
  inline typename sc_pair<A, B>::result_type operator op(const A &x, const B &y) {              \
    typedef typename sc_pair<A, B>::result_type result;                                         \
    typedef typename result::uint wide;                                                         \
    typedef typename result::sint sint;                                                         \
    return result{static_cast<sint>(static_cast<wide>(static_cast<sint>(sc_get(x).v))           \
                                        op static_cast<wide>(static_cast<sint>(sc_get(y).v)))}; \
  }
__ALLWAYS_EXACT(+, sum)
__ALLWAYS_EXACT(-, difference)
__ALLWAYS_EXACT(*, product)
__ALLWAYS_EXACT(&, logical)
__ALLWAYS_EXACT(|, logical)
__ALLWAYS_EXACT(^, logical)
#undef __ALLWAYS_EXACT

#define __ALLWAYS_DIVISION(op, result_type)                                                                    \
  template <class A, class B, class = sc_if_big<A, B>>                                                         \
  inline typename sc_pair<A, B>::result_type operator op(const A &x, const B &y) {                             \
    typedef typename sc_pair<A, B>::result_type result;                                                        \
    typedef typename sc_word<sc_pair<A, B>::n + 2>::sint wide;                                                 \
    if (sc_get(y).v == 0) sc_divided_by_zero();                                                                \
    return result{                                                                                             \
        static_cast<typename result::sint>(static_cast<wide>(sc_get(x).v) op static_cast<wide>(sc_get(y).v))}; \
  }
__ALLWAYS_DIVISION(/, quotient)
__ALLWAYS_DIVISION(%, remainder)
#undef __ALLWAYS_DIVISION

#define __ALLWAYS_COMPARE(op)                                                                            \
  template <class A, class B, class = sc_if_big<A, B>> inline bool operator op(const A &x, const B &y) { \
    typedef typename sc_pair<A, B>::common wide;                                                         \
    return static_cast<wide>(sc_get(x).v) op static_cast<wide>(sc_get(y).v);                             \
  }
__ALLWAYS_COMPARE(==)
__ALLWAYS_COMPARE(!=)
__ALLWAYS_COMPARE(<)
__ALLWAYS_COMPARE(<=)
__ALLWAYS_COMPARE(>)
__ALLWAYS_COMPARE(>=)
#undef __ALLWAYS_COMPARE

template <class A, class = typename std::enable_if<sc_num<A>::big>::type>
inline sc_wide<sc_wide_of<A>::bits + 1, true> operator-(const A &x) {
  typedef sc_wide<sc_wide_of<A>::bits + 1, true> result;
  return result{static_cast<typename result::sint>(0 - static_cast<typename result::uint>(sc_get(x).v))};
}
template <class A, class = typename std::enable_if<sc_num<A>::big>::type> inline sc_wide_of<A> operator+(const A &x) {
  return sc_get(x);
}
template <class A, class = typename std::enable_if<sc_num<A>::big>::type>
inline sc_wide<sc_wide_of<A>::held, sc_wide_of<A>::is_signed> operator~(const A &x) {
  // The zero in front of an unsigned number is flipped too, as in the reference library.
  typedef sc_wide<sc_wide_of<A>::held, sc_wide_of<A>::is_signed> result;
  typedef typename result::sint sint;
  sint flipped = ~static_cast<sint>(sc_get(x).v);
  return result{result::is_signed ? flipped : sc_cut_unsigned<result::bits>(flipped)};
}
template <class A, class = typename std::enable_if<sc_num<A>::big>::type> inline bool operator!(const A &x) {
  return sc_get(x).v == 0;
}

// The reference library widens by the distance, which is a value. Here the result has room for so many bits more: as many as the number has.
constexpr int sc_shift_room(int bits) { return bits <= 128 ? 128 : bits < 1024 ? bits : 1023; }
template <class W> using sc_shifted = sc_wide<W::bits + sc_shift_room(W::bits), W::is_signed>;
template <class A, class B, class = typename std::enable_if<sc_num<A>::big && sc_num<B>::number>::type>
inline sc_shifted<sc_wide_of<A>> operator<<(const A &x, const B &by) {
  typedef sc_shifted<sc_wide_of<A>> result;
  typedef typename result::sint sint;
  const uint64 distance = sc_get(by).to_uint64();
  const sint whole = static_cast<sint>(sc_get(x).v);
  if (distance > sc_shift_room(sc_wide_of<A>::bits)) {  // a small number has room for more
    const int moved = distance < result::bits ? static_cast<int>(distance) : result::bits - 1;
    const sint shifted = static_cast<sint>(static_cast<typename result::uint>(whole) << moved);
    const sint kept = sc_cut_signed<result::held>(shifted);
    if (whole != 0 && (static_cast<uint64>(moved) != distance || kept >> moved != whole))
      __allways_unsupported("a shift to the left by more than 128 bits, and by more than the number has");
    return result{kept};
  }
  return result{static_cast<sint>(static_cast<typename result::uint>(whole) << distance)};
}
template <class A, class B, class = typename std::enable_if<sc_num<A>::big && sc_num<B>::number>::type>
inline sc_wide_of<A> operator>>(const A &x, const B &by) {
  typedef sc_wide_of<A> w;
  uint64 distance = sc_get(by).to_uint64();
  const int most = sc_word<w::held>::room - 1;
  return w{sc_get(x).v >> (distance < most ? static_cast<int>(distance) : most)};
}

// --- text -----------------------------------------------------------------------------------------------------------

// n digits of `each` bits of a number of n_bits bits, the highest first; no branch on the value.
template <class Int> inline void sc_put_digits(std::string &out, Int v, int n_bits, int each) {
  for (int k = (n_bits + each - 1) / each; k--;) {
    unsigned digit = static_cast<unsigned>(v >> (k * each)) & ((1u << each) - 1);
    out += static_cast<char>('0' + digit + (digit > 9 ? 'a' - '0' - 10 : 0));
  }
}

template <class Int> inline void sc_put_decimal(std::string &out, Int v) {
  typedef unsigned _BitInt(sizeof(Int) * 8) uint;
  bool negative = v < 0;
  uint left = negative ? uint(0) - static_cast<uint>(v) : static_cast<uint>(v);
  char digits[sizeof(Int) * 8 / 3 + 2];
  int n = 0;
  do {
    uint next = left / uint(10);
    digits[n++] = static_cast<char>('0' + static_cast<int>(left - next * uint(10)));
    left = next;
  } while (left != 0);
  if (negative) out += '-';
  while (n) out += digits[--n];
}

// Digits -1, 0 and 1 of which no two neighbours are both other than 0: from the lowest on, an odd rest has 1 or -1 so that
// the rest behind it is a multiple of 4.
template <class Int> inline void sc_put_signed_digits(std::string &out, Int v, int n_bits) {
  char digits[sizeof(Int) * 8 + 2];
  int carry = 0;
  for (int k = 0; k < n_bits; k++) {
    const int bit = (static_cast<int>(v >> k) & 1) + carry, next = k + 1 < n_bits ? static_cast<int>(v >> (k + 1)) & 1 : v < 0;
    digits[k] = !(bit & 1) ? '0' : next ? '-' : '1';
    carry = bit == 2 || (bit == 1 && next);
  }
  for (int k = n_bits; k--;) out += digits[k];
}

// As the reference library writes them: a signed number of W bits has W, an unsigned one W and a zero in front.
template <class Int> inline std::string sc_number_text(Int v, int width, bool is_signed, sc_numrep r, bool prefix) {
  std::string out;
  int whole = is_signed ? width : width + 1;
  switch (r) {
  case SC_NOBASE:
  case SC_DEC: sc_put_decimal(out, v); return out;
  case SC_BIN:
  case SC_OCT:
  case SC_HEX:
    if (prefix) out += r == SC_BIN ? "0b" : r == SC_OCT ? "0o" : "0x";
    sc_put_digits(out, v, whole, r == SC_BIN ? 1 : r == SC_OCT ? 3 : 4);
    return out;
  case SC_BIN_US:
  case SC_OCT_US:
  case SC_HEX_US:
    if (v < 0) return "negative";
    if (prefix) out += r == SC_BIN_US ? "0bus" : r == SC_OCT_US ? "0ous" : "0xus";
    sc_put_digits(out, v, whole - 1, r == SC_BIN_US ? 1 : r == SC_OCT_US ? 3 : 4);
    return out;
  case SC_BIN_SM:
  case SC_OCT_SM:
  case SC_HEX_SM: {
    typedef unsigned _BitInt(sizeof(Int) * 8) uint;
    if (v < 0) out += '-';
    if (prefix) out += r == SC_BIN_SM ? "0bsm" : r == SC_OCT_SM ? "0osm" : "0xsm";
    uint size = v < 0 ? uint(0) - static_cast<uint>(v) : static_cast<uint>(v);
    sc_put_digits(out, size, width, r == SC_BIN_SM ? 1 : r == SC_OCT_SM ? 3 : 4);
    return out;
  }
  case SC_CSD:
    if (prefix) out += "0csd";
    sc_put_signed_digits(out, v, whole);
    return out;
  }
  __builtin_unreachable();
}

inline sc_numrep sc_stream_base(std::ostream &os) {
  std::ios_base::fmtflags base = os.flags() & std::ios_base::basefield;
  return base == std::ios_base::hex ? SC_HEX : base == std::ios_base::oct ? SC_OCT : SC_DEC;
}

// In base ten the value is an operand of the output: a symbolic one is not looked at.
template <class Int> inline std::ostream &sc_put_number(std::ostream &os, Int v, int width, bool is_signed) {
  sc_numrep base = sc_stream_base(os);
  int console = os.__console();
  if (base == SC_DEC && console) {
    int flags = static_cast<int>((os.flags() & std::ios_base::left) | std::ios_base::dec);
    __allways_show("d", console, flags, os.__columns(), 0, os.fill(), v);
    return os.__shown();
  }
  return os << sc_number_text(v, width, is_signed, base, (os.flags() & std::ios_base::showbase) != 0);
}

template <int N, bool S> inline std::string sc_wide<N, S>::to_string(sc_numrep r, bool prefix) const {
  return sc_number_text(v, N, S, r, prefix);
}
template <int N, bool S> inline std::ostream &operator<<(std::ostream &os, const sc_wide<N, S> &x) {
  return sc_put_number(os, x.v, N, S);
}

// The value of text: decimal, or with one of the prefixes 0b 0o 0d 0x (with us and sm) and an optional sign.
// `Vector`: for a vector, which says another error.
template <class Int, bool Vector = false> inline Int sc_parse(const char *text) {
  typedef unsigned _BitInt(sizeof(Int) * 8) uint;
  const char *const whole = text;
  const auto bad = [](const char *whole) { Vector ? sc_bad_vector_text(whole, true) : sc_bad_text(whole); };
  if (!text || !*text) bad(text);
  bool negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  unsigned base = 10, bits = 0;
  bool complement = false;
  char second = static_cast<char>(text[0] == '0' ? text[1] | 32 : 0);
  if (second == 'c' && (text[2] | 32) == 's' && (text[3] | 32) == 'd') {  // digits -1, 0 and 1
    if (text != whole) bad(whole);  // it has no sign in front
    uint v = 0;
    for (text += 4; *text; text++) {
      if (*text != '0' && *text != '1' && *text != '-') bad(whole);
      v = v + v + (*text == '1' ? uint(1) : uint(0)) - (*text == '-' ? uint(1) : uint(0));
    }
    return static_cast<Int>(v);
  }
  if (second == 'b' || second == 'o' || second == 'd' || second == 'x') {
    base = second == 'b' ? 2 : second == 'o' ? 8 : second == 'd' ? 10 : 16;
    complement = base != 10;
    text += 2;
    if ((text[0] == 'u' && text[1] == 's') || (text[0] == 's' && text[1] == 'm')) {
      complement = false;
      text += 2;
    }
  }
  uint v = 0;
  unsigned first = 0;
  bool any = false;
  for (; *text; text++) {
    char c = *text;
    unsigned digit = c >= '0' && c <= '9'   ? c - '0'
                     : c >= 'a' && c <= 'f' ? c - 'a' + 10
                     : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                            : 99;
    if (c == '_') continue;
    if (digit >= base) break;
    if (!any) first = digit;
    any = true;
    v = v * uint(base) + uint(digit);
    bits += base == 2 ? 1 : base == 8 ? 3 : 4;
  }
  if (!any || *text) bad(whole);
  // Text in a base of two has the sign in its first digit.
  if (complement && first >= base / 2 && bits < sizeof(Int) * 8) v |= ~uint(0) << bits;
  return static_cast<Int>(negative ? uint(0) - v : v);
}

// --- reductions -----------------------------------------------------------------------------------------------------

template <class Uint> inline bool sc_parity(Uint v) {
  for (int by = static_cast<int>(sizeof(Uint)) * 4; by; by /= 2) v ^= v >> by;
  return static_cast<bool>(v & Uint(1));
}

// The same as functions.
#define __ALLWAYS_REDUCTION(name)                                                             \
  template <class T> inline auto name(const T &v) -> decltype(sc_read(v).name()) { return sc_read(v).name(); }
__ALLWAYS_REDUCTION(and_reduce)
__ALLWAYS_REDUCTION(or_reduce)
__ALLWAYS_REDUCTION(xor_reduce)
__ALLWAYS_REDUCTION(nand_reduce)
__ALLWAYS_REDUCTION(nor_reduce)
__ALLWAYS_REDUCTION(xnor_reduce)
#undef __ALLWAYS_REDUCTION

// For a class with bits(): its W bits, zero above.
#define __ALLWAYS_REDUCTIONS(W)                                               \
  bool and_reduce() const { return bits() == sc_cut_unsigned<W>(~field(0)); } \
  bool or_reduce() const { return bits() != 0; }                              \
  bool xor_reduce() const { return sc_parity(bits()); }                       \
  bool nand_reduce() const { return !and_reduce(); }                          \
  bool nor_reduce() const { return !or_reduce(); }                            \
  bool xnor_reduce() const { return !xor_reduce(); }

}  // namespace sc_dt

#endif
