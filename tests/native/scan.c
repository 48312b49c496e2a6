// sscanf of drawn texts and formats: how many values, which, what lies in memory.
#include "draw.h"

static const char *const WORDS[] = {
    "12",  "-7",  "+5",   "0x1f",  "077", "0",  "0x",    "0xg",   "-",           "+",
    "abc", "a-b", "3.25", ".5",    "1e3", "1e", "1e+",   "-0",    "99999999999", "18446744073709551615",
    "inf", "nan", "infi", "12abc", "%",   "]x", "0x1p3", "1.5.2", "x",           "0b1",
    ".",   "-.e1"};
static const char *const GAPS[] = {"", "", " ", " ", "  \t", "\n", ",", "-", "%"};
static const char *const DIRECTIVES[] = {
    "%d",    "%d",     "%i",      "%u",      "%x",       "%X",  "%o",   "%hhd",   "%hd",   "%hu",
    "%ld",   "%lld",   "%zu",     "%jd",     "%lx",      "%2d", "%1d",  "%3i",    "%3x",   "%2o",
    "%*d",   "%*i",    "%*s",     "%f",      "%lf",      "%le", "%g",   "%3f",    "%4lf",  "%*f",
    "%a",    "%s",     "%3s",     "%1s",     "%c",       "%2c", "%*c",  "%[abc]", "%[^,]", "%[a-c]",
    "%[]x]", "%[^]x]", "%3[0-9]", "%*[0-9]", "%[0-9.-]", "%n",  "%hhn", "%%",     "%*2d",  "%5c"};
static const char *const BETWEEN[] = {"", "", "", " ", " ", ",", "-", "x", "%%", "\t\n", "a"};

enum { ROOM = 48, PLACES = 4 };

int main(void) {
  static char text[256], format[128];
  static union {
    char bytes[ROOM];
    long long align;
  } to[PLACES];
  for (int i = 0; i < ROUNDS; i++) {
    text[0] = format[0] = 0;
    for (unsigned k = draw(4); k; k--) {
      strcat(text, ONE_OF(GAPS));
      strcat(text, ONE_OF(WORDS));
    }
    strcat(text, ONE_OF(GAPS));
    for (unsigned k = draw(PLACES + 1); k; k--) {
      strcat(format, ONE_OF(BETWEEN));
      strcat(format, ONE_OF(DIRECTIVES));
    }
    strcat(format, ONE_OF(BETWEEN));
    memset(to, '#', sizeof to);
    int n = sscanf(text, format, to[0].bytes, to[1].bytes, to[2].bytes, to[3].bytes);
    printf("<%s> <%s> %d\n", text, format, n);
    for (int k = 0; k < PLACES; k++) show_bytes("", to[k].bytes, ROOM);
  }
  return 0;
}
