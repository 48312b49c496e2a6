// Of which class an object is that a new-expression makes: behind the call of operator new stands a call of __allways_made_as, which the lowering
// looks for where the object is made. Clang says the class in what it tells the debugger, and nowhere else.
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "front/llvm/llvm_link.h"

enum { OPERAND_BASE = 3, OPERAND_IDENTIFIER = 7, MOST_NAMES = 20 };

LLVMValueRef llvm_operand_of(LLVMValueRef node, unsigned index) {
  unsigned n = LLVMGetMDNodeNumOperands(node);
  LLVMValueRef *operands = MEM_NEW_N(LLVMValueRef, n + 1);
  LLVMGetMDNodeOperands(node, operands);
  LLVMValueRef found = index < n ? operands[index] : NULL;
  mem_free(operands);
  return found;
}

// The mangled name of the class; NULL: it is none, or has no name that others could know.
static const char *identifier(LLVMValueRef type, unsigned *len) {
  for (int names = 0; type && LLVMIsAMDNode(type) && names < MOST_NAMES; names++) {
    LLVMMetadataRef node = LLVMValueAsMetadata(type);
    if (LLVMGetMetadataKind(node) == LLVMDICompositeTypeMetadataKind) {
      LLVMValueRef name = llvm_operand_of(type, OPERAND_IDENTIFIER);
      return name && LLVMIsAMDString(name) ? LLVMGetMDString(name, len) : NULL;
    }
    if (LLVMGetMetadataKind(node) != LLVMDIDerivedTypeMetadataKind) return NULL;
    type = llvm_operand_of(type, OPERAND_BASE);
  }
  return NULL;
}

bool llvm_makes_one(LLVMValueRef i) {
  size_t len;
  if (!LLVMIsACallInst(i) && !LLVMIsAInvokeInst(i)) return false;
  LLVMValueRef f = LLVMGetCalledValue(i);
  return LLVMIsAFunction(f) && str_starts(LLVMGetValueName2(f, &len), "_Znw");
}

void llvm_put_behind(LLVMBuilderRef b, LLVMValueRef i) {
  LLVMValueRef next = LLVMIsAInvokeInst(i) ? LLVMGetFirstInstruction(LLVMGetNormalDest(i)) : LLVMGetNextInstruction(i);
  while (LLVMIsAPHINode(next)) next = LLVMGetNextInstruction(next);
  LLVMPositionBuilderBefore(b, next);
}

static void note_class(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef i, const char *class, unsigned len) {
  static const char NAME[] = "__allways_made_as";
  LLVMTypeRef pointer = LLVMTypeOf(i), nothing = LLVMVoidTypeInContext(LLVMGetModuleContext(m));
  LLVMTypeRef type = LLVMFunctionType(nothing, (LLVMTypeRef[]){pointer, pointer}, 2, false);
  LLVMValueRef f = LLVMGetNamedFunction(m, NAME);
  if (!f) f = LLVMAddFunction(m, NAME, type);
  strbuf text = {0};
  sb_printf(&text, "%.*s", (int)len, class);
  llvm_put_behind(b, i);
  LLVMValueRef args[] = {i, LLVMBuildGlobalStringPtr(b, sb_text(&text), "__allways_text")};
  LLVMBuildCall2(b, type, f, args, 2, "");
  sb_fini(&text);
}

void llvm_note_classes(LLVMModuleRef m) {
  LLVMContextRef context = LLVMGetModuleContext(m);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
  unsigned kind = LLVMGetMDKindIDInContext(context, "heapallocsite", strlen("heapallocsite"));
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(f); k; k = LLVMGetNextBasicBlock(k))
      for (LLVMValueRef i = LLVMGetFirstInstruction(k); i; i = LLVMGetNextInstruction(i)) {
        unsigned len;
        LLVMValueRef type = llvm_makes_one(i) ? LLVMGetMetadata(i, kind) : NULL;
        const char *class = type ? identifier(type, &len) : NULL;
        if (class) note_class(m, b, i, class, len);
      }
  LLVMDisposeBuilder(b);
}
