// Numbers as text in memory and back, for streams and strings.
#include <bits/allways_format.h>
#include <istream>
#include <limits>

#include "abi.h"
#include "decimal.h"

namespace std {

int __allways_text_integer(char *to, unsigned long long bits, int width, bool is_signed, int flags) {
  int n = 0, count = 0, base_flags = flags & ios_base::basefield;
  unsigned base = base_flags == ios_base::hex ? 16 : base_flags == ios_base::oct ? 8 : 10;
  if (width < 64) bits &= (1ull << width) - 1;
  bool upper = flags & ios_base::uppercase;
  if (base == 10) {
    bool negative = is_signed && bits >> (width - 1) & 1;
    if (negative) {
      if (width < 64) bits |= ~0ull << width;
      bits = 0 - bits;
      to[n++] = '-';
    } else if (is_signed && flags & ios_base::showpos) {
      to[n++] = '+';
    }
  } else if (flags & ios_base::showbase && bits) {
    to[n++] = '0';
    if (base == 16) to[n++] = upper ? 'X' : 'x';
  }
  char reversed[72];
  do {
    unsigned digit = static_cast<unsigned>(bits % base);
    reversed[count++] = static_cast<char>(digit < 10 ? '0' + digit : (upper ? 'A' : 'a') + digit - 10);
    bits /= base;
  } while (bits);
  while (count) to[n++] = reversed[--count];
  return n;
}

int __allways_text_float(char *to, double value, int flags, int precision) {
  int field = flags & (ios_base::fixed | ios_base::scientific), style = 0;
  if (field == (ios_base::fixed | ios_base::scientific)) __allways_unsupported("std::hexfloat into memory");
  if (flags & ios_base::showpos) style |= DECIMAL_PLUS;
  if (flags & ios_base::showpoint) style |= DECIMAL_SHARP;
  if (flags & ios_base::uppercase && field != ios_base::fixed) style |= DECIMAL_UPPER;  // %f: infinities in small letters
  return decimal_text(to, value,
                      field == ios_base::fixed ? 'f'
                      : field                  ? 'e'
                                               : 'g',
                      precision < 0 ? 6 : precision, style);
}

static int digit_of(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : 99;
}

// A number that does not fit becomes the nearest one that does, as the standard says.
bool __allways_read_integer(const char *text, int base, bool is_signed, int width, unsigned long long *out) {
  bool negative = *text == '-', any = false, fits = true;
  if (*text == '-' || *text == '+') text++;
  bool prefix = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  if (!base) base = prefix ? 16 : *text == '0' ? 8 : 10;
  if (base == 16 && prefix) text += 2;
  unsigned long long value = 0, most = width < 64 ? (1ull << width) - 1 : ~0ull;
  if (is_signed) most = (most >> 1) + negative;
  for (; digit_of(*text) < base; text++) {
    unsigned long long digit = static_cast<unsigned long long>(digit_of(*text));
    any = true;
    if (value > (most - digit) / static_cast<unsigned>(base)) fits = false;
    value = value * static_cast<unsigned>(base) + digit;
  }
  if (!fits) value = most;
  *out = any ? (negative ? 0 - value : value) : 0;
  return any && fits && !*text;
}

// What is too large becomes the largest number, and fails.
template <typename T> static bool read_real(const char *text, T *out, double (*value_of)(const char *, const char **, int *)) {
  const char *end;
  int range;
  T value = static_cast<T>(value_of(text, &end, &range)), most = numeric_limits<T>::max();
  *out = range != DECIMAL_TOO_LARGE ? value : value < 0 ? -most : most;
  if (end != text && !*end) return range != DECIMAL_TOO_LARGE;
  *out = 0;
  return false;
}

bool __allways_read_float(const char *text, double *out) { return read_real(text, out, decimal_value); }
bool __allways_read_float(const char *text, float *out) { return read_real(text, out, decimal_value_float); }

}  // namespace std
