// stdio.h: what is printed is read and formatted, so that the accesses of the real functions happen; what is written to
// files goes nowhere (files.h). The lowering itself takes calls of printf with simple formats.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decimal.h"
#include "files.h"

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
  _Bool wide;            // `l`
  _Bool extended;        // `L`
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

// Of no digits a zero has none. `#` of octal numbers: at least so many digits that the first one is a zero.
static void put_number(struct text *t, const struct spec *s, unsigned long long value, unsigned base, _Bool upper,
                       const char *prefix) {
  char digits[24];
  int first = (int)sizeof digits;
  _Bool leading = base == 8 && s->sharp;
  for (; value || (first == (int)sizeof digits && s->precision && !leading); value /= base) {
    unsigned digit = (unsigned)(value % base);
    digits[--first] = (char)(digit < 10 ? '0' + digit : (upper ? 'A' : 'a') + digit - 10);
  }
  if (leading && (int)sizeof digits - first >= s->precision) digits[--first] = '0';
  put_padded(t, s, digits + first, (int)sizeof digits - first, prefix);
}

// A text that is printed into memory must not lie where it goes to.
static void put_string(struct text *t, const struct spec *s, const char *from) {
  int n = 0;
  while ((s->precision < 0 || n < s->precision) && from[n]) n++;
  if (t->to) {
    size_t end = t->count + (size_t)(n < s->width ? s->width : n) + 1;
    __allways_apart(t->to, end < t->room ? end : t->room, from, (size_t)n + (n != s->precision), "printf");
  }
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
    if (s->precision < 0) s->precision = -1;
  }
  for (;; at++) {
    if (*at == 'h')
      s->size /= 2;
    else if (*at == 'l')
      s->wide = 1, s->size = at[-1] == 'l' ? 8 : sizeof(long);
    else if (*at == 'L')
      s->extended = 1, s->size = 8;
    else if (*at == 'j' || *at == 'q')
      s->size = 8;
    else if (*at == 'z' || *at == 't')
      s->size = sizeof(size_t);
    else
      return at;
  }
}

static double next_float(const struct spec *s, va_list *ap) {
  if (!s->extended) return va_arg(*ap, double);
  long double x = va_arg(*ap, long double);
  if ((long double)(double)x != x && x == x) __allways_unsupported("the text of a long double that no double holds");
  return (double)x;
}

static void put_float(struct text *t, const struct spec *s, double value, char kind) {
  char digits[DECIMAL_ROOM];
  _Bool upper = kind < 'a';
  int flags = (s->plus ? DECIMAL_PLUS : 0) | (s->space ? DECIMAL_SPACE : 0) | (s->sharp ? DECIMAL_SHARP : 0) |
              (upper ? DECIMAL_UPPER : 0);
  int n = decimal_text(digits, value, (char)(upper ? kind - 'A' + 'a' : kind), s->precision, flags);
  char sign[2] = {digits[0] == '-' || digits[0] == '+' || digits[0] == ' ' ? digits[0] : '\0', '\0'};
  struct spec plain = *s;
  plain.precision = -1;
  if (digits[0] > '9' || (sign[0] && digits[1] > '9')) plain.zero = 0;  // infinity
  put_padded(t, &plain, digits + (sign[0] != '\0'), n - (sign[0] != '\0'), sign);
}

static void store_count(const struct text *t, const struct spec *s, va_list *ap) {
  void *to = va_arg(*ap, void *);
  if (s->size == 1)
    *(signed char *)to = (signed char)t->count;
  else if (s->size == 2)
    *(short *)to = (short)t->count;
  else if (s->size == 4)
    *(int *)to = (int)t->count;
  else
    *(long long *)to = (long long)t->count;
}

