// Fixed-point numbers: arithmetic, casts and conversions. Texts are in sc_fx_text.cpp.
#define SC_INCLUDE_FX
#include "sc_fx_core.h"

namespace sc_dt {

typedef sc_fx_narrow::number narrow;
typedef sc_fx_wide::number wide;
enum { LONGEST = 1024 };  // bits that the reference library keeps of a result

// --- values that one word does not hold -----------------------------------------------------------------------------

void sc_fx_too_wide() { __allways_unsupported("a fixed-point number of more than 4094 bits"); }

sc_fx_more::sc_fx_more(const sc_fx_more &o) : m_big(o.m_big ? new sc_fx_big(*o.m_big) : nullptr) {}
sc_fx_more &sc_fx_more::operator=(const sc_fx_more &o) {
  if (this == &o) return *this;
  sc_fx_big *copy = o.m_big ? new sc_fx_big(*o.m_big) : nullptr;
  forget();
  m_big = copy;
  return *this;
}
void sc_fx_more::forget() {
  delete m_big;
  m_big = nullptr;
}

wide sc_fx_widened(const sc_fxval &v) { return v.x ? v.x->n : wide{v.m, v.e, v.w}; }

sc_fxval sc_fx_of_wide(const wide &n) {
  const wide t = sc_fx_wide::trimmed(n);
  if (t.w <= SC_FX_ROOM) return sc_fxval(static_cast<sc_fxval::word>(t.m), t.e, t.w);
  sc_fxval v;
  v.x.hold(new sc_fx_big{sc_fx_big::NUMBER, t.m < 0, t});
  return v;
}
sc_fxval sc_fx_of_integer(sc_fx_integer_type m) { return sc_fx_of_wide(wide{m, 0, sc_fx_wide::ROOM}); }

sc_fxval sc_fx_special(sc_fx_big::kind_type kind, bool negative) {
  sc_fxval v;
  v.x.hold(new sc_fx_big{kind, negative, wide{0, 0, 0}});
  return v;
}
static sc_fxval infinite(bool negative) { return sc_fx_special(sc_fx_big::INFINITE, negative); }
static sc_fxval not_a_number() { return sc_fx_special(sc_fx_big::NOT_A_NUMBER, false); }

static bool is_nan(const sc_fxval &v) { return sc_fx_is(v, sc_fx_big::NOT_A_NUMBER); }
static bool is_inf(const sc_fxval &v) { return sc_fx_is(v, sc_fx_big::INFINITE); }
static bool is_zero(const sc_fxval &v) { return v.x ? v.x->kind == sc_fx_big::MINUS_ZERO : v.m == 0; }
static bool is_negative(const sc_fxval &v) { return v.x ? v.x->negative : v.m < 0; }

bool sc_fx_is_nan(const sc_fxval &v) { return is_nan(v); }
bool sc_fx_is_inf(const sc_fxval &v) { return is_inf(v); }
bool sc_fx_is_zero(const sc_fxval &v) { return is_zero(v); }
bool sc_fx_is_negative(const sc_fxval &v) { return is_negative(v); }
bool sc_fx_bit(const sc_fxval &v, int i) {
  const wide n = sc_fx_widened(v);
  return i >= n.e && static_cast<bool>(n.m >> (i - n.e < 4095 ? i - n.e : 4095) & 1);
}
void sc_fxval::shift(int n) {
  if (x)
    x.big()->n.e += n;
  else
    e += n;
}

sc_fxval sc_fxval::aligned(int exponent) const {
  if (!x && sc_fx_narrow::can_align(sc_fx_number(*this), exponent, 0)) {
    const narrow n = sc_fx_narrow::aligned(sc_fx_number(*this), exponent);
    return sc_fxval(n.m, n.e, n.w);
  }
  sc_fx_too_wide();
}
// A double: what is too large for one is infinite.
sc_fxval sc_fxval::as_double() const {
  const bool usual = !x && e + w < 1000 && e > -1000;
  if (!usual) return sc_fx_of_double(sc_fx_double(*this));
  const narrow n = sc_fx_narrow::rounded(sc_fx_number(*this), 53);
  return sc_fxval(n.m, n.e, n.w);
}

// --- arithmetic -----------------------------------------------------------------------------------------------------

static sc_fxval made(const narrow &n) { return sc_fxval(n.m, n.e, n.w); }
static sc_fxval made(const wide &n) { return sc_fx_of_wide(sc_fx_wide::rounded(n, LONGEST)); }

// So far apart that the smaller one does not show in the longest result.
static sc_fxval larger(const sc_fxval &a, const sc_fxval &b, bool minus) {
  const wide x = sc_fx_wide::trimmed(sc_fx_widened(a)), y = sc_fx_wide::trimmed(sc_fx_widened(b));
  if (x.e + x.w > y.e + y.w) return a;
  return minus ? made(wide{-y.m, y.e, y.w + 1}) : b;
}

static sc_fxval wide_add(const sc_fxval &a, const sc_fxval &b, bool minus) {
  const bool other = is_negative(b) != minus;  // the sign with which b counts
  if (is_nan(a) || is_nan(b) || (is_inf(a) && is_inf(b) && is_negative(a) != other)) return not_a_number();
  if (is_inf(a)) return a;
  if (is_inf(b)) return infinite(other);
  wide n;
  return sc_fx_wide::add(sc_fx_widened(a), sc_fx_widened(b), minus, &n) ? made(n) : larger(a, b, minus);
}
sc_fxval sc_fx_add(const sc_fxval &a, const sc_fxval &b) {
  narrow n;
  return !a.x && !b.x && sc_fx_narrow::add(sc_fx_number(a), sc_fx_number(b), false, &n) ? made(n) : wide_add(a, b, false);
}
sc_fxval sc_fx_sub(const sc_fxval &a, const sc_fxval &b) {
  narrow n;
  return !a.x && !b.x && sc_fx_narrow::add(sc_fx_number(a), sc_fx_number(b), true, &n) ? made(n) : wide_add(a, b, true);
}
sc_fxval sc_fx_neg(const sc_fxval &a) {
  if (!a.x) return sc_fx_sub(sc_fxval(), a);
  if (a.x->kind == sc_fx_big::NUMBER) return made(wide{-a.x->n.m, a.x->n.e, a.x->n.w + 1});
  return sc_fx_is(a, sc_fx_big::MINUS_ZERO) ? sc_fxval() : sc_fx_special(a.x->kind, !a.x->negative);
}

static sc_fxval wide_mul(const sc_fxval &a, const sc_fxval &b) {
  const bool negative = is_negative(a) != is_negative(b), inf = is_inf(a) || is_inf(b), zero = is_zero(a) || is_zero(b);
  if (is_nan(a) || is_nan(b) || (inf && zero)) return not_a_number();
  if (inf) return infinite(negative);
  if (zero) return negative ? sc_fx_special(sc_fx_big::MINUS_ZERO, true) : sc_fxval();
  wide n;
  if (!sc_fx_wide::mul(sc_fx_widened(a), sc_fx_widened(b), &n)) sc_fx_too_wide();
  return made(n);
}
sc_fxval sc_fx_mul(const sc_fxval &a, const sc_fxval &b) {
  narrow n;
  return !a.x && !b.x && sc_fx_narrow::mul(sc_fx_number(a), sc_fx_number(b), &n) ? made(n) : wide_mul(a, b);
}

// -1, 0, 1; 2: not ordered.
static int wide_order(const sc_fxval &a, const sc_fxval &b) {
  if (is_nan(a) || is_nan(b)) return 2;
  if (is_inf(a) || is_inf(b)) {
    const int x = is_inf(a) ? is_negative(a) ? -1 : 1 : 0, y = is_inf(b) ? is_negative(b) ? -1 : 1 : 0;
    return x < y ? -1 : x > y;
  }
  wide x = sc_fx_widened(a), y = sc_fx_widened(b);
  if (sc_fx_wide::align(x, y, 0)) return x.m < y.m ? -1 : x.m > y.m;
  const bool a_is_larger = x.e + x.w > y.e + y.w;
  return a_is_larger ? x.m < 0 ? -1 : 1 : y.m < 0 ? 1 : -1;
}
bool sc_fx_less(const sc_fxval &a, const sc_fxval &b) {
  narrow x = sc_fx_number(a), y = sc_fx_number(b);
  return !a.x && !b.x && sc_fx_narrow::align(x, y, 0) ? x.m < y.m : wide_order(a, b) == -1;
}
bool sc_fx_same(const sc_fxval &a, const sc_fxval &b) {
  narrow x = sc_fx_number(a), y = sc_fx_number(b);
  return !a.x && !b.x && sc_fx_narrow::align(x, y, 0) ? x.m == y.m : wide_order(a, b) == 0;
}
bool sc_fx_not_above(const sc_fxval &a, const sc_fxval &b) {
  narrow x = sc_fx_number(a), y = sc_fx_number(b);
  return !a.x && !b.x && sc_fx_narrow::align(x, y, 0) ? x.m <= y.m : wide_order(a, b) <= 0;
}

// --- quotients ------------------------------------------------------------------------------------------------------

enum { QUOTIENT = 64 };

// True: a result that is no quotient of numbers.
static bool divides_specially(const sc_fxval &a, const sc_fxval &b, sc_fxval *out) {
  const bool negative = is_negative(a) != is_negative(b);
  if (is_nan(a) || is_nan(b) || (is_inf(a) && is_inf(b)) || (is_zero(a) && is_zero(b)))
    *out = not_a_number();
  else if (is_inf(a) || is_zero(b))
    *out = infinite(negative);
  else if (is_inf(b) || is_zero(a))
    *out = negative ? sc_fx_special(sc_fx_big::MINUS_ZERO, true) : sc_fxval();
  else
    return false;
  return true;
}

// 65 bits; if the last two are ones, it is rounded up. For doubles what is left counts as one more bit.
template <class Core> static bool divide(const typename Core::number &a, const typename Core::number &b, bool fast, typename Core::number *v) {
  bool rest;
  if (!Core::quotient(a, b, QUOTIENT, &rest, v)) return false;
  const int away = v->m < 0 ? -1 : 1;
  if (fast) {
    v->m = Core::up(v->m, 1) + (rest ? away : 0);
    v->e -= 1;
    v->w += 1;
  } else if (Core::lowest(Core::size(v->m), 2) == 3) {
    v->m += away;
  }
  return true;
}
static sc_fxval quotient(const sc_fxval &a, const sc_fxval &b, bool fast) {
  sc_fxval special;
  if ((a.x || b.x || b.m == 0) && divides_specially(a, b, &special)) return special;
  narrow n;
  if (!a.x && !b.x && divide<sc_fx_narrow>(sc_fx_number(a), sc_fx_number(b), fast, &n)) return made(n);
  wide w;
  if (!divide<sc_fx_wide>(sc_fx_widened(a), sc_fx_widened(b), fast, &w)) sc_fx_too_wide();
  return made(w);
}
sc_fxval sc_fx_div(const sc_fxval &a, const sc_fxval &b) { return quotient(a, b, false); }
sc_fxval sc_fx_div_fast(const sc_fxval &a, const sc_fxval &b) { return quotient(a, b, true); }

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
      m_overflown(false),
      m_off(cast.value() == SC_OFF),
      m_any(nullptr) {
  if (p.wl() <= 0) sc_core::sc_error(300);
  if (p.n_bits() < 0) sc_core::sc_error(301);
  if (enc == SC_US_ && p.o_mode() == SC_WRAP_SM) sc_core::sc_error(306, "SC_WRAP_SM not defined for unsigned numbers");
  if (p.wl() > LONGEST) __allways_unsupported("a fixed-point type of more than 1024 bits");
}
sc_fxnum::sc_fxnum(const sc_fxnum &o)
    : m_bits(o.m_bits),
      m_wl(o.m_wl),
      m_iwl(o.m_iwl),
      m_n(o.m_n),
      m_q(o.m_q),
      m_o(o.m_o),
      m_signed(o.m_signed),
      m_quantized(o.m_quantized),
      m_overflown(o.m_overflown),
      m_off(o.m_off),
      m_any(o.m_any ? new sc_fxval(*o.m_any) : nullptr) {}
void sc_fxnum::forget() {
  delete m_any;
  m_any = nullptr;
}
void sc_fxnum::keep(const sc_fxval &v) {
  sc_fxval *made = new sc_fxval(v);
  forget();
  m_any = made;
}

void sc_fxnum::assign(const sc_fxval &v) {
  if (m_off || m_wl > SC_FX_SHORT || v.x) {
    assign_any(v);
    return;
  }
  if (m_any) forget();
  sc_fx_target type{m_wl, m_iwl, m_n, q_mode(), o_mode(), m_signed, false, false};
  m_bits = static_cast<field>(sc_fx_narrow::cast(sc_fx_number(v), type));
  m_quantized = type.quantized;
  m_overflown = type.overflown;
}
void sc_fxnum::assign_any(const sc_fxval &v) {
  if (sc_fx_is_nan(v) || sc_fx_is_inf(v)) sc_core::sc_error(305);
  if (m_off) {
    m_quantized = m_overflown = false;
    keep(v);
    return;
  }
  sc_fx_target type{m_wl, m_iwl, m_n, q_mode(), o_mode(), m_signed, false, false};
  const wide n = sc_fx_widened(v);
  const bool far = n.w && n.e - m_iwl > sc_fx_wide::ROOM;  // all its bits are above the type's
  const sc_fx_wide::word held = sc_fx_wide::cast(far ? wide{n.m < 0 ? -1 : 1, sc_fx_wide::ROOM - 8, 2} : n, type);
  m_quantized = type.quantized;
  m_overflown = type.overflown;
  set_wide(held);
}

void sc_fxnum::set_wide(sc_fx_integer_type bits) {
  const sc_fx_wide::word m = sc_fx_wide::cut(bits, m_wl, m_signed);
  if (m_wl <= SC_FX_SHORT && !m_off) {
    if (m_any) forget();
    m_bits = static_cast<field>(m);
  } else {
    keep(sc_fx_of_wide(wide{m, m_iwl - m_wl, m_wl + 1}));
  }
}
sc_fx_integer_type sc_fxnum::wide_bits() const {
  if (!m_any) return m_bits;
  const wide n = sc_fx_widened(*m_any);
  const int up = n.e - (m_iwl - m_wl);
  return up >= 0 ? up < sc_fx_wide::ROOM ? sc_fx_wide::up(n.m, up) : sc_fx_wide::word(0) : n.m >> (-up < 4095 ? -up : 4095);
}
void sc_fxnum::set_bits(field v) {
  if (m_any)
    set_wide(v);
  else
    m_bits = static_cast<field>(sc_fx_narrow::cut(v, m_wl, m_signed));
}

sc_fxnum_bitref::operator bool() const { return static_cast<const sc_fxnum &>(m_of)[m_at]; }
sc_fxnum_bitref &sc_fxnum_bitref::operator=(bool v) {
  if (m_of.is_any()) {
    const sc_fx_wide::word mask = sc_fx_wide::power(m_at);
    m_of.set_wide((m_of.wide_bits() & ~mask) | (v ? mask : sc_fx_wide::word(0)));
    return *this;
  }
  const sc_fxnum::field mask = sc_fxnum::field(1) << m_at;
  m_of.set_bits((m_of.bits() & ~mask) | sc_fxnum::field(v) << m_at);
  return *this;
}

unsigned _BitInt(128) sc_fxnum_subref::bits() const {
  if (m_l < m_r) __allways_unsupported("a part of a vector in reverse order");
  if (m_of.is_any()) return static_cast<unsigned _BitInt(128)>(sc_fx_wide::lowest(m_of.wide_bits() >> m_r, length()));
  return static_cast<unsigned _BitInt(128)>(sc_fx_narrow::lowest(m_of.bits() >> m_r, length()));
}
sc_fxnum_subref &sc_fxnum_subref::set(unsigned _BitInt(128) v) {
  if (m_l < m_r) __allways_unsupported("a part of a vector in reverse order");
  if (m_of.is_any()) return set_wide(v);
  const sc_fxval::word mask = sc_fx_narrow::up(sc_fx_narrow::power(length()) - 1, m_r);
  m_of.set_bits(static_cast<sc_fxnum::field>((m_of.bits() & ~mask) | (sc_fx_narrow::up(v, m_r) & mask)));
  return *this;
}
sc_fxnum_subref &sc_fxnum_subref::set_wide(sc_fx_integer_type v) {
  const sc_fx_wide::word mask = sc_fx_wide::up(sc_fx_wide::power(length()) - 1, m_r);
  m_of.set_wide((m_of.wide_bits() & ~mask) | (sc_fx_wide::up(v, m_r) & mask));
  return *this;
}
int64 sc_fxnum_subref::to_int64() const { return static_cast<int64>(sc_fx_narrow::cut(bits(), length(), true)); }

// --- other numbers --------------------------------------------------------------------------------------------------

sc_fxval::word sc_fx_floor(const sc_fxval &v) {
  return v.x ? static_cast<sc_fxval::word>(sc_fx_wide::floor(v.x->n)) : sc_fx_narrow::floor(sc_fx_number(v));
}
// What 64 bits and a sign do not hold is 0.
template <class Core> static typename Core::word small_integer(const typename Core::number &n) {
  const typename Core::word v = Core::integer(n), limit = Core::power(64);
  if (n.w + n.e <= 64) return v;
  return Core::choose((v < limit) & (v > -limit), v, typename Core::word(0));
}
sc_fxval::word sc_fx_integer(const sc_fxval &v) {
  return v.x ? static_cast<sc_fxval::word>(small_integer<sc_fx_wide>(v.x->n)) : small_integer<sc_fx_narrow>(sc_fx_number(v));
}

double sc_fx_double(const sc_fxval &v) {
  if (!v.x) return sc_fx_narrow::to_double(sc_fx_number(v));
  if (is_nan(v)) return __builtin_nan("");
  if (is_inf(v)) return is_negative(v) ? -__builtin_inf() : __builtin_inf();
  return sc_fx_is(v, sc_fx_big::MINUS_ZERO) ? -0.0 : sc_fx_wide::to_double(v.x->n);
}

sc_fxval sc_fx_of_double(double v) {
  uint64 bits;
  __builtin_memcpy(&bits, &v, sizeof bits);
  const int exponent = static_cast<int>(bits >> 52 & 2047);
  uint64 size = bits & ((uint64(1) << 52) - 1);
  const bool negative = static_cast<bool>(bits >> 63);
  if (exponent == 2047) return size ? not_a_number() : infinite(negative);
  if (exponent) size |= uint64(1) << 52;
  if (negative && !size) return sc_fx_special(sc_fx_big::MINUS_ZERO, true);
  const sc_fxval::word m = negative ? -sc_fxval::word(size) : sc_fxval::word(size);
  return made(sc_fx_narrow::trimmed(narrow{m, (exponent ? exponent : 1) - 1075, 54}));
}

}  // namespace sc_dt
