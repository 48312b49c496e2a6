// A growing string. A zeroed strbuf is empty; `text` is always NUL-terminated once something was added.
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct strbuf {
  char *text;
  size_t len, cap;
} strbuf;

void sb_fini(strbuf *b);
void sb_clear(strbuf *b);
void sb_putc(strbuf *b, char c);
void sb_puts(strbuf *b, const char *s);
void sb_putn(strbuf *b, const char *s, size_t n);
void sb_printf(strbuf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void sb_vprintf(strbuf *b, const char *fmt, va_list ap);
const char *sb_text(const strbuf *b);  // "" when empty
char *sb_take(strbuf *b);              // caller frees with mem_free; the buffer is empty afterwards
bool str_starts(const char *s, const char *prefix);
bool str_ends(const char *s, const char *suffix);

#endif
