// stdlib.h and malloc.h.
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <malloc.h>
#include <stdlib.h>

#include "decimal.h"
#include "model.h"

// --- memory ---------------------------------------------------------------------------------------------------------

// Without --malloc-may-fail memory is never short: what is too large for us is not known to fail. A size that no size_t
// can hold (calloc) gives null always. Offsets have 64 bits, so that with addresses of 32 bits no object is too large.
HELPER _Bool fails(size_t bytes) {
  if (__allways_malloc_may_fail) {
    if (bytes <= PTRDIFF_MAX && !__allways_nondet_bool("malloc fails")) return 0;
    errno = ENOMEM;
    return 1;
  }
  if (sizeof bytes == 8 && (uint64_t)bytes >> 63) __allways_unsupported("an object of half the address space");
  return 0;
}

MODEL void *malloc(size_t bytes) { return fails(bytes) ? NULL : __allways_new(bytes); }

HELPER _Bool no_product(size_t n, size_t bytes) {
  if (!bytes || n <= SIZE_MAX / bytes) return 0;
  errno = ENOMEM;
  return 1;
}

MODEL void *calloc(size_t n, size_t bytes) {
  if (no_product(n, bytes)) return NULL;
  return fails(n * bytes) ? NULL : __allways_new_zeroed(n * bytes);
}

// Memory that was mapped is not freed.
HELPER void refuse_mapped(void *p) {
  if (__allways_mappings && p && SHADOW(struct mapping, p)->bytes) __allways_check(0, "double-free", "memory that was mapped is freed");
}

HELPER void free_allocated(void *p) {
  refuse_mapped(p);
  __allways_free(p);
}

MODEL void free(void *p) { free_allocated(p); }
MODEL void cfree(void *p) { free_allocated(p); }

// C17 7.22.3.5: an object, or null with the old one freed or not. glibc frees it.
HELPER void *shrink_to_nothing(void *p) {
  if (!__allways_libc_glibc && __allways_nondet_bool("realloc to no bytes leaves the object")) return NULL;
  free_allocated(p);
  return __allways_libc_glibc || __allways_nondet_bool("no object for no bytes") ? NULL : __allways_new(0);
}

MODEL void *realloc(void *p, size_t bytes) {
  if (!p) return malloc(bytes);
  if (!bytes) return shrink_to_nothing(p);
  if (fails(bytes)) return NULL;
  void *made = __allways_new(bytes);
  size_t old = __allways_size(p);
  __builtin_memcpy(made, p, old < bytes ? old : bytes);
  refuse_mapped(p);
  __allways_free_for(p, made);
  return made;
}

MODEL void *reallocarray(void *p, size_t n, size_t bytes) {
  if (no_product(n, bytes)) return NULL;
  return realloc(p, n * bytes);
}

// A power of two, of which every allocation is a multiple up to 16.
HELPER void *new_aligned(size_t align, size_t bytes) {
  if (align <= 16) return __allways_new(bytes);
  switch (align) {
#define POWER(p) \
  case (size_t)1 << p: return __allways_new_aligned(bytes, p);
    POWER(5) POWER(6) POWER(7) POWER(8) POWER(9) POWER(10) POWER(11) POWER(12) POWER(13) POWER(14) POWER(15) POWER(16) POWER(17)
    POWER(18) POWER(19) POWER(20)
#undef POWER
  }
  __allways_unsupported("an allocation aligned to more than 1 MiB");
}

HELPER _Bool is_power(size_t align) { return align && !(align & (align - 1)); }

// glibc rounds an alignment that is no power of two up, C17 says that it fails.
MODEL void *aligned_alloc(size_t align, size_t bytes) {
  if (!is_power(align)) {
    errno = EINVAL;
    return NULL;
  }
  return fails(bytes) ? NULL : new_aligned(align, bytes);
}

MODEL void *memalign(size_t align, size_t bytes) { return aligned_alloc(align, bytes); }
MODEL void *valloc(size_t bytes) { return aligned_alloc(4096, bytes); }

MODEL int posix_memalign(void **to, size_t align, size_t bytes) {
  if (!is_power(align) || align % sizeof(void *)) return EINVAL;
  if (fails(bytes)) return ENOMEM;
  *to = new_aligned(align, bytes);
  return 0;
}

// --- the end of the program -----------------------------------------------------------------------------------------

enum { MAX_AT_EXIT = 32 };

static struct {
  void (*plain)(void);
  void (*with)(void *);  // or this one
  void *argument;
} at_exit[MAX_AT_EXIT];
static int n_at_exit;

