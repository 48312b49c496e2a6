// Fixed-point numbers as text, and texts as numbers.
#define SC_INCLUDE_FX
#include <sstream>

#include "sc_fx_core.h"

namespace sc_dt {

// --- decimal --------------------------------------------------------------------------------------------------------

static void put_exponent(std::string &out, int n) {
  if (!n) return;
  out += n < 0 ? "e-" : "e+";
  out += std::to_string(n < 0 ? -n : n);
}

template <class Core> static std::string digits_of(const typename Core::number &t, sc_fmt fmt) {
  typedef typename Core::uword uword;
  const uword size = static_cast<uword>(Core::size(t.m));
  uword whole = t.e >= 0 ? size << t.e : -t.e < Core::ROOM + 2 ? size >> -t.e : uword(0);
  uword fraction = t.e >= 0 ? uword(0) : size - (whole << -t.e);
  std::string digits, out;
  while (whole != 0) {
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(whole % uword(10))));
    whole /= uword(10);
  }
  int zeros = 0;
  if (fmt == SC_E && fraction == 0)
    while (digits.size() && digits.back() == '0') {
      digits.pop_back();
      zeros++;
    }
  const bool below_one = digits.empty();
  out += digits;
  if (fraction != 0) out += '.';
  bool leading = below_one && fmt == SC_E;
  while (fraction != 0) {
    fraction *= uword(10);
    const int digit = static_cast<int>(fraction >> -t.e);
    fraction &= (uword(1) << -t.e) - uword(1);
    leading = leading && !digit;
    if (leading)
      zeros--;
    else
      out += static_cast<char>('0' + digit);
  }
  put_exponent(out, zeros);
  return out;
}

template <class Core> static bool shows_digits(const typename Core::number &t) {
  return t.w + t.e <= Core::ROOM && t.e >= 4 - Core::ROOM;
}

static std::string decimal(const sc_fxval &v, int prefix, sc_fmt fmt) {
  std::string out;
  if (sc_fx_is_negative(v)) out += '-';
  if (prefix == 1) out += "0d";
  if (sc_fx_is_zero(v)) return out + '0';
  const sc_fx_narrow::number n = sc_fx_narrow::trimmed(sc_fx_number(v));
  if (!v.x && shows_digits<sc_fx_narrow>(n)) return out + digits_of<sc_fx_narrow>(n, fmt);
  const sc_fx_wide::number w = sc_fx_wide::trimmed(sc_fx_widened(v));
  if (!shows_digits<sc_fx_wide>(w)) sc_fx_too_wide();
  return out + digits_of<sc_fx_wide>(w, fmt);
}

// --- other bases ----------------------------------------------------------------------------------------------------

static int digit_bits(sc_numrep r) {
  return r == SC_OCT || r == SC_OCT_US || r == SC_OCT_SM ? 3 : r == SC_HEX || r == SC_HEX_US || r == SC_HEX_SM ? 4 : 1;
}
static bool is_magnitude(sc_numrep r) { return r == SC_BIN_SM || r == SC_OCT_SM || r == SC_HEX_SM; }
static bool is_unsigned(sc_numrep r) { return r == SC_BIN_US || r == SC_OCT_US || r == SC_HEX_US; }

static const char *prefix_of(sc_numrep r) {
  switch (r) {
  case SC_BIN: return "0b";
  case SC_BIN_US: return "0bus";
  case SC_BIN_SM: return "0bsm";
  case SC_OCT: return "0o";
  case SC_OCT_US: return "0ous";
  case SC_OCT_SM: return "0osm";
  case SC_HEX: return "0x";
  case SC_HEX_US: return "0xus";
  case SC_HEX_SM: return "0xsm";
  case SC_CSD: return "0csd";
  default: return "";
  }
}

static int floor_to(int n, int step) { return n >= 0 ? n / step * step : -((-n + step - 1) / step * step); }

// From bit `high` to bit `low`, both at the edge of a digit.
static void put_digits(std::string &out, const sc_fxval &v, int high, int low, int step, sc_fmt fmt) {
  auto digit = [&out](int value) { out += static_cast<char>(value < 10 ? '0' + value : 'a' + value - 10); };
  if (high < 0) {
    out += '.';
    if (fmt == SC_F)
      for (int i = high + 1; i < 0; i += step) digit(sc_fx_is_negative(v) ? (1 << step) - 1 : 0);
  }
  for (int i = high; i >= low;) {
    int value = 0;
    for (int k = 0; k < step; k++) value = 2 * value + v.get_bit(i--);
    digit(value);
    if (i == -1) out += '.';
  }
  if (low > 0 && fmt == SC_F) out.append(static_cast<std::size_t>(low / step), '0');
  if (out.back() == '.') out.pop_back();
  if (fmt == SC_E && high < 0)
    put_exponent(out, (high + 1) / step);
  else if (fmt == SC_E && low > 0)
    put_exponent(out, low / step);
}

