// What LLVM does to the module before it is read: private locals become registers (mem2reg), nothing else. Passes that
// reason from undefined behaviour or move accesses would destroy what is to be found.
//
// A local whose address is only in another one that becomes a register can become one itself then; so there are rounds, and in each
// those that are not its turn are pinned by a call. One that ends before its function does is no register if its address was anywhere: a use of it
// behind its end is to be found. Neither is a constant that is written again.
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
static const char PIN[] = "__allways_pin";

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

bool low_is_end_of_life(LLVMValueRef call) { return is_intrinsic(call, "llvm.lifetime.end"); }
bool low_is_marker(LLVMValueRef call) { return is_intrinsic(call, "llvm.dbg.") || low_is_end_of_life(call); }

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

typedef VEC(LLVMValueRef) value_vec;

static bool ends_early(LLVMValueRef alloca) {
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u))
    if (low_is_end_of_life(LLVMGetUser(u)) && !low_ends_with_function(LLVMGetUser(u))) return true;
  return false;
}

static void pin(low *L, LLVMBuilderRef b, LLVMValueRef alloca, value_vec *pins) {
  LLVMTypeRef address = LLVMTypeOf(alloca), type = LLVMFunctionType(LLVMVoidTypeInContext(L->ctx), &address, 1, false);
  LLVMValueRef f = LLVMGetNamedFunction(L->m, PIN);
  if (!f) f = LLVMAddFunction(L->m, PIN, type);
  LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(alloca));
  LLVMSetCurrentDebugLocation2(b, NULL);
  vec_push(pins, LLVMBuildCall2(b, type, f, &alloca, 1, ""));
}

// Marks the locals that become registers now and pins the others. Are there any?
static bool mark_function(low *L, LLVMBuilderRef b, LLVMValueRef f, bool first, value_vec *pins) {
  value_vec locals = {0}, others = {0};
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f);
  low_collect_names(L, f);
  for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i)) {
    if (!LLVMIsAAllocaInst(i)) continue;
    if (is_promotable(i) && (first || !ends_early(i)) && !low_is_rewritten_constant(L, i))
      vec_push(&locals, i);
    else
      vec_push(&others, i);
  }
  bool any = locals.len;
  for (size_t i = 0; i < others.len; i++) pin(L, b, others.data[i], pins);
  for (size_t i = 0; i < locals.len; i++) mark_local(L, b, locals.data[i]);
  vec_free(&locals);
  vec_free(&others);
  return any;
}

static bool promote(low *L, LLVMBuilderRef b, bool first, bool *any) {
  value_vec pins = {0};
  *any = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(L->m); f; f = LLVMGetNextFunction(f))
    if (LLVMGetFirstBasicBlock(f)) *any |= mark_function(L, b, f, first, &pins);
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = *any ? LLVMRunPasses(L->m, "function(mem2reg)", NULL, options) : NULL;
  LLVMDisposePassBuilderOptions(options);
  if (error) LLVMConsumeError(error);
  for (size_t i = 0; i < pins.len; i++) LLVMInstructionEraseFromParent(pins.data[i]);
  vec_free(&pins);
  return !error;
}

bool low_prepare(low *L) {
  enum { ROUNDS_MAX = 16 };
  LLVMSetIsNewDbgInfoFormat(L->m, false);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(L->ctx);
  bool ok = true, any = true;
  for (unsigned round = 0; round < ROUNDS_MAX && ok && any; round++) {
    ok = promote(L, b, round == 0, &any);
    LLVMSetIsNewDbgInfoFormat(L->m, false);
  }
  LLVMDisposeBuilder(b);
  return ok;
}
