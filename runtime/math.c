// math.h for programs that compute: values come from exact integers of fixed width and are rounded once, so that they
// are the nearest doubles (the C library's may differ from those in the last bit). Infinities and NaN: UNKNOWN.
#define _GNU_SOURCE
#include <math.h>
#include <string.h>

#include "model.h"

// Fixed point with FRACTION bits behind the point.
typedef _BitInt(1024) fixed;
typedef unsigned _BitInt(1024) bits;
enum { FRACTION = 256, MANTISSA = 52, BIAS = 1075, TERMS = 60 };

static unsigned long long word_of(double x) {
  unsigned long long w;
  memcpy(&w, &x, sizeof w);
  return w;
}

static double of_word(unsigned long long w) {
  double x;
  memcpy(&x, &w, sizeof x);
  return x;
}

static _Bool is_finite(double x) { return (word_of(x) >> MANTISSA & 2047) != 2047; }
static void need_finite(double x) {
  if (!is_finite(x)) __allways_unsupported("a function of an infinity or of no number");
}

// |x| = m * 2^e
static unsigned long long split(double x, int *e) {
  unsigned long long w = word_of(x), m = w & ((1ull << MANTISSA) - 1);
  int exponent = (int)(w >> MANTISSA & 2047);
  *e = (exponent ? exponent : 1) - BIAS;
  return exponent ? m | 1ull << MANTISSA : m;
}

static fixed of_double(double x) {
  int e;
  fixed m = (fixed)split(x, &e);
  int by = FRACTION + e;
  fixed v = by >= 0 ? m << (by > 900 ? 900 : by) : by > -64 ? m >> -by : 0;
  return x < 0 ? -v : v;
}

// v * 2^e to the nearest double: 64 bits with a last one that says whether more follow, then one rounding.
static double rounded(bits v, int e) {
  if (!v) return 0;
  _Bool more = 0;
  while (v >> 64) {
    int by = v >> 576 ? 512 : v >> 192 ? 128 : v >> 80 ? 16 : 1;
    more = more || (v & (((bits)1 << by) - 1));
    v >>= by;
    e += by;
  }
  double d = (double)((unsigned long long)v | more);
  if (e > 1100) __allways_unsupported("a result that is infinite");
  for (; e > 0; e -= e > 60 ? 60 : e) d *= (double)(1ull << (e > 60 ? 60 : e));
  for (; e < 0 && d > 0; e += e < -60 ? 60 : -e) d /= (double)(1ull << (e < -60 ? 60 : -e));
  return d;
}

static double to_double(fixed v, int e) {
  double d = rounded((bits)(v < 0 ? -v : v), e - FRACTION);
  return v < 0 ? -d : d;
}

static fixed constant(unsigned long long a, unsigned long long b, unsigned long long c, unsigned long long d,
                      unsigned long long e) {
  return (fixed)a << 256 | (fixed)b << 192 | (fixed)c << 128 | (fixed)d << 64 | (fixed)e;
}
static fixed ln_2(void) {
  return constant(0x0000000000000000ull, 0xb17217f7d1cf79abull, 0xc9e3b39803f2f6afull, 0x40f343267298b62dull,
                  0x8a0d175b8baafa2bull);
}
static fixed half_pi(void) {
  return constant(0x0000000000000001ull, 0x921fb54442d18469ull, 0x898cc51701b839a2ull, 0x52049c1114cf98e8ull,
                  0x04177d4c76273644ull);
}

static fixed times(fixed a, fixed b) { return (a * b) >> FRACTION; }

// The nearest whole number of v / unit.
static long long nearest(fixed v, fixed unit) {
  fixed twice = 2 * v + unit, q = twice / (2 * unit);
  return (long long)(q - (q * 2 * unit > twice));
}

// --- logarithm and powers -------------------------------------------------------------------------------------------

