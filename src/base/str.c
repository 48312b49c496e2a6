#include "base/str.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/mem.h"

// Room for `more` bytes and the terminating NUL.
static void reserve(strbuf *b, size_t more) {
  CHECK(more < SIZE_MAX / 4 && b->len < SIZE_MAX / 4, "size of a string overflowed");
  size_t need = b->len + more + 1;
  if (need <= b->cap) return;
  size_t cap = b->cap ? b->cap * 2 : 32;
  if (cap < need) cap = need;
  b->text = mem_realloc(b->text, cap);
  b->cap = cap;
}

void sb_fini(strbuf *b) {
  mem_free(b->text);
  *b = (strbuf){0};
}

void sb_clear(strbuf *b) {
  b->len = 0;
  if (b->text) b->text[0] = '\0';
}

void sb_putc(strbuf *b, char c) {
  reserve(b, 1);
  b->text[b->len++] = c;
  b->text[b->len] = '\0';
}

void sb_puts(strbuf *b, const char *s) { sb_putn(b, s, strlen(s)); }

void sb_putn(strbuf *b, const char *s, size_t n) {
  reserve(b, n);
  if (n) memcpy(b->text + b->len, s, n);
  b->len += n;
  b->text[b->len] = '\0';
}

void sb_printf(strbuf *b, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  sb_vprintf(b, fmt, ap);
  va_end(ap);
}

void sb_vprintf(strbuf *b, const char *fmt, va_list ap) {
  va_list again;
  va_copy(again, ap);
  reserve(b, 64);  // most pieces are short: then one pass suffices
  size_t room = b->cap - b->len;
  int len = vsnprintf(b->text + b->len, room, fmt, ap);
  CHECK(len >= 0, "formatting failed");
  if ((size_t)len >= room) {
    reserve(b, (size_t)len);
    vsnprintf(b->text + b->len, (size_t)len + 1, fmt, again);
  }
  b->len += (size_t)len;
  va_end(again);
}

const char *sb_text(const strbuf *b) { return b->text ? b->text : ""; }

char *sb_take(strbuf *b) {
  char *text = b->text ? b->text : mem_strdup("");
  *b = (strbuf){0};
  return text;
}

bool str_starts(const char *s, const char *prefix) { return strncmp(s, prefix, strlen(prefix)) == 0; }

bool str_ends(const char *s, const char *suffix) {
  size_t len = strlen(s), tail = strlen(suffix);
  return len >= tail && memcmp(s + len - tail, suffix, tail) == 0;
}
