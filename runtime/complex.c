// complex.h: parts, conjugates and sizes; and what compilers call for a product with a part that is not a number.
#include <complex.h>
#include <math.h>

#include "model.h"

#define PARTS(type, suffix)                                                                              \
  MODEL type creal##suffix(type complex z) { return __real__ z; }                                        \
  MODEL type cimag##suffix(type complex z) { return __imag__ z; }                                        \
  MODEL type complex conj##suffix(type complex z) { return __builtin_complex(__real__ z, -__imag__ z); } \
  MODEL type cabs##suffix(type complex z) { return hypot##suffix(__real__ z, __imag__ z); }

PARTS(double, )
PARTS(float, f)

// An infinite factor becomes one of size 1 in the same quarter, the parts of the other that are not numbers become zeros (C17 G.5.1).
HELPER double unit(double x) { return copysign(isinf(x) ? 1 : 0, x); }
HELPER double number(double x) { return isnan(x) ? copysign(0, x) : x; }

double complex __muldc3(double a, double b, double c, double d);
double complex __muldc3(double a, double b, double c, double d) {
  double x = a * c - b * d, y = a * d + b * c;
  if (!isnan(x) || !isnan(y)) return __builtin_complex(x, y);
  _Bool infinite = isinf(a * c) || isinf(b * d) || isinf(a * d) || isinf(b * c);
  _Bool left = isinf(a) || isinf(b), right = isinf(c) || isinf(d);
  if (left) a = unit(a), b = unit(b), c = number(c), d = number(d);
  if (right) c = unit(c), d = unit(d), a = number(a), b = number(b);
  if (!left && !right) {
    if (!infinite) return __builtin_complex(x, y);
    a = number(a), b = number(b), c = number(c), d = number(d);
  }
  return __builtin_complex(INFINITY * (a * c - b * d), INFINITY * (a * d + b * c));
}