// Digits of a two's complement in place, from `from` on, become -1, 0 and 1 of which no two neighbours are both other than 0.
static void make_signed_digits(std::string &text, std::size_t from) {
  std::size_t end = text.find('e', from);
  if (end == std::string::npos) end = text.size();
  std::string bits;
  for (std::size_t k = from; k < end; k++)
    if (text[k] != '.') bits += text[k];
  std::size_t left = bits.size();
  int carry = 0;
  for (std::size_t k = end; k-- > from;) {
    if (text[k] == '.') continue;
    left--;
    const bool next = bits[left ? left - 1 : 0] == '1';
    const int bit = (text[k] == '1') + carry;
    carry = bit == 2 || (bit == 1 && next);
    text[k] = !(bit & 1) ? '0' : next ? '-' : '1';
  }
}

static std::string other(sc_fxval v, sc_numrep r, int prefix, sc_fmt fmt, sc_fx_shape shape) {
  std::string out;
  const bool magnitude = is_magnitude(r), plain = is_unsigned(r);
  if (magnitude && sc_fx_is_negative(v)) {
    out += '-';
    v = sc_fx_neg(v);
  }
  if (prefix) out += prefix_of(r);
  const std::size_t begin = out.size();
  int high = 0, low = 0;
  const sc_fx_wide::number t = sc_fx_wide::trimmed(sc_fx_widened(v));
  if (shape.wl) {
    high = shape.iwl - 1;
    low = shape.iwl - shape.wl;
    if (shape.is_signed && plain && shape.wl > 1) high--;
    if (!shape.is_signed && !plain && !magnitude) high++;
  } else if (t.w) {
    high = t.e + t.w - 1 - (plain || magnitude);
    low = t.e;
  }
  const int step = digit_bits(r);
  put_digits(out, v, -floor_to(-(high + 1), step) - 1, floor_to(low, step), step, fmt);
  if (r == SC_CSD) make_signed_digits(out, begin);
  return out;
}

std::string sc_fx_text(const sc_fxval &v, sc_numrep r, int prefix, sc_fmt fmt, sc_fx_shape shape) {
  if (sc_fx_is_nan(v)) return "NaN";
  if (sc_fx_is_inf(v)) return sc_fx_is_negative(v) ? "-Inf" : "Inf";
  if (r == SC_DEC || r == SC_NOBASE) return decimal(v, prefix, fmt);
  if (sc_fx_is_negative(v) && !sc_fx_is_zero(v) && is_unsigned(r)) return "negative";
  return other(v, r, prefix, fmt, shape);
}

std::string sc_fxnum_subref::to_string() const {
  std::string out;
  if (m_of.is_any()) {
    for (int k = m_l; k >= m_r; k--) out += static_cast<const sc_fxnum &>(m_of)[k] ? '1' : '0';
    return out;
  }
  const auto all = bits();
  for (int k = length(); k--;) out += static_cast<bool>(all >> k & 1) ? '1' : '0';
  return out;
}
sc_fxnum_subref &sc_fxnum_subref::operator=(const char *text) {
  if (text[0] == '0' && text[1] == 'b') text += 2;
  if (m_of.is_any() || length() > 128) {
    sc_fx_wide::word all = 0;
    for (; *text; text++) all = all << 1 | static_cast<sc_fx_wide::word>(*text == '1');
    return set_wide(all);
  }
  unsigned _BitInt(128) all = 0;
  for (; *text; text++) all = all << 1 | static_cast<unsigned _BitInt(128)>(*text == '1');
  return set(all);
}

// --- reading --------------------------------------------------------------------------------------------------------

// An `e` is a digit of base 16, but for one with a sign behind it.
static bool is_exponent(const char *text) { return (*text | 32) == 'e' && (text[1] == '+' || text[1] == '-'); }

