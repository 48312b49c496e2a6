// Functions of long double for what a double holds, and their texts.
#include <math.h>
#include <stdarg.h>

#include "draw.h"

static long double drawn(void) { return (long double)((int)draw(4001) - 2000) / (1 << draw(6)); }

static void show(const char *name, long double x) { printf("%s %.6Lf %.3Le %Lg\n", name, x, x, x); }

static long double sum(int n, ...) {
  va_list list;
  long double s = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++) {
    s += va_arg(list, int);
    s -= va_arg(list, long double);
  }
  va_end(list);
  return s;
}

static void one(long double x) {
  int e;
  long double whole;
  show("floor", floorl(x));
  show("ceil", ceill(x));
  show("trunc", truncl(x));
  show("round", roundl(x));
  show("rint", rintl(x));
  show("abs", fabsl(x));
  show("frexp", frexpl(x, &e));
  show("ldexp", ldexpl(x, e));
  show("modf", modfl(x, &whole));
  show("whole", whole);
  show("sqrt", sqrtl(x * x));
  if (x > 0) printf("log %d %d\n", (int)(log2l(x) * 16), (int)(logl(x) / logl(2) * 16 + 0.001L));
  printf("%ld %lld %ld\n", lroundl(x), llroundl(x), lrintl(x));
}

static void two(long double x, long double y) {
  show("min", fminl(x, y));
  show("max", fmaxl(x, y));
  show("sign", copysignl(x, y));
  show("dim", fdiml(x, y));
  if (y != 0) show("mod", fmodl(x, y));
  if (y != 0) show("remainder", remainderl(x, y));
  show("sum", sum(2, (int)draw(9), x, (int)draw(9), y));
}

int main(void) {
  if (sizeof(void *) == 4) return 0;  // long doubles of twelve bytes are not stored
  for (unsigned i = 0; i < ROUNDS; i++) {
    one(drawn());
    two(drawn(), drawn());
  }
  return 0;
}
