// Floats out of texts (decimal.h).
#include <math.h>
#include <string.h>

#include "decimal.h"
#include "model.h"

typedef unsigned _BitInt(256) digits;
typedef unsigned _BitInt(2560) wide;

// Of more decimal digits than these the rest only says whether it is zero; values between two floats need up to 770.
enum { FEW_DIGITS = 15, MOST_DIGITS = 75 };

// How a float is made: so many bits, the least of them at least worth 2^lowest, the first at most 2^highest.
struct form {
  int precision, lowest, highest;
};
static const struct form DOUBLE = {53, -1074, 1023}, FLOAT = {24, -149, 127};

// A number: m * 10^power or m * 2^power, and a bit more.
struct number {
  digits m;
  int power;
  _Bool binary, more;
};

static wide power_of_ten(int n) {
  wide r = 1, square = 10;
  for (; n > 0; n >>= 1) {
    if (n & 1) r *= square;
    if (n > 1) square *= square;
  }
  return r;
}

// m * 2^e with m < 2^53: exact.
static double make(unsigned long long m, int e) {
  if (!m) return 0;
  for (; !(m >> 52) && e > -1074; e--) m <<= 1;
  unsigned long long bits = m >> 52 ? (unsigned long long)(e + 1075) << 52 | (m & ((1ull << 52) - 1)) : m;
  double d;
  memcpy(&d, &bits, sizeof d);
  return d;
}

// How many bits v has.
static int length(wide v) {
  int n = 0;
  for (int by = 2048; by; by /= 2)
    if (v >> by) {
      v >>= by;
      n += by;
    }
  return n + (v != 0);
}

// v * 2^*e and a bit more if `more`, to the nearest of `precision` bits, a tie to the even one; *e is that of the result.
static unsigned long long to_nearest(wide v, int *e, _Bool *more, int precision, int lowest) {
  int by = length(v) - precision;
  if (*e + by < lowest) by = lowest - *e;
  if (by <= 0) return (unsigned long long)v;
  if (by > 2500) by = 2500;
  wide kept = v >> by, rest = v - (kept << by), half = (wide)1 << (by - 1);
  unsigned long long m = (unsigned long long)kept;
  if (rest > half || (rest == half && (*more || (m & 1)))) m++;
  *more = *more || rest;
  *e += by;
  return m;
}

static double rounded(const struct number *n, const struct form *form, int *range) {
  *range = DECIMAL_FITS;
  if (!n->m) return 0;
  if (n->power > 2000) {
    *range = DECIMAL_TOO_LARGE;
    return (double)INFINITY;
  }
  if (n->power < -2000 || (!n->binary && n->power < -405)) {
    *range = DECIMAL_TOO_SMALL;
    return 0;
  }
  wide v = (wide)n->m;
  int e = n->binary ? n->power : 0;
  _Bool more = n->more;
  if (!n->binary && n->power > 310) {
    *range = DECIMAL_TOO_LARGE;
    return (double)INFINITY;
  }
  if (!n->binary && n->power > 0) v *= power_of_ten(n->power);
  if (!n->binary && n->power < 0) {
    wide top = v << 1500, bottom = power_of_ten(-n->power);
    v = top / bottom;
    more = more || v * bottom != top;
    e = -1500;
  }
  // Too small is what is below the least normal number when rounded with all bits, and loses some.
  int free_e = e;
  _Bool free_more = more;
  unsigned long long all = to_nearest(v, &free_e, &free_more, form->precision, -100000);
  _Bool tiny = free_e + length((wide)all) - 1 < form->lowest + form->precision - 1;
  unsigned long long m = to_nearest(v, &e, &more, form->precision, form->lowest);
  if (m && e + length((wide)m) - 1 > form->highest) {
    *range = DECIMAL_TOO_LARGE;
    return (double)INFINITY;
  }
  if (tiny && more) *range = DECIMAL_TOO_SMALL;
  if (m >> 53) {
    m >>= 1;
    e++;
  }
  return make(m, e);
}

static int digit_in(char c, int base) {
  int d = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
  return d < base ? d : -1;
}

// Few digits are collected in a number that a machine has.
static const char *read_digits(const char *at, int base, struct number *n, _Bool *any) {
  unsigned long long few = 0;
  int used = 0, most = base == 16 ? 60 : MOST_DIGITS, each = base == 16 ? 4 : 1;
  _Bool point = 0;
  for (;; at++) {
    if (*at == '.' && !point) {
      point = 1;
      continue;
    }
    int d = digit_in(*at, base);
    if (d < 0) break;
    *any = 1;
    if (used < FEW_DIGITS) {
      few = few * (unsigned)base + (unsigned)d;
      n->m = few;
    } else if (used < most) {
      n->m = n->m * (unsigned)base + (unsigned)d;
    } else {
      n->more = n->more || d;
    }
    n->power += used < most ? -point * each : !point * each;
    used += used || d;
  }
  return at;
}

static const char *read_exponent(const char *at, char letter, struct number *n) {
  if ((*at | 32) != letter) return at;
  const char *digit = at + 1;
  _Bool down = *digit == '-';
  if (*digit == '-' || *digit == '+') digit++;
  if (digit_in(*digit, 10) < 0) return at;
  int exponent = 0;
  for (; digit_in(*digit, 10) >= 0; digit++) exponent = exponent < 100000 ? exponent * 10 + digit_in(*digit, 10) : exponent;
  n->power += down ? -exponent : exponent;
  return digit;
}

static int common(const char *text, const char *word) {
  int n = 0;
  while (word[n] && (text[n] | 32) == word[n]) n++;
  return n;
}

static _Bool is_word_part(char c) {
  return c == '_' || digit_in(c, 10) >= 0 || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

// Infinity and what is no number; NULL: neither.
static const char *read_name(const char *at, double *value) {
  int n = common(at, "infinity");
  if (n >= 3) {
    *value = (double)INFINITY;
    return at + (n == 8 ? 8 : 3);
  }
  if (common(at, "nan") < 3) return NULL;
  *value = (double)NAN;
  at += 3;
  const char *inside = at + 1;
  if (*at != '(') return at;
  while (is_word_part(*inside)) inside++;
  return *inside == ')' ? inside + 1 : at;
}

static double read_value(const char *text, const char **end, const struct form *form, int *range) {
  const char *at = text;
  _Bool negative = *at == '-', any = 0;
  double value = 0;
  *range = DECIMAL_FITS;
  if (*at == '-' || *at == '+') at++;
  const char *behind = (*at | 32) == 'i' || (*at | 32) == 'n' ? read_name(at, &value) : NULL;
  if (!behind) {
    _Bool hex = at[0] == '0' && (at[1] | 32) == 'x' && digit_in(at[2] == '.' ? at[3] : at[2], 16) >= 0;
    struct number n = {.binary = hex};
    behind = read_digits(hex ? at + 2 : at, hex ? 16 : 10, &n, &any);
    if (any) behind = read_exponent(behind, hex ? 'p' : 'e', &n);
    if (any) value = rounded(&n, form, range);
    if (any && n.more && !hex) {
      int other_range;
      n.m += 1;
      if (rounded(&n, form, &other_range) != value || other_range != *range)
        __allways_unsupported("a number of so many digits");
    }
    if (!any) behind = text;
  }
  *end = behind;
  return negative && behind != text ? -value : value;
}

double decimal_value(const char *text, const char **end, int *range) { return read_value(text, end, &DOUBLE, range); }
double decimal_value_float(const char *text, const char **end, int *range) { return read_value(text, end, &FLOAT, range); }