static void put_directive(struct text *t, char kind, const struct spec *s, va_list *ap) {
  if (s->wide && (kind == 'c' || kind == 's')) __allways_unsupported("wide characters in printf");
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
    put_number(t, s, next_unsigned(ap, s->size), 8, 0, "");
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
  } else if (kind == 'n') {
    store_count(t, s, ap);
  } else if (kind == 'f' || kind == 'g' || kind == 'e' || kind == 'F' || kind == 'G' || kind == 'E') {
    put_float(t, s, next_float(s, ap), kind);
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
    if (*at == 'p') __allways_unsupported("the text of a pointer");
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

// --- printing -------------------------------------------------------------------------------------------------------

enum { NOWHERE = -1 };  // the stream of a file

static void write_bytes(int stream, const char *from, size_t n) {
  if (stream != NOWHERE) __allways_write(stream, from, n);
}

// A number as an operand of an output: it is never looked at. Flags are those of C++ streams (intrinsics.h).
static _Bool show_number(int stream, char kind, const struct spec *s, va_list *ap) {
  enum { DEC = 2, FIXED = 4, HEX = 8, INTERNAL = 16, LEFT = 32, OCT = 64, RIGHT = 128, SCIENTIFIC = 256, SHOWBASE = 512,
         SHOWPOINT = 1024, SHOWPOS = 2048, UPPERCASE = 16384 };
  int flags = s->left ? LEFT : s->zero ? INTERNAL : RIGHT, fill = s->zero && !s->left ? '0' : ' ';
  if (s->plus) flags |= SHOWPOS;
  if (kind == 'f' || kind == 'e' || kind == 'g') {
    flags |= (kind == 'f' ? FIXED : kind == 'e' ? SCIENTIFIC : 0) | (s->sharp ? SHOWPOINT : 0);
    double value = next_float(s, ap);
    if (stream != NOWHERE) __allways_show("f", stream, flags, s->width, s->precision, fill, value);
    return 1;
  }
  if (s->precision >= 0 || s->space) return 0;
  if (kind == 'd' || kind == 'i') {
    long long value = next_signed(ap, s->size);
    if (stream != NOWHERE) __allways_show("d", stream, flags | DEC, s->width, 0, fill, value);
    return 1;
  }
  if (kind != 'u' && kind != 'x' && kind != 'X' && kind != 'o') return 0;
  flags |= (kind == 'u' ? DEC : kind == 'o' ? OCT : HEX) | (kind == 'X' ? UPPERCASE : 0) | (s->sharp ? SHOWBASE : 0);
  unsigned long long value = next_unsigned(ap, s->size);
  if (stream != NOWHERE) __allways_show("u", stream, flags, s->width, 0, fill, value);
  return 1;
}

static void write_blanks(int stream, int n) {
  for (; n > 0; n--) write_bytes(stream, " ", 1);
}

static void write_string(int stream, const struct spec *s, const char *from) {
  int n = 0;
  if (s->wide) __allways_unsupported("wide characters in printf");
  while ((s->precision < 0 || n < s->precision) && from[n]) n++;
  if (!s->left) write_blanks(stream, s->width - n);
  write_bytes(stream, from, (size_t)n);
  if (s->left) write_blanks(stream, s->width - n);
}

static int stream_of(const FILE *f) {
  if (f == stderr) return 2;
  if (f == stdout || f == stdin) return 1;
  if (((const struct file *)f)->bytes) __allways_unsupported("writing to a file that is read");
  return NOWHERE;
}

static void print(int stream, const char *format, va_list ap) {
  va_list copy;
  va_copy(copy, ap);
  for (const char *at = format; *at;) {
    size_t plain = 0;
    while (at[plain] && at[plain] != '%') plain++;
    if (plain) write_bytes(stream, at, plain);
    at += plain;
    if (!*at) break;
    struct spec s;
    at = read_spec(at + 1, &copy, &s);
    char kind = *at++;
    if (show_number(stream, kind, &s, &copy)) continue;
    if (kind == 's') {
      write_string(stream, &s, va_arg(copy, const char *));
      continue;
    }
    if (kind == 'n') __allways_unsupported("%n of what is printed");
    char piece[DECIMAL_ROOM];
    struct text made = {.to = piece, .room = sizeof piece};
    put_directive(&made, kind, &s, &copy);
    if (made.count >= sizeof piece) __allways_unsupported("a number of so many columns");
    write_bytes(stream, piece, made.count);
  }
  va_end(copy);
}

// The result is looked at: how many characters they are depends on the digits of each number.
static int printed(int stream, const char *format, va_list ap) {
  print(stream, format, ap);
  return allways_open_printed(vsnprintf(NULL, 0, format, ap));
}

int vasprintf(char **restrict to, const char *restrict format, va_list ap) {
  int n = vsnprintf(NULL, 0, format, ap);
  if (n < 0) return -1;
  char *made = malloc((size_t)n + 1);
  if (!made) return -1;
  *to = made;
  return vsnprintf(made, (size_t)n + 1, format, ap);
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
int asprintf(char **restrict to, const char *restrict format, ...) { WITH_ARGUMENTS(format, vasprintf(to, format, ap)); }
int printf(const char *restrict format, ...) { WITH_ARGUMENTS(format, printed(1, format, ap)); }
int fprintf(FILE *restrict f, const char *restrict format, ...) {
  WITH_ARGUMENTS(format, printed(stream_of(f), format, ap));
}
int dprintf(int fd, const char *restrict format, ...) { WITH_ARGUMENTS(format, printed(fd, format, ap)); }
int vprintf(const char *restrict format, va_list ap) { return printed(1, format, ap); }
int vfprintf(FILE *restrict f, const char *restrict format, va_list ap) { return printed(stream_of(f), format, ap); }
int vdprintf(int fd, const char *restrict format, va_list ap) { return printed(fd, format, ap); }

int __printf_chk(int flag, const char *format, ...);
int __printf_chk(int flag, const char *format, ...) { WITH_ARGUMENTS(format, printed(1, format, ap)); }
int __fprintf_chk(FILE *f, int flag, const char *format, ...);
int __fprintf_chk(FILE *f, int flag, const char *format, ...) {
  WITH_ARGUMENTS(format, printed(stream_of(f), format, ap));
}

// With -D_FORTIFY_SOURCE. What is written beyond an object is found where it is written.
int __snprintf_chk(char *to, size_t most, int flag, size_t room, const char *format, ...);
int __snprintf_chk(char *to, size_t most, int flag, size_t room, const char *format, ...) {
  WITH_ARGUMENTS(format, vsnprintf(to, most, format, ap));
}
int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...);
int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...) {
  WITH_ARGUMENTS(format, vsprintf(to, format, ap));
}
int __vsnprintf_chk(char *to, size_t n, int flag, size_t room, const char *format, va_list ap);
int __vsnprintf_chk(char *to, size_t n, int flag, size_t room, const char *format, va_list ap) {
  return vsnprintf(to, n, format, ap);
}
int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list ap);
int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list ap) { return vsprintf(to, format, ap); }

