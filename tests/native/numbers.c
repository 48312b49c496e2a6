// math.h. Lines with ~ are of functions that need not give the nearest double: run.py allows the last bit to differ.
#include <math.h>
#include <stdlib.h>

#include "draw.h"

static const double VALUES[] = {0.0,
                                -0.0,
                                1,
                                -1,
                                0.5,
                                -0.5,
                                1.5,
                                2.5,
                                -2.5,
                                3,
                                0.1,
                                1e-3,
                                1e-12,
                                1e-320,
                                4503599627370496.5,
                                4503599627370497,
                                9007199254740993,
                                -4503599627370495.5,
                                1e15,
                                1e22,
                                1e300,
                                2147483647.5,
                                0.49999999999999994,
                                -0.49999999999999994,
                                0.9999999999999999,
                                3.141592653589793,
                                2.718281828459045,
                                3000000000.5,
                                1.2e19,
                                100,
                                1024,
                                10};

static double draw_real(void) {
  if (draw(2)) return ONE_OF(VALUES);
  double d = of_bits((draw_bits() & 0x800fffffffffffffull) | (unsigned long long)(1023 - 30 + draw(60)) << 52);
  return draw(3) ? d : (double)(int)draw(2000) - 1000;
}

static void exact(const char *name, double x) { printf("%s %016llx\n", name, bits_of(x)); }
static void near(const char *name, double x) { printf("~ %s %016llx\n", name, bits_of(x)); }
static void exact_float(const char *name, float x) { exact(name, x); }

static void whole(double x) {
  exact("trunc", trunc(x));
  exact("floor", floor(x));
  exact("ceil", ceil(x));
  exact("round", round(x));
  exact("rint", rint(x));
  exact("nearbyint", nearbyint(x));
  exact("fabs", fabs(x));
  double part;
  int e;
  exact("modf", modf(x, &part));
  exact("whole", part);
  exact("frexp", frexp(x, &e));
  printf("exponent %d\n", e);
  exact("ldexp", ldexp(x, fabs(x) > 1e-300 ? (int)draw(40) - 20 : 3));
  float float_part;
  exact_float("modff", modff((float)x, &float_part));
  exact_float("wholef", float_part);
  exact_float("frexpf", frexpf((float)x, &e));
  printf("ilogb %d %d %d\n", e, ilogb(x), ilogbf((float)x));
  exact("logb", logb(x));
  exact("scalbln", scalbln(x, fabs(x) > 1e-300 ? (long)draw(40) - 20 : 3));
  if (fabs(x) > 1e-30 && fabs(x) < 1e30) exact_float("scalbnf", scalbnf((float)x, (int)draw(20) - 10));
  exact_float("truncf", truncf((float)x));
  exact_float("floorf", floorf((float)x));
  exact_float("ceilf", ceilf((float)x));
  exact_float("roundf", roundf((float)x));
  exact_float("fabsf", fabsf((float)x));
  if (fabs(x) < 2e9) printf("lround %ld %ld\n", lround(x), lrint(x));
}

