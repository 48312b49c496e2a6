// Inputs and assumptions for programs that are verified with Allways.
//
// Under Allways (which defines __ALLWAYS__) an input is any value of its type, and runs where an assumption is false do
// not exist. With any other compiler an input is a random value and a false assumption ends the program: one source
// serves both.
//
//   C++   int x = allways_nondet<int>("x");      name optional: then that of the variable
//         int y = allways_any<int>(1, 6);        1 to 6, both included
//   C     int x = allways_nondet_int("x");
//         int y = allways_any_int(1, 6, "y");
//   both  allways_assume(x != y);
//         allways_progress();                    the loops around it may go on for ever (--property=progress)
#ifndef ALLWAYS_H
#define ALLWAYS_H

// Under Allways these functions have the place of their call.
#if defined __ALLWAYS__
#define ALLWAYS_HERE static inline __attribute__((always_inline, nodebug, unused))
#define ALLWAYS_TEMPLATE inline __attribute__((always_inline, nodebug))
#elif defined __GNUC__
#define ALLWAYS_HERE static inline __attribute__((unused))
#define ALLWAYS_TEMPLATE inline
#else
#define ALLWAYS_HERE static inline
#define ALLWAYS_TEMPLATE inline
#endif
#if defined __cplusplus
#define ALLWAYS_BOOL bool
#else
#define ALLWAYS_BOOL _Bool
#endif

// Names, types, and the most that one is.
#define ALLWAYS_INTEGERS(X) \
  X(char, char)             \
  X(schar, signed char)     \
  X(uchar, unsigned char)   \
  X(short, short)           \
  X(ushort, unsigned short) \
  X(int, int)               \
  X(uint, unsigned)         \
  X(long, long)             \
  X(ulong, unsigned long)   \
  X(longlong, long long)    \
  X(ulonglong, unsigned long long)
#define ALLWAYS_NUMBERS(X) \
  X(bool, ALLWAYS_BOOL)    \
  ALLWAYS_INTEGERS(X)      \
  X(float, float)          \
  X(double, double)

#if defined __ALLWAYS__

#if defined __cplusplus
extern "C" {
#endif
#define ALLWAYS_DECLARE(suffix, T) T __allways_nondet_##suffix(const char *name);
ALLWAYS_NUMBERS(ALLWAYS_DECLARE)
#undef ALLWAYS_DECLARE
void __allways_assume(ALLWAYS_BOOL holds);
void allways_progress(void);
#if defined __cplusplus
}
#endif

#define ALLWAYS_DEFINE(suffix, T) \
  ALLWAYS_HERE T allways_nondet_##suffix(const char *name) { return __allways_nondet_##suffix(name); }
ALLWAYS_NUMBERS(ALLWAYS_DEFINE)
#undef ALLWAYS_DEFINE

ALLWAYS_HERE void allways_assume(ALLWAYS_BOOL holds) { __allways_assume(holds); }

#else

#include <stdio.h>
#include <stdlib.h>

static inline unsigned long long allways_random(void) {
  unsigned long long bits = 0;
  for (int i = 0; i < 5; i++) bits = bits << 15 ^ (unsigned long long)(rand() & 0x7fff);
  return bits;
}

#define ALLWAYS_DEFINE(suffix, T) \
  ALLWAYS_HERE T allways_nondet_##suffix(const char *name) { return (void)name, (T)allways_random(); }
ALLWAYS_INTEGERS(ALLWAYS_DEFINE)
ALLWAYS_DEFINE(float, float)
ALLWAYS_DEFINE(double, double)
#undef ALLWAYS_DEFINE
ALLWAYS_HERE ALLWAYS_BOOL allways_nondet_bool(const char *name) { return (void)name, (allways_random() & 1) != 0; }

ALLWAYS_HERE void allways_progress(void) {}

ALLWAYS_HERE void allways_assume(ALLWAYS_BOOL holds) {
  if (holds) return;
  fputs("allways: an assumption is false, this run does not count\n", stderr);
  exit(0);
}

#endif

// Without Allways the random value is brought into the range, so that the assumption holds.
#if defined __ALLWAYS__
#define ALLWAYS_BRING(x, lo, hi)
#else
#define ALLWAYS_BRING(x, lo, hi)                                                                      \
  {                                                                                                   \
    unsigned long long span = (unsigned long long)hi - (unsigned long long)lo + 1;                    \
    if (lo <= hi && span) x = (__typeof__(x))((unsigned long long)lo + (unsigned long long)x % span); \
  }
#endif

#define ALLWAYS_DEFINE(suffix, T)                                     \
  ALLWAYS_HERE T allways_any_##suffix(T lo, T hi, const char *name) { \
    T x = allways_nondet_##suffix(name);                              \
    ALLWAYS_BRING(x, lo, hi)                                          \
    allways_assume((int)(x >= lo) & (int)(x <= hi));                  \
    return x;                                                         \
  }
ALLWAYS_INTEGERS(ALLWAYS_DEFINE)
#undef ALLWAYS_DEFINE

#if defined __cplusplus

// How a value of T is drawn; a library specialises it for its own types.
template <class T, bool is_enum = __is_enum(T)> struct allways_input;

#define ALLWAYS_DEFINE(suffix, T)                                                   \
  template <> struct allways_input<T, false> {                                      \
    ALLWAYS_HERE T draw(const char *name) { return allways_nondet_##suffix(name); } \
  };
ALLWAYS_NUMBERS(ALLWAYS_DEFINE)
#undef ALLWAYS_DEFINE

// An enumeration: any value of its underlying type.
template <class T> struct allways_input<T, true> {
  ALLWAYS_HERE T draw(const char *name) { return (T)allways_input<__underlying_type(T)>::draw(name); }
};

template <class T> ALLWAYS_TEMPLATE T allways_nondet(const char *name = nullptr) {
  return allways_input<T>::draw(name);
}

#if !defined __ALLWAYS__
template <class T> inline T allways_bring(T x, T lo, T hi) {
  ALLWAYS_BRING(x, lo, hi)
  return x;
}
inline float allways_bring(float x, float lo, float hi) {
  return lo + (hi - lo) * (float)(rand() / (double)RAND_MAX) + 0 * x;
}
inline double allways_bring(double x, double lo, double hi) {
  return lo + (hi - lo) * (rand() / (double)RAND_MAX) + 0 * x;
}
#endif

// From lo to hi, both included.
template <class T> ALLWAYS_TEMPLATE T allways_any(T lo, T hi, const char *name = nullptr) {
  T x = allways_nondet<T>(name);
#if !defined __ALLWAYS__
  x = allways_bring(x, lo, hi);
#endif
  allways_assume((int)(x >= lo) & (int)(x <= hi));
  return x;
}

#endif

#endif
