// stdio.h: what is printed is read and formatted, so that the accesses of the real functions happen; files are not
// modelled, so that opening one ends the run UNKNOWN. The lowering itself takes calls of printf with simple formats.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "model.h"

static char streams[3];

FILE *stdin = (FILE *)&streams[0];
FILE *stdout = (FILE *)&streams[1];
FILE *stderr = (FILE *)&streams[2];

// --- formatting -----------------------------------------------------------------------------------------------------

struct text {
  char *to;            // NULL: count only
  size_t room, count;  // count: what would have been written with room enough
};

static void put(struct text *t, char c) {
  if (t->to && t->count + 1 < t->room) t->to[t->count] = c;
  t->count++;
}

struct spec {
  _Bool left, zero, plus, space, sharp;
  int width, precision;  // precision: -1 if absent
  int size;              // bytes of the integer argument
};

static void put_padded(struct text *t, const struct spec *s, const char *digits, int n, const char *prefix) {
  int shown = n < s->precision ? s->precision : n, sign = 0;
  while (prefix[sign]) sign++;
  int fill = s->width - shown - sign;
  _Bool zeros = s->zero && !s->left && s->precision < 0;
  for (; !s->left && !zeros && fill > 0; fill--) put(t, ' ');
  for (int i = 0; i < sign; i++) put(t, prefix[i]);
  for (; zeros && fill > 0; fill--) put(t, '0');
  for (int i = n; i < shown; i++) put(t, '0');
  for (int i = 0; i < n; i++) put(t, digits[i]);
  for (; fill > 0; fill--) put(t, ' ');
}

static void put_number(struct text *t, const struct spec *s, unsigned long long value, unsigned base, _Bool upper,
                       const char *prefix) {
  char digits[24];
  int first = (int)sizeof digits;
  do {
    unsigned digit = (unsigned)(value % base);
    digits[--first] = (char)(digit < 10 ? '0' + digit : (upper ? 'A' : 'a') + digit - 10);
    value /= base;
  } while (value);
  put_padded(t, s, digits + first, (int)sizeof digits - first, prefix);
}

static void put_string(struct text *t, const struct spec *s, const char *from) {
  int n = 0;
  while ((s->precision < 0 || n < s->precision) && from[n]) n++;
  struct spec plain = *s;
  plain.precision = -1;
  plain.zero = 0;
  put_padded(t, &plain, from, n, "");
}

static long long next_signed(va_list *ap, int size) {
  if (size == 1) return (signed char)va_arg(*ap, int);
  if (size == 2) return (short)va_arg(*ap, int);
  return size == 8 ? va_arg(*ap, long long) : va_arg(*ap, int);
}

static unsigned long long next_unsigned(va_list *ap, int size) {
  if (size == 1) return (unsigned char)va_arg(*ap, int);
  if (size == 2) return (unsigned short)va_arg(*ap, int);
  return size == 8 ? va_arg(*ap, unsigned long long) : va_arg(*ap, unsigned);
}

static int next_count(const char **at, va_list *ap) {
  int n = 0;
  if (**at == '*') {
    ++*at;
    return va_arg(*ap, int);
  }
  for (; **at >= '0' && **at <= '9'; ++*at) n = n * 10 + (**at - '0');
  return n;
}

static const char *read_spec(const char *at, va_list *ap, struct spec *s) {
  *s = (struct spec){.precision = -1, .size = sizeof(int)};
  for (;; at++) {
    if (*at == '-')
      s->left = 1;
    else if (*at == '0')
      s->zero = 1;
    else if (*at == '+')
      s->plus = 1;
    else if (*at == ' ')
      s->space = 1;
    else if (*at == '#')
      s->sharp = 1;
    else
      break;
  }
  s->width = next_count(&at, ap);
  if (s->width < 0) {
    s->left = 1;
    s->width = -s->width;
  }
  if (*at == '.') {
    at++;
    s->precision = next_count(&at, ap);
  }
  for (;; at++) {
    if (*at == 'h')
      s->size /= 2;
    else if (*at == 'l')
      s->size = at[-1] == 'l' ? 8 : sizeof(long);
    else if (*at == 'j' || *at == 'q')
      s->size = 8;
    else if (*at == 'z' || *at == 't')
      s->size = sizeof(size_t);
    else
      return at;
  }
}