HELPER void add_handler(void (*plain)(void), void (*with)(void *), void *argument) {
  __allways_atomic_begin();
  if (n_at_exit == MAX_AT_EXIT) __allways_unsupported("more than 32 functions that run at exit");
  at_exit[n_at_exit].plain = plain;
  at_exit[n_at_exit].with = with;
  at_exit[n_at_exit].argument = argument;
  n_at_exit++;
  __allways_atomic_end();
}

MODEL int atexit(void (*run)(void)) {
  add_handler(run, NULL, NULL);
  return 0;
}

// Destructors of static variables of C++.
int __cxa_atexit(void (*run)(void *), void *argument, void *library);
MODEL int __cxa_atexit(void (*run)(void *), void *argument, void *library) {
  add_handler(NULL, run, argument);
  return 0;
}

void __allways_end_globals(void);  // llvm_ends.c

// First the thread-local variables of the thread that ends the program, last what the attribute `destructor` names.
static void run_handlers(void) {
  if (__allways_thread_destructors) destructors_run();
  while (n_at_exit) {
    n_at_exit--;
    if (at_exit[n_at_exit].plain)
      at_exit[n_at_exit].plain();
    else
      at_exit[n_at_exit].with(at_exit[n_at_exit].argument);
  }
  if (__allways_global_ends) __allways_end_globals();
}

// Called by the lowering when main returns; removed from programs that register nothing.
void __allways_at_exit(void);
void __allways_at_exit(void) { run_handlers(); }

MODEL void exit(int status) {
  if (__allways_exit_handlers) run_handlers();
  __allways_stop();
}

MODEL void _Exit(int status) { __allways_stop(); }

static void (*at_quick[MAX_AT_EXIT])(void);
static int n_at_quick;

MODEL int at_quick_exit(void (*run)(void)) {
  __allways_atomic_begin();
  if (n_at_quick == MAX_AT_EXIT) __allways_unsupported("more than 32 functions that run at quick_exit");
  at_quick[n_at_quick++] = run;
  __allways_atomic_end();
  return 0;
}

MODEL void quick_exit(int status) {
  while (n_at_quick) at_quick[--n_at_quick]();
  __allways_stop();
}
void _exit(int status);
MODEL void _exit(int status) { __allways_stop(); }

// C17 7.22.4.1: by SIGABRT. The program ends also if somebody handles it and returns.
MODEL void abort(void) {
  if (__allways_signal_handlers) abort_by_signal();
  __allways_stop();
}

// --- numbers --------------------------------------------------------------------------------------------------------

// C17 7.22.6: what cannot be represented is undefined.
#define NEGATES(x, MIN, function) __allways_check((x) != (MIN), "overflow", function)
#define DIVIDES(a, b, MIN, function) __allways_check((a) != (MIN) || (b) != -1, "overflow", function)

MODEL int abs(int x) {
  NEGATES(x, INT_MIN, "abs of the least number");
  return x < 0 ? -x : x;
}
MODEL long labs(long x) {
  NEGATES(x, LONG_MIN, "labs of the least number");
  return x < 0 ? -x : x;
}
MODEL long long llabs(long long x) {
  NEGATES(x, LLONG_MIN, "llabs of the least number");
  return x < 0 ? -x : x;
}
MODEL intmax_t imaxabs(intmax_t x) {
  NEGATES(x, INTMAX_MIN, "imaxabs of the least number");
  return x < 0 ? -x : x;
}
MODEL div_t div(int a, int b) {
  DIVIDES(a, b, INT_MIN, "div of the least number by -1");
  return (div_t){a / b, a % b};
}
MODEL ldiv_t ldiv(long a, long b) {
  DIVIDES(a, b, LONG_MIN, "ldiv of the least number by -1");
  return (ldiv_t){a / b, a % b};
}
MODEL lldiv_t lldiv(long long a, long long b) {
  DIVIDES(a, b, LLONG_MIN, "lldiv of the least number by -1");
  return (lldiv_t){a / b, a % b};
}
MODEL imaxdiv_t imaxdiv(intmax_t a, intmax_t b) {
  DIVIDES(a, b, INTMAX_MIN, "imaxdiv of the least number by -1");
  return (imaxdiv_t){a / b, a % b};
}

HELPER int digit_of(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'z' ? c - 'a' + 10
         : c >= 'A' && c <= 'Z' ? c - 'A' + 10
                                : 99;
}

