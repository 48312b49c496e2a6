// Which values of a function something needs. What only a value that nobody needs depends on is not lowered: above all
// reads of uninitialised locals that mem2reg found dead must not draw inputs. Accesses and divisions are always made.
#include "front/llvm/lower_int.h"

bool low_has_effect(LLVMValueRef i) {
  switch ((int)LLVMGetInstructionOpcode(i)) {
  case LLVMCall: return !low_is_uninit_call(i);
  case LLVMRet:
  case LLVMBr:
  case LLVMSwitch:
  case LLVMIndirectBr:
  case LLVMInvoke:
  case LLVMUnreachable:
  case LLVMCallBr:
  case LLVMResume:
  case LLVMAlloca:
  case LLVMLoad:
  case LLVMStore:
  case LLVMFence:
  case LLVMAtomicCmpXchg:
  case LLVMAtomicRMW:
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
  case LLVMVAArg:
  case LLVMLandingPad: return true;
  // Overflow is a violation where the program computes, wanted or not.
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul: return LLVMGetNSW(i);
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr: return true;
  }
  return false;
}

static bool is_word_ptrtoint(LLVMValueRef v, LLVMTargetDataRef layout) {
  bool cast = LLVMIsAPtrToIntInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMPtrToInt);
  if (!cast || LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind) return false;
  return LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 8 * LLVMPointerSize(layout);
}

bool low_is_pointer_difference(LLVMValueRef sub, LLVMTargetDataRef layout) {
  return is_word_ptrtoint(LLVMGetOperand(sub, 0), layout) && is_word_ptrtoint(LLVMGetOperand(sub, 1), layout);
}

typedef VEC(LLVMValueRef) value_vec;

static void need(low *L, value_vec *work, LLVMValueRef v) {
  if (!v || !LLVMIsAInstruction(v)) return;
  if (map64_put(&L->needed, (uint64_t)(uintptr_t)v, 1)) vec_push(work, v);
}

static void need_operands(low *L, value_vec *work, LLVMValueRef i) {
  bool difference = LLVMGetInstructionOpcode(i) == LLVMSub && low_is_pointer_difference(i, L->layout);
  int n = LLVMGetNumOperands(i);
  for (int k = 0; k < n; k++) {
    LLVMValueRef o = LLVMGetOperand(i, (unsigned)k);
    if (difference) o = LLVMGetOperand(o, 0);
    // An effect is lowered anyway; being needed means that its value is.
    need(L, work, o);
  }
}

void low_find_needed(low *L, LLVMValueRef f) {
  map64_clear(&L->needed);
  value_vec work = {0};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      bool debug = LLVMIsADbgInfoIntrinsic(i);
      if (!debug && low_has_effect(i)) need_operands(L, &work, i);
    }
  while (work.len) {
    LLVMValueRef v = vec_pop(&work);
    need_operands(L, &work, v);
  }
  vec_free(&work);
}