static void put_directive(struct text *t, char kind, const struct spec *s, va_list *ap) {
  if (kind == 'd' || kind == 'i') {
    long long value = next_signed(ap, s->size);
    const char *prefix = value < 0 ? "-" : s->plus ? "+" : s->space ? " " : "";
    put_number(t, s, value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value, 10, 0, prefix);
  } else if (kind == 'u') {
    put_number(t, s, next_unsigned(ap, s->size), 10, 0, "");
  } else if (kind == 'x' || kind == 'X') {
    unsigned long long value = next_unsigned(ap, s->size);
    put_number(t, s, value, 16, kind == 'X', s->sharp && value ? (kind == 'X' ? "0X" : "0x") : "");
  } else if (kind == 'o') {
    put_number(t, s, next_unsigned(ap, s->size), 8, 0, s->sharp ? "0" : "");
  } else if (kind == 'c') {
    char c = (char)va_arg(*ap, int);
    struct spec plain = *s;
    plain.precision = -1;
    put_padded(t, &plain, &c, 1, "");
  } else if (kind == 's') {
    put_string(t, s, va_arg(*ap, const char *));
  } else if (kind == 'p') {
    (void)va_arg(*ap, void *);
    put_string(t, s, "(pointer)");
  } else if (kind == '%') {
    put(t, '%');
  } else if (!t->to && (kind == 'f' || kind == 'g' || kind == 'e')) {
    (void)va_arg(*ap, double);
  } else {
    __allways_unsupported("a conversion of printf");
  }
}

static int format_text(struct text *t, const char *format, va_list *ap) {
  for (const char *at = format; *at; at++) {
    if (*at != '%') {
      put(t, *at);
      continue;
    }
    struct spec s;
    at = read_spec(at + 1, ap, &s);
    put_directive(t, *at, &s, ap);
  }
  if (t->to && t->room) t->to[t->count < t->room ? t->count : t->room - 1] = '\0';
  return (int)t->count;
}

int vsnprintf(char *restrict to, size_t room, const char *restrict format, va_list ap) {
  va_list copy;
  va_copy(copy, ap);
  struct text t = {.to = room ? to : NULL, .room = room};
  int n = format_text(&t, format, &copy);
  va_end(copy);
  return n;
}

int vsprintf(char *restrict to, const char *restrict format, va_list ap) { return vsnprintf(to, SIZE_MAX, format, ap); }

static int print(const char *format, va_list ap) {
  va_list copy;
  va_copy(copy, ap);
  struct text t = {0};
  int n = format_text(&t, format, &copy);
  va_end(copy);
  __allways_output("(text)");
  return n;
}

#define WITH_ARGUMENTS(last, call) \
  va_list ap;                      \
  va_start(ap, last);              \
  int n = call;                    \
  va_end(ap);                      \
  return n

int snprintf(char *restrict to, size_t room, const char *restrict format, ...) {
  WITH_ARGUMENTS(format, vsnprintf(to, room, format, ap));
}

int sprintf(char *restrict to, const char *restrict format, ...) { WITH_ARGUMENTS(format, vsprintf(to, format, ap)); }
int printf(const char *restrict format, ...) { WITH_ARGUMENTS(format, print(format, ap)); }
int fprintf(FILE *restrict f, const char *restrict format, ...) { WITH_ARGUMENTS(format, print(format, ap)); }
int dprintf(int fd, const char *restrict format, ...) { WITH_ARGUMENTS(format, print(format, ap)); }
int vprintf(const char *restrict format, va_list ap) { return print(format, ap); }
int vfprintf(FILE *restrict f, const char *restrict format, va_list ap) { return print(format, ap); }

int __printf_chk(int flag, const char *format, ...);
int __printf_chk(int flag, const char *format, ...) { WITH_ARGUMENTS(format, print(format, ap)); }
int __fprintf_chk(FILE *f, int flag, const char *format, ...);
int __fprintf_chk(FILE *f, int flag, const char *format, ...) { WITH_ARGUMENTS(format, print(format, ap)); }

// --- characters -----------------------------------------------------------------------------------------------------

MODEL int fputs(const char *restrict s, FILE *restrict f) {
  while (*s) s++;
  __allways_output("(text)");
  return 1;
}

MODEL int puts(const char *s) { return fputs(s, NULL); }

MODEL int putchar(int c) {
  __allways_output("%c", c);
  return (unsigned char)c;
}

MODEL int fputc(int c, FILE *f) { return putchar(c); }
MODEL int(putc)(int c, FILE *f) { return putchar(c); }
MODEL void perror(const char *s) { fputs(s, NULL); }
MODEL int fflush(FILE *f) { return 0; }
MODEL int setvbuf(FILE *restrict f, char *restrict buffer, int mode, size_t size) { return 0; }
MODEL void setbuf(FILE *restrict f, char *restrict buffer) {}

// Any character, or the end.
MODEL int getchar(void) {
  int c = __allways_nondet_int("getchar");
  __allways_assume(c >= EOF && c <= UINT8_MAX);
  return c;
}
