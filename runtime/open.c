// What standards leave open in the result of a function (doc/models.md). A call of one of these stands behind the model
// and is taken out again where nobody looks at the part that is open (src/front/llvm/llvm_open.c); then nothing is drawn.
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

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

static _Bool has_failed;  // kept if somebody asks; of all streams together

static _Bool failing(_Bool fails) {
  if (!__allways_stream_errors || !fails) return fails;
  __allways_atomic_begin();
  has_failed = 1;
  __allways_atomic_end();
  return 1;
}

HELPER _Bool output_fails(void) { return !__allways_libc_glibc && failing(__allways_nondet_bool("output fails")); }

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
  if (__allways_stream_errors) failing(any == EOF);
  return any;
}

// The result, or EOF.
int allways_open_done(int done) { return output_fails() ? EOF : done; }

// How many elements were written: fewer than asked for if that failed.
size_t allways_open_count(size_t n) {
  if (__allways_libc_glibc || !n) return n;
  size_t any = (size_t)__allways_nondet_ulong("elements written");
  __allways_assume(any <= n);
  if (__allways_stream_errors) failing(any < n);
  return any;
}

MODEL int ferror(FILE *f) {
  if (__allways_libc_glibc) return 0;
  __allways_atomic_begin();
  _Bool failed = has_failed;
  __allways_atomic_end();
  return allways_open_truth(failed);
}

void allways_clear_error(void) {
  __allways_atomic_begin();
  has_failed = 0;
  __allways_atomic_end();
}

// Of a file descriptor: so many bytes, or -1 with some error.
ssize_t allways_open_written(ssize_t n) {
  if (__allways_libc_glibc) return n;
  if (__allways_nondet_bool("writing fails")) {
    int error = __allways_nondet_int("error of writing");
    __allways_assume((error > 0) & (error < 134));
    errno = error;
    return -1;
  }
  ssize_t any = __allways_nondet_long("bytes written");
  __allways_assume((any <= n) & (any >= (n > 0)));
  return any;
}

// Not at the place of the call: what it assumes of standard streams says nothing of other descriptors.
__attribute__((noinline)) ssize_t allways_any_write(int descriptor, const void *from, size_t n) {
  if (descriptor != 1 && descriptor != 2) return descriptor_write(descriptor, from, n);
  __allways_read(from, n);
  __allways_write(descriptor, from, n);
  return allways_open_written((ssize_t)n);
}

// The bytes are read, and shown if it is a standard stream.
MODEL ssize_t write(int descriptor, const void *from, size_t n) {
  cancellation_point();
  if (__allways_descriptors) return allways_any_write(descriptor, from, n);
  if (descriptor != 1 && descriptor != 2) __allways_unsupported("writing to a descriptor other than 1 and 2");
  __allways_read(from, n);
  __allways_write(descriptor, from, n);
  return allways_open_written((ssize_t)n);
}

// Of strerror: the text is open. Who only prints it (src/front/llvm/llvm_open.c) gets one.
char *allways_plain_strerror(int error) { return (char *)"error"; }
