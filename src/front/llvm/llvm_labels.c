// Computed jumps: the addresses of labels of one function become addresses in one array of bytes that nobody reads, and
// `indirectbr` a switch on the distance to its begin. An address that is none of the function's labels then leads to
// `unreachable`, or to the difference of two objects, which is UNKNOWN.
#include <llvm-c/DebugInfo.h>
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

static void replace_jump(LLVMBuilderRef b, LLVMValueRef labels, LLVMTypeRef word, LLVMBasicBlockRef nowhere,
                         LLVMValueRef jump) {
  unsigned n = LLVMGetNumSuccessors(jump);
  LLVMPositionBuilderBefore(b, jump);
  LLVMValueRef to = LLVMBuildPtrToInt(b, LLVMGetOperand(jump, 0), word, "label");
  LLVMValueRef distance = LLVMBuildSub(b, to, LLVMBuildPtrToInt(b, labels, word, "labels"), "label");
  LLVMValueRef choice = LLVMBuildSwitch(b, distance, nowhere, n);
  for (unsigned k = 0; k < n; k++) LLVMAddCase(choice, LLVMConstInt(word, k, false), LLVMGetSuccessor(jump, k));
  LLVMInstructionEraseFromParent(jump);
}

static LLVMValueRef computed_jump(LLVMBasicBlockRef block) {
  LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
  return last && LLVMIsAIndirectBrInst(last) ? last : NULL;
}

static bool same_labels(LLVMValueRef a, LLVMValueRef b) {
  unsigned n = LLVMGetNumSuccessors(a);
  for (unsigned k = 0; k < n; k++)
    if (LLVMGetNumSuccessors(b) != n || LLVMGetSuccessor(a, k) != LLVMGetSuccessor(b, k)) return false;
  return true;
}

static void replace_in(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef f, LLVMValueRef first) {
  LLVMContextRef context = LLVMGetModuleContext(m);
  LLVMTypeRef byte = LLVMInt8TypeInContext(context);
  LLVMTypeRef word = LLVMIntPtrTypeInContext(context, LLVMGetModuleDataLayout(m));
  LLVMValueRef labels = new_labels(m, byte, LLVMGetNumSuccessors(first)), jump;
  for (unsigned k = 0; k < LLVMGetNumSuccessors(first); k++) name_label(f, LLVMGetSuccessor(first, k), labels, byte, k);
  LLVMBasicBlockRef nowhere = LLVMAppendBasicBlockInContext(context, f, "no.label");
  LLVMPositionBuilderAtEnd(b, nowhere);
  LLVMBuildUnreachable(b);
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
    if ((jump = computed_jump(block))) replace_jump(b, labels, word, nowhere, jump);
}

// Jumps of one function that list other labels would need other arrays: clang makes one, at which all computed `goto` meet.
void llvm_replace_computed_jumps(LLVMModuleRef m, LLVMBuilderRef b) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    LLVMValueRef first = NULL, jump;
    bool same = true;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block)) {
      if (!(jump = computed_jump(block))) continue;
      if (!first) first = jump;
      same &= same_labels(first, jump);
    }
    if (first && same && LLVMGetNumSuccessors(first) > 0) replace_in(m, b, f, first);
  }
}

// --- each computed `goto` by itself

static bool begins_with_phi(LLVMBasicBlockRef b) { return LLVMIsAPHINode(LLVMGetFirstInstruction(b)); }

// Of a block that is nothing but the jump (behind the phi of its address): do only plain jumps lead there, and to no phis?
static bool can_spread(LLVMBasicBlockRef meeting, LLVMValueRef jump) {
  LLVMValueRef first = LLVMGetFirstInstruction(meeting);
  if (LLVMIsAPHINode(first) && LLVMGetOperand(jump, 0) == first) first = LLVMGetNextInstruction(first);
  if (first != jump) return false;
  for (unsigned k = 0; k < LLVMGetNumSuccessors(jump); k++)
    if (LLVMGetSuccessor(jump, k) == meeting || begins_with_phi(LLVMGetSuccessor(jump, k))) return false;
  for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(meeting)); u; u = LLVMGetNextUse(u))
    if (!LLVMIsABranchInst(LLVMGetUser(u)) || LLVMIsConditional(LLVMGetUser(u))) return false;
  return true;
}

// The address with which control comes from a block.
static LLVMValueRef address_from(LLVMValueRef to, LLVMBasicBlockRef meeting, LLVMBasicBlockRef from) {
  bool meets = LLVMIsAPHINode(to) && LLVMGetInstructionParent(to) == meeting;
  for (unsigned k = 0, n = meets ? LLVMCountIncoming(to) : 0; k < n; k++)
    if (LLVMGetIncomingBlock(to, k) == from) return LLVMGetIncomingValue(to, k);
  return to;
}

static void spread(LLVMBuilderRef b, LLVMBasicBlockRef meeting, LLVMValueRef jump) {
  LLVMUseRef u;
  while ((u = LLVMGetFirstUse(LLVMBasicBlockAsValue(meeting)))) {
    LLVMValueRef from = LLVMGetUser(u), to = LLVMGetOperand(jump, 0);
    LLVMPositionBuilderBefore(b, from);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(from));
    LLVMValueRef address = address_from(to, meeting, LLVMGetInstructionParent(from));
    LLVMValueRef own = LLVMBuildIndirectBr(b, address, LLVMGetNumSuccessors(jump));
    for (unsigned k = 0; k < LLVMGetNumSuccessors(jump); k++) LLVMAddDestination(own, LLVMGetSuccessor(jump, k));
    LLVMInstructionEraseFromParent(from);
  }
  LLVMDeleteBasicBlock(meeting);
}

// So that the ways do not meet: which block of the source is left is known at each.
void llvm_spread_computed_jumps(LLVMBuilderRef b, LLVMValueRef f) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f), next; block; block = next) {
    LLVMValueRef jump = computed_jump(block);
    next = LLVMGetNextBasicBlock(block);
    if (jump && can_spread(block, jump)) spread(b, block, jump);
  }
}
