// expect: safe
// property: assert
#include <assert.h>
#include <time.h>
int main(void) {
  struct tm t = {.tm_year = 120, .tm_mon = 13, .tm_mday = 32};
  time_t a = mktime(&t);
  assert(t.tm_year == 121 && t.tm_mon == 2 && t.tm_mday == 4 && t.tm_wday == 4);
  struct tm u = {.tm_year = 121, .tm_mon = 2, .tm_mday = 4};
  time_t b = timegm(&u);
  assert(a - b < 26 * 3600 && b - a < 26 * 3600);
}
