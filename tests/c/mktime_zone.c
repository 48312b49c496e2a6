// expect: unsafe assert
// property: assert
#include <assert.h>
#include <time.h>
int main(void) {
  struct tm t = {.tm_year = 120, .tm_mday = 1}, u = t;
  assert(mktime(&t) == timegm(&u));
}
