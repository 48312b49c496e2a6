#include "report/columns.h"

// Bytes of the character at s: its UTF-8 sequence, or one byte if it is not well-formed.
static size_t character(const char *s) {
  unsigned char c = (unsigned char)*s;
  size_t n = c < 0xc2 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 1;
  for (size_t i = 1; i < n; i++)
    if (((unsigned char)s[i] & 0xc0) != 0x80) return 1;
  return n;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

size_t columns_width(const char *s) {
  size_t columns = 0;
  for (; *s; s += character(s)) columns++;
  return columns;
}

// One line with single blanks; bytes that would move the cursor are shown as '?'.
static void put_clean(strbuf *out, const char *s) {
  while (is_blank(*s)) s++;
  while (*s) {
    if (is_blank(*s)) {
      while (is_blank(*s)) s++;
      if (*s) sb_putc(out, ' ');
      continue;
    }
    size_t n = character(s);
    unsigned char c = (unsigned char)*s;
    if (n == 1 && (c < 0x20 || c >= 0x7f))
      sb_putc(out, '?');
    else
      sb_putn(out, s, n);
    s += n;
  }
}

void columns_put(strbuf *out, const char *s, size_t width) {
  strbuf clean = {0};
  put_clean(&clean, s);
  const char *at = sb_text(&clean);
  bool cut = columns_width(at) > width;
  size_t room = cut ? (width > 2 ? width - 2 : 0) : width;
  for (; *at && room > 0; room--) {
    size_t n = character(at);
    sb_putn(out, at, n);
    at += n;
  }
  if (cut) sb_puts(out, width >= 2 ? ".." : "");
  sb_fini(&clean);
}

void columns_put_name(strbuf *out, const char *s, size_t width) {
  size_t all = columns_width(s);
  if (all <= width || width < 8) {
    columns_put(out, s, width);
    return;
  }
  size_t tail = (width - 2) / 2;
  columns_put(out, s, width - tail);
  for (size_t skip = all - tail; skip > 0; skip--) s += character(s);
  columns_put(out, s, tail);
}

bool columns_take_line(const char **s, size_t width, strbuf *line) {
  const char *at = *s;
  size_t used = 0;
  sb_clear(line);
  for (;;) {
    while (is_blank(*at)) at++;
    const char *end = at;
    size_t word = 0;
    for (; *end && !is_blank(*end); end += character(end)) word++;
    if (!word || (used && used + 1 + word > width)) break;
    if (used) sb_putc(line, ' ');
    sb_putn(line, at, (size_t)(end - at));
    used += word + (used ? 1 : 0);
    at = end;
  }
  *s = at;
  return used > 0;
}

void columns_pad(strbuf *out, size_t from, size_t column) {
  for (size_t at = columns_width(sb_text(out) + from); at < column; at++) sb_putc(out, ' ');
}