// Digits, a point and an exponent, in any base; those of a decimal fraction as far as a quotient has bits.
sc_fxval::sc_fxval(const char *text) : sc_fxval() {
  typedef sc_fx_wide::word word;
  const bool negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  if (!__builtin_strcmp(text, "Inf") || !__builtin_strcmp(text, "NaN")) {
    *this = sc_fx_special(*text == 'I' ? sc_fx_big::INFINITE : sc_fx_big::NOT_A_NUMBER, negative && *text == 'I');
    return;
  }
  int base = 10;
  bool complement = true;  // the first digit of a base other than ten says the sign
  if (*text == '0' && (text[1] == 'b' || text[1] == 'o' || text[1] == 'x' || text[1] == 'd')) {
    base = text[1] == 'b' ? 2 : text[1] == 'o' ? 8 : text[1] == 'x' ? 16 : 10;
    text += 2;
    if ((*text == 'u' && text[1] == 's') || (*text == 's' && text[1] == 'm')) {
      complement = false;
      text += 2;
    }
  }
  word digits = 0;
  int behind = 0, bits = 1, sign_bits = 0;
  bool point = false;
  for (; *text; text++) {
    const int letter = *text | 32;
    const int digit = *text >= '0' && *text <= '9' ? *text - '0' : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
    if (*text == '.' && !point) {
      point = true;
      continue;
    }
    if (digit < 0 || digit >= base || is_exponent(text)) break;
    digits = digits * base + digit;
    behind += point;
    bits += 4;
    sign_bits += base == 2 ? 1 : base == 8 ? 3 : 4;
    if (bits > sc_fx_wide::ROOM - 64) __allways_unsupported("text of a fixed-point number of so many digits");
  }
  int exponent = 0;
  if (is_exponent(text)) {
    const bool down = *++text == '-';
    text++;
    while (*text >= '0' && *text <= '9' && exponent < 100000) exponent = 10 * exponent + (*text++ - '0');
    if (down) exponent = -exponent;
  }
  if (*text || !sign_bits) {  // not the text of a number
    *this = sc_fx_special(sc_fx_big::NOT_A_NUMBER, false);
    return;
  }
  if (base != 10 && complement && digits >> (sign_bits - 1) != 0) digits -= sc_fx_wide::power(sign_bits);
  sc_fxval v = sc_fx_of_wide(sc_fx_wide::number{negative ? -digits : digits, 0, bits}), scale(1, 0, 2);
  if (negative && digits == 0) v = sc_fx_special(sc_fx_big::MINUS_ZERO, true);
  const int powers = exponent - behind;
  if (base != 10) {
    *this = v <<= powers * (base == 2 ? 1 : base == 8 ? 3 : 4);
    return;
  }
  if (powers > 440 || powers < -440) __allways_unsupported("text of a fixed-point number with such an exponent");
  for (int k = 0; k < (powers < 0 ? -powers : powers); k++) scale = sc_fx_mul(scale, sc_fxval(base));
  *this = powers < 0 ? sc_fx_div(v, scale) : sc_fx_mul(v, scale);
}

// --- names ----------------------------------------------------------------------------------------------------------

std::ostream &operator<<(std::ostream &os, sc_q_mode v) {
  static const char *const names[] = {"SC_RND", "SC_RND_ZERO", "SC_RND_MIN_INF", "SC_RND_INF", "SC_RND_CONV", "SC_TRN", "SC_TRN_ZERO"};
  return os << names[v];
}
std::ostream &operator<<(std::ostream &os, sc_o_mode v) {
  static const char *const names[] = {"SC_SAT", "SC_SAT_ZERO", "SC_SAT_SYM", "SC_WRAP", "SC_WRAP_SM"};
  return os << names[v];
}
std::ostream &operator<<(std::ostream &os, sc_switch v) { return os << (v == SC_ON ? "SC_ON" : "SC_OFF"); }
std::ostream &operator<<(std::ostream &os, sc_fmt v) { return os << (v == SC_F ? "SC_F" : "SC_E"); }

std::string sc_fxtype_params::to_string() const {
  std::ostringstream out;
  out << '(' << m_wl << ',' << m_iwl << ',' << m_q << ',' << m_o << ',' << m_n << ')';
  return out.str();
}
void sc_fxtype_params::dump(std::ostream &os) const {
  os << "sc_fxtype_params\n(\nwl     = " << m_wl << "\niwl    = " << m_iwl << "\nq_mode = " << m_q << "\no_mode = " << m_o
     << "\nn_bits = " << m_n << "\n)\n";
}
void sc_fxcast_switch::dump(std::ostream &os) const { os << "sc_fxcast_switch\n(\nsw = " << to_string() << "\n)\n"; }

}  // namespace sc_dt
