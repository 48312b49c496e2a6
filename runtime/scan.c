// scanf and its like. From a text or a file it is read; from a standard stream every value is an input.
//
// Without stdio.h, whose declarations give these functions other names.
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include "files.h"

typedef struct _IO_FILE FILE;
extern FILE *stdin, *stdout, *stderr;
int getchar(void);
int vsscanf(const char *restrict s, const char *restrict f, va_list ap);
enum { EOF = -1 };

struct directive {
  char kind;
  _Bool skipped;
  int width;  // 0: none
  int size;   // bytes of the number that is stored
  _Bool wide;  // `l`
  const char *set, *set_end;  // of `[`
  _Bool others;               // ... with `^`
};

static _Bool is_number(char kind) {
  return kind == 'd' || kind == 'i' || kind == 'u' || kind == 'x' || kind == 'X' || kind == 'o';
}

static _Bool is_float(char kind) {
  return kind == 'f' || kind == 'e' || kind == 'g' || kind == 'a' || kind == 'F' || kind == 'E' || kind == 'G' || kind == 'A';
}

static void store_number(void *to, int size, long long value) {
  if (size == 1)
    *(char *)to = (char)value;
  else if (size == 2)
    *(short *)to = (short)value;
  else if (size == 4)
    *(int *)to = (int)value;
  else
    *(long long *)to = value;
}

static const char *skip_space(const char *s) {
  while (isspace((unsigned char)*s)) s++;
  return s;
}

// --- numbers --------------------------------------------------------------------------------------------------------

// What is read of the text for one number: the longest part that is one or begins one (C17 7.21.6.2).
struct item {
  char text[64];
  int n, most;
};

static _Bool add(struct item *i, char c) {
  if (!c || i->n == i->most) return 0;
  if (i->n + 1 == (int)sizeof i->text) __allways_unsupported("scanf: a number of so many digits");
  i->text[i->n++] = c;
  i->text[i->n] = 0;
  return 1;
}

static _Bool is_digit(char c, int base) {
  int d = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
  return d < base;
}

static struct item begin_item(const struct directive *d, const char **s) {
  struct item i = {.most = d->width ? d->width : INT32_MAX};
  if ((**s == '-' || **s == '+') && add(&i, **s)) ++*s;
  return i;
}

// 0x of hexadecimal numbers.
static _Bool add_prefix(struct item *i, const char **s) {
  if ((*s)[0] != '0' || ((*s)[1] | 32) != 'x' || i->n + 2 > i->most) return 0;
  (void)add(i, *(*s)++);
  (void)add(i, *(*s)++);
  return 1;
}

// A beginning of a number that is none fails; glibc takes it for what comes before.
static _Bool is_taken(const struct item *i, const char *end) {
  if (end == i->text) return 0;
  return !*end || __allways_libc_glibc || __allways_nondet_bool("scanf takes the beginning of a number");
}

static const char *scan_integer(const char *s, const struct directive *d, va_list *ap) {
  int base = d->kind == 'i' ? 0 : d->kind == 'o' ? 8 : d->kind == 'x' || d->kind == 'X' ? 16 : 10;
  struct item item = begin_item(d, &s);
  if ((base == 0 || base == 16) && add_prefix(&item, &s))
    base = 16;
  else if (base == 0)
    base = *s == '0' ? 8 : 10;
  while (is_digit(*s, base) && add(&item, *s)) s++;
  _Bool is_signed = d->kind == 'd' || d->kind == 'i', narrow = d->size <= (int)sizeof(long);
  char *end = item.text;
  long long value = 0;
  if (is_signed)
    value = narrow ? strtol(item.text, &end, base) : strtoll(item.text, &end, base);
  else
    value = narrow ? (long long)strtoul(item.text, &end, base) : (long long)strtoull(item.text, &end, base);
  if (!is_taken(&item, end)) return NULL;
  if (!d->skipped) store_number(va_arg(*ap, void *), d->size, value);
  return s;
}

