// math.h for long double, as far as a double holds the argument; else UNKNOWN. What is exact for a double is exact here; C leaves open how near the
// others come.
#include <math.h>

#include "model.h"

static double narrow(long double x) {
  double d = (double)x;
  if (d != x && x == x) __allways_unsupported("a function of a long double that no double holds");
  return d;
}

#define ONE(name) \
  long double name##l(long double x) { return name(narrow(x)); }
#define TWO(name) \
  long double name##l(long double x, long double y) { return name(narrow(x), narrow(y)); }

ONE(floor)
ONE(ceil)
ONE(trunc)
ONE(round)
ONE(rint)
ONE(nearbyint)
ONE(log)
ONE(log2)
ONE(log10)
ONE(exp)
ONE(exp2)
ONE(sin)
ONE(cos)
ONE(tan)
ONE(atan)
ONE(asin)
ONE(acos)
ONE(cbrt)
ONE(logb)
TWO(copysign)
TWO(fmin)
TWO(fmax)
TWO(fmod)
TWO(remainder)
TWO(pow)
TWO(atan2)
TWO(hypot)

long double fabsl(long double x) { return copysignl(x, 1); }

long double fdiml(long double x, long double y) { return x <= y ? 0 : x - y; }

// Rounded once (IEEE 754), and to more digits than a double has.
long double sqrtl(long double x) {
  double root = sqrt(narrow(x));
  if (root == root && (long double)root * root != x) __allways_unsupported("a root that no double holds");
  return root;
}

// Every double is a normal number among the long doubles, so that a factor that is one is exact.
long double ldexpl(long double x, int by) {
  if (by > 1000 || by < -1000) __allways_unsupported("a long double that no double holds");
  return x * ldexp(1, by);
}

long double scalbnl(long double x, int by) { return ldexpl(x, by); }
long double scalblnl(long double x, long by) { return ldexpl(x, by > 2000 ? 2000 : by < -2000 ? -2000 : (int)by); }
long double frexpl(long double x, int *exponent) { return frexp(narrow(x), exponent); }
int ilogbl(long double x) { return ilogb(narrow(x)); }
long lroundl(long double x) { return lround(narrow(x)); }
long long llroundl(long double x) { return llround(narrow(x)); }
long lrintl(long double x) { return lrint(narrow(x)); }
long long llrintl(long double x) { return llrint(narrow(x)); }

long double modfl(long double x, long double *whole) {
  double part, rest = modf(narrow(x), &part);
  *whole = part;
  return rest;
}
