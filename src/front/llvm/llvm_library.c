// Functions of the SystemC headers in place of their calls, and their temporaries as registers: for `simulate`, where one long run is executed and
// most of it is selects, conversions and arithmetic of the library's numbers.
//
// Inside of the library there is nothing to be found (cmake/runtime.cmake does the same when it is built). The program's own functions stay as
// they are: none is put in place of a call, and its variables are pinned, for passes that see them reason from undefined behaviour. What
// came from the library has the place of its call afterwards.
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

#include "base/str.h"
#include "front/llvm/llvm_link.h"

typedef VEC(LLVMValueRef) value_vec;

typedef struct library {
  LLVMModuleRef m;
  LLVMContextRef context;
  LLVMBuilderRef b;
  value_vec held, pins;  // functions that must not be put in place of calls; calls that hold variables
} library;

static const char PASSES[] = "function(mem2reg),cgscc(inline),function(sroa<preserve-cfg>)",
                  PIN[] = "__allways_pin_variable";

static bool is_library(LLVMValueRef f) {
  static const char *const prefixes[] = {"_ZN5sc_dt", "_ZNK5sc_dt", "_ZN7sc_core", "_ZNK7sc_core"};
  LLVMLinkage linkage = LLVMGetLinkage(f);
  if (linkage != LLVMLinkOnceODRLinkage && linkage != LLVMWeakODRLinkage) return false;
  size_t len;
  const char *name = LLVMGetValueName2(f, &len);
  for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
    if (str_starts(name, prefixes[i])) return true;
  return false;
}

static unsigned no_inline(void) { return LLVMGetEnumAttributeKindForName("noinline", strlen("noinline")); }

static void hold(library *l, LLVMValueRef f) {
  if (LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, no_inline())) return;
  LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(l->context, no_inline(), 0));
  vec_push(&l->held, f);
}

// Numbers of the library, and what clang makes of them to hand them over.
static bool is_of_library(LLVMTypeRef t) {
  if (LLVMGetTypeKind(t) != LLVMStructTypeKind) return false;
  const char *name = LLVMGetStructName(t);
  return !name || str_starts(name, "class.sc_dt::") || str_starts(name, "struct.sc_dt::");
}

static void pin(library *l, LLVMValueRef variable) {
  LLVMTypeRef address = LLVMTypeOf(variable),
              type = LLVMFunctionType(LLVMVoidTypeInContext(l->context), &address, 1, false);
  LLVMValueRef f = LLVMGetNamedFunction(l->m, PIN);
  if (!f) f = LLVMAddFunction(l->m, PIN, type);
  LLVMPositionBuilderBefore(l->b, LLVMGetNextInstruction(variable));
  LLVMSetCurrentDebugLocation2(l->b, NULL);
  vec_push(&l->pins, LLVMBuildCall2(l->b, type, f, &variable, 1, ""));
}

// All but the temporaries of the library's types.
static void pin_variables(library *l, LLVMValueRef f) {
  value_vec variables = {0}, named = {0};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMValueRef variable = llvm_declared_variable(i);
      if (variable) vec_push(&named, variable);
      if (LLVMIsAAllocaInst(i)) vec_push(&variables, i);
    }
  for (size_t i = 0; i < variables.len; i++) {
    bool temporary = is_of_library(LLVMGetAllocatedType(variables.data[i]));
    for (size_t k = 0; k < named.len && temporary; k++) temporary = named.data[k] != variables.data[i];
    if (!temporary) pin(l, variables.data[i]);
  }
  vec_free(&variables);
  vec_free(&named);
}

static LLVMMetadataRef outermost(LLVMMetadataRef at) {
  for (LLVMMetadataRef next; at && (next = LLVMDILocationGetInlinedAt(at));) at = next;
  return at;
}

// Names of the library's variables go, and writes of nothing: padding of structures that were taken apart.
static bool is_left_over(LLVMValueRef i, bool from_library) {
  if (from_library && (LLVMIsADbgDeclareInst(i) || LLVMIsADbgVariableIntrinsic(i))) return true;
  return LLVMIsAStoreInst(i) && LLVMIsUndef(LLVMGetOperand(i, 0));
}

// Bits of a temporary that nothing has written yet are merged with those that are: they may be zeros as well, and no input is drawn for them.
static void make_zeros(LLVMValueRef i) {
  int n = LLVMIsAPHINode(i) || LLVMIsABinaryOperator(i) ? LLVMGetNumOperands(i) : 0;
  for (int k = 0; k < n; k++) {
    LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
    LLVMTypeRef t = LLVMTypeOf(v);
    if (LLVMIsUndef(v) && LLVMGetTypeKind(t) == LLVMIntegerTypeKind) LLVMSetOperand(i, (unsigned)k, LLVMConstNull(t));
  }
}

static bool is_zero(LLVMValueRef v) { return LLVMIsAConstantInt(v) && LLVMIsNull(v); }

// What the operation gives whatever its other operand is, or that operand; NULL: it must be done.
static LLVMValueRef known_result(LLVMValueRef i) {
  if (!LLVMIsABinaryOperator(i)) return NULL;
  LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
  LLVMOpcode op = LLVMGetInstructionOpcode(i);
  if ((op != LLVMAnd && op != LLVMOr) || (!is_zero(a) && !is_zero(b))) return NULL;
  return is_zero(a) == (op == LLVMAnd) ? a : b;
}

static void tidy(LLVMValueRef f) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      LLVMMetadataRef at = LLVMInstructionGetDebugLoc(i), call = outermost(at);
      make_zeros(i);
      LLVMValueRef known = known_result(i);
      if (known) LLVMReplaceAllUsesWith(i, known);
      if (known || is_left_over(i, at != call))
        LLVMInstructionEraseFromParent(i);
      else if (at != call)
        LLVMInstructionSetDebugLoc(i, call);
    }
}

bool llvm_shorten_library(LLVMModuleRef m, diags *d) {
  enum { THRESHOLD = 100 };
  library l = {.m = m, .context = LLVMGetModuleContext(m)};
  l.b = LLVMCreateBuilderInContext(l.context);
  LLVMSetIsNewDbgInfoFormat(m, false);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || is_library(f)) continue;
    hold(&l, f);
    pin_variables(&l, f);
  }
  LLVMGetOrInsertNamedMetadata(m, LLVM_MARK_SHORT, strlen(LLVM_MARK_SHORT));
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMPassBuilderOptionsSetInlinerThreshold(options, THRESHOLD);
  LLVMErrorRef error = LLVMRunPasses(m, PASSES, NULL, options);
  LLVMDisposePassBuilderOptions(options);
  LLVMSetIsNewDbgInfoFormat(m, false);
  for (size_t i = 0; i < l.pins.len; i++) LLVMInstructionEraseFromParent(l.pins.data[i]);
  for (size_t i = 0; i < l.held.len; i++)
    LLVMRemoveEnumAttributeAtIndex(l.held.data[i], LLVMAttributeFunctionIndex, no_inline());
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) tidy(f);
  vec_free(&l.pins);
  vec_free(&l.held);
  LLVMDisposeBuilder(l.b);
  if (!error) return true;
  char *message = LLVMGetErrorMessage(error);
  diag_error(d, PLACE_NONE, DIAG_LLVM_LINK, message);
  LLVMDisposeErrorMessage(message);
  return false;
}
