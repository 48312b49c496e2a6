// wchar.h, wctype.h and complex.h: results and memory of drawn calls.
#define _GNU_SOURCE
#include <complex.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

#include "draw.h"

enum { ROOM = 12 };
static wchar_t a[ROOM * 2], b[ROOM * 2];
static const wchar_t SET[] = L"abAB ,\x416\x7fffffff";

static void fill_one(wchar_t *text, unsigned room) {
  unsigned n = draw(room);
  for (unsigned i = 0; i < n; i++) text[i] = SET[draw(sizeof SET / sizeof *SET - 1)];
  text[n] = 0;
}

static void fill(void) {
  for (unsigned i = 0; i < ROOM * 2; i++) a[i] = b[i] = L'#';
  fill_one(a, ROOM);
  fill_one(b, draw(2) ? 3 : ROOM);
}

static long place(const wchar_t *p, const wchar_t *in) { return p ? (long)(p - in) : -1; }
static int sign(int x) { return (x > 0) - (x < 0); }

static void copies(unsigned kind, unsigned n) {
  long at = -2;
  switch (kind) {
  case 0: at = place(wcscpy(a, b), a); break;
  case 1: at = place(wcsncpy(a, b, n), a); break;
  case 2: at = place(wcscat(a, b), a); break;
  case 3: at = place(wcsncat(a, b, n), a); break;
  case 4: at = place(wcpcpy(a, b), a); break;
  case 5: at = place(wcpncpy(a, b, n), a); break;
  case 6: at = place(wmemcpy(a, b, n), a); break;
  case 7: at = place(wmempcpy(a, b, n), a); break;
  case 8: {
    unsigned to = draw(ROOM), from = draw(ROOM);
    at = place(wmemmove(a + to, a + from, n), a);
    break;
  }
  case 9: at = place(wmemset(a, SET[draw(8)], n), a); break;
  case 10: {
    wchar_t *rest = NULL;
    for (wchar_t *t = wcstok(a, b, &rest); t; t = wcstok(NULL, b, &rest)) printf("token %ld\n", place(t, a));
    break;
  }
  case 11: {
    wchar_t *copy = wcsdup(a);
    at = wcscmp(copy, a);
    free(copy);
    break;
  }
  }
  printf("copy %u %u %ld\n", kind, n, at);
  show_bytes("a", a, sizeof a);
}

static void searches(unsigned kind, unsigned n) {
  wchar_t c = SET[draw(9)];
  long at = -2;
  switch (kind) {
  case 0: at = place(wmemchr(a, c, n), a); break;
  case 1: at = place(wcschr(a, c), a); break;
  case 2: at = place(wcsrchr(a, c), a); break;
  case 3: at = (long)wcsspn(a, b); break;
  case 4: at = (long)wcscspn(a, b); break;
  case 5: at = place(wcspbrk(a, b), a); break;
  case 6: at = place(wcsstr(a, b), a); break;
  case 7: at = (long)wcslen(a); break;
  case 8: at = (long)wcsnlen(a, n); break;
  case 9: at = sign(wcscmp(a, b)); break;
  case 10: at = sign(wcsncmp(a, b, n)); break;
  case 11: at = sign(wmemcmp(a, b, n)); break;
  case 12: at = sign(wcscasecmp(a, b)); break;
  case 13: at = sign(wcsncasecmp(a, b, n)); break;
  }
  printf("search %u %u %ld\n", kind, n, at);
}

static void classes(wint_t c) {
  printf("class %d%d%d%d%d%d%d%d%d%d%d%d %u %u\n", !!iswalnum(c), !!iswalpha(c), !!iswblank(c), !!iswcntrl(c),
         !!iswdigit(c), !!iswgraph(c), !!iswlower(c), !!iswprint(c), !!iswpunct(c), !!iswspace(c), !!iswupper(c),
         !!iswxdigit(c), (unsigned)towlower(c), (unsigned)towupper(c));
}

static void bytes(unsigned n) {
  char text[ROOM * 2] = "", back[ROOM * 2] = "################";
  draw_text(text, ROOM, "abAB ,");
  size_t made = mbstowcs(a, text, n);
  printf("bytes %zu %zu %d %d\n", made, mbstowcs(NULL, text, 0), mblen(text, n + 1), mbtowc(b, text, n + 1));
  size_t done = wcstombs(back, L"wide", n);
  printf("back %zu %d %d\n", done, (int)btowc('a'), wctob(L'z'));
  show_bytes("a", a, sizeof a);
  show_bytes("back", back, sizeof back);
}

static void parts(void) {
  double complex z = (int)draw(9) - 4 + ((int)draw(9) - 4) * I, w = conj(z) * z;
  printf("complex %g %g %g %g %g\n", creal(z), cimag(z), creal(w), cimag(w), cabs(3 + 4 * I));
  static const double edges[] = {0, -0.0, 1, -2, 1e300, __builtin_inf(), -__builtin_inf(), __builtin_nan("")};
  double of[4];
  for (int i = 0; i < 4; i++) of[i] = ONE_OF(edges);
  z = __builtin_complex(of[0], of[1]) * __builtin_complex(of[2], of[3]);
  // The sign of what is not a number is open.
  printf("product");
  for (int i = 0; i < 2; i++) {
    double part = i ? cimag(z) : creal(z);
    printf(" %016llx", part == part ? bits_of(part) : 1);
  }
  printf("\n");
}

int main(void) {
  for (int i = 0; i < ROUNDS; i++) {
    fill();
    unsigned n = draw(ROOM);
    copies(draw(12), n);
    fill();
    n = draw(ROOM);
    searches(draw(14), n);
    classes(draw(128));
    fill();
    bytes(draw(ROOM));
    parts();
  }
  return 0;
}