// Direct calls whose result is not used go to these instead (src/front/llvm/llvm_open.c).
#define PLAIN(call)     \
  va_list ap;           \
  va_start(ap, format); \
  call;                 \
  va_end(ap);           \
  return 0

int allways_plain_printf(const char *format, ...) { PLAIN(print(1, format, ap)); }
int allways_plain_fprintf(FILE *f, const char *format, ...) { PLAIN(print(stream_of(f), format, ap)); }
int allways_plain_dprintf(int fd, const char *format, ...) { PLAIN(print(fd, format, ap)); }
int allways_plain___printf_chk(int flag, const char *format, ...) { PLAIN(print(1, format, ap)); }
int allways_plain___fprintf_chk(FILE *f, int flag, const char *format, ...) { PLAIN(print(stream_of(f), format, ap)); }

int allways_plain_vprintf(const char *format, va_list ap) {
  print(1, format, ap);
  return 0;
}

int allways_plain_vfprintf(FILE *f, const char *format, va_list ap) {
  print(stream_of(f), format, ap);
  return 0;
}

int allways_plain_vdprintf(int fd, const char *format, va_list ap) {
  print(fd, format, ap);
  return 0;
}

// --- characters -----------------------------------------------------------------------------------------------------

static size_t length(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

MODEL int fputs(const char *restrict s, FILE *restrict f) {
  write_bytes(stream_of(f), s, length(s));
  return allways_open_put(1);
}

MODEL int puts(const char *s) {
  size_t n = length(s);
  __allways_write(1, s, n);
  __allways_output("\n");
  return allways_open_put((int)n + 1);
}

MODEL int putchar(int c) {
  __allways_output("%c", c);
  return allways_open_done((unsigned char)c);
}

MODEL int fputc(int c, FILE *f) {
  return stream_of(f) == NOWHERE ? allways_open_done((unsigned char)c) : putchar(c);
}
MODEL int(putc)(int c, FILE *f) { return fputc(c, f); }

MODEL int putc_unlocked(int c, FILE *f) { return fputc(c, f); }
MODEL int putchar_unlocked(int c) { return putchar(c); }
MODEL size_t fwrite(const void *restrict from, size_t size, size_t n, FILE *restrict f) {
  __allways_read(from, size * n);
  write_bytes(stream_of(f), from, size * n);
  return allways_open_count(size ? n : 0);
}

MODEL void perror(const char *s) { fputs(s, stderr); }
MODEL int fflush(FILE *f) { return allways_open_done(0); }
MODEL int setvbuf(FILE *restrict f, char *restrict buffer, int mode, size_t size) { return 0; }
MODEL void setlinebuf(FILE *f) {}
MODEL void setbuf(FILE *restrict f, char *restrict buffer) {}

// Any character, or the end.
MODEL int getchar(void) {
  int c = __allways_nondet_int("getchar");
  __allways_assume(c >= EOF && c <= UINT8_MAX);
  return c;
}
