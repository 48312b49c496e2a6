// Integers times powers of two in words of some width: what fixed-point values are computed with (sc_fx.cpp). Words of 256 bits hold what
// models use, so that a symbolic value is one term of moderate width; those of 4096 bits hold all that the reference library can.
#ifndef ALLWAYS_SC_FX_CORE_H
#define ALLWAYS_SC_FX_CORE_H

#include <systemc>

namespace sc_dt {

// Does the number that is left after cutting bits off get one more? `bit`: the highest bit that is cut off, `rest`: those below.
inline bool sc_fx_goes_up(sc_q_mode mode, bool negative, bool odd, bool bit, bool rest) {
  switch (mode) {
  case SC_TRN: return false;
  case SC_TRN_ZERO: return negative & (bit | rest);
  case SC_RND: return bit;
  case SC_RND_ZERO: return bit & (negative | rest);
  case SC_RND_MIN_INF: return bit & rest;
  case SC_RND_INF: return bit & (!negative | rest);
  case SC_RND_CONV: return bit & (rest | odd);
  }
  __builtin_unreachable();
}

// What a cast is told and what it says.
struct sc_fx_target {
  int wl, iwl, n;
  sc_q_mode q;
  sc_o_mode o;
  bool is_signed, quantized, overflown;
};

template <int BITS> struct sc_fx_core {
  typedef _BitInt(BITS) word;
  typedef unsigned _BitInt(BITS) uword;
  enum { ROOM = BITS - 2 };  // most bits of an integer
  struct number {
    word m;
    int e, w;
  };

  static word power(int n) { return static_cast<word>(uword(1) << n); }
  static word up(word v, int n) { return static_cast<word>(static_cast<uword>(v) << n); }
  static word lowest(word v, int n) { return v & (power(n) - 1); }
  static word size(word v) { return v < 0 ? -v : v; }
  // A selection, not a branch: a symbolic value stays one term.
  static word choose(bool condition, word yes, word no) { return condition ? yes : no; }

  // With as few bits as the value needs.
  static number trimmed(const number &n) {
    if (n.m == 0) return number{0, 0, 0};
    number v = n;
    for (int step = BITS / 2; step; step /= 2)
      while (lowest(v.m, step) == 0) {
        v.m >>= step;
        v.e += step;
      }
    word rest = v.m < 0 ? ~v.m : v.m;
    v.w = 1;
    for (int step = BITS / 2; step; step /= 2)
      while (rest >> step != 0) {
        rest >>= step;
        v.w += step;
      }
    if (rest != 0) v.w++;
    return v;
  }

  static bool can_align(const number &n, int e, int more) { return !n.w || (n.e >= e && n.w + n.e - e + more <= ROOM); }
  static number aligned(const number &n, int e) {
    const int by = n.e - e;
    return !n.w || !by ? number{n.m, e, n.w} : number{up(n.m, by), e, n.w + by};
  }

  // Both at one exponent, with room for `more` bits in front. False: they are too far apart.
  static bool align(number &a, number &b, int more) {
    for (int attempt = 0; attempt < 2; attempt++) {
      const int e = !a.w ? b.e : !b.w ? a.e : a.e < b.e ? a.e : b.e;
      if (can_align(a, e, more) && can_align(b, e, more)) {
        a = aligned(a, e);
        b = aligned(b, e);
        return true;
      }
      a = trimmed(a);
      b = trimmed(b);
    }
    return false;
  }
  static bool add(number a, number b, bool minus, number *out) {
    if (!align(a, b, 1)) return false;
    *out = number{minus ? a.m - b.m : a.m + b.m, a.e, sc_max(a.w, b.w) + 1};
    return true;
  }
  static bool mul(const number &a, const number &b, number *out) {
    if (a.w + b.w <= 64) {
      *out = number{static_cast<int64>(a.m) * static_cast<int64>(b.m), a.e + b.e, a.w + b.w};
      return true;
    }
    number x = a, y = b;
    if (a.w + b.w > ROOM) {
      x = trimmed(a);
      y = trimmed(b);
    }
    if (x.w + y.w > ROOM) return false;
    *out = number{x.m * y.m, x.e + y.e, x.w + y.w};
    return true;
  }

  // The first n + 1 bits of the quotient of sizes, counted from where both highest bits stand above each other; `rest`: what is left.
  static bool quotient(const number &a, const number &b, int n, bool *rest, number *out) {
    const number x = trimmed(number{size(a.m), a.e, a.w}), y = trimmed(number{size(b.m), b.e, b.w});
    const int more = y.w - x.w, of_over = n + sc_max(more, 0), of_under = sc_max(-more, 0);
    if (x.w + of_over > ROOM || y.w + of_under > ROOM) return false;
    const word top = up(x.m, of_over), bottom = up(y.m, of_under), q = top / bottom;
    *rest = q * bottom != top;
    *out = number{(a.m < 0) != (b.m < 0) ? -q : q, x.e - y.e - of_over + of_under, n + 3};
    return true;
  }

  // To the nearest value of so many bits, to an even one in the middle.
  static number rounded(const number &n, int bits) {
    if (n.w <= bits + 1) return n;
    number v = trimmed(n);
    const int less = v.w - 1 - bits;
    if (less <= 0) return v;
    const word rest = lowest(v.m, less), half = power(less - 1);
    v.m >>= less;
    v.e += less;
    v.w = bits + 2;
    if (rest > half || (rest == half && lowest(v.m, 1) != 0)) v.m += 1;
    return v;
  }

  static word cut(word v, int bits, bool is_signed) {
    const word low = lowest(v, bits), sign = power(bits - 1);
    return is_signed ? (low ^ sign) - sign : low;
  }
  // The highest n bits as if saturated, the others as they are.
  static word saturate_highest(word v, int bits, int n, bool is_signed, bool under) {
    const word ones = power(n) - 1, sign = is_signed ? power(n - 1) : word(0);
    const word highest = choose(under, sign, ones ^ sign);
    return cut(lowest(v, bits - n) | up(highest, bits - n), bits, is_signed);
  }
  static word wrap_sign(word v, int bits, int n, bool under) {
    const bool negative = v < 0;
    const word mask = power(bits) - 1;
    const bool bit = static_cast<bool>(v >> (bits - (n > 1 ? n : 1)) & 1), next = static_cast<bool>(v >> bits & 1);
    const bool flips = n == 0 ? next != bit : n == 1 ? negative != bit : negative == bit;
    const word flipped = choose(flips, v ^ mask, v);
    return n > 1 ? saturate_highest(flipped, bits, n, true, under) : cut(flipped, bits, true);
  }

  // The value as a variable of a type holds it.
  static word cast(const number &v, sc_fx_target &type) {
    const int bits = type.wl, less = type.iwl - type.wl - v.e;
    word m = v.m;
    int width = v.w;
    type.quantized = type.overflown = false;
    if (!width) return 0;
    if (less > 0) {
      const int by = less > ROOM ? static_cast<int>(ROOM) : less;
      const bool bit = static_cast<bool>(m >> (by - 1) & 1), rest = lowest(m, by - 1) != 0;
      const word left = m >> by;
      m = left + sc_fx_goes_up(type.q, v.m < 0, static_cast<bool>(left & 1), bit, rest);
      width = (width > by ? width - by : 1) + (type.q != SC_TRN);
      type.quantized = bit | rest;
    } else if (width - less <= ROOM) {
      m = up(m, -less);
      width -= less;
    } else {
      m = m == 0 ? word(0) : m < 0 ? -power(ROOM) : power(ROOM);  // too large for any type, and its low bits are 0
      width = ROOM + 2;
    }
    if (type.is_signed && width <= bits && type.o != SC_SAT_SYM) return m;
    const word high = power(type.is_signed ? bits - 1 : bits) - 1,
               low = type.is_signed ? type.o == SC_SAT_SYM ? -high : -high - 1 : word(0);
    const bool under = m < low, over = m > high, outside = under | over;
    type.overflown = outside;
    word instead = choose(under, low, high);
    if (type.o == SC_SAT_ZERO) instead = 0;
    if (type.o == SC_WRAP && type.n < bits)
      instead = type.n ? saturate_highest(m, bits, type.n, type.is_signed, under) : cut(m, bits, type.is_signed);
    if (type.o == SC_WRAP_SM && type.n < bits) instead = wrap_sign(m, bits, type.n, under);
    return choose(outside, instead, m);
  }

  static word floor(const number &v) {
    if (v.e >= 0) return v.e < ROOM ? up(v.m, v.e) : word(0);
    return v.m >> (-v.e < BITS - 1 ? -v.e : BITS - 1);
  }
  static word integer(const number &v) {  // towards zero
    if (v.e >= 0) return floor(v);
    if (-v.e >= v.w) return 0;
    return (v.m + choose(v.m < 0, power(-v.e) - 1, word(0))) >> -v.e;
  }

  static double two_to(int n) {
    double result = 1;
    for (; n > 0; n--) result *= 2;
    for (; n < 0; n++) result /= 2;
    return result;
  }
  // In two steps: what a double cannot hold may lie in between.
  static double scaled(double v, int n) { return v * two_to(n / 2) * two_to(n - n / 2); }
  // The next bit behind the 53 of a double rounds up, whatever follows.
  static double to_double(const number &v) {
    if (v.w <= 54) return scaled(static_cast<double>(static_cast<int64>(v.m)), v.e);
    const number t = trimmed(v);
    const int less = t.w - 54;
    if (less <= 0) return scaled(static_cast<double>(static_cast<int64>(t.m)), t.e);
    const word all = size(t.m);
    const int64 kept = static_cast<int64>(all >> less) + static_cast<int64>(all >> (less - 1) & 1);
    return scaled(static_cast<double>(t.m < 0 ? -kept : kept), t.e + less);
  }
};

typedef sc_fx_core<256> sc_fx_narrow;
typedef sc_fx_core<4096> sc_fx_wide;

// A value that 254 bits do not hold. The kinds other than a number have a sign and nothing else.
struct sc_fx_big {
  enum kind_type { NUMBER, INFINITE, NOT_A_NUMBER, MINUS_ZERO } kind;
  bool negative;
  sc_fx_wide::number n;
};
sc_fx_wide::number sc_fx_widened(const sc_fxval &v);  // of a number
sc_fxval sc_fx_of_wide(const sc_fx_wide::number &n);  // narrow again if it fits
sc_fxval sc_fx_special(sc_fx_big::kind_type kind, bool negative);
inline sc_fx_narrow::number sc_fx_number(const sc_fxval &v) { return sc_fx_narrow::number{v.m, v.e, v.w}; }
inline bool sc_fx_is(const sc_fxval &v, sc_fx_big::kind_type kind) { return v.x && v.x->kind == kind; }

}  // namespace sc_dt

#endif
