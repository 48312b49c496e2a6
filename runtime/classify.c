// Names under which older headers ask for the class of a number.
#include <math.h>

#define CLASSES(type, suffix)                                                                            \
  int __isnan##suffix(type x);                                                                           \
  int __isnan##suffix(type x) { return __builtin_isnan(x); }                                             \
  int __isinf##suffix(type x);                                                                           \
  int __isinf##suffix(type x) { return __builtin_isinf_sign(x); }                                        \
  int __finite##suffix(type x);                                                                          \
  int __finite##suffix(type x) { return !__builtin_isnan(x) && !__builtin_isinf(x); }                    \
  int __signbit##suffix(type x);                                                                         \
  int __signbit##suffix(type x) { return __builtin_signbit(x) != 0; }                                    \
  int __fpclassify##suffix(type x);                                                                      \
  int __fpclassify##suffix(type x) {                                                                     \
    return __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x);               \
  }

CLASSES(double, )
CLASSES(float, f)