// x > 0: k ln 2 + ln m with m near 1, ln m = 2 artanh((m - 1) / (m + 1)).
static fixed logarithm(double x) {
  int e;
  fixed one = (fixed)1 << FRACTION, m = (fixed)split(x, &e);
  int top = 0;
  for (fixed left = m; left > 1; left >>= 1) top++;
  int k = top + e;
  m <<= FRACTION - top;
  if (m > one + one / 2) {
    m /= 2;
    k++;
  }
  fixed z = ((m - one) << FRACTION) / (m + one), square = times(z, z), power = z, sum = 0;
  for (int i = 1; i < 2 * TERMS; i += 2) {
    sum += power / i;
    power = times(power, square);
  }
  return 2 * sum + k * ln_2();
}

static double exponential(fixed y) {
  long long k = nearest(y, ln_2());
  if (k > 1100) __allways_unsupported("a result that is infinite");
  if (k < -1100) return 0;
  fixed r = y - k * ln_2(), term = (fixed)1 << FRACTION, sum = term;
  for (int i = 1; i < TERMS; i++) {
    term = times(term, r) / i;
    sum += term;
  }
  return to_double(sum, (int)k);
}

double log(double x) {
  need_finite(x);
  if (x <= 0) __allways_unsupported("the logarithm of a number that is not positive");
  return to_double(logarithm(x), 0);
}
double log2(double x) {
  need_finite(x);
  if (x <= 0) __allways_unsupported("the logarithm of a number that is not positive");
  return to_double((logarithm(x) << FRACTION) / ln_2(), 0);
}
double log10(double x) {
  need_finite(x);
  if (x <= 0) __allways_unsupported("the logarithm of a number that is not positive");
  return to_double((logarithm(x) << FRACTION) / logarithm(10), 0);
}
double exp(double x) {
  need_finite(x);
  if (x > 1000 || x < -1000) return x < 0 ? 0 : exponential((fixed)2000 << FRACTION);
  return exponential(of_double(x));
}

double pow(double x, double y) {
  need_finite(x);
  need_finite(y);
  if (y == 0 || x == 1) return 1;
  double whole = trunc(y);
  _Bool odd = whole == y && y < 9e15 && y > -9e15 && (long long)y & 1;
  if (x < 0 && whole != y) __allways_unsupported("a power that is no number");
  if (x == 0) {
    if (y < 0) __allways_unsupported("a result that is infinite");
    return odd ? x : 0;
  }
  if (y > 1e6 || y < -1e6) __allways_unsupported("so large a power");
  double size = exponential(times(of_double(y), logarithm(x < 0 ? -x : x)));
  return x < 0 && odd ? -size : size;
}

double sqrt(double x) {
  need_finite(x);
  if (x < 0) __allways_unsupported("the square root of a negative number");
  if (x == 0) return x;
  int e;
  bits m = (bits)split(x, &e);
  m <<= e & 1 ? 161 : 160;
  e -= e & 1 ? 161 : 160;
  bits root = 0;
  for (int i = 110; i >= 0; i--) {
    bits next = root | (bits)1 << i;
    if (next * next <= m) root = next;
  }
  return rounded(root << 1 | (root * root != m), e / 2 - 1);
}

// --- angles ---------------------------------------------------------------------------------------------------------

static fixed series(fixed r, fixed first, int from) {
  fixed square = times(r, r), term = first, sum = first;
  for (int i = from; i < TERMS; i += 2) {
    term = -times(term, square) / (i * (i + 1));
    sum += term;
  }
  return sum;
}

static fixed sine(double x, int quarters) {
  need_finite(x);
  if (x > 1e15 || x < -1e15) __allways_unsupported("so large an angle");
  fixed v = of_double(x);
  long long q = nearest(v, half_pi());
  fixed r = v - q * half_pi(), one = (fixed)1 << FRACTION;
  q += quarters;
  fixed value = q & 1 ? series(r, one, 1) : series(r, r, 2);
  return q & 2 ? -value : value;
}
// So small an angle is the nearest double to its sine, its tangent and the angles that have it as theirs.
static _Bool is_small(double x) { return x > -1e-9 && x < 1e-9; }
double sin(double x) { return is_small(x) ? x : to_double(sine(x, 0), 0); }
double cos(double x) { return to_double(sine(x, 1), 0); }
double tan(double x) { return is_small(x) ? x : to_double((sine(x, 0) << FRACTION) / sine(x, 1), 0); }

