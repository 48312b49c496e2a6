// Has a compiler optimised the LLVM code that it is given as? What undefined behaviour allowed it to leave out then (accesses, tests, calls,
// loops, memory that nobody looks at) cannot be seen any more, whatever the property is.
#include <string.h>

#include "front/llvm/llvm_link.h"

static bool has_attribute(LLVMValueRef f, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  return LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kind) != NULL;
}

// Clang gives each number that is a parameter a variable, in which it is stored first, a bool as a byte.
static bool is_stored_alone(LLVMValueRef parameter) {
  LLVMUseRef use = LLVMGetFirstUse(parameter);
  if (!use) return true;
  if (LLVMGetNextUse(use)) return false;
  LLVMValueRef user = LLVMGetUser(use);
  if (LLVMIsAZExtInst(user) && LLVMGetIntTypeWidth(LLVMTypeOf(parameter)) == 1) return is_stored_alone(user);
  return LLVMIsAStoreInst(user) && LLVMIsAAllocaInst(LLVMGetOperand(user, 1));
}

static bool is_number(LLVMValueRef v) {
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
  return kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

static bool keeps_numbers_in_registers(LLVMValueRef f) {
  for (LLVMValueRef p = LLVMGetFirstParam(f); p; p = LLVMGetNextParam(p))
    if (is_number(p) && !is_stored_alone(p)) return true;
  return false;
}

// Only passes find out that nobody looks at the address of a function.
bool llvm_is_optimised(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || has_attribute(f, "optnone")) continue;
    if (LLVMGetUnnamedAddress(f) == LLVMLocalUnnamedAddr || keeps_numbers_in_registers(f)) return true;
  }
  return false;
}
