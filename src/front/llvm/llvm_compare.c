// Comparison functions of qsort and bsearch: which elements they are called for is open, and matters only if somebody can tell.
#include <string.h>

#include "base/map64.h"
#include "base/str.h"
#include "base/vec.h"
#include "front/llvm/llvm_open.h"

typedef VEC(LLVMValueRef) value_vec;

// The object that an address within a local variable belongs to.
static bool is_local(LLVMValueRef address) {
  while (LLVMIsAGetElementPtrInst(address)) address = LLVMGetOperand(address, 0);
  return LLVMIsAAllocaInst(address);
}

static bool reads_only(const char *name) {
  static const char *const NAMES[] = {"strcmp",  "strncmp", "strcoll", "strcasecmp",   "strncasecmp",
                                      "memcmp",  "bcmp",    "strlen",  "strnlen",      "strchr",
                                      "strrchr", "strstr",  "tolower", "toupper",      "abs",
                                      "labs",    "llabs",   "fabs",    "__ctype_b_loc"};
  if (str_starts(name, "is") && strlen(name) <= 8) return true;  // ctype.h
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (strcmp(name, NAMES[i]) == 0) return true;
  return false;
}

static bool marks(const char *name) {
  return str_starts(name, "llvm.dbg.") || str_starts(name, "llvm.lifetime.") || str_starts(name, "llvm.assume") ||
         str_starts(name, "llvm.abs.") || str_starts(name, "llvm.smax.") || str_starts(name, "llvm.smin.") ||
         str_starts(name, "llvm.umax.") || str_starts(name, "llvm.umin.");
}

// True: it changes something. Functions that it calls are looked at next.
static bool has_effect(LLVMValueRef i, value_vec *work) {
  if (LLVMIsAStoreInst(i)) return LLVMGetVolatile(i) || !is_local(LLVMGetOperand(i, 1));
  if (LLVMIsALoadInst(i)) return LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic;
  int code = (int)LLVMGetInstructionOpcode(i);
  if (code == LLVMAtomicCmpXchg || code == LLVMAtomicRMW || code == LLVMFence || code == LLVMVAArg) return true;
  if (code != LLVMCall && code != LLVMInvoke) return false;
  LLVMValueRef f = LLVMGetCalledValue(i);
  if (!LLVMIsAFunction(f)) return true;
  size_t len;
  const char *name = LLVMGetValueName2(f, &len);
  if (marks(name)) return false;
  if (LLVMIsDeclaration(f)) return !reads_only(name);
  vec_push(work, f);
  return false;
}

static bool function_has_effects(LLVMValueRef f) {
  value_vec work = {0};
  map64 seen = {0};
  bool found = LLVMIsDeclaration(f);
  vec_push(&work, f);
  while (work.len && !found) {
    LLVMValueRef next = vec_pop(&work);
    if (!map64_put(&seen, (uint64_t)(uintptr_t)next, 1)) continue;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(next); b && !found; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !found; i = LLVMGetNextInstruction(i))
        found = has_effect(i, &work);
  }
  vec_free(&work);
  map64_fini(&seen);
  size_t len;
  return found && !reads_only(LLVMGetValueName2(f, &len));
}

// Of the type of a comparison, and its address goes somewhere.
static bool may_be_given(LLVMValueRef f) {
  LLVMTypeRef type = LLVMGlobalGetValueType(f), params[3];
  unsigned n = LLVMCountParamTypes(type);
  if (n < 2 || n > 3 || LLVMGetTypeKind(LLVMGetReturnType(type)) != LLVMIntegerTypeKind) return false;
  LLVMGetParamTypes(type, params);
  for (unsigned i = 0; i < n; i++)
    if (LLVMGetTypeKind(params[i]) != LLVMPointerTypeKind) return false;
  for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    bool called = (LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)) && LLVMGetCalledValue(user) == f;
    for (unsigned i = 0; called && i < LLVMGetNumArgOperands(user); i++) called = LLVMGetOperand(user, i) != f;
    if (!called) return true;
  }
  return false;
}

bool llvm_compares_with_effects(LLVMModuleRef m) {
  static const char *const USERS[] = {"qsort", "qsort_r", "bsearch"};
  bool used = false;
  for (size_t i = 0; i < sizeof USERS / sizeof *USERS; i++) {
    LLVMValueRef f = LLVMGetNamedFunction(m, USERS[i]);
    used |= f && LLVMIsDeclaration(f) && LLVMGetFirstUse(f);
  }
  if (!used) return false;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (may_be_given(f) && function_has_effects(f)) return true;
  return false;
}
