// wchar.h and wctype.h, in the C locale. What reads or writes beyond an object is found by the access itself.
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

#include "model.h"

// --- copies -----------------------------------------------------------------------------------------------------------

MODEL wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  __builtin_memcpy(to, from, n * sizeof *to);
  return to;
}

MODEL wchar_t *wmempcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  __builtin_memcpy(to, from, n * sizeof *to);
  return to + n;
}

MODEL wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) {
  __builtin_memmove(to, from, n * sizeof *to);
  return to;
}

MODEL wchar_t *wmemset(wchar_t *to, wchar_t value, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] = value;
  return to;
}

HELPER wchar_t *copy_text(wchar_t *to, const wchar_t *from, const char *function) {
  size_t n = 0;
  while ((to[n] = from[n])) n++;
  __allways_apart(to, (n + 1) * sizeof *to, from, (n + 1) * sizeof *to, function);
  return to + n;
}

MODEL wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from) { return copy_text(to, from, "wcpcpy"); }

MODEL wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from) {
  copy_text(to, from, "wcscpy");
  return to;
}

MODEL wchar_t *wcpncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i]; i++) to[i] = from[i];
  __allways_apart(to, n * sizeof *to, from, (i < n ? i + 1 : n) * sizeof *to, "wcsncpy");
  wchar_t *end = to + i;
  for (; i < n; i++) to[i] = L'\0';
  return end;
}

MODEL wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  wcpncpy(to, from, n);
  return to;
}

MODEL size_t wcslen(const wchar_t *text) {
  size_t n = 0;
  while (text[n]) n++;
  return n;
}

MODEL size_t wcsnlen(const wchar_t *text, size_t most) {
  size_t n = 0;
  while (n < most && text[n]) n++;
  return n;
}

MODEL wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from) {
  copy_text(to + wcslen(to), from, "wcscat");
  return to;
}

MODEL wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
  wchar_t *at = to + wcslen(to);
  size_t i = 0;
  for (; i < n && from[i]; i++) at[i] = from[i];
  __allways_apart(at, (i + 1) * sizeof *to, from, (i < n ? i + 1 : n) * sizeof *to, "wcsncat");
  at[i] = L'\0';
  return to;
}

MODEL wchar_t *wcsdup(const wchar_t *text) {
  size_t n = wcslen(text) + 1;
  wchar_t *copy = malloc(n * sizeof *copy);
  return copy ? wmemcpy(copy, text, n) : NULL;
}

// --- comparisons and searches -----------------------------------------------------------------------------------------

HELPER int order(wchar_t a, wchar_t b) { return a == b ? 0 : a < b ? -1 : 1; }

HELPER int lower(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }

// At most n characters; `texts`: not beyond the end of a text.
HELPER int compare(const wchar_t *a, const wchar_t *b, size_t n, _Bool texts, _Bool fold) {
  for (size_t i = 0; i < n; i++) {
    wchar_t x = fold ? lower(a[i]) : a[i], y = fold ? lower(b[i]) : b[i];
    if (x != y) return fold ? x - y : order(x, y);
    if (texts && !x) return 0;
  }
  return 0;
}

MODEL int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) { return allways_open_sign(compare(a, b, n, 0, 0)); }
MODEL int wcscmp(const wchar_t *a, const wchar_t *b) { return allways_open_sign(compare(a, b, (size_t)-1, 1, 0)); }
MODEL int wcscoll(const wchar_t *a, const wchar_t *b) { return wcscmp(a, b); }
MODEL int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) { return allways_open_sign(compare(a, b, n, 1, 0)); }
MODEL int wcscasecmp(const wchar_t *a, const wchar_t *b) { return allways_open_sign(compare(a, b, (size_t)-1, 1, 1)); }
MODEL int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n) { return allways_open_sign(compare(a, b, n, 1, 1)); }

MODEL wchar_t *wmemchr(const wchar_t *in, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (in[i] == c) return (wchar_t *)in + i;
  return NULL;
}

MODEL wchar_t *wcschrnul(const wchar_t *in, wchar_t c) {
  while (*in && *in != c) in++;
  return (wchar_t *)in;
}

