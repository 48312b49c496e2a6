// wchar.h and uchar.h: output, characters one after the other, numbers. Characters are those of ASCII: what else there is depends on the locale.
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "model.h"

// --- output: nobody reads it --------------------------------------------------------------------------------------------

static int any_count(const wchar_t *format) {
  (void)wcslen(format);
  int n = __allways_nondet_int("characters written");
  __allways_assume(n >= -1);
  return n;
}

int wprintf(const wchar_t *restrict format, ...) { return any_count(format); }
int fwprintf(FILE *restrict f, const wchar_t *restrict format, ...) { return any_count(format); }
int vwprintf(const wchar_t *restrict format, va_list ap) { return any_count(format); }
int vfwprintf(FILE *restrict f, const wchar_t *restrict format, va_list ap) { return any_count(format); }
int fputws(const wchar_t *restrict s, FILE *restrict f) {
  (void)wcslen(s);
  return allways_open_done(1);
}
wint_t fputwc(wchar_t c, FILE *f) { return (wint_t)allways_open_done((int)c); }
wint_t(putwc)(wchar_t c, FILE *f) { return fputwc(c, f); }
wint_t(putwchar)(wchar_t c) { return fputwc(c, stdout); }
int fwide(FILE *f, int mode) { return __allways_nondet_int("orientation"); }

// --- characters one after the other: a state is always that of the begin ----------------------------------------------------

int mbsinit(const mbstate_t *state) { return 1; }

size_t mbrtowc(wchar_t *restrict to, const char *restrict from, size_t n, mbstate_t *restrict state) {
  if (!from) return 0;
  return n ? (size_t)mbtowc(to, from, n) : (size_t)-2;
}

size_t mbrlen(const char *restrict from, size_t n, mbstate_t *restrict state) { return mbrtowc(NULL, from, n, state); }
size_t wcrtomb(char *restrict to, wchar_t c, mbstate_t *restrict state) { return to ? (size_t)wctomb(to, c) : 1; }

size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t n, mbstate_t *restrict state) {
  size_t done = mbstowcs(to, *from, n);
  if (to) *from = done < n ? NULL : *from + done;
  return done;
}

size_t wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t n, mbstate_t *restrict state) {
  size_t done = wcstombs(to, *from, n);
  if (to) *from = done < n ? NULL : *from + done;
  return done;
}

// --- numbers ----------------------------------------------------------------------------------------------------------------

enum { LONGEST = 64 };

// The characters that a number may have: what follows them does not count.
static void narrow(char *to, const wchar_t *from) {
  size_t n = 0;
  while (from[n] > 0 && from[n] < 128) {
    if (n == LONGEST - 1) __allways_unsupported("a wide number of more than 63 characters");
    to[n] = (char)from[n];
    n++;
  }
  to[n] = 0;
}

#define NUMBERS(type, name, narrow_one)                                            \
  type name(const wchar_t *restrict from, wchar_t **restrict end, int base) {      \
    char text[LONGEST], *stop;                                                     \
    narrow(text, from);                                                            \
    type value = narrow_one(text, &stop, base);                                    \
    if (end) *end = (wchar_t *)from + (stop - text);                               \
    return value;                                                                  \
  }
NUMBERS(long, wcstol, strtol)
NUMBERS(unsigned long, wcstoul, strtoul)
NUMBERS(long long, wcstoll, strtoll)
NUMBERS(unsigned long long, wcstoull, strtoull)

double wcstod(const wchar_t *restrict from, wchar_t **restrict end) {
  char text[LONGEST], *stop;
  narrow(text, from);
  double value = strtod(text, &stop);
  if (end) *end = (wchar_t *)from + (stop - text);
  return value;
}

float wcstof(const wchar_t *restrict from, wchar_t **restrict end) {
  char text[LONGEST], *stop;
  narrow(text, from);
  float value = strtof(text, &stop);
  if (end) *end = (wchar_t *)from + (stop - text);
  return value;
}