static void pairs(double x, double y) {
  if (y != 0) exact("fmod", fmod(x, y));
  if ((float)y != 0 && fabs(x) < 1e38 && fabs(y) < 1e38) exact_float("fmodf", fmodf((float)x, (float)y));
  if (fabs(x) > 1e-30) {
    exact("fmin", fmin(x, y));
    exact("fmax", fmaxf((float)x, (float)y));
  }
  exact("fdim", fdim(x, y));
  if (y != 0) exact("remainder", remainder(x, y));
  if ((float)y != 0 && fabs(x) < 1e38 && fabs(y) < 1e38) exact_float("remainderf", remainderf((float)x, (float)y));
  exact("nextafter", nextafter(x, y));
  if (fabs(x) < 1e38 && fabs(y) < 1e38) exact_float("nextafterf", nextafterf((float)x, (float)y));
  if (fabs(x) < 1e100 && fabs(y) < 1e100) {
    double z = draw(3) ? draw_real() : -x * y;
    exact("fma", fma(x, y, z));
    exact("tiny", fma(x, y * 1e-300, draw(2) ? 0 : z * 1e-310));
    if (fabs(x) < 1e15 && fabs(y) < 1e15 && fabs(z) < 1e30) exact_float("fmaf", fmaf((float)x, (float)y, (float)z));
  }
  exact("zero", pow(x == 0 ? x : 0.0, 3));
  exact("copysign", copysign(x, y));
  exact("sum", x * y + 1);
  exact("quotient", y != 0 ? x / y : 0);
  printf("order %d %d %d %d %d %d\n", x<y, x <= y, x == y, x> y, x >= y, signbit(x) != 0);
  if (fabs(x) < 1e3 && fabs(x) > 1e-3 && fabs(y) < 50 && (x > 0 || y == trunc(y))) near("pow", pow(x, y));
  double u = fabs(x), v = fabs(y);
  if (u < 1e9 && v < 1e9 && u > 1e-9 && v > 1e-9) near("atan2", atan2(y, x));
}

static void curves(double x) {
  if (x >= 0) exact("sqrt", sqrt(x));
  if (x >= 0 && x < 1e38) exact_float("sqrtf", sqrtf((float)x));
  if (x > 0) {
    near("log", log(x));
    near("log2", log2(x));
    near("log10", log10(x));
  }
  if (fabs(x) < 700) near("exp", exp(x));
  if (fabs(x) < 700) near("exp2", exp2(x));
  if (fabs(x) < 1e150) near("hypot", hypot(x, draw_real()));
  double root = cbrt(x);  // glibc's is wrong by up to four units of the last place
  printf("cbrt %d %d\n", fabs(root * root * root - x) <= 1e-14 * fabs(x), signbit(root) != 0);
  if (fabs(x) < 1e6) {
    near("sin", sin(x));
    near("cos", cos(x));
    near("tan", tan(x));
    near("atan", atan(x));
  }
  if (fabs(x) <= 1) {
    near("asin", asin(x));
    near("acos", acos(x));
  }
}

// Conversions between numbers of all sizes, and what is left of a float in an integer.
static void conversions(double x, unsigned long long n) {
  printf("from %016llx %016llx", bits_of((double)n), bits_of((double)(long long)n));
  printf(" %016llx %016llx", bits_of((float)n), bits_of((float)(long long)n));
  printf(" %016llx %016llx\n", bits_of((float)(int)n), bits_of((double)(unsigned)n));
  if (fabs(x) < 100) printf("to %d %d", (signed char)x, (short)x);
  if (fabs(x) < 2e9) printf(" %d", (int)x);
  if (fabs(x) < 9e18) printf(" %lld", (long long)x);
  if (x >= 0 && x < 4e9) printf(" %u", (unsigned)x);
  if (x >= 0 && x < 1.8e19) printf(" %llu", (unsigned long long)x);
  printf(" %016llx\n", bits_of((float)x));
}

int main(void) {
  for (int i = 0; i < ROUNDS; i++) {
    double x = draw_real(), y = draw_real();
    printf("x %016llx y %016llx\n", bits_of(x), bits_of(y));
    whole(x);
    pairs(x, y);
    conversions(x, draw_bits() >> draw(64));
    if (i % 16 == 0) curves(x);
    int a = (int)draw_bits(), b = (int)draw_bits() >> draw(31);
    if (b && (a != -2147483647 - 1 || b != -1)) {
      div_t d = div(a, b);
      ldiv_t l = ldiv(a, b);
      lldiv_t ll = lldiv((long long)a << 20, b);
      printf("div %d %d %ld %ld %lld %lld\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem);
    }
    if (a != -2147483647 - 1) printf("abs %d %ld %lld\n", abs(a), labs(a), llabs(a));
  }
  return 0;
}