static fixed root_of(fixed v) {
  bits m = (bits)v << FRACTION, root = 0;
  for (int i = FRACTION + 2; i >= 0; i--) {
    bits next = root | (bits)1 << i;
    if (next * next <= m) root = next;
  }
  return (fixed)root;
}

// The angle of the point (x, y), neither coordinate negative: below 45 degrees it is halved twice, then a series.
static fixed angle(fixed y, fixed x) {
  if (y > x) return half_pi() - angle(x, y);
  fixed one = (fixed)1 << FRACTION, t = (y << FRACTION) / x;
  for (int i = 0; i < 2; i++) t = (t << FRACTION) / (one + root_of(one + times(t, t)));
  fixed square = times(t, t), power = t, sum = 0;
  for (int i = 1; i < 2 * TERMS; i += 2) {
    sum += i & 2 ? -(power / i) : power / i;
    power = times(power, square);
  }
  return 4 * sum;
}

double atan(double x) {
  need_finite(x);
  if (is_small(x)) return x;
  fixed one = (fixed)1 << FRACTION, v = of_double(x < 0 ? -x : x);
  fixed found = x < 1e60 && x > -1e60 ? angle(v, one) : half_pi();
  return to_double(x < 0 ? -found : found, 0);
}

double atan2(double y, double x) {
  need_finite(x);
  need_finite(y);
  if (x == 0 && y == 0) __allways_unsupported("the angle of the origin");
  double u = x < 0 ? -x : x, v = y < 0 ? -y : y;
  if (u > 1e60 || v > 1e60 || u + v < 1e-40 || (v > 0 && u / v > 1e30))
    __allways_unsupported("an angle so near to an axis");
  fixed found = angle(of_double(v), of_double(u));
  if (x < 0) found = 2 * half_pi() - found;
  return to_double(y < 0 ? -found : found, 0);
}

static fixed arc_sine(double x) {
  need_finite(x);
  if (x > 1 || x < -1) __allways_unsupported("the arc of a number beyond one");
  fixed one = (fixed)1 << FRACTION, v = of_double(x < 0 ? -x : x), found = angle(v, root_of(one - times(v, v)));
  return x < 0 ? -found : found;
}
double asin(double x) { return is_small(x) ? x : to_double(arc_sine(x), 0); }
double acos(double x) { return to_double(half_pi() - arc_sine(x), 0); }

// --- whole numbers --------------------------------------------------------------------------------------------------

double trunc(double x) {
  unsigned long long w = word_of(x);
  int exponent = (int)(w >> MANTISSA & 2047) - 1023;
  if (exponent >= MANTISSA) return x;
  if (exponent < 0) return of_word(w & 1ull << 63);
  return of_word(w & ~(((1ull << MANTISSA) - 1) >> exponent));
}
double floor(double x) {
  double t = trunc(x);
  return t > x ? t - 1 : t;
}
double ceil(double x) {
  double t = trunc(x);
  return t < x ? t + 1 : t;
}
double round(double x) {
  double t = trunc(x), rest = x - t;
  return rest >= 0.5 ? t + 1 : rest <= -0.5 ? t - 1 : t;
}
double rint(double x) {
  double t = trunc(x), rest = x < t ? t - x : x - t, step = x < 0 ? -1 : 1;
  _Bool odd = t < 9e15 && t > -9e15 && (long long)t & 1;
  return rest > 0.5 || (rest == 0.5 && odd) ? t + step : t;
}
double nearbyint(double x) { return rint(x); }
long lround(double x) { return (long)round(x); }
long lrint(double x) { return (long)rint(x); }
MODEL double fabs(double x) { return __builtin_fabs(x); }

long long llround(double x) { return (long long)round(x); }
long long llrint(double x) { return (long long)rint(x); }

// --- parts and pairs ------------------------------------------------------------------------------------------------

enum { SIGN = 63 };
static _Bool is_negative(double x) { return word_of(x) >> SIGN; }
static _Bool is_number(double x) { return x == x; }

MODEL double copysign(double x, double y) {
  return of_word((word_of(x) & ~(1ull << SIGN)) | (word_of(y) & 1ull << SIGN));
}

