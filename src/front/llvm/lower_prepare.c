// What LLVM does to the module before it is read: private locals become registers (mem2reg), nothing else. Passes that
// reason from undefined behaviour or move accesses would destroy what is to be found.
//
// mem2reg replaces a read of an uninitialised local by undef, and every use of undef may then be another value. So each
// local that it will promote first gets the value of a call that has no body: where its life begins, and again at each
// llvm.lifetime.start, because a variable declared in a loop body is uninitialised anew in each round.
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

#include "base/str.h"
#include "front/llvm/lower_int.h"

static const char UNINIT_PREFIX[] = "__allways_uninit.", RESULT_PREFIX[] = "__allways_uninit.result.";

bool low_is_uninit_call(LLVMValueRef v) {
  if (!LLVMIsACallInst(v)) return false;
  LLVMValueRef f = LLVMGetCalledValue(v);
  size_t len;
  return LLVMIsAFunction(f) && str_starts(LLVMGetValueName2(f, &len), UNINIT_PREFIX);
}

bool low_is_missing_result(LLVMValueRef uninit_call) {
  size_t len;
  return str_starts(LLVMGetValueName2(LLVMGetCalledValue(uninit_call), &len), RESULT_PREFIX);
}

static bool is_intrinsic(LLVMValueRef v, const char *name) {
  if (!LLVMIsACallInst(v)) return false;
  LLVMValueRef f = LLVMGetCalledValue(v);
  unsigned id = LLVMIsAFunction(f) ? LLVMGetIntrinsicID(f) : 0;
  size_t len;
  return id && str_starts(LLVMIntrinsicGetName(id, &len), name);
}

bool low_is_marker(LLVMValueRef call) {
  return is_intrinsic(call, "llvm.dbg.") || is_intrinsic(call, "llvm.lifetime.end");
}

// The conditions of mem2reg: nothing but plain loads and stores of the whole variable.
static bool is_promotable(LLVMValueRef alloca) {
  LLVMTypeRef t = LLVMGetAllocatedType(alloca);
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsALoadInst(user)) {
      if (LLVMGetVolatile(user) || LLVMTypeOf(user) != t) return false;
    } else if (LLVMIsAStoreInst(user)) {
      LLVMValueRef value = LLVMGetOperand(user, 0);
      if (value == alloca || LLVMGetVolatile(user) || LLVMTypeOf(value) != t) return false;
    } else if (!is_intrinsic(user, "llvm.lifetime.")) {
      return false;
    }
  }
  return true;
}

// Where clang keeps what the function returns: C allows to end without a value as long as nobody looks at it.
static bool is_result(LLVMValueRef alloca) {
  size_t len;
  const char *name = LLVMGetValueName2(alloca, &len);
  if (strcmp(name, "retval") != 0) return false;
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef load = LLVMGetUser(u);
    if (!LLVMIsALoadInst(load)) continue;
    for (LLVMUseRef k = LLVMGetFirstUse(load); k; k = LLVMGetNextUse(k))
      if (!LLVMIsAReturnInst(LLVMGetUser(k))) return false;
  }
  return true;
}

static LLVMValueRef uninit_function(low *L, LLVMTypeRef t, bool result) {
  strbuf name = {0};
  char *type = LLVMPrintTypeToString(t);
  sb_printf(&name, "%s%s", result ? RESULT_PREFIX : UNINIT_PREFIX, type);
  LLVMDisposeMessage(type);
  LLVMValueRef f = LLVMGetNamedFunction(L->m, sb_text(&name));
  if (!f) f = LLVMAddFunction(L->m, sb_text(&name), LLVMFunctionType(t, NULL, 0, false));
  sb_fini(&name);
  return f;
}

static void begin_uninit(low *L, LLVMBuilderRef b, LLVMValueRef alloca, LLVMValueRef after) {
  LLVMTypeRef t = LLVMGetAllocatedType(alloca);
  LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(after));
  LLVMSetCurrentDebugLocation2(b, NULL);
  LLVMValueRef f = uninit_function(L, t, is_result(alloca));
  // Two types may print alike (structs of two modules); then mem2reg's undef has to do.
  if (LLVMGetReturnType(LLVMGlobalGetValueType(f)) != t) return;
  LLVMValueRef value = LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, NULL, 0, "");
  LLVMBuildStore(b, value, alloca);
}

static void mark_local(low *L, LLVMBuilderRef b, LLVMValueRef alloca) {
  VEC(LLVMValueRef) begins = {0};
  vec_push(&begins, alloca);
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u))
    if (is_intrinsic(LLVMGetUser(u), "llvm.lifetime.start")) vec_push(&begins, LLVMGetUser(u));
  for (size_t i = 0; i < begins.len; i++) begin_uninit(L, b, alloca, begins.data[i]);
  vec_free(&begins);
}

static void mark_function(low *L, LLVMBuilderRef b, LLVMValueRef f) {
  VEC(LLVMValueRef) locals = {0};
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f);
  for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i))
    if (LLVMIsAAllocaInst(i) && is_promotable(i)) vec_push(&locals, i);
  for (size_t i = 0; i < locals.len; i++) mark_local(L, b, locals.data[i]);
  vec_free(&locals);
}

bool low_prepare(low *L) {
  LLVMSetIsNewDbgInfoFormat(L->m, false);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(L->ctx);
  for (LLVMValueRef f = LLVMGetFirstFunction(L->m); f; f = LLVMGetNextFunction(f))
    if (LLVMGetFirstBasicBlock(f)) mark_function(L, b, f);
  LLVMDisposeBuilder(b);
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(L->m, "function(mem2reg)", NULL, options);
  LLVMDisposePassBuilderOptions(options);
  bool ok = !error;
  if (error) LLVMConsumeError(error);
  LLVMSetIsNewDbgInfoFormat(L->m, false);
  return ok;
}
