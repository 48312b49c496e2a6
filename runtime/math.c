// math.h for programs that compute: values come from exact integers of fixed width and are rounded once, so that they
// are the nearest doubles (the C library's may differ from those in the last bit). Infinities and NaN: UNKNOWN.
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
