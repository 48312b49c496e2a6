// What standards leave open in the result of a function (doc/models.md). A call of one of these stands behind the model
// and is taken out again where nobody looks at the part that is open (src/front/llvm/llvm_open.c); then nothing is drawn.
#include <stdio.h>

#include "model.h"

// Only the sign is defined.
int allways_open_sign(int value) {
  if (__allways_libc_glibc || !value) return value;
  int any = __allways_nondet_int("result of a comparison");
  __allways_assume(value < 0 ? any < 0 : any > 0);
  return any;
}

// Only whether it is zero.
int allways_open_truth(int value) {
  if (__allways_libc_glibc || !value) return value;
  int any = __allways_nondet_int("result that is not zero");
  __allways_assume(any != 0);
  return any;
}

// --- output ---------------------------------------------------------------------------------------------------------

HELPER _Bool output_fails(void) { return !__allways_libc_glibc && __allways_nondet_bool("output fails"); }

// How many characters were printed, or any negative number.
int allways_open_printed(int n) {
  if (!output_fails()) return n;
  int any = __allways_nondet_int("result of printing");
  __allways_assume(any < 0);
  return any;
}

// Any number that is not negative, or EOF.
int allways_open_put(int done) {
  if (__allways_libc_glibc) return done;
  int any = __allways_nondet_int("result of printing");
  __allways_assume(any >= EOF);
  return any;
}

// The result, or EOF.
int allways_open_done(int done) { return output_fails() ? EOF : done; }

// How many elements were written: fewer than asked for if that failed.
size_t allways_open_count(size_t n) {
  if (__allways_libc_glibc || !n) return n;
  size_t any = sizeof n == 8 ? (size_t)__allways_nondet_ulonglong("elements written") : __allways_nondet_uint("elements written");
  __allways_assume(any <= n);
  return any;
}
