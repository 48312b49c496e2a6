// expect: safe
// What strtod, strtof, strtol and sscanf once got wrong: digits that decide a rounding, hexadecimal floats, infinities, errno, bases.
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *end, text[8];
  int a = 0, b = 0, n = 0;
  assert(strtod("9007199254740993.0000000000000000001", NULL) == 9007199254740994.0);
  assert(strtof("1.00000005960464477539062500001", NULL) > 1.0f);
  assert(strtod("0x1.8p3z", &end) == 12 && *end == 'z');
  assert(strtod("-inf", &end) < 0 && !*end && isnan(strtod("nan(7)", &end)) && !*end);
  assert(strtod("-nothing", &end) == 0 && *end == '-');
  errno = 0;
  assert(isinf(strtod("1e999", NULL)) && errno == ERANGE);
  errno = 0;
  assert(isinf(strtof("1e39", NULL)) && errno == ERANGE);
  errno = 0;
  assert(strtol("77", NULL, 1) == 0 && errno == EINVAL);
  assert(sscanf("12345", "%2d%3d", &a, &b) == 2 && a == 12 && b == 345);
  assert(sscanf("", "x%d", &a) == EOF && sscanf(" %", "%%%n", &n) == 0 && n == 2);
  assert(sscanf("ab-c,d", "%[a-c-],%n", text, &n) == 1 && strcmp(text, "ab-c") == 0 && n == 5);
  assert(signbit(fmod(-0.0, 1)) && signbit(pow(-0.0, 3)));
  return 0;
}
