// May a thread end without a result? Some function that code passes around returns none, or an address that it does not set on
// every way. A link-time question: models then pass results on without looking at them.
#include <string.h>

#include "base/map64.h"
#include "base/vec.h"
#include "front/llvm/llvm_link.h"

static bool is_passed_around(LLVMValueRef f) {
  for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    bool call = LLVMIsACallInst(user) || LLVMIsAInvokeInst(user);
    if (!call || LLVMGetCalledValue(user) != f) return true;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
      if (LLVMGetOperand(user, i) == f) return true;
  }
  return false;
}

// Where clang keeps the result until the function returns.
static LLVMValueRef result_slot(LLVMValueRef f) {
  size_t len;
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f);
  for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i))
    if (LLVMIsAAllocaInst(i) && strcmp(LLVMGetValueName2(i, &len), "retval") == 0) return i;
  return NULL;
}

static bool stores_to(LLVMBasicBlockRef b, LLVMValueRef slot) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
    if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == slot) return true;
  return false;
}

// Does some way from the start to a `return` set nothing?
static bool returns_unset(LLVMValueRef f, LLVMValueRef slot) {
  VEC(LLVMBasicBlockRef) open = {0};
  map64 seen = {0};
  bool found = false;
  vec_push(&open, LLVMGetEntryBasicBlock(f));
  while (open.len && !found) {
    LLVMBasicBlockRef b = vec_pop(&open);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    if (!map64_put(&seen, (uint64_t)(uintptr_t)b, 1) || !end) continue;
    bool returns = LLVMIsAReturnInst(end);
    found = returns && (slot ? !stores_to(b, slot) : LLVMIsUndef(LLVMGetOperand(end, 0)));
    if (slot && stores_to(b, slot)) continue;
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end) && !returns; k++) vec_push(&open, LLVMGetSuccessor(end, k));
  }
  vec_free(&open);
  map64_fini(&seen);
  return found;
}

bool llvm_results_may_miss(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || !is_passed_around(f)) continue;
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(f)));
    if (kind == LLVMVoidTypeKind) return true;
    if (kind == LLVMPointerTypeKind && returns_unset(f, result_slot(f))) return true;
  }
  return false;
}
