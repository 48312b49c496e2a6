// scanf and its like. From a text or a file it is read; from a standard stream every value is an input.
//
// Without stdio.h, whose declarations give these functions other names.
#include <ctype.h>
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
  int size;   // bytes of the integer that is stored
};

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
    d->size = f[1] == 'l' ? 8 : (int)sizeof(long), f += f[1] == 'l' ? 2 : 1;
  else if (f[0] == 'z' || f[0] == 't')
    d->size = sizeof(size_t), f++;
  else if (f[0] == 'j')
    d->size = 8, f++;
  d->kind = *f;
  return *f ? f + 1 : f;
}

static _Bool is_number(char kind) {
  return kind == 'd' || kind == 'i' || kind == 'u' || kind == 'x' || kind == 'X' || kind == 'o';
}

static _Bool is_float(char kind) {
  return kind == 'f' || kind == 'e' || kind == 'g' || kind == 'F' || kind == 'E' || kind == 'G';
}

static void store_float(void *to, int size, double value) {
  if (size == 8)
    *(double *)to = value;
  else
    *(float *)to = (float)value;
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

// One value out of the text; NULL: it is not there.
static const char *scan_value(const char *s, const struct directive *d, va_list *ap) {
  if (d->kind != 'c') s = skip_space(s);
  if (!*s) return NULL;
  if (is_number(d->kind)) {
    if (d->width) __allways_unsupported("scanf: a number of so many digits");
    int base = d->kind == 'i' ? 0 : d->kind == 'o' ? 8 : d->kind == 'x' || d->kind == 'X' ? 16 : 10;
    char *end;
    long long value = d->kind == 'd' || d->kind == 'i' ? strtoll(s, &end, base) : (long long)strtoull(s, &end, base);
    if (end == s) return NULL;
    if (!d->skipped) store_number(va_arg(*ap, void *), d->size, value);
    return end;
  }
  if (is_float(d->kind)) {
    if (d->width) __allways_unsupported("scanf: a number of so many digits");
    char *end;
    double value = strtod(s, &end);
    if (end == s) return NULL;
    if (!d->skipped) store_float(va_arg(*ap, void *), d->size, value);
    return end;
  }
  if (d->kind != 's' && d->kind != 'c') __allways_unsupported("scanf: a directive of this kind");
  int most = d->width ? d->width : d->kind == 'c' ? 1 : INT32_MAX, n = 0;
  char *to = d->skipped ? NULL : va_arg(*ap, char *);
  for (; n < most && *s && (d->kind == 'c' || !isspace((unsigned char)*s)); n++, s++)
    if (to) to[n] = *s;
  if (d->kind == 'c') return n == most ? s : NULL;
  if (to) to[n] = 0;
  return s;
}

// *at comes behind what was read; looked: the character there was looked at, too.
static int scan_text(const char **at, const char *f, va_list ap, _Bool *looked) {
  va_list copy;
  va_copy(copy, ap);
  const char *s = *at, *begin = s;
  int count = 0;
  _Bool ended = 0;
  *looked = 0;
  while (*f && !ended) {
    if (isspace((unsigned char)*f)) {
      s = skip_space(s);
      f++;
      *looked = 1;
    } else if (*f != '%' || f[1] == '%') {
      f += *f == '%';
      ended = *s != *f++;
      if (!ended) s++;
      *looked = ended;
    } else {
      struct directive d;
      f = read_directive(f + 1, &d);
      if (d.kind == 'n') {
        if (!d.skipped) store_number(va_arg(copy, void *), d.size, s - begin);
        continue;
      }
      const char *next = scan_value(s, &d, &copy);
      if (!next && !*skip_space(s) && !count) count = EOF;
      ended = !next;
      *looked = ended || d.kind != 'c';
      s = next ? next : d.kind == 'c' ? s : skip_space(s);
      if (next && !d.skipped) count++;
    }
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

// Any line that fits, or the end. What lies behind the end of the text may change, too: more than any real line does.
char *fgets(char *restrict to, int room, FILE *restrict f);
char *fgets(char *restrict to, int room, FILE *restrict f) {
  if (!is_standard(f)) return get_line((struct file *)f, to, room);
  if (f != stdin) __allways_unsupported("reading from a stream that is written");
  if (room < 1 || __allways_nondet_bool("input ends")) return NULL;
  __allways_nondet_memory(to, (size_t)room, "fgets");
  to[room - 1] = 0;
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
