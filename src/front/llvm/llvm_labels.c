// Computed jumps: the addresses of labels of one function become addresses in one array of bytes that nobody reads, and
// `indirectbr` a switch on the distance to its begin. An address that is none of the function's labels then leads to
// `unreachable`, or to the difference of two objects, which is UNKNOWN.
#include <llvm-c/Target.h>

#include "front/llvm/llvm_link.h"

// The place in `labels` of a target; it replaces the block's address wherever that is used.
static void name_label(LLVMValueRef function, LLVMBasicBlockRef block, LLVMValueRef labels, LLVMTypeRef byte,
                       unsigned k) {
  LLVMValueRef at = LLVMConstInt(LLVMInt64TypeInContext(LLVMGetTypeContext(byte)), k, false);
  LLVMValueRef element = LLVMConstInBoundsGEP2(byte, labels, &at, 1);
  LLVMReplaceAllUsesWith(LLVMBlockAddress(function, block), element);
}

static LLVMValueRef new_labels(LLVMModuleRef m, LLVMTypeRef byte, unsigned n) {
  LLVMTypeRef type = LLVMArrayType2(byte, n);
  LLVMValueRef g = LLVMAddGlobal(m, type, "labels");
  LLVMSetInitializer(g, LLVMConstNull(type));
  LLVMSetLinkage(g, LLVMPrivateLinkage);
  LLVMSetGlobalConstant(g, true);
  return g;
}

static void replace_jump(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef function, LLVMValueRef jump) {
  LLVMContextRef context = LLVMGetModuleContext(m);
  LLVMTypeRef byte = LLVMInt8TypeInContext(context);
  LLVMTypeRef word = LLVMIntPtrTypeInContext(context, LLVMGetModuleDataLayout(m));
  unsigned n = LLVMGetNumSuccessors(jump);
  LLVMValueRef labels = new_labels(m, byte, n);
  for (unsigned k = 0; k < n; k++) name_label(function, LLVMGetSuccessor(jump, k), labels, byte, k);
  LLVMBasicBlockRef nowhere = LLVMAppendBasicBlockInContext(context, function, "no.label");
  LLVMPositionBuilderAtEnd(b, nowhere);
  LLVMBuildUnreachable(b);
  LLVMPositionBuilderBefore(b, jump);
  LLVMValueRef to = LLVMBuildPtrToInt(b, LLVMGetOperand(jump, 0), word, "label");
  LLVMValueRef distance = LLVMBuildSub(b, to, LLVMBuildPtrToInt(b, labels, word, "labels"), "label");
  LLVMValueRef choice = LLVMBuildSwitch(b, distance, nowhere, n);
  for (unsigned k = 0; k < n; k++) LLVMAddCase(choice, LLVMConstInt(word, k, false), LLVMGetSuccessor(jump, k));
  LLVMInstructionEraseFromParent(jump);
}

// A second jump in one function would need the same array: clang makes one, at which all computed `goto` meet.
void llvm_replace_computed_jumps(LLVMModuleRef m, LLVMBuilderRef b) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    LLVMValueRef only = NULL;
    unsigned n = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block)) {
      LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
      if (!last || LLVMGetInstructionOpcode(last) != LLVMIndirectBr) continue;
      only = last;
      n++;
    }
    if (n == 1 && LLVMGetNumSuccessors(only) > 0) replace_jump(m, b, f, only);
  }
}
