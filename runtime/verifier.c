// The functions of verification tasks: inputs, assumptions, atomic regions; and assert.h. (Error functions: llvm_special.c.)
#include <assert.h>
#include <stdlib.h>

#include "model.h"

#define NONDET(T, suffix, kind)       \
  T __VERIFIER_nondet_##suffix(void); \
  MODEL T __VERIFIER_nondet_##suffix(void) { return __allways_nondet_##kind(#suffix); }

NONDET(_Bool, bool, bool)
NONDET(char, char, char)
NONDET(signed char, schar, schar)
NONDET(unsigned char, uchar, uchar)
NONDET(signed char, S8, schar)
NONDET(unsigned char, U8, uchar)
NONDET(unsigned char, u8, uchar)
NONDET(short, short, short)
NONDET(unsigned short, ushort, ushort)
NONDET(short, S16, short)
NONDET(unsigned short, U16, ushort)
NONDET(unsigned short, u16, ushort)
NONDET(int, int, int)
NONDET(unsigned, uint, uint)
NONDET(unsigned, unsigned, uint)
NONDET(int, S32, int)
NONDET(unsigned, U32, uint)
NONDET(unsigned, u32, uint)
NONDET(long, long, long)
NONDET(unsigned long, ulong, ulong)
NONDET(long long, longlong, longlong)
NONDET(unsigned long long, ulonglong, ulonglong)
NONDET(long long, S64, longlong)
NONDET(unsigned long long, U64, ulonglong)
NONDET(unsigned long long, u64, ulonglong)
NONDET(long long, loff_t, longlong)
NONDET(size_t, size_t, ulong)
NONDET(float, float, float)
NONDET(double, double, double)

void __VERIFIER_nondet_memory(void *to, size_t bytes);
MODEL void __VERIFIER_nondet_memory(void *to, size_t bytes) { __allways_nondet_memory(to, bytes, "memory"); }

void __VERIFIER_assume(int holds);
MODEL void __VERIFIER_assume(int holds) { __allways_assume(holds != 0); }

void __VERIFIER_atomic_begin(void);
MODEL void __VERIFIER_atomic_begin(void) { __allways_atomic_begin(); }

void __VERIFIER_atomic_end(void);
MODEL void __VERIFIER_atomic_end(void) { __allways_atomic_end(); }

// A process that stands in this function makes progress (src/engine/live/space.c).
void allways_progress(void);
__attribute__((noinline)) void allways_progress(void) { __allways_step(); }

MODEL void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
  __allways_check(0, "assert", text);
  abort();
}

MODEL void __assert_perror_fail(int error, const char *file, unsigned line, const char *function) {
  __allways_check(0, "assert", "assert_perror");
  abort();
}

MODEL void __assert(const char *text, const char *file, int line) {
  __allways_check(0, "assert", text);
  abort();
}
