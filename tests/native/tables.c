// ctype.h for all arguments, as functions and as macros; rand; sorting and searching drawn elements.
#include <ctype.h>
#include <stdlib.h>

#include "draw.h"

#define ALL(X) \
  X(alnum) X(alpha) X(blank) X(cntrl) X(digit) X(graph) X(lower) X(print) X(punct) X(space) X(upper) X(xdigit)

static void classes(void) {
  for (int c = -1; c < 256; c++) {
    printf("%d:", c);
#define SHOW(name) printf(" %d%d", is##name(c) != 0, (is##name)(c) != 0);
    ALL(SHOW)
    printf(" %d %d %d %d\n", tolower(c), toupper(c), (tolower)(c), (toupper)(c));
  }
}

static void numbers(void) {
  unsigned own = SEED * 77;
  printf("rand %d %ld\n", rand(), random());
  for (int k = 0; k < 3; k++) {
    unsigned seed = k ? (unsigned)draw_bits() : 0;
    srand(seed);
    for (int i = 0; i < 10; i++) printf("%d ", rand());
    srandom(seed);
    for (int i = 0; i < 40; i++) printf("%ld ", random());
    for (int i = 0; i < 4; i++) printf("%d ", rand_r(&own));
    printf("%u\n", own);
  }
}

struct wide {
  long long key;
  char rest[27];
};

static int by_byte(const void *a, const void *b) { return *(const signed char *)a - *(const signed char *)b; }
static int by_short(const void *a, const void *b) { return *(const short *)a - *(const short *)b; }
static int by_long(const void *a, const void *b) {
  long long x = *(const long long *)a, y = *(const long long *)b;
  return (x > y) - (x < y);
}

static void sorts(void) {
  for (int i = 0; i < ROUNDS / 8; i++) {
    signed char bytes[40];
    short shorts[20];
    struct wide wides[15];
    size_t n = draw(41), m = draw(21), k = draw(16);
    memset(wides, 0, sizeof wides);
    for (size_t j = 0; j < 40; j++) bytes[j] = (signed char)draw(256);
    for (size_t j = 0; j < 20; j++) shorts[j] = (short)draw(9);
    for (size_t j = 0; j < 15; j++) {
      wides[j].key = (long long)draw_bits() >> draw(63);
      wides[j].rest[26] = (char)j;
    }
    qsort(bytes, n, sizeof *bytes, by_byte);
    qsort(shorts, m, sizeof *shorts, by_short);
    qsort(wides, k, sizeof *wides, by_long);
    show_bytes("bytes", bytes, sizeof bytes);
    show_bytes("shorts", shorts, sizeof shorts);
    show_bytes("wides", wides, sizeof wides);
    signed char key = (signed char)draw(256);
    const signed char *found = bsearch(&key, bytes, n, sizeof *bytes, by_byte);
    short other = (short)draw(10);
    const short *at = bsearch(&other, shorts, m, sizeof *shorts, by_short);
    printf("%d %d\n", found ? (int)(found - bytes) : -1, at ? (int)(at - shorts) : -1);
  }
}

int main(void) {
  classes();
  numbers();
  sorts();
  return 0;
}
