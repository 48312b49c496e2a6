// Fixed-point numbers: arithmetic, casts and conversions. Texts are in sc_fx_text.cpp.
#define SC_INCLUDE_FX
#include <systemc>

namespace sc_dt {

typedef sc_fxval::word word;
typedef unsigned _BitInt(256) uword;

static word power(int n) { return static_cast<word>(uword(1) << n); }
static word up(word v, int n) { return static_cast<word>(static_cast<uword>(v) << n); }
static word lowest(word v, int n) { return v & (power(n) - 1); }

// --- width and alignment --------------------------------------------------------------------------------------------

void sc_fx_too_wide() { __allways_unsupported("a fixed-point number of more than 254 bits"); }

sc_fxval sc_fxval::trimmed() const {
  if (m == 0) return sc_fxval();
  sc_fxval v = *this;
  for (int step = 128; step; step /= 2)
    while (lowest(v.m, step) == 0) {
      v.m >>= step;
      v.e += step;
    }
  word size = v.m < 0 ? ~v.m : v.m;
  v.w = 1;
  for (int step = 128; step; step /= 2)
    while (size >> step != 0) {
      size >>= step;
      v.w += step;
    }
  if (size != 0) v.w++;
  return v;
}

sc_fxval sc_fxval::aligned(int exponent) const {
  const int by = e - exponent;
  if (!w || !by) return sc_fxval(m, exponent, w);
  if (by < 0 || w + by > SC_FX_ROOM) sc_fx_too_wide();
  return sc_fxval(up(m, by), exponent, w + by);
}

sc_fxval sc_fxval::rounded(int bits) const {
  if (w <= bits + 1) return *this;
  sc_fxval v = trimmed();
  const int less = v.w - 1 - bits;
  if (less <= 0) return v;
  const word rest = lowest(v.m, less), half = power(less - 1);
  v.m >>= less;
  v.e += less;
  v.w = bits + 2;
  if (rest > half || (rest == half && lowest(v.m, 1) != 0)) v.m += 1;
  return v;
}

// Both at one exponent, with room for `more` bits in front.
struct pair {
  sc_fxval a, b;
  int e;
};
static pair align(const sc_fxval &a, const sc_fxval &b, int more) {
  const int e = !a.w ? b.e : !b.w ? a.e : a.e < b.e ? a.e : b.e;
  const bool fits = (!a.w || a.w + a.e - e + more <= SC_FX_ROOM) && (!b.w || b.w + b.e - e + more <= SC_FX_ROOM);
  if (fits) return pair{a.aligned(e), b.aligned(e), e};
  const sc_fxval x = a.trimmed(), y = b.trimmed();
  const int least = !x.w ? y.e : !y.w ? x.e : x.e < y.e ? x.e : y.e;
  const pair p{x.aligned(least), y.aligned(least), least};
  if (p.a.w + more > SC_FX_ROOM || p.b.w + more > SC_FX_ROOM) sc_fx_too_wide();
  return p;
}

// --- arithmetic -----------------------------------------------------------------------------------------------------

sc_fxval sc_fx_add(const sc_fxval &a, const sc_fxval &b) {
  const pair p = align(a, b, 1);
  return sc_fxval(p.a.m + p.b.m, p.e, sc_max(p.a.w, p.b.w) + 1);
}
sc_fxval sc_fx_sub(const sc_fxval &a, const sc_fxval &b) {
  const pair p = align(a, b, 1);
  return sc_fxval(p.a.m - p.b.m, p.e, sc_max(p.a.w, p.b.w) + 1);
}
sc_fxval sc_fx_mul(const sc_fxval &a, const sc_fxval &b) {
  if (a.w + b.w <= 64) return sc_fxval(static_cast<int64>(a.m) * static_cast<int64>(b.m), a.e + b.e, a.w + b.w);
  if (a.w + b.w <= SC_FX_ROOM) return sc_fxval(a.m * b.m, a.e + b.e, a.w + b.w);
  const sc_fxval x = a.trimmed(), y = b.trimmed();
  if (x.w + y.w > SC_FX_ROOM) sc_fx_too_wide();
  return sc_fxval(x.m * y.m, x.e + y.e, x.w + y.w);
}
bool sc_fx_less(const sc_fxval &a, const sc_fxval &b) {
  const pair p = align(a, b, 0);
  return p.a.m < p.b.m;
}
bool sc_fx_same(const sc_fxval &a, const sc_fxval &b) {
  const pair p = align(a, b, 0);
  return p.a.m == p.b.m;
}

// The first n + 1 bits of the quotient of sizes, counted from where both highest bits stand above each other; `rest`: what is left.
static sc_fxval quotient(const sc_fxval &a, const sc_fxval &b, int n, bool *rest) {
  if (b.m == 0) __allways_unsupported("division of a fixed-point number by zero");
  const sc_fxval x = a.trimmed(), y = b.trimmed();
  const word over = x.m < 0 ? -x.m : x.m, under = y.m < 0 ? -y.m : y.m;
  const int more = y.w - x.w, of_over = n + sc_max(more, 0), of_under = sc_max(-more, 0);
  if (x.w + of_over > SC_FX_ROOM || y.w + of_under > SC_FX_ROOM) sc_fx_too_wide();
  const word top = up(over, of_over), bottom = up(under, of_under), q = top / bottom;
  *rest = q * bottom != top;
  const bool negative = (x.m < 0) != (y.m < 0);
  return sc_fxval(negative ? -q : q, x.e - y.e - of_over + of_under, n + 3);
}

// 65 bits; if the last two are ones, it is rounded up.
sc_fxval sc_fx_div(const sc_fxval &a, const sc_fxval &b) {
  bool rest;
  sc_fxval v = quotient(a, b, 64, &rest);
  const word size = v.m < 0 ? -v.m : v.m;
  if (lowest(size, 2) == 3) v.m += v.m < 0 ? -1 : 1;
  return v;
}
// What is left counts as one more bit when the quotient becomes a double.
sc_fxval sc_fx_div_fast(const sc_fxval &a, const sc_fxval &b) {
  bool rest;
  sc_fxval v = quotient(a, b, 64, &rest);
  v.m = up(v.m, 1) + (rest ? v.m < 0 ? -1 : 1 : 0);
  v.e -= 1;
  v.w += 1;
  return v;
}

// --- casts ----------------------------------------------------------------------------------------------------------

// Does the number that is left after cutting bits off get one more? `bit`: the highest bit that is cut off, `rest`: those below.
static bool goes_up(sc_q_mode mode, bool negative, bool odd, bool bit, bool rest) {
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

static word cut(word v, int bits, bool is_signed) {
  const word low = lowest(v, bits), sign = power(bits - 1);
  return is_signed ? (low ^ sign) - sign : low;
}

// A selection, not a branch: a symbolic value stays one term.
static word choose(bool condition, word yes, word no) { return condition ? yes : no; }

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

word sc_fx_cast(const sc_fxval &v, sc_fxnum &type) {
  const int bits = type.m_wl, less = type.m_iwl - type.m_wl - v.e;
  const bool is_signed = type.m_signed;
  word m = v.m;
  int width = v.w;
  type.m_quantized = type.m_overflown = false;
  if (!width) return 0;
  if (less > 0) {
    const int by = less > SC_FX_ROOM ? static_cast<int>(SC_FX_ROOM) : less;
    const bool bit = static_cast<bool>(m >> (by - 1) & 1), rest = lowest(m, by - 1) != 0;
    const word left = m >> by;
    m = left + goes_up(type.q_mode(), v.m < 0, static_cast<bool>(left & 1), bit, rest);
    width = (width > by ? width - by : 1) + (type.m_q != SC_TRN);
    type.m_quantized = bit | rest;
  } else if (width - less <= SC_FX_ROOM) {
    m = up(m, -less);
    width -= less;
  } else {
    m = m == 0 ? word(0) : m < 0 ? -power(SC_FX_ROOM) : power(SC_FX_ROOM);  // too large for any type, and its low bits are 0
    width = SC_FX_ROOM + 2;
  }
  const sc_o_mode mode = type.o_mode();
  if (is_signed && width <= bits && mode != SC_SAT_SYM) return m;
  const word high = power(is_signed ? bits - 1 : bits) - 1, low = is_signed ? mode == SC_SAT_SYM ? -high : -high - 1 : word(0);
  const bool under = m < low, over = m > high, outside = under | over;
  const int n = type.m_n;
  type.m_overflown = outside;
  word instead = choose(under, low, high);
  if (mode == SC_SAT_ZERO) instead = 0;
  if (mode == SC_WRAP && n < bits) instead = n ? saturate_highest(m, bits, n, is_signed, under) : cut(m, bits, is_signed);
  if (mode == SC_WRAP_SM && n < bits) instead = wrap_sign(m, bits, n, under);
  return choose(outside, instead, m);
}

// --- variables ------------------------------------------------------------------------------------------------------

static sc_fxtype_params usual_params(32, 32, SC_TRN, SC_WRAP, 0), *params_now = &usual_params;
static sc_fxcast_switch usual_switch(SC_ON), *switch_now = &usual_switch;
template <> sc_fxtype_params *&sc_context_now<sc_fxtype_params>() { return params_now; }
template <> sc_fxcast_switch *&sc_context_now<sc_fxcast_switch>() { return switch_now; }
sc_fxtype_params::sc_fxtype_params() : sc_fxtype_params(*params_now) {}
sc_fxcast_switch::sc_fxcast_switch() : sc_fxcast_switch(*switch_now) {}

sc_fxnum::sc_fxnum(const sc_fxtype_params &p, sc_enc enc, const sc_fxcast_switch &cast)
    : m_bits(0),
      m_wl(static_cast<short>(p.wl())),
      m_iwl(static_cast<short>(p.iwl())),
      m_n(static_cast<short>(p.n_bits())),
      m_q(static_cast<unsigned char>(p.q_mode())),
      m_o(static_cast<unsigned char>(p.o_mode())),
      m_signed(enc == SC_TC_),
      m_quantized(false),
      m_overflown(false) {
  if (p.wl() > 127) __allways_unsupported("a fixed-point type of more than 127 bits");
  if (cast.value() == SC_OFF) __allways_unsupported("a fixed-point variable that is not cast (SC_OFF)");
  if (p.wl() <= 0) sc_core::sc_error(300);
  if (p.n_bits() < 0) sc_core::sc_error(301);
  if (enc == SC_US_ && p.o_mode() == SC_WRAP_SM) sc_core::sc_error(310);
}

void sc_fxnum::set_bits(field v) { m_bits = static_cast<field>(cut(v, m_wl, m_signed)); }

sc_fxnum_bitref::operator bool() const { return static_cast<const sc_fxnum &>(m_of)[m_at]; }
sc_fxnum_bitref &sc_fxnum_bitref::operator=(bool v) {
  const sc_fxnum::field mask = sc_fxnum::field(1) << m_at;
  m_of.set_bits((m_of.bits() & ~mask) | sc_fxnum::field(v) << m_at);
  return *this;
}

unsigned _BitInt(128) sc_fxnum_subref::bits() const {
  if (m_l < m_r) __allways_unsupported("a part of a vector in reverse order");
  return static_cast<unsigned _BitInt(128)>(lowest(m_of.bits() >> m_r, length()));
}
sc_fxnum_subref &sc_fxnum_subref::set(unsigned _BitInt(128) v) {
  if (m_l < m_r) __allways_unsupported("a part of a vector in reverse order");
  const word mask = up(power(length()) - 1, m_r);
  m_of.set_bits(static_cast<sc_fxnum::field>((m_of.bits() & ~mask) | (up(v, m_r) & mask)));
  return *this;
}
int64 sc_fxnum_subref::to_int64() const {
  return static_cast<int64>(cut(bits(), length(), true));
}

// --- other numbers --------------------------------------------------------------------------------------------------

word sc_fx_floor(const sc_fxval &v) {
  if (v.e >= 0) return v.e < SC_FX_ROOM ? up(v.m, v.e) : word(0);
  return v.m >> (-v.e < 255 ? -v.e : 255);
}
word sc_fx_integer(const sc_fxval &v) {
  if (v.e >= 0) return sc_fx_floor(v);
  if (-v.e >= v.w) return 0;
  return (v.m + choose(v.m < 0, power(-v.e) - 1, word(0))) >> -v.e;
}

static double two_to(int n) {
  double result = 1;
  for (; n > 0; n--) result *= 2;
  for (; n < 0; n++) result /= 2;
  return result;
}

// The next bit behind the 53 of a double rounds up, whatever follows.
double sc_fx_double(const sc_fxval &v) {
  if (v.w <= 54) return static_cast<double>(static_cast<int64>(v.m)) * two_to(v.e);
  const sc_fxval t = v.trimmed();
  const int less = t.w - 54;
  if (less <= 0) return static_cast<double>(static_cast<int64>(t.m)) * two_to(t.e);
  const word size = t.m < 0 ? -t.m : t.m;
  const int64 kept = static_cast<int64>(size >> less) + static_cast<int64>(size >> (less - 1) & 1);
  return static_cast<double>(t.m < 0 ? -kept : kept) * two_to(t.e + less);
}

sc_fxval sc_fx_of_double(double v) {
  uint64 bits;
  __builtin_memcpy(&bits, &v, sizeof bits);
  const int exponent = static_cast<int>(bits >> 52 & 2047);
  if (exponent == 2047) __allways_unsupported("a fixed-point number that is infinite or not a number");
  uint64 size = bits & ((uint64(1) << 52) - 1);
  if (exponent) size |= uint64(1) << 52;
  const word m = bits >> 63 ? -word(size) : word(size);
  return sc_fxval(m, (exponent ? exponent : 1) - 1075, 54).trimmed();
}

}  // namespace sc_dt
