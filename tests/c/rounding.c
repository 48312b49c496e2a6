// expect: safe
// property: assert
#include <assert.h>
#include <fenv.h>
int main(void) {
  assert(fegetround() == FE_TONEAREST && fesetround(FE_TONEAREST) == 0);
  feclearexcept(FE_ALL_EXCEPT);
}
