// Compound literals of C end with the block they stand in; clang does not mark it.
//
// Which block that is, and which instructions belong to it, is known from what clang tells the debugger. The life begins where the literal gets its
// first value, and ends on each way from an instruction of the block to one outside of it. This is right for code as clang makes it, before any
// pass has moved instructions.
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/map64.h"
#include "base/str.h"
#include "base/vec.h"
#include "front/llvm/llvm_link.h"

enum { OPERAND_SCOPE = 1, DEPTH_MAX = 1000 };

static LLVMMetadataRef scope_of(LLVMValueRef i) {
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(i);
  return at ? LLVMDILocationGetScope(at) : NULL;
}

// What is around a block; NULL around a function.
static LLVMMetadataRef around(LLVMContextRef context, LLVMMetadataRef scope) {
  unsigned kind = LLVMGetMetadataKind(scope);
  if (kind != LLVMDILexicalBlockMetadataKind && kind != LLVMDILexicalBlockFileMetadataKind) return NULL;
  LLVMValueRef node = LLVMMetadataAsValue(context, scope), operands[8] = {0};
  if (LLVMGetMDNodeNumOperands(node) > 8) return NULL;
  LLVMGetMDNodeOperands(node, operands);
  return operands[OPERAND_SCOPE] ? LLVMValueAsMetadata(operands[OPERAND_SCOPE]) : NULL;
}

static unsigned depth_of(LLVMContextRef context, LLVMMetadataRef scope) {
  unsigned n = 0;
  while (scope && n < DEPTH_MAX) scope = around(context, scope), n++;
  return n;
}

static bool is_inside(LLVMContextRef context, LLVMMetadataRef scope, LLVMMetadataRef block) {
  for (unsigned n = 0; scope && n < DEPTH_MAX; n++, scope = around(context, scope))
    if (scope == block) return true;
  return false;
}

typedef struct literal {
  LLVMModuleRef m;
  LLVMContextRef context;
  LLVMBuilderRef b;
  LLVMValueRef variable, first;  // the first instruction that has to do with it
  LLVMMetadataRef block;
  map64 leaves_inside;  // basic blocks at whose end control is in the block
} literal;

static bool uses(LLVMValueRef i, LLVMValueRef v) {
  int n = LLVMGetNumOperands(i);
  for (int k = 0; k < n; k++)
    if (LLVMGetOperand(i, (unsigned)k) == v) return true;
  return false;
}

// The least deep of the places where the literal is used by its name, for a value in it may be computed in blocks of its own.
static void find_block(literal *l, LLVMValueRef f) {
  unsigned least = DEPTH_MAX;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMMetadataRef scope = uses(i, l->variable) ? scope_of(i) : NULL;
      if (!scope) continue;
      if (!l->first) l->first = i;
      unsigned depth = depth_of(l->context, scope);
      if (depth < least) l->block = scope, least = depth;
    }
  // The file may change within a block.
  while (l->block && LLVMGetMetadataKind(l->block) == LLVMDILexicalBlockFileMetadataKind) l->block = around(l->context, l->block);
}

static void mark(literal *l, const char *what, LLVMValueRef before) {
  LLVMTypeRef types[] = {LLVMTypeOf(l->variable)};
  LLVMValueRef f = LLVMGetIntrinsicDeclaration(l->m, LLVMLookupIntrinsicID(what, strlen(what)), types, 1);
  LLVMPositionBuilderBefore(l->b, before);
  LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(before));
  LLVMValueRef args[] = {LLVMConstAllOnes(LLVMInt64TypeInContext(l->context)), l->variable};
  LLVMBuildCall2(l->b, LLVMGlobalGetValueType(f), f, args, 2, "");
}

static bool was_inside(const literal *l, LLVMBasicBlockRef b) {
  uint64_t known;
  return map64_get(&l->leaves_inside, (uint64_t)(uintptr_t)b, &known) && known;
}

static bool comes_from_inside(const literal *l, LLVMBasicBlockRef b) {
  for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(b)); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef jump = LLVMGetUser(u);
    if (LLVMIsATerminatorInst(jump) && was_inside(l, LLVMGetInstructionParent(jump))) return true;
  }
  return false;
}

// Follows one basic block; with `marks` it sets the ends. Is control in the block of the source at its end?
static bool follow(literal *l, LLVMBasicBlockRef b, bool marks) {
  bool inside = comes_from_inside(l, b);
  for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
    LLVMMetadataRef scope = scope_of(i);
    if (LLVMIsAPHINode(i) || LLVMIsALandingPadInst(i) || !scope) continue;
    bool now = is_inside(l->context, scope, l->block);
    if (marks && inside && !now) mark(l, "llvm.lifetime.end", i);
    inside = now;
  }
  return inside;
}

static void set_marks(literal *l, LLVMValueRef f) {
  for (bool changed = true; changed;) {
    changed = false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
      if (was_inside(l, b) || !follow(l, b, false)) continue;
      map64_put(&l->leaves_inside, (uint64_t)(uintptr_t)b, 1);
      changed = true;
    }
  }
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) follow(l, b, true);
  mark(l, "llvm.lifetime.start", l->first);
}

static bool is_literal(LLVMValueRef i) {
  size_t len;
  return LLVMIsAAllocaInst(i) && str_starts(LLVMGetValueName2(i, &len), ".compoundliteral");
}

static void end_literal(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef f, LLVMValueRef variable) {
  literal l = {.m = m, .context = LLVMGetModuleContext(m), .b = b, .variable = variable};
  find_block(&l, f);
  if (l.block && around(l.context, l.block)) set_marks(&l, f);
  map64_fini(&l.leaves_inside);
}

void llvm_end_literals(LLVMModuleRef m) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f)) continue;
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)); i; i = LLVMGetNextInstruction(i))
      if (is_literal(i)) end_literal(m, b, f, i);
  }
  LLVMDisposeBuilder(b);
}