// Magnitude and sign; *range if the magnitude is more than `most`. A base that is none: POSIX says EINVAL, of *end nothing. Where there is no
// number it leaves that open.
static unsigned long long read_number(const char *text, char **end, int base, unsigned long long most, _Bool *negative,
                                      _Bool *range) {
  const char *at = text;
  *range = *negative = 0;
  if (base < 0 || base == 1 || base > 36) {
    errno = EINVAL;
    return 0;
  }
  while (*at == ' ' || (*at >= '\t' && *at <= '\r')) at++;
  *negative = *at == '-';
  if (*at == '-' || *at == '+') at++;
  if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && digit_of(at[2]) < 16) {
    at += 2;
    base = 16;
  } else if (base == 0) {
    base = *at == '0' ? 8 : 10;
  }
  const char *first = at;
  unsigned long long value = 0;
  for (; digit_of(*at) < base; at++) {
    unsigned digit = (unsigned)digit_of(*at);
    if (value > (most - digit) / (unsigned)base) *range = 1;
    value = *range ? most : value * (unsigned)base + digit;
  }
  if (end) *end = (char *)(at == first ? text : at);
  if (__allways_errno && at == first && !__allways_libc_glibc && __allways_nondet_bool("no number sets errno")) errno = EINVAL;
  return value;
}

#define READ_SIGNED(name, T, MIN, MAX)                                                                         \
  MODEL T name(const char *restrict text, char **restrict end, int base) {                                     \
    _Bool negative, range;                                                                                     \
    unsigned long long value = read_number(text, end, base, (unsigned long long)(MAX) + 1, &negative, &range); \
    if (!negative && value > (unsigned long long)(MAX)) range = 1;                                             \
    if (range) {                                                                                               \
      errno = ERANGE;                                                                                          \
      return negative ? (MIN) : (MAX);                                                                         \
    }                                                                                                          \
    return (T)(negative ? 0 - value : value);                                                                  \
  }

#define READ_UNSIGNED(name, T, MAX)                                                    \
  MODEL T name(const char *restrict text, char **restrict end, int base) {             \
    _Bool negative, range;                                                             \
    unsigned long long value = read_number(text, end, base, (MAX), &negative, &range); \
    if (range) {                                                                       \
      errno = ERANGE;                                                                  \
      return (MAX);                                                                    \
    }                                                                                  \
    return (T)(negative ? 0 - value : value);                                          \
  }

READ_SIGNED(strtol, long, LONG_MIN, LONG_MAX)
READ_SIGNED(strtoll, long long, LLONG_MIN, LLONG_MAX)
READ_UNSIGNED(strtoul, unsigned long, ULONG_MAX)
READ_UNSIGNED(strtoull, unsigned long long, ULLONG_MAX)
READ_SIGNED(strtoimax, intmax_t, INTMAX_MIN, INTMAX_MAX)
READ_UNSIGNED(strtoumax, uintmax_t, UINTMAX_MAX)

// Whether what is too small sets errno is open (C17 7.22.1.3).
static double read_real(const char *text, char **end, _Bool narrow) {
  const char *at = text, *stop;
  int range;
  while (*at == ' ' || (*at >= '\t' && *at <= '\r')) at++;
  double value = narrow ? decimal_value_float(at, &stop, &range) : decimal_value(at, &stop, &range);
  if (end) *end = (char *)(stop == at ? text : stop);
  if (range == DECIMAL_TOO_LARGE ||
      (range == DECIMAL_TOO_SMALL && (__allways_libc_glibc || __allways_nondet_bool("what is too small sets errno"))))
    errno = ERANGE;
  return value;
}

double strtod(const char *restrict text, char **restrict end) { return read_real(text, end, 0); }
float strtof(const char *restrict text, char **restrict end) { return (float)read_real(text, end, 1); }
MODEL long double strtold(const char *restrict text, char **restrict end) { return strtod(text, end); }
MODEL double atof(const char *text) { return strtod(text, NULL); }
// What does not fit is undefined (C17 7.22.1): any number.
MODEL int atoi(const char *text) {
  long value = strtol(text, NULL, 10);
  return value == (int)value || __allways_libc_glibc ? (int)value : __allways_nondet_int("number that does not fit");
}
MODEL long atol(const char *text) { return strtol(text, NULL, 10); }
MODEL long long atoll(const char *text) { return strtoll(text, NULL, 10); }

// --- searching and sorting ------------------------------------------------------------------------------------------

