// Constant expressions that have no value (1 / 0, 1 << 40): clang puts LLVM's `poison` in their place, and which
// operation it was is lost. A run that comes there is UNKNOWN.
#include <llvm-c/DebugInfo.h>

#include "base/vec.h"
#include "front/llvm/llvm_link.h"

static bool uses_undefined(LLVMValueRef i) {
  if (LLVMIsAPHINode(i)) return false;
  int n = LLVMGetNumOperands(i);
  for (int k = 0; k < n; k++) {
    LLVMValueRef o = LLVMGetOperand(i, (unsigned)k);
    if (LLVMIsPoison(o) && LLVMGetTypeKind(LLVMTypeOf(o)) == LLVMIntegerTypeKind) return true;
  }
  return false;
}

void llvm_refuse_before(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef i, const char *what) {
  LLVMContextRef context = LLVMGetModuleContext(m);
  LLVMTypeRef text = LLVMPointerTypeInContext(context, 0);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), &text, 1, false);
  LLVMValueRef f = LLVMGetNamedFunction(m, "__allways_unsupported");
  if (!f) f = LLVMAddFunction(m, "__allways_unsupported", type);
  LLVMPositionBuilderBefore(b, i);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
  LLVMValueRef arg = LLVMBuildGlobalStringPtr(b, what, "__allways_text");
  LLVMBuildCall2(b, type, f, &arg, 1, "");
}

void llvm_refuse_undefined(LLVMModuleRef m) {
  VEC(LLVMValueRef) found = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(f); k; k = LLVMGetNextBasicBlock(k))
      for (LLVMValueRef i = LLVMGetFirstInstruction(k); i; i = LLVMGetNextInstruction(i))
        if (uses_undefined(i)) vec_push(&found, i);
  LLVMBuilderRef b = found.len ? LLVMCreateBuilderInContext(LLVMGetModuleContext(m)) : NULL;
  for (size_t i = 0; i < found.len; i++)
    llvm_refuse_before(m, b, found.data[i],
                       "a constant expression that is undefined (division by zero, shift by too much)");
  if (b) LLVMDisposeBuilder(b);
  vec_free(&found);
}
