// From an LLVM module to our IR, instruction by instruction through the LLVM C API. This folder alone sees LLVM.
//
// The module is compiled with debug information and without LLVM passes, and linked with the models of the runtime:
// what the program calls and what has no body afterwards is unknown, and a run that comes there is UNKNOWN. The
// lowering changes the module (mem2reg) and reads it; the caller disposes of it. Nothing that it does not know is
// dropped: it becomes `unsupported` at its place.
//
// What the program gets around it (doc/ir.md, doc/semantics-threads.md 1): a static process `main`. It calls the functions
// of llvm.global_ctors by priority, `main(1, {"program", NULL}, NULL)`, and
// `void __allways_at_exit(void)` if the module has one with a body; then `stop`.
//
// Functions `__allways_*` without body are operations of the IR: intrinsics.def lists them with their types.
#ifndef FRONT_LLVM_LLVM_LOWER_H
#define FRONT_LLVM_LLVM_LOWER_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "base/diag.h"
#include "front/llvm/llvm_gaps.h"
#include "ir/ir.h"

typedef struct llvm_lower_options {
  bool check_overflow;  // shifts by the width or more are checked; signed arithmetic: the pass `overflow` does it
  bool check_poison;    // so is what LLVM's own marks forbid (nuw, exact, ...): no compiler of ours has made the module
  bool check_uninit;    // a use of an uninitialised local variable is a violation instead of an input
  bool weak_may_fail;   // a weak compare-exchange may fail though it finds what it expects
  bool volatile_relaxed;  // volatile accesses of scalars are atomic
  bool survey;            // goes on behind what has no meaning, to find all of it; no module is made
  llvm_gaps *gaps;        // gets what has no meaning in the program itself (not: in the models); NULL: not wanted
  const char *const *arguments;  // of main, behind the name of the program
  size_t n_arguments;
  uint32_t args, args_length;  // instead: at most so many, any texts up to that length; 0: none
  const char *const *sources;  // files whose text the module keeps for reports, NULL-terminated; NULL: none
  const char *const *quoted;   // likewise NAME=TEXT, where there is no file of the name
} llvm_lower_options;

// A frozen module (the caller frees it) or NULL with errors in d (no main, a data layout we cannot have).
ir_module *llvm_lower(LLVMModuleRef m, const char *language, const llvm_lower_options *o, diags *d);

#endif