// Of two zeros either is the smaller one (C17 F.10.9.2).
static _Bool is_less(double x, double y) {
  if (x == 0 && y == 0 && is_negative(x) != is_negative(y))
    return __allways_libc_glibc ? is_negative(x) : __allways_nondet_bool("smaller zero");
  return x < y;
}
double fmin(double x, double y) { return !is_number(x) ? y : !is_number(y) ? x : is_less(y, x) ? y : x; }
double fmax(double x, double y) { return !is_number(x) ? y : !is_number(y) ? x : is_less(x, y) ? y : x; }
MODEL double fdim(double x, double y) { return x <= y ? 0 : x - y; }

double modf(double x, double *whole) {
  double t = trunc(x);
  *whole = t;
  return copysign(is_finite(x) ? x - t : is_number(x) ? 0 : x, x);
}

double frexp(double x, int *exponent) {
  *exponent = 0;
  if (x == 0 || !is_finite(x)) return x;
  int e;
  unsigned long long m = split(x, &e);
  for (; !(m >> MANTISSA); e--) m <<= 1;
  *exponent = e + MANTISSA + 1;
  return of_word((word_of(x) & 1ull << SIGN) | 1022ull << MANTISSA | (m & ((1ull << MANTISSA) - 1)));
}

// Where digits are lost, or it is infinite, errno may tell: UNKNOWN.
double ldexp(double x, int by) {
  if (x == 0 || !is_finite(x)) return x;
  int e;
  unsigned long long m = split(x, &e);
  for (; !(m >> MANTISSA); e--) m <<= 1;
  if (by > 5000 || e + by > 1023 - MANTISSA) __allways_unsupported("a result that is infinite");
  int lost = by < -5000 ? 64 : 1 - BIAS - (e + by);
  if (lost > MANTISSA || (lost > 0 && m & ((1ull << lost) - 1))) __allways_unsupported("a result that is too small");
  unsigned long long w = lost > 0 ? m >> lost : (unsigned long long)(e + by + BIAS - 1) << MANTISSA;
  return of_word((word_of(x) & 1ull << SIGN) | (lost > 0 ? w : w + m));
}
MODEL double scalbn(double x, int by) { return ldexp(x, by); }

double fmod(double x, double y) {
  need_finite(x);
  need_finite(y);
  if (y == 0) __allways_unsupported("a remainder that is no number");
  if (x == 0) return x;
  int ex, ey;
  unsigned long long mx = split(x, &ex), my = split(y, &ey);
  if (ex < ey) {
    if (ey - ex > 60) return x;
    unsigned _BitInt(192) below = (unsigned _BitInt(192))my << (ey - ex), r = (unsigned _BitInt(192))mx % below;
    double d = rounded((bits)r, ex);
    return x < 0 ? -d : d;
  }
  unsigned long long r = mx % my;
  for (int left = ex - ey; left > 0; left -= left > 11 ? 11 : left) r = (r << (left > 11 ? 11 : left)) % my;
  double d = rounded((bits)r, ey);
  return x < 0 ? -d : d;
}

// IEEE 754: x - n y, with the whole number n nearest to x / y, the even one of two. No rounding.
double remainder(double x, double y) {
  double size = fabs(y), r = fabs(x);
  need_finite(x);
  need_finite(y);
  if (y == 0) __allways_unsupported("a remainder that is no number");
  if (size < 8e307) r = fmod(r, size + size);
  if (size < 1e-290) {
    if (r + r > size) r -= size, r = r + r >= size ? r - size : r;
  } else {
    double half = 0.5 * size;
    if (r > half) r -= size, r = r >= half ? r - size : r;
  }
  return of_word(word_of(r) ^ (word_of(x) & 1ull << SIGN));
}
MODEL double drem(double x, double y) { return remainder(x, y); }