MODEL wchar_t *wcschr(const wchar_t *in, wchar_t c) {
  wchar_t *at = wcschrnul(in, c);
  return *at == c ? at : NULL;
}

MODEL wchar_t *wcsrchr(const wchar_t *in, wchar_t c) {
  for (size_t n = wcslen(in) + 1; n > 0; n--)
    if (in[n - 1] == c) return (wchar_t *)in + n - 1;
  return NULL;
}

// How many characters at the begin are (or are not) among those of the set.
HELPER size_t span(const wchar_t *in, const wchar_t *set, _Bool among) {
  size_t n = 0;
  while (in[n] && (wcschr(set, in[n]) != NULL) == among) n++;
  return n;
}

MODEL size_t wcsspn(const wchar_t *in, const wchar_t *set) { return span(in, set, 1); }
MODEL size_t wcscspn(const wchar_t *in, const wchar_t *set) { return span(in, set, 0); }

MODEL wchar_t *wcspbrk(const wchar_t *in, const wchar_t *set) {
  in += span(in, set, 0);
  return *in ? (wchar_t *)in : NULL;
}

MODEL wchar_t *wcsstr(const wchar_t *in, const wchar_t *part) {
  size_t n = wcslen(part);
  for (;; in++) {
    if (compare(in, part, n, 1, 0) == 0) return (wchar_t *)in;
    if (!*in) return NULL;
  }
}

MODEL wchar_t *wcstok(wchar_t *restrict text, const wchar_t *restrict set, wchar_t **restrict rest) {
  if (!text && !(text = *rest)) return NULL;
  text += span(text, set, 1);
  *rest = NULL;
  if (!*text) return NULL;
  wchar_t *end = text + span(text, set, 0);
  if (*end) {
    *end = L'\0';
    *rest = end + 1;
  }
  return text;
}

// --- classes ----------------------------------------------------------------------------------------------------------

#define IS(name) \
  MODEL int(isw##name)(wint_t c) { return c < 128 ? is##name((int)c) : 0; }

IS(alnum)
IS(alpha)
IS(blank)
IS(cntrl)
IS(digit)
IS(graph)
IS(lower)
IS(print)
IS(punct)
IS(space)
IS(upper)
IS(xdigit)

MODEL wint_t(towlower)(wint_t c) { return c < 128 ? (wint_t)lower((int)c) : c; }
MODEL wint_t(towupper)(wint_t c) { return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c; }

// --- bytes and characters: what is beyond ASCII depends on the locale ---------------------------------------------------

HELPER unsigned char plain_byte(char c) {
  if ((unsigned char)c >= 128) __allways_unsupported("a byte beyond ASCII becomes a wide character");
  return (unsigned char)c;
}

HELPER char plain_character(wchar_t c) {
  if (c < 0 || c >= 128) __allways_unsupported("a wide character beyond ASCII becomes bytes");
  return (char)c;
}

MODEL wint_t btowc(int c) { return c == EOF ? WEOF : plain_byte((char)c); }
MODEL int wctob(wint_t c) { return c < 128 ? (int)c : EOF; }

MODEL int mbtowc(wchar_t *restrict to, const char *restrict from, size_t n) {
  if (!from || !n) return from ? -1 : 0;
  wchar_t c = plain_byte(*from);
  if (to) *to = c;
  return c != 0;
}

MODEL int mblen(const char *from, size_t n) { return mbtowc(NULL, from, n); }

MODEL int wctomb(char *to, wchar_t c) {
  if (!to) return 0;
  *to = plain_character(c);
  return 1;
}

MODEL size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t n) {
  size_t i = 0;
  for (; !to || i < n; i++) {
    wchar_t c = plain_byte(from[i]);
    if (to) to[i] = c;
    if (!c) break;
  }
  return i;
}

MODEL size_t wcstombs(char *restrict to, const wchar_t *restrict from, size_t n) {
  size_t i = 0;
  for (; !to || i < n; i++) {
    char c = plain_character(from[i]);
    if (to) to[i] = c;
    if (!c) break;
  }
  return i;
}
