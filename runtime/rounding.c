// fenv.h: numbers are rounded to the nearest, other ways are not known, nor which exceptions operations have raised.
#include <fenv.h>

#include "model.h"

MODEL int fegetround(void) { return FE_TONEAREST; }

MODEL int fesetround(int way) {
  if (way != FE_TONEAREST) __allways_unsupported("rounding in another way than to the nearest");
  return 0;
}

MODEL int feclearexcept(int which) { return 0; }
int fetestexcept(int which) { __allways_unsupported("exceptions of operations on floating-point numbers (fetestexcept)"); }
MODEL int feholdexcept(fenv_t *to) { return 0; }
MODEL int fegetenv(fenv_t *to) { return 0; }
MODEL int fesetenv(const fenv_t *from) { return 0; }
MODEL int feupdateenv(const fenv_t *from) { return 0; }