// v * 2^e with `digits` bits and none below 2^least, rounded once, to the nearest, of two the even one.
static double nearest_real(bits v, int e, int digits, int least) {
  if (!v) return 0;
  int top = 0;
  for (int by = 512; by; by /= 2)
    if (v >> top >> by) top += by;
  int last = e + top + 1 - digits < least ? least : e + top + 1 - digits;
  if (last - e > 1000) return 0;
  if (last > e) {
    bits unit = (bits)1 << (last - e), rest = v & (unit - 1), half = unit >> 1;
    v = (v >> (last - e)) + (rest > half || (rest == half && v & unit));
    e = last;
  }
  int exponent = 0;
  for (; v >> (MANTISSA + 1); e++) v >>= 1;  // zeros
  unsigned long long m = (unsigned long long)v;
  for (; m && !(m >> MANTISSA) && e > 1 - BIAS; e--) m <<= 1;
  if (m >> MANTISSA) exponent = e + BIAS;
  if (exponent >= 2047) __allways_unsupported("a result that is infinite");
  return of_word(exponent ? (unsigned long long)exponent << MANTISSA | (m & ((1ull << MANTISSA) - 1)) : m);
}

// Terms that are far apart: of the smaller one it is enough to know that it is there.
enum { APART = 400 };
static double multiply_add(double x, double y, double z, int digits, int least) {
  need_finite(x);
  need_finite(y);
  need_finite(z);
  int ex, ey, ez;
  bits product = (bits)split(x, &ex) * split(y, &ey), term = split(z, &ez);
  _Bool minus = is_negative(x) != is_negative(y);
  if (!product && !term) return minus == is_negative(z) ? z : 0;
  int ep = ex + ey, e;
  if (!product || (term && ez - ep > APART)) {
    e = ez - APART;
    term <<= APART;
    product = product != 0;
  } else if (!term || ep - ez > APART) {
    e = ep - APART;
    product <<= APART;
    term = term != 0;
  } else {
    e = ep < ez ? ep : ez;
    product <<= ep - e;
    term <<= ez - e;
  }
  fixed sum = (minus ? -(fixed)product : (fixed)product) + (is_negative(z) ? -(fixed)term : (fixed)term);
  double size = nearest_real((bits)(sum < 0 ? -sum : sum), e, digits, least);
  return sum < 0 ? -size : size;
}
double fma(double x, double y, double z) { return multiply_add(x, y, z, MANTISSA + 1, 1 - BIAS); }
float fmaf(float x, float y, float z) {
  double d = multiply_add((double)x, (double)y, (double)z, 24, -149);
  if (d > 0x1.fffffep127 || d < -0x1.fffffep127) __allways_unsupported("a result that is infinite");
  return (float)d;
}

// The largest number whose square or cube is not above v.
static bits whole_root(bits v, int power) {
  bits root = 0;
  for (int i = power == 2 ? 280 : 110; i >= 0; i--) {
    bits next = root | (bits)1 << i, all = next * next;
    if (power == 3) all *= next;
    if (all <= v) root = next;
  }
  return root;
}

double hypot(double x, double y) {
  need_finite(x);
  need_finite(y);
  int large, small;
  if (fabs(x) < fabs(y)) {
    double other = x;
    x = y;
    y = other;
  }
  bits a = split(x, &large), b = split(y, &small);
  if (!b || large - small > 100) return fabs(x);
  a <<= large - small;
  bits square = (a * a + b * b) << 128, root = whole_root(square, 2);
  return nearest_real(root << 1 | (root * root != square), small - 65, MANTISSA + 1, 1 - BIAS);
}

double cbrt(double x) {
  need_finite(x);
  int e;
  bits m = split(x, &e);
  if (!m) return x;
  int by = 180 + ((e % 3) + 3) % 3;
  m <<= by;
  bits root = whole_root(m, 3);
  double size = nearest_real(root << 1 | (root * root * root != m), (e - by) / 3 - 1, MANTISSA + 1, 1 - BIAS);
  return x < 0 ? -size : size;
}

double nextafter(double x, double y) {
  if (!is_number(x) || !is_number(y)) return x + y;
  if (x == y) return y;
  if (x == 0) return copysign(of_word(1), y);
  return of_word(word_of(x) + ((x < y) == (x > 0) ? 1 : -1ull));
}
float nextafterf(float x, float y) {
  unsigned w;
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  memcpy(&w, &x, sizeof w);
  w = x == 0 ? 1 | (y < 0) << 31 : w + ((x < y) == (x > 0) ? 1 : -1u);
  memcpy(&x, &w, sizeof x);
  return x;
}

