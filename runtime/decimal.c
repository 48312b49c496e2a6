#include "decimal.h"

#include <string.h>

#include "model.h"

// One instruction each for what would be loops over digits. The wide ones hold every double times ten to the power of
// MOST_DIGITS; nearly all values need the narrow ones only.
typedef unsigned _BitInt(256) narrow;
typedef unsigned _BitInt(2560) wide;
enum { MOST_DIGITS = 380, NARROW_POWER = 38, NARROW_SHIFT = 100 };

enum { MANTISSA_BITS = 52, BIAS = 1075 };

#define SCALE(type)                                                                                              \
  static type power_##type(int n) {                                                                              \
    type r = 1, square = 10;                                                                                     \
    for (; n > 0; n >>= 1) {                                                                                     \
      if (n & 1) r *= square;                                                                                    \
      if (n > 1) square *= square;                                                                               \
    }                                                                                                            \
    return r;                                                                                                    \
  }                                                                                                              \
  /* m * 2^e * 10^p, a tie goes to the even one; its decimal digits, without leading zeros */                    \
  static int scale_##type(char *to, unsigned long long m, int e, int p) {                                        \
    type top = (type)m, bottom = 1;                                                                              \
    if (p > 0) top *= power_##type(p);                                                                           \
    if (p < 0) bottom = power_##type(-p);                                                                        \
    if (e > 0) top <<= e;                                                                                        \
    if (e < 0) bottom <<= -e;                                                                                    \
    type q = top / bottom, rest = (top - q * bottom) * 2;                                                        \
    if (rest > bottom || (rest == bottom && (unsigned)q & 1)) q += 1;                                            \
    char reversed[DECIMAL_ROOM];                                                                                 \
    int n = 0;                                                                                                   \
    while (q > (type)0xffffffffffffffff) {                                                                       \
      type next = q / (type)1000000000000000000;                                                                 \
      unsigned long long low = (unsigned long long)(q - next * (type)1000000000000000000);                       \
      for (int i = 0; i < 18; i++, low /= 10) reversed[n++] = (char)('0' + low % 10);                            \
      q = next;                                                                                                  \
    }                                                                                                            \
    for (unsigned long long low = (unsigned long long)q; low; low /= 10) reversed[n++] = (char)('0' + low % 10); \
    for (int i = 0; i < n; i++) to[i] = reversed[n - 1 - i];                                                     \
    return n;                                                                                                    \
  }
SCALE(narrow)
SCALE(wide)

struct parts {
  unsigned long long m;
  int e;  // value = m * 2^e
};

static int scaled(char *to, struct parts v, int p) {
  if (p > MOST_DIGITS || p < -MOST_DIGITS) __allways_unsupported("so many digits of a float in memory");
  _Bool small = p <= NARROW_POWER && p >= -NARROW_POWER && v.e <= NARROW_SHIFT && v.e >= -NARROW_SHIFT;
  return small ? scale_narrow(to, v.m, v.e, p) : scale_wide(to, v.m, v.e, p);
}

// The first `count` significant digits; returns the decimal exponent of the first.
static int significant(char *to, struct parts v, int count) {
  if (!v.m) {
    for (int i = 0; i < count; i++) to[i] = '0';
    return 0;
  }
  int top = v.e + 63 - __builtin_clzll(v.m);  // binary exponent
  int exponent = (int)((long long)top * 1233 / 4096) - (top < 0);
  for (;;) {
    int n = scaled(to, v, count - 1 - exponent);
    if (n == count) return exponent;
    exponent += n < count ? -1 : 1;
  }
}

static int put_exponent(char *to, int exponent, _Bool upper) {
  int n = 0;
  to[n++] = upper ? 'E' : 'e';
  to[n++] = exponent < 0 ? '-' : '+';
  if (exponent < 0) exponent = -exponent;
  if (exponent >= 100) to[n++] = (char)('0' + exponent / 100);
  to[n++] = (char)('0' + exponent / 10 % 10);
  to[n++] = (char)('0' + exponent % 10);
  return n;
}

// digits[0] is worth 10^exponent; `behind` digits follow the point.
static int put_fixed(char *to, const char *digits, int count, int exponent, int behind, _Bool sharp) {
  int n = 0;
  if (exponent < 0) to[n++] = '0';
  for (int i = 0; i <= exponent; i++) to[n++] = i < count ? digits[i] : '0';
  if (behind > 0 || sharp) to[n++] = '.';
  for (int i = 1; i <= behind; i++) {
    int at = exponent + i;
    to[n++] = at >= 0 && at < count ? digits[at] : '0';
  }
  return n;
}

static int put_scientific(char *to, const char *digits, int exponent, int behind, int flags) {
  int n = 0;
  to[n++] = digits[0];
  if (behind > 0 || flags & DECIMAL_SHARP) to[n++] = '.';
  for (int i = 1; i <= behind; i++) to[n++] = digits[i];
  return n + put_exponent(to + n, exponent, (flags & DECIMAL_UPPER) != 0);
}

static int put_word(char *to, const char *word) {
  for (int i = 0; i < 3; i++) to[i] = word[i];
  return 3;
}

int decimal_text(char *to, double value, char conversion, int precision, int flags) {
  unsigned long long bits;
  char digits[DECIMAL_ROOM];
  memcpy(&bits, &value, sizeof bits);
  int n = 0, exponent = (int)(bits >> MANTISSA_BITS) & 2047;
  _Bool upper = (flags & DECIMAL_UPPER) != 0;
  struct parts v = {bits & ((1ull << MANTISSA_BITS) - 1), (exponent ? exponent : 1) - BIAS};
  if (bits >> 63)
    to[n++] = '-';
  else if (flags & DECIMAL_PLUS)
    to[n++] = '+';
  else if (flags & DECIMAL_SPACE)
    to[n++] = ' ';
  if (exponent == 2047) return n + put_word(to + n, v.m ? (upper ? "NAN" : "nan") : upper ? "INF" : "inf");
  if (exponent) v.m |= 1ull << MANTISSA_BITS;
  if (precision < 0) precision = 6;
  if (conversion == 'f') {
    int count = scaled(digits, v, precision);
    return n + put_fixed(to + n, digits, count, count - 1 - precision, precision, (flags & DECIMAL_SHARP) != 0);
  }
  if (conversion == 'e') {
    exponent = significant(digits, v, precision + 1);
    return n + put_scientific(to + n, digits, exponent, precision, flags);
  }
  int count = precision ? precision : 1;
  exponent = significant(digits, v, count);
  int used = count;
  if (!(flags & DECIMAL_SHARP))
    while (used > 1 && digits[used - 1] == '0') used--;
  if (exponent < -4 || exponent >= count) return n + put_scientific(to + n, digits, exponent, used - 1, flags);
  int behind = used - 1 - exponent;
  return n + put_fixed(to + n, digits, used, exponent, behind > 0 ? behind : 0, (flags & DECIMAL_SHARP) != 0);
}