static const char *collect_digits(struct item *item, const char *s) {
  _Bool hex = add_prefix(item, &s), any = 0, point = 0;
  for (;; s++) {
    _Bool digit = is_digit(*s, hex ? 16 : 10), is_point = *s == '.' && !point;
    if ((!digit && !is_point) || !add(item, *s)) break;
    any = any || digit;
    point = point || is_point;
  }
  if (!any || (*s | 32) != (hex ? 'p' : 'e') || !add(item, *s)) return s;
  s++;
  if ((*s == '-' || *s == '+') && add(item, *s)) s++;
  while (is_digit(*s, 10) && add(item, *s)) s++;
  return s;
}

static const char *collect_word(struct item *item, const char *s, const char *word) {
  for (; *word && (*s | 32) == *word && add(item, *s); s++) word++;
  return s;
}

// Of the words only whole ones count; what is no number and carries digits is not read.
static _Bool is_word(const struct item *item) {
  int letters = item->n - (item->text[0] == '-' || item->text[0] == '+');
  return letters == 3 || letters == 8;
}

static const char *scan_float(const char *s, const struct directive *d, va_list *ap) {
  struct item item = begin_item(d, &s);
  char letter = (char)(*s | 32), *end = item.text;
  _Bool word = letter == 'i' || letter == 'n';
  s = word ? collect_word(&item, s, letter == 'i' ? "infinity" : "nan") : collect_digits(&item, s);
  if (word && !is_word(&item)) return NULL;
  if (letter == 'n' && *s == '(') __allways_unsupported("scanf: what is no number, with digits");
  double value = d->size == 8 ? strtod(item.text, &end) : (double)strtof(item.text, &end);
  if (!item.n || (item.text[item.n - 1] | 32) == 'x' || !is_taken(&item, end)) return NULL;
  if (d->skipped) return s;
  void *to = va_arg(*ap, void *);
  if (d->size == 8)
    *(double *)to = value;
  else
    *(float *)to = (float)value;
  return s;
}

// --- texts ----------------------------------------------------------------------------------------------------------

// `[`: the characters between set and set_end, or all others.
static _Bool is_in_set(const struct directive *d, char c) {
  _Bool found = 0;
  for (const char *at = d->set; at < d->set_end; at++) {
    if (at[1] == '-' && at + 2 < d->set_end) {
      found = found || ((unsigned char)c >= (unsigned char)at[0] && (unsigned char)c <= (unsigned char)at[2]);
      at += 2;
    } else {
      found = found || c == *at;
    }
  }
  return found != d->others;
}

static _Bool is_wanted(const struct directive *d, char c) {
  return c && (d->kind == 'c' || (d->kind == '[' ? is_in_set(d, c) : !isspace((unsigned char)c)));
}

// Fewer characters than a width of %c says are none; glibc takes them.
static const char *scan_characters(const char *s, const struct directive *d, va_list *ap) {
  if (d->kind != 's' && d->kind != 'c' && d->kind != '[') __allways_unsupported("scanf: a directive of this kind");
  if (d->wide) __allways_unsupported("scanf: wide characters");
  int most = d->width ? d->width : d->kind == 'c' ? 1 : INT32_MAX, n = 0;
  char *to = d->skipped ? NULL : va_arg(*ap, char *);
  for (; n < most && is_wanted(d, *s); n++, s++)
    if (to) to[n] = *s;
  if (!n) return NULL;
  if (d->kind == 'c')
    return n == most || __allways_libc_glibc || __allways_nondet_bool("scanf takes fewer characters") ? s : NULL;
  if (to) to[n] = 0;
  return s;
}

// One value out of the text; NULL: it is not there.
static const char *scan_value(const char *s, const struct directive *d, va_list *ap) {
  if (!*s) return NULL;
  int error = errno;
  s = is_number(d->kind)  ? scan_integer(s, d, ap)
      : is_float(d->kind) ? scan_float(s, d, ap)
                          : scan_characters(s, d, ap);
  if (d->skipped) errno = error;  // a number that is not stored is not too large
  return s;
}

