// Models for what a program mentions and does not define.
#ifndef FRONT_LLVM_LLVM_NEEDED_H
#define FRONT_LLVM_LLVM_NEEDED_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "base/diag.h"
#include "front/llvm/llvm_models.h"

bool llvm_link_needed(LLVMModuleRef program, llvm_library library, diags *d);

#endif