// Of several elements that are equal to the key any may be the one that is found.
static const char *found_near(const char *at, const void *key, const char *base, size_t n, size_t size,
                              int (*compare)(const void *, const void *)) {
  if (__allways_libc_glibc) return at;
  const char *first = at, *last = at, *end = base + n * size;
  while (first > base && !compare(key, first - size)) first -= size;
  while (last + size < end && !compare(key, last + size)) last += size;
  while (first < last && __allways_nondet_bool("another element is found")) first += size;
  return first;
}

// Which elements are compared, and how often, is open: it matters only if comparing has effects.
HELPER void compared(void) {
  if (!__allways_libc_glibc && __allways_compare_effects && __allways_nondet_bool("other elements are compared"))
    __allways_unsupported("bounded: a comparison has effects, and the calls of it by qsort or bsearch are those of one algorithm");
}

MODEL void *bsearch(const void *key, const void *base, size_t n, size_t size,
                    int (*compare)(const void *, const void *)) {
  size_t low = 0, high = n;
  compared();
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *element = (const char *)base + middle * size;
    int order = compare(key, element);
    if (!order) return (void *)found_near(element, key, base, n, size, compare);
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

// How often equal elements are tried in both orders; more are left in the order that they had.
enum { MOST_CHOICES = 8 };

// Numbers that are the same need not be exchanged. Other elements have padding, or pointers in them.
static _Bool is_same(const void *a, const void *b, size_t size) {
  if (size == 1) return *(const unsigned char *)a == *(const unsigned char *)b;
  if (size == 2) return *(const unsigned short *)a == *(const unsigned short *)b;
  if (size == 4) return *(const unsigned *)a == *(const unsigned *)b;
  return size == 8 && *(const unsigned long long *)a == *(const unsigned long long *)b;
}

static _Bool goes_before(const void *one, const void *equal, size_t size, int *choices) {
  if (is_same(one, equal, size)) return 0;
  if (*choices == MOST_CHOICES) {
    if (__allways_nondet_bool("another order of equal elements"))
      __allways_unsupported("bounded: equal elements in qsort are exchanged at most 8 times (--libc=glibc: never)");
    return 0;
  }
  ++*choices;
  return __allways_nondet_bool("equal elements are exchanged");
}

// What compares gets a further argument, or not: one of the two is null. They are passed on, never stored: who calls them is known so.
typedef int compare_plain(const void *, const void *);
typedef int compare_with(const void *, const void *, void *);

HELPER int compare_by(compare_plain *plain, compare_with *with, void *argument, const void *a, const void *b) {
  return plain ? plain(a, b) : with(a, b, argument);
}

// As glibc 2.36 merges, with the same comparisons. Equal elements keep their order.
static void merge_sort(char *all, size_t n, size_t size, compare_plain *plain, compare_with *with, void *argument, char *spare) {
  if (n <= 1) return;
  size_t left = n / 2, right = n - left, made = 0;
  char *a = all, *b = all + left * size;
  merge_sort(a, left, size, plain, with, argument, spare);
  merge_sort(b, right, size, plain, with, argument, spare);
  for (; left && right; made++) {
    char **from = compare_by(plain, with, argument, a, b) <= 0 ? &a : &b;
    if (from == &a)
      left--;
    else
      right--;
    __builtin_memcpy(spare + made * size, *from, size);
    *from += size;
  }
  __builtin_memcpy(spare + made * size, a, left * size);
  __builtin_memcpy(all, spare, (made + left) * size);
}

// By insertion. The standard leaves the order of equal elements open, so each may come before those that it is equal to.
HELPER void sort_by(char *all, size_t n, size_t size, compare_plain *plain, compare_with *with, void *argument) {
  char *spare = __builtin_alloca(__allways_libc_glibc ? n * size : size);
  int choices = 0;
  if (__allways_libc_glibc) {
    merge_sort(all, n, size, plain, with, argument, spare);
    return;
  }
  compared();
  for (size_t i = 1; i < n; i++) {
    size_t to = i;
    for (; to > 0; to--) {
      int order = compare_by(plain, with, argument, all + (to - 1) * size, all + i * size);
      if (order > 0) continue;
      if (order < 0 || !goes_before(all + i * size, all + (to - 1) * size, size, &choices)) break;
    }
    if (to == i) continue;
    __builtin_memcpy(spare, all + i * size, size);
    __builtin_memmove(all + (to + 1) * size, all + to * size, (i - to) * size);
    __builtin_memcpy(all + to * size, spare, size);
  }
}

void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  sort_by(base, n, size, compare, NULL, NULL);
}

void qsort_r(void *base, size_t n, size_t size, int (*compare)(const void *, const void *, void *), void *argument) {
  sort_by(base, n, size, NULL, compare, argument);
}
