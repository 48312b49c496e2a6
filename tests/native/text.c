// string.h and strings.h: results and memory of drawn calls.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "draw.h"

enum { ROOM = 24 };
static char a[ROOM * 2], b[ROOM * 2];
// Few letters, so that they meet; some that are negative, some in both cases.
static const char SET[] = "abABab \xff\x80";

static void fill(void) {
  memset(a, '#', sizeof a);
  memset(b, '#', sizeof b);
  draw_text(a, ROOM, SET);
  draw_text(b, draw(2) ? 4 : ROOM, SET);
}

static long place(const void *p, const void *in) { return p ? (long)((const char *)p - (const char *)in) : -1; }
static int sign(int x) { return (x > 0) - (x < 0); }

static void copies(unsigned kind, unsigned n) {
  long at = -2;
  switch (kind) {
  case 0: at = place(strcpy(a, b), a); break;
  case 1: at = place(strncpy(a, b, n), a); break;
  case 2: at = place(strcat(a, b), a); break;
  case 3: at = place(strncat(a, b, n), a); break;
  case 4: at = place(stpcpy(a, b), a); break;
  case 5: at = place(memcpy(a, b, n), a); break;
  case 6: at = place(mempcpy(a, b, n), a); break;
  case 7: {
    unsigned to = draw(ROOM), from = draw(ROOM);
    at = place(memmove(a + to, a + from, n), a);
    break;
  }
  case 8: at = place(memset(a + draw(9), (int)draw(600) - 300, n), a); break;
  case 9: bzero(a + draw(9), n); break;
  case 10: bcopy(a, a + draw(9), n); break;
  case 11: at = place(stpncpy(a, b, n), a); break;
  case 12: at = place(memccpy(a, b, SET[draw(sizeof SET)], n), a); break;
  }
  printf("copy %u %u %ld\n", kind, n, at);
  show_bytes("a", a, sizeof a);
}

static void searches(unsigned kind, unsigned n) {
  int c = SET[draw(sizeof SET)] + (draw(8) ? 0 : 256);
  long at = -2;
  switch (kind) {
  case 0: at = place(memchr(a, c, n), a); break;
  case 1: at = place(strchr(a, c), a); break;
  case 2: at = place(strrchr(a, c), a); break;
  case 3: at = place(strchrnul(a, c), a); break;
  case 4: at = (long)strspn(a, b); break;
  case 5: at = (long)strcspn(a, b); break;
  case 6: at = place(strpbrk(a, b), a); break;
  case 7: at = place(strstr(a, b), a); break;
  case 8: at = (long)strlen(a); break;
  case 9: at = (long)strnlen(a, n); break;
  case 10: at = place(memrchr(a, c, n), a); break;
  case 11: at = place(memmem(a, n, b, draw(4)), a); break;
  case 12: at = place(strcasestr(a, b), a); break;
  case 13: at = place(index(a, c), a); break;
  case 14: at = place(rindex(a, c), a); break;
  }
  printf("search %u %u %d %ld\n", kind, n, c, at);
}

static void compares(unsigned kind, unsigned n) {
  int result = 0;
  if (draw(2)) {  // nearly the same
    memcpy(b, a, sizeof b);
    b[draw(ROOM)] = SET[draw(sizeof SET)];
  }
  switch (kind) {
  case 0: result = strcmp(a, b); break;
  case 1: result = strncmp(a, b, n); break;
  case 2: result = memcmp(a, b, n); break;
  case 3: result = strcasecmp(a, b); break;
  case 4: result = strncasecmp(a, b, n); break;
  case 5: result = strcoll(a, b); break;
  case 6: result = bcmp(a, b, n) != 0; break;
  }
  printf("compare %u %u %d %d\n", kind, n, sign(result), result == 0);
}

static void tokens(void) {
  static const char *const SETS[] = {" ", "a", "ab", "", " \xff", "Bb "};
  char *rest = NULL, *at = a, *token;
  unsigned way = draw(3);
  for (int i = 0; i < 30; i++, at = NULL) {
    const char *set = ONE_OF(SETS);
    token = way == 0 ? strtok(at, set) : strtok_r(at, set, &rest);
    printf("token %ld %ld\n", place(token, a), way ? place(rest, a) : 0);
    if (!token) break;
  }
  show_bytes("a", a, sizeof a);
  fill();
  rest = a;
  for (int i = 0; i < 9 && rest; i++) {
    token = strsep(&rest, ONE_OF(SETS));
    printf("field %ld %ld\n", place(token, a), place(rest, a));
  }
  show_bytes("a", a, sizeof a);
}

static void made(unsigned n) {
  char *whole = strdup(a), *part = strndup(a, n);
  printf("made <%s> <%s> %u\n", whole, part, n);
  free(whole);
  free(part);
}

int main(void) {
  for (int i = 0; i < ROUNDS; i++) {
    fill();
    unsigned n = draw(ROOM);
    copies(draw(13), n);
    fill();
    searches(draw(15), draw(ROOM));
    compares(draw(7), draw(ROOM));
    if (i % 4 == 0) {
      fill();
      tokens();
    }
    if (i % 8 == 0) made(n);
    unsigned shift = draw(32), bits = draw(4) << shift;
    printf("ffs %x %d\n", bits, ffs((int)bits));
  }
  return 0;
}
