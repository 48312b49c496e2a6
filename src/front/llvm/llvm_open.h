// Results that standards leave open (doc/models.md): who does not look at the open part does not pay for it.
#ifndef FRONT_LLVM_LLVM_OPEN_H
#define FRONT_LLVM_LLVM_OPEN_H

#include <llvm-c/Core.h>
#include <stdbool.h>

// Before the models are linked: direct calls of the printf family whose result is not used go to the plain ones, and
// what the macros of ctype.h look up is marked as open.
void llvm_open_program(LLVMModuleRef m, LLVMBuilderRef b);
// Before the models are linked: may a comparison that qsort or bsearch calls change more than its locals?
bool llvm_compares_with_effects(LLVMModuleRef m);
// After models were inlined: takes out the calls of allways_open_* (runtime/open.c) whose open part nobody looks at.
// True: some are left, and are to be inlined now.
bool llvm_close_results(LLVMModuleRef m);

#endif