int ilogb(double x) {
  int e;
  if (x == 0) return FP_ILOGB0;
  if (!is_finite(x)) return is_number(x) ? __INT_MAX__ : FP_ILOGBNAN;
  frexp(x, &e);
  return e - 1;
}
double logb(double x) {
  if (!is_finite(x)) return x * x;
  return x == 0 ? -1 / (x * x) : (double)ilogb(x);
}
double scalbln(double x, long by) { return ldexp(x, by > 10000 ? 10000 : by < -10000 ? -10000 : (int)by); }
double exp2(double x) {
  need_finite(x);
  if (x == trunc(x) && fabs(x) < 1000) return ldexp(1, (int)x);
  if (fabs(x) > 1000) __allways_unsupported("so large a power");
  return exponential(times(of_double(x), ln_2()));
}

static float narrowed(double x) {
  if (is_finite(x) && (x > 0x1.fffffep127 || x < -0x1.fffffep127)) __allways_unsupported("a result that is infinite");
  return (float)x;
}
MODEL float remainderf(float x, float y) { return (float)remainder((double)x, (double)y); }
MODEL float hypotf(float x, float y) { return narrowed(hypot((double)x, (double)y)); }
MODEL float cbrtf(float x) { return (float)cbrt((double)x); }
MODEL int ilogbf(float x) { return ilogb((double)x); }
MODEL float logbf(float x) { return (float)logb((double)x); }
MODEL float exp2f(float x) { return narrowed(exp2((double)x)); }
MODEL float ldexpf(float x, int by) { return narrowed(ldexp((double)x, by)); }
MODEL float scalbnf(float x, int by) { return ldexpf(x, by); }
MODEL float scalblnf(float x, long by) { return narrowed(scalbln((double)x, by)); }
MODEL float frexpf(float x, int *exponent) { return (float)frexp((double)x, exponent); }
MODEL float fdimf(float x, float y) { return x <= y ? 0 : x - y; }
float modff(float x, float *whole) {
  double part, rest = modf((double)x, &part);
  *whole = (float)part;
  return (float)rest;
}

MODEL float powf(float x, float y) { return (float)pow((double)x, (double)y); }
MODEL float sqrtf(float x) { return (float)sqrt((double)x); }
MODEL float sinf(float x) { return (float)sin((double)x); }
MODEL float cosf(float x) { return (float)cos((double)x); }
MODEL float tanf(float x) { return (float)tan((double)x); }
MODEL float atanf(float x) { return (float)atan((double)x); }
MODEL float atan2f(float y, float x) { return (float)atan2((double)y, (double)x); }
MODEL float asinf(float x) { return (float)asin((double)x); }
MODEL float acosf(float x) { return (float)acos((double)x); }
MODEL float expf(float x) { return (float)exp((double)x); }
MODEL float logf(float x) { return (float)log((double)x); }
MODEL float floorf(float x) { return (float)floor((double)x); }
MODEL float ceilf(float x) { return (float)ceil((double)x); }
MODEL float roundf(float x) { return (float)round((double)x); }
MODEL float truncf(float x) { return (float)trunc((double)x); }
MODEL float fabsf(float x) { return __builtin_fabsf(x); }
MODEL float log2f(float x) { return (float)log2((double)x); }
MODEL float log10f(float x) { return (float)log10((double)x); }
MODEL float rintf(float x) { return (float)rint((double)x); }
MODEL float nearbyintf(float x) { return rintf(x); }
MODEL long lroundf(float x) { return lround((double)x); }
MODEL long lrintf(float x) { return lrint((double)x); }
MODEL float fminf(float x, float y) { return (float)fmin((double)x, (double)y); }
MODEL float fmaxf(float x, float y) { return (float)fmax((double)x, (double)y); }
MODEL float copysignf(float x, float y) { return (float)copysign((double)x, (double)y); }
MODEL float fmodf(float x, float y) { return (float)fmod((double)x, (double)y); }

void sincos(double x, double *s, double *c) {
  *s = sin(x);
  *c = cos(x);
}
void sincosf(float x, float *s, float *c) {
  *s = sinf(x);
  *c = cosf(x);
}
double exp10(double x) { return pow(10, x); }
double roundeven(double x) { return rint(x); }
double nan(const char *text) { return __builtin_nan(""); }
float nanf(const char *text) { return __builtin_nanf(""); }