// --- formats --------------------------------------------------------------------------------------------------------

static const char *read_set(const char *f, struct directive *d) {
  if (*f == '^') {
    d->others = 1;
    f++;
  }
  d->set = f;
  if (*f == ']') f++;
  while (*f && *f != ']') f++;
  d->set_end = f;
  return *f ? f + 1 : f;
}

static const char *read_directive(const char *f, struct directive *d) {
  *d = (struct directive){.size = sizeof(int)};
  if (*f == '*') {
    d->skipped = 1;
    f++;
  }
  while (*f >= '0' && *f <= '9') d->width = d->width * 10 + (*f++ - '0');
  if (f[0] == 'h')
    d->size = f[1] == 'h' ? 1 : 2, f += f[1] == 'h' ? 2 : 1;
  else if (f[0] == 'l')
    d->size = f[1] == 'l' ? 8 : (int)sizeof(long), d->wide = 1, f += f[1] == 'l' ? 2 : 1;
  else if (f[0] == 'z' || f[0] == 't')
    d->size = sizeof(size_t), f++;
  else if (f[0] == 'j')
    d->size = 8, f++;
  d->kind = *f;
  if (is_float(d->kind) && d->wide) d->size = 8;
  if (!*f) return f;
  return *f == '[' ? read_set(f + 1, d) : f + 1;
}

// Input failed: the end before the first conversion. For glibc one that is not stored is none.
static int at_end(int count, _Bool converted) {
  if (count) return count;
  return !converted || __allways_libc_glibc || __allways_nondet_bool("scanf counts what it does not store") ? EOF : 0;
}

// *at comes behind what was read; looked: the character there was looked at, too.
static int scan_text(const char **at, const char *f, va_list ap, _Bool *looked) {
  va_list copy;
  va_copy(copy, ap);
  const char *s = *at, *begin = s;
  int count = 0;
  _Bool ended = 0, converted = 0;
  *looked = 0;
  while (*f && !ended) {
    if (isspace((unsigned char)*f)) {
      s = skip_space(s);
      f++;
      *looked = 1;
      continue;
    }
    if (*f != '%' || f[1] == '%') {
      if (*f == '%') {
        f++;
        s = skip_space(s);
      }
      if (!*s) count = at_end(count, converted);
      ended = *s != *f++;
      if (!ended) s++;
      *looked = ended;
      continue;
    }
    struct directive d;
    f = read_directive(f + 1, &d);
    if (d.kind == 'n') {
      if (!d.skipped) store_number(va_arg(copy, void *), d.size, s - begin);
      continue;
    }
    if (d.kind != 'c' && d.kind != '[') s = skip_space(s);
    const char *next = scan_value(s, &d, &copy);
    if (!next && !*s) count = at_end(count, converted);
    ended = !next;
    converted = converted || next;
    *looked = ended || d.kind != 'c';
    s = next ? next : s;
    if (next && !d.skipped) count++;
  }
  va_end(copy);
  *at = s;
  return count;
}

int vsscanf(const char *restrict s, const char *restrict f, va_list ap) {
  const char *at = s;
  _Bool looked;
  return scan_text(&at, f, ap, &looked);
}

static int scan_file(struct file *file, const char *f, va_list ap) {
  if (!file->bytes) return EOF;
  const char *s = file->bytes + (file->at < file->size ? file->at : file->size);
  _Bool looked;
  int count = scan_text(&s, f, ap, &looked);
  file->at = (size_t)(s - file->bytes);
  if (looked && file->at >= file->size) file->ended = 1;
  return count;
}

