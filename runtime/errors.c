// The texts of errors in glibc: of those that libraries of threads come upon. C and POSIX say nothing of them; std::generic_category has them
// from there.
#include <string.h>

#include "model.h"

const char *allways_error_text(int error);

const char *allways_error_text(int error) {
  switch (error) {
  case 1: return "Operation not permitted";
  case 5: return "Input/output error";
  case 11: return "Resource temporarily unavailable";
  case 12: return "Cannot allocate memory";
  case 16: return "Device or resource busy";
  case 22: return "Invalid argument";
  case 35: return "Resource deadlock avoided";
  case 110: return "Connection timed out";
  }
  __allways_unsupported("the text of a rare error");
}

// Who only prints it (src/front/llvm/llvm_open.c) gets some text.
char *strerror(int error) {
  if (!__allways_libc_glibc) __allways_unsupported("the text of strerror is looked at");
  return (char *)allways_error_text(error);
}
