// Numbers out of texts: value, rest of the text, errno.
#include <errno.h>
#include <stdlib.h>

#include "draw.h"

static char text[128];

static const char *const SPACES[] = {"", "", "", " ", "\t\n", " \v\f\r "};
static const char *const SIGNS[] = {"", "", "", "-", "+", "--", "+-"};
static const char *const PREFIXES[] = {"", "", "", "", "0", "0x", "0X", "00"};
static const char *const BODIES[] = {"",
                                     "0",
                                     "1",
                                     "7",
                                     "8",
                                     "9",
                                     "10",
                                     "127",
                                     "128",
                                     "255",
                                     "256",
                                     "2147483647",
                                     "2147483648",
                                     "2147483649",
                                     "4294967295",
                                     "4294967296",
                                     "9223372036854775807",
                                     "9223372036854775808",
                                     "9223372036854775809",
                                     "18446744073709551615",
                                     "18446744073709551616",
                                     "99999999999999999999999",
                                     "7fffffff",
                                     "80000000",
                                     "ffffffff",
                                     "7fffffffffffffff",
                                     "8000000000000000",
                                     "ffffffffffffffff",
                                     "10000000000000000",
                                     "zz",
                                     "ZzZ",
                                     "abcdefghijk",
                                     "777",
                                     "1777777777777777777777",
                                     "2000000000000000000000",
                                     "x",
                                     "g",
                                     "1x",
                                     "12a"};
static const char *const REAL_BODIES[] = {"",
                                          ".",
                                          "0",
                                          "1",
                                          "1.",
                                          ".5",
                                          "0.1",
                                          "0.2",
                                          "3.25",
                                          "123456789",
                                          "9007199254740993",
                                          "9007199254740993.0000000000000000001",
                                          "9007199254740992.999999999999999",
                                          "4503599627370497.5",
                                          "1.00000005960464477539062500001",
                                          "16777217",
                                          "16777217.0000000000000001",
                                          "0.000000000000000000000000000000000000000000001",
                                          "340282356779733661637539395458142568447",
                                          "340282356779733661637539395458142568448",
                                          "1.7976931348623157",
                                          "1.7976931348623159",
                                          "2.2250738585072011",
                                          "4.9406564584124654",
                                          "2.4703282292062327",
                                          "2.4703282292062328",
                                          "1.40129846432481707e",
                                          "12345678901234567890123456789012345678901234567890",
                                          "inf",
                                          "INFINITY",
                                          "infinit",
                                          "nan",
                                          "NaN(12)",
                                          "nan(",
                                          "nothing",
                                          "i",
                                          "0x1",
                                          "0x1.8",
                                          "0x.8",
                                          "0x",
                                          "0xg",
                                          "0x1.fffffffffffff8",
                                          "0x1.fffffffffffff7ffffffffff",
                                          "0x10000000000000000000000000001",
                                          "0x0",
                                          "1e",
                                          "1e+",
                                          "1..2",
                                          "1e1e1",
                                          "1,5"};
static const char *const EXPONENTS[] = {
    "",      "",      "",      "e0",    "e1",   "E-1",    "e+22",         "e23",           "e-22", "e308", "e309",
    "e-308", "e-323", "e-324", "e-325", "e400", "e-400",  "e99999999999", "e-99999999999", "p1",   "p-3",  "P+5",
    "e38",   "e39",   "e-45",  "e-46",  "e-38", "p-1074", "p1023",        "p1024",         "p"};
static const char *const TAILS[] = {"", "", "", " ", "z", ".", "e5", "9", "_", "-1"};

static void integers(void) {
  static const int BASES[] = {10, 10, 10, 0, 0, 16, 16, 8, 2, 36, 3, 1, 37, -1};
  for (int i = 0; i < ROUNDS; i++) {
    const char *space = ONE_OF(SPACES), *sign = ONE_OF(SIGNS), *prefix = ONE_OF(PREFIXES), *body = ONE_OF(BODIES);
    snprintf(text, sizeof text, "%s%s%s%s%s", space, sign, prefix, body, ONE_OF(TAILS));
    int base = ONE_OF(BASES);
    _Bool known = base == 0 || (base >= 2 && base <= 36);  // else the end is not said
    char *end[4] = {text, text, text, text};
    printf("<%s> %d:", text, base);
    errno = 0;
    printf(" %ld", strtol(text, &end[0], base));
    printf(" %d", errno);
    errno = 0;
    printf(" %lld", strtoll(text, &end[1], base));
    printf(" %d", errno);
    errno = 0;
    printf(" %lu", strtoul(text, &end[2], base));
    printf(" %d", errno);
    errno = 0;
    printf(" %llu", strtoull(text, &end[3], base));
    printf(" %d", errno);
    for (int k = 0; k < 4 && known; k++) printf(" %d", (int)(end[k] - text));
    long long value = strtoll(text, NULL, 10);
    if (value == (int)value) printf(" %d %ld", atoi(text), atol(text));
    printf(" %lld\n", atoll(text));
  }
}

static void show_real(double d, int error, int end) {
  _Bool number = d == d;  // of what is not one, neither sign nor bits are defined
  printf(" %016llx %d %d", number ? bits_of(d) : 0, error, end);
}

static void reals(void) {
  for (int i = 0; i < ROUNDS; i++) {
    const char *space = ONE_OF(SPACES), *sign = ONE_OF(SIGNS);
    if (draw(3)) {
      const char *body = ONE_OF(REAL_BODIES), *exponent = ONE_OF(EXPONENTS);
      snprintf(text, sizeof text, "%s%s%s%s%s", space, sign, body, exponent, ONE_OF(TAILS));
    } else {
      double value = of_bits(draw_bits());
      if (value != value) value = 1;
      snprintf(text, sizeof text, "%s%s%.*e%s", space, sign, (int)draw(25), value, ONE_OF(TAILS));
    }
    char *end = text;
    printf("<%s>", text);
    errno = 0;
    double d = strtod(text, &end);
    show_real(d, errno, (int)(end - text));
    errno = 0;
    float f = strtof(text, &end);
    show_real(f, errno, (int)(end - text));
    d = atof(text);
    show_real(d, 0, 0);
    printf("\n");
  }
}

int main(void) {
  integers();
  reals();
  return 0;
}
