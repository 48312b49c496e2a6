#include "base/scan.h"

#include <string.h>

scan scan_begin(const char *text, size_t len) {
  scan s = {.pos = text, .end = text + len, .line = 1, .col = 1};
  if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) s.pos += 3;
  return s;
}

bool scan_at_end(const scan *s) { return s->pos >= s->end; }

char scan_peek(const scan *s, size_t ahead) { return (size_t)(s->end - s->pos) > ahead ? s->pos[ahead] : '\0'; }

void scan_skip(scan *s, size_t count) {
  for (; count && s->pos < s->end; count--) {
    s->col++;
    if (*s->pos++ != '\n') continue;
    s->line++;
    s->col = 1;
  }
}

bool scan_is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool scan_is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }

static bool begins(const scan *s, char first, char second) {
  return scan_peek(s, 0) == first && scan_peek(s, 1) == second;
}

void scan_line_blanks(scan *s) {
  while (!scan_at_end(s)) {
    if (is_blank(*s->pos)) {
      scan_skip(s, 1);
    } else if (begins(s, '/', '/')) {
      while (!scan_at_end(s) && *s->pos != '\n') scan_skip(s, 1);
    } else {
      return;
    }
  }
}

bool scan_blanks(scan *s, scan *opened) {
  for (;;) {
    scan_line_blanks(s);
    if (!begins(s, '/', '*')) return true;
    *opened = *s;
    scan_skip(s, 2);
    while (!scan_at_end(s) && !begins(s, '*', '/')) scan_skip(s, 1);
    if (scan_at_end(s)) return false;
    scan_skip(s, 2);
  }
}

int scan_word_kind(const char *word, size_t len, const spelling *table, size_t rows) {
  for (size_t i = 0; i < rows; i++) {
    const char *text = table[i].text;
    if (text[0] == word[0] && strlen(text) == len && memcmp(text, word, len) == 0) return table[i].kind;
  }
  return SCAN_NOTHING;
}

int scan_sign(scan *s, const spelling *table, size_t rows) {
  size_t left = (size_t)(s->end - s->pos);
  for (size_t i = 0; i < rows; i++) {
    const char *text = table[i].text;
    if (text[0] != scan_peek(s, 0)) continue;
    size_t len = strlen(text);
    if (len > left || memcmp(text, s->pos, len) != 0) continue;
    scan_skip(s, len);
    return table[i].kind;
  }
  return SCAN_NOTHING;
}

void scan_unknown(scan *s) {
  bool foreign = (unsigned char)scan_peek(s, 0) >= 0x80;
  do scan_skip(s, 1);
  while (foreign && (unsigned char)scan_peek(s, 0) >= 0x80);
}