// From a stream: how many values there are, and which, is not known.
static int scan_inputs(const char *f, va_list ap) {
  va_list copy;
  va_copy(copy, ap);
  int count = 0;
  while (*f) {
    if (*f != '%' || f[1] == '%') {
      f += 1 + (*f == '%');
      continue;
    }
    struct directive d;
    f = read_directive(f + 1, &d);
    if (d.skipped) continue;
    if (!is_number(d.kind) && d.kind != 'c') __allways_unsupported("scanf: a directive of this kind from a stream");
    if (__allways_nondet_bool("input ends")) {
      if (!count && __allways_nondet_bool("input ends")) count = EOF;
      break;
    }
    void *to = va_arg(copy, void *);
    if (d.kind == 'c')
      __allways_nondet_memory(to, d.width ? (size_t)d.width : 1, "scanf");
    else
      store_number(to, d.size, __allways_nondet_longlong("scanf"));
    count++;
  }
  va_end(copy);
  return count;
}

static _Bool is_standard(const FILE *f) { return f == stdin || f == stdout || f == stderr; }

static int scan_stream(FILE *file, const char *f, va_list ap) {
  if (!is_standard(file)) return scan_file((struct file *)file, f, ap);
  if (file != stdin) __allways_unsupported("reading from a stream that is written");
  return scan_inputs(f, ap);
}

#define WITH_ARGUMENTS(last, call) \
  va_list ap;                      \
  va_start(ap, last);              \
  int n = call;                    \
  va_end(ap);                      \
  return n

#define SCANS(prefix)                                                                                               \
  int prefix##sscanf(const char *restrict s, const char *restrict f, ...);                                          \
  int prefix##scanf(const char *restrict f, ...);                                                                   \
  int prefix##fscanf(FILE *restrict file, const char *restrict f, ...);                                             \
  int prefix##sscanf(const char *restrict s, const char *restrict f, ...) { WITH_ARGUMENTS(f, vsscanf(s, f, ap)); } \
  int prefix##scanf(const char *restrict f, ...) { WITH_ARGUMENTS(f, scan_inputs(f, ap)); }                         \
  int prefix##fscanf(FILE *restrict file, const char *restrict f, ...) {                                            \
    WITH_ARGUMENTS(f, scan_stream(file, f, ap));                                                                    \
  }

SCANS(__isoc99_)
SCANS(__isoc23_)
SCANS()

static char *get_line(struct file *file, char *to, int room) {
  int n = 0;
  for (int c = 0; n + 1 < room && c != '\n'; n++) {
    c = file_get(file);
    if (c == EOF) break;
    to[n] = (char)c;
  }
  if (room < 1 || (!n && room > 1)) return NULL;
  to[n] = 0;
  return to;
}

// Of a size that is known when it runs: inputs have sizes that are known before.
static void any_bytes(char *to, size_t n) {
  for (; n >= 64; n -= 64, to += 64) __allways_nondet_memory(to, 64, "fgets");
  for (; n >= 8; n -= 8, to += 8) __allways_nondet_memory(to, 8, "fgets");
  for (; n; n--, to++) *to = __allways_nondet_char("fgets");
}

// Any line that fits, or the end. What lies behind the end of the text may change, too: more than any real line does. A line ends behind
// the first '\n'; of long ones that is left open.
char *fgets(char *restrict to, int room, FILE *restrict f);
char *fgets(char *restrict to, int room, FILE *restrict f) {
  if (!is_standard(f)) return get_line((struct file *)f, to, room);
  if (f != stdin) __allways_unsupported("reading from a stream that is written");
  if (room < 1 || __allways_nondet_bool("input ends")) return NULL;
  any_bytes(to, (size_t)room - 1);
  to[room - 1] = 0;
  for (int i = 0; i + 1 < room && i < 128; i++) __allways_assume((to[i] != '\n') | !to[i + 1]);
  return to;
}

int fgetc(FILE *f);
MODEL int fgetc(FILE *f) {
  if (!is_standard(f)) return file_get((struct file *)f);
  if (f != stdin) __allways_unsupported("reading from a stream that is written");
  return getchar();
}

int getc(FILE *f);
MODEL int getc(FILE *f) { return fgetc(f); }
