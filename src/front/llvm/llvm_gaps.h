// What a program needs and has not: functions without definition and model, operations without a meaning here. All of
// it is told at once, before any search; stubs for the functions can be written from the same list.
#ifndef FRONT_LLVM_LLVM_GAPS_H
#define FRONT_LLVM_LLVM_GAPS_H

#include <llvm-c/Core.h>

#include "base/diag.h"
#include "base/intern.h"
#include "base/str.h"
#include "base/vec.h"

typedef struct llvm_gap {
  const char *what;  // as a result would say it
  place at;
  LLVMValueRef missing;  // the function that is called; NULL: something else
  size_t more;           // the same at so many other places (after llvm_gaps_sort)
} llvm_gap;

typedef struct llvm_gaps {
  interner *names;  // owns the texts; made with the first gap
  VEC(llvm_gap) all;
} llvm_gaps;

void llvm_gaps_add(llvm_gaps *g, const char *what, place at, LLVMValueRef missing);
// By place, each thing once.
void llvm_gaps_sort(llvm_gaps *g);
void llvm_gaps_tell(const llvm_gaps *g, diags *d);
void llvm_gaps_fini(llvm_gaps *g);

// A C file with a function for each one that is missing: any result, nothing touched. The gaps are sorted.
void llvm_stubs(LLVMModuleRef m, const llvm_gaps *g, strbuf *out);

#endif
