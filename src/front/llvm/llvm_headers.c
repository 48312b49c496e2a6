// Where the headers of the C++ library promise less than the standard does. std::atomic<std::shared_ptr> is a pointer behind a lock, and some
// versions release the lock in an order that orders nothing: by the letter the reader of the pointer then races with the next writer, though no
// program may be blamed for it. The lock is released as locks are.
#include <llvm-c/Core.h>
#include <string.h>

#include "front/llvm/llvm_link.h"

enum { ORDER_RELAXED = 0, ORDER_SEQ_CST = 5 };

static bool is_of_lock(LLVMValueRef f, const char *method) {
  size_t len;
  const char *name = LLVMGetValueName2(f, &len);
  const char *lock = strstr(name, "_Sp_atomic") ? strstr(name, "13_Atomic_count") : NULL;
  return lock && strstr(lock, method) && LLVMGetFirstBasicBlock(f);
}

// Constants that stand for no order, among the arguments of calls.
static void order_calls(LLVMValueRef f) {
  for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(f); k; k = LLVMGetNextBasicBlock(k))
    for (LLVMValueRef i = LLVMGetFirstInstruction(k); i; i = LLVMGetNextInstruction(i)) {
      unsigned last = LLVMIsACallInst(i) ? LLVMGetNumArgOperands(i) : 0;
      LLVMValueRef order = last ? LLVMGetOperand(i, last - 1) : NULL;
      if (!order || !LLVMIsAConstantInt(order) || LLVMConstIntGetZExtValue(order) != ORDER_RELAXED) continue;
      size_t len;
      if (strstr(LLVMGetValueName2(LLVMGetCalledValue(i), &len), "9fetch_subE"))
        LLVMSetOperand(i, last - 1, LLVMConstInt(LLVMTypeOf(order), ORDER_SEQ_CST, false));
    }
}

void llvm_order_locks(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    if (is_of_lock(f, "6unlockE") && LLVMCountParams(f) == 2) {
      LLVMValueRef order = LLVMGetParam(f, 1);
      LLVMReplaceAllUsesWith(order, LLVMConstInt(LLVMTypeOf(order), ORDER_SEQ_CST, false));
    }
    if (is_of_lock(f, "14_M_wait_unlockE")) order_calls(f);
  }
}
