// setjmp and longjmp, in programs without exceptions. A function that calls setjmp has a *mark* in its frame, two numbers: where it is
// jumped to, and the value. longjmp writes them (runtime/jumps.c), and throws. Calls in such a function land in one place, which
// goes on behind the setjmp that the mark names; a frame whose mark is not set lets the throw pass.
//
// A local that is not volatile and was changed since setjmp is indeterminate (C17 7.13.2.1, 3): where one that is read later may
// have been changed, the jump is `unsupported`.
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

#include "base/map64.h"
#include "base/mem.h"
#include "base/vec.h"
#include "front/llvm/llvm_link.h"

typedef VEC(LLVMValueRef) value_vec;
typedef VEC(LLVMBasicBlockRef) block_vec;

typedef struct jumps {
  LLVMModuleRef m;
  LLVMContextRef context;
  LLVMBuilderRef b;
  LLVMTypeRef i32, ptr, mark_type;
  LLVMValueRef f, mark;
  map64 fixed;       // calls of setjmp that have the same buffer each time in a frame
  value_vec calls;   // of setjmp
  block_vec before;  // for each: the block that it ends
  block_vec after;
  LLVMBasicBlockRef landing;
} jumps;

static bool is_one_of(LLVMValueRef f, const char *const *names) {
  size_t len;
  const char *name = LLVMIsAFunction(f) ? LLVMGetValueName2(f, &len) : "";
  for (; *names; names++)
    if (!strcmp(name, *names)) return true;
  return false;
}

static bool is_setjmp(LLVMValueRef i) {
  static const char *const names[] = {"_setjmp", "setjmp", "__sigsetjmp", "sigsetjmp", NULL};
  return LLVMIsACallInst(i) && is_one_of(LLVMGetCalledValue(i), names);
}

static bool has_fixed_buffer(LLVMValueRef call) {
  LLVMValueRef v = LLVMGetOperand(call, 0);
  while (LLVMIsAGetElementPtrInst(v)) {
    for (int i = 1; i < LLVMGetNumOperands(v); i++)
      if (!LLVMIsAConstantInt(LLVMGetOperand(v, (unsigned)i))) return false;
    v = LLVMGetOperand(v, 0);
  }
  bool intrinsic = LLVMIsACallInst(v) && LLVMIsAFunction(LLVMGetCalledValue(v)) &&
                   LLVMGetIntrinsicID(LLVMGetCalledValue(v));
  if (intrinsic) v = LLVMGetOperand(v, 0);  // the address of a thread-local variable
  return LLVMIsAConstant(v) || LLVMIsAAllocaInst(v);
}

static bool may_jump(LLVMValueRef i) {
  if (!LLVMIsACallInst(i) || is_setjmp(i)) return false;
  LLVMValueRef f = LLVMGetCalledValue(i);
  return !LLVMIsAInlineAsm(f) && !(LLVMIsAFunction(f) && LLVMGetIntrinsicID(f));
}

// What stands before `first` stays; the rest goes into a new block behind, which the caller has to lead to. No phi names the block.
static LLVMBasicBlockRef split_at(jumps *J, LLVMValueRef first) {
  LLVMBasicBlockRef old = LLVMGetInstructionParent(first), made = LLVMAppendBasicBlockInContext(J->context, J->f, "");
  LLVMMoveBasicBlockAfter(made, old);
  LLVMPositionBuilderAtEnd(J->b, made);
  LLVMSetCurrentDebugLocation2(J->b, NULL);
  for (LLVMValueRef i = first, next; i; i = next) {
    next = LLVMGetNextInstruction(i);
    LLVMInstructionRemoveFromParent(i);
    LLVMInsertIntoBuilder(J->b, i);
  }
  LLVMPositionBuilderAtEnd(J->b, old);
  return made;
}

static void collect(LLVMValueRef f, bool (*wanted)(LLVMValueRef), value_vec *out) {
  for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(f); k; k = LLVMGetNextBasicBlock(k))
    for (LLVMValueRef i = LLVMGetFirstInstruction(k); i; i = LLVMGetNextInstruction(i))
      if (wanted(i)) vec_push(out, i);
}

// Before each setjmp, or behind it, a block begins.
static void split_setjmps(jumps *J, bool behind) {
  value_vec calls = {0};
  collect(J->f, is_setjmp, &calls);
  for (size_t i = 0; i < calls.len; i++) {
    LLVMBasicBlockRef rest = split_at(J, behind ? LLVMGetNextInstruction(calls.data[i]) : calls.data[i]);
    LLVMBuildBr(J->b, rest);
  }
  vec_free(&calls);
}

static void copy_attributes(LLVMValueRef from, LLVMValueRef to, unsigned n_args) {
  for (unsigned at = 0; at <= n_args; at++) {
    unsigned n = LLVMGetCallSiteAttributeCount(from, at);
    LLVMAttributeRef *all = MEM_NEW_N(LLVMAttributeRef, n ? n : 1);
    if (n) LLVMGetCallSiteAttributes(from, at, all);
    for (unsigned i = 0; i < n; i++) LLVMAddCallSiteAttribute(to, at, all[i]);
    mem_free(all);
  }
}

static void make_invoke(jumps *J, LLVMValueRef call) {
  LLVMBasicBlockRef rest = split_at(J, LLVMGetNextInstruction(call));
  unsigned n = LLVMGetNumArgOperands(call);
  LLVMValueRef *args = MEM_NEW_N(LLVMValueRef, n ? n : 1);
  for (unsigned i = 0; i < n; i++) args[i] = LLVMGetOperand(call, i);
  LLVMSetCurrentDebugLocation2(J->b, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef made = LLVMBuildInvoke2(J->b, LLVMGetCalledFunctionType(call), LLVMGetCalledValue(call), args, n, rest,
                                       J->landing, "");
  copy_attributes(call, made, n);
  LLVMReplaceAllUsesWith(call, made);
  LLVMInstructionEraseFromParent(call);
  mem_free(args);
}

// --- locals that are indeterminate behind the jump

static bool is_plain_local(LLVMValueRef alloca) {
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    bool load = LLVMIsALoadInst(user), store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != alloca;
    bool marker = LLVMIsACallInst(user) && LLVMIsAFunction(LLVMGetCalledValue(user)) &&
                  LLVMGetIntrinsicID(LLVMGetCalledValue(user));
    if (!load && !store && !marker) return false;  // others have its address: it is in memory
    if ((load || store) && LLVMGetVolatile(user)) return false;
  }
  return true;
}

// Blocks that are reached from `from`, but not through `wall`.
static void reach(LLVMBasicBlockRef from, LLVMBasicBlockRef wall, block_vec *out) {
  map64 seen = {0};
  vec_push(out, from);
  map64_put(&seen, (uint64_t)(uintptr_t)from, 1);
  for (size_t i = 0; i < out->len; i++) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(out->data[i]);
    unsigned n = out->data[i] == wall ? 0 : LLVMGetNumSuccessors(end);
    for (unsigned k = 0; k < n; k++) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(end, k);
      if (map64_put(&seen, (uint64_t)(uintptr_t)next, 1)) vec_push(out, next);
    }
  }
  map64_fini(&seen);
}

static bool stores(LLVMBasicBlockRef block, LLVMValueRef local) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
    if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == local) return true;
  return false;
}

// Is it changed behind the setjmp, and does something that may jump follow before the setjmp is called again?
static bool is_changed(LLVMBasicBlockRef after, LLVMBasicBlockRef wall, LLVMValueRef local) {
  block_vec region = {0}, behind = {0};
  bool found = false;
  reach(after, wall, &region);
  for (size_t i = 0; i < region.len && !found; i++) {
    if (!stores(region.data[i], local)) continue;
    vec_clear(&behind);
    reach(region.data[i], wall, &behind);
    for (size_t k = 0; k < behind.len; k++)
      found |= LLVMIsAInvokeInst(LLVMGetBasicBlockTerminator(behind.data[k])) != NULL;
  }
  vec_free(&region);
  vec_free(&behind);
  return found;
}

// Is it read before it is written?
static bool is_read(LLVMBasicBlockRef after, LLVMValueRef local) {
  block_vec open = {0};
  map64 seen = {0};
  bool found = false;
  vec_push(&open, after);
  while (open.len && !found) {
    LLVMBasicBlockRef block = vec_pop(&open);
    bool written = false;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && !written && !found; i = LLVMGetNextInstruction(i)) {
      found = LLVMIsALoadInst(i) && LLVMGetOperand(i, 0) == local;
      written = LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == local;
    }
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    for (unsigned k = 0; !written && k < LLVMGetNumSuccessors(end); k++)
      if (map64_put(&seen, (uint64_t)(uintptr_t)LLVMGetSuccessor(end, k), 1)) vec_push(&open, LLVMGetSuccessor(end, k));
  }
  vec_free(&open);
  map64_fini(&seen);
  return found;
}

// A setjmp that is called again ends what was remembered, if the buffer is the same.
static bool leaves_indeterminate(jumps *J, size_t k) {
  uint64_t fixed;
  bool same = map64_get(&J->fixed, (uint64_t)(uintptr_t)J->calls.data[k], &fixed);
  LLVMBasicBlockRef wall = same ? J->before.data[k] : NULL;
  for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(J->f)); i; i = LLVMGetNextInstruction(i))
    if (LLVMIsAAllocaInst(i) && is_plain_local(i) && is_changed(J->after.data[k], wall, i) &&
        is_read(J->after.data[k], i))
      return true;
  return false;
}

// --- one function

static LLVMValueRef part_of_mark(jumps *J, unsigned k) {
  LLVMValueRef at[] = {LLVMConstInt(J->i32, 0, false), LLVMConstInt(J->i32, k, false)};
  return LLVMBuildInBoundsGEP2(J->b, J->mark_type, J->mark, at, 2, "");
}

static LLVMValueRef function(jumps *J, const char *name, LLVMTypeRef type) {
  LLVMValueRef f = LLVMGetNamedFunction(J->m, name);
  return f ? f : LLVMAddFunction(J->m, name, type);
}

static void make_mark(jumps *J) {
  LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(J->f));
  LLVMPositionBuilderBefore(J->b, first);
  LLVMSetCurrentDebugLocation2(J->b, NULL);
  J->mark = LLVMBuildAlloca(J->b, J->mark_type, "jump");
  LLVMBuildStore(J->b, LLVMConstNull(J->mark_type), J->mark);
}

// The call becomes one that remembers the mark, and its result the second number of it.
static void replace_setjmp(jumps *J, size_t k) {
  LLVMValueRef call = J->calls.data[k];
  LLVMTypeRef params[] = {J->ptr, J->ptr, J->i32, J->i32};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(J->context), params, 4, false);
  LLVMPositionBuilderBefore(J->b, call);
  LLVMSetCurrentDebugLocation2(J->b, LLVMInstructionGetDebugLoc(call));
  bool saves = LLVMGetNumArgOperands(call) > 1;
  LLVMValueRef args[] = {LLVMGetOperand(call, 0), J->mark, LLVMConstInt(J->i32, k + 1, false),
                         saves ? LLVMGetOperand(call, 1) : LLVMConstInt(J->i32, 0, false)};
  LLVMBuildCall2(J->b, type, function(J, "__allways_model_setjmp", type), args, 4, "");
  LLVMBuildStore(J->b, LLVMConstInt(J->i32, 0, false), part_of_mark(J, 1));
  LLVMPositionBuilderBefore(J->b, LLVMGetFirstInstruction(J->after.data[k]));
  LLVMSetCurrentDebugLocation2(J->b, NULL);
  LLVMReplaceAllUsesWith(call, LLVMBuildLoad2(J->b, J->i32, part_of_mark(J, 1), ""));
  LLVMInstructionEraseFromParent(call);
}

static void refuse(jumps *J, LLVMMetadataRef at) {
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(J->context), &J->ptr, 1, false);
  LLVMValueRef text =
      LLVMBuildGlobalStringPtr(J->b, "longjmp where a local that is not volatile may have changed since setjmp", "");
  LLVMSetCurrentDebugLocation2(J->b, at);
  LLVMBuildCall2(J->b, type, function(J, "__allways_unsupported", type), &text, 1, "");
}

static void fill_landing(jumps *J, const bool *refused, LLVMMetadataRef const *places) {
  LLVMTypeRef parts[] = {J->ptr, J->i32}, pad_type = LLVMStructTypeInContext(J->context, parts, 2, false);
  LLVMBasicBlockRef pass = LLVMAppendBasicBlockInContext(J->context, J->f, "");
  LLVMPositionBuilderAtEnd(J->b, J->landing);
  LLVMSetCurrentDebugLocation2(J->b, NULL);
  LLVMValueRef pad = LLVMBuildLandingPad(J->b, pad_type, NULL, 1, "");
  LLVMAddClause(pad, LLVMConstNull(J->ptr));
  LLVMValueRef which = LLVMBuildLoad2(J->b, J->i32, part_of_mark(J, 0), "");
  LLVMBuildStore(J->b, LLVMConstInt(J->i32, 0, false), part_of_mark(J, 0));
  LLVMValueRef choice = LLVMBuildSwitch(J->b, which, pass, (unsigned)J->calls.len);
  for (size_t k = 0; k < J->calls.len; k++) {
    LLVMBasicBlockRef there = LLVMAppendBasicBlockInContext(J->context, J->f, "");
    LLVMAddCase(choice, LLVMConstInt(J->i32, k + 1, false), there);
    LLVMPositionBuilderAtEnd(J->b, there);
    if (refused[k]) refuse(J, places[k]);
    LLVMSetCurrentDebugLocation2(J->b, NULL);
    LLVMBuildBr(J->b, J->after.data[k]);
  }
  LLVMPositionBuilderAtEnd(J->b, pass);
  LLVMBuildResume(J->b, pad);
}

static void transform(jumps *J) {
  value_vec others = {0};
  J->landing = LLVMAppendBasicBlockInContext(J->context, J->f, "");
  LLVMTypeRef personality = LLVMFunctionType(J->i32, NULL, 0, true);
  LLVMSetPersonalityFn(J->f, function(J, "__gcc_personality_v0", personality));
  split_setjmps(J, true);  // what is computed before a setjmp and used behind it is in memory now
  collect(J->f, may_jump, &others);
  for (size_t i = 0; i < others.len; i++) make_invoke(J, others.data[i]);
  vec_free(&others);
  vec_clear(&J->calls), vec_clear(&J->before), vec_clear(&J->after);
  collect(J->f, is_setjmp, &J->calls);
  bool *refused = MEM_NEW_N(bool, J->calls.len);
  LLVMMetadataRef *places = MEM_NEW_N(LLVMMetadataRef, J->calls.len);
  for (size_t k = 0; k < J->calls.len; k++) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(J->calls.data[k]);
    vec_push(&J->before, block);
    vec_push(&J->after, LLVMGetSuccessor(LLVMGetBasicBlockTerminator(block), 0));
    places[k] = LLVMInstructionGetDebugLoc(J->calls.data[k]);
  }
  LLVMPositionBuilderAtEnd(J->b, J->landing);
  // For now: a jump may lead behind each of them.
  LLVMValueRef end = LLVMBuildSwitch(J->b, LLVMConstNull(J->i32), J->after.data[0], (unsigned)J->calls.len);
  for (size_t k = 1; k < J->calls.len; k++) LLVMAddCase(end, LLVMConstInt(J->i32, k, false), J->after.data[k]);
  for (size_t k = 0; k < J->calls.len; k++) refused[k] = leaves_indeterminate(J, k);
  LLVMInstructionEraseFromParent(end);
  make_mark(J);
  for (size_t k = 0; k < J->calls.len; k++) replace_setjmp(J, k);
  fill_landing(J, refused, places);
  mem_free(refused);
  mem_free(places);
}

// --- the program

static bool has_exceptions(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (LLVMHasPersonalityFn(f)) return true;
  return false;
}

static bool is_mentioned(LLVMModuleRef m) {
  static const char *const names[] = {"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (LLVMGetNamedFunction(m, names[i])) return true;
  return false;
}

// Values that live across blocks go through memory, so that blocks can be joined in new ways.
static bool demote(LLVMModuleRef m) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(m, "function(reg2mem)", NULL, options);
  LLVMDisposePassBuilderOptions(options);
  if (error) LLVMConsumeError(error);
  return !error;
}

bool llvm_place_jumps(LLVMModuleRef m, LLVMBuilderRef b) {
  if (!is_mentioned(m) || has_exceptions(m)) return false;
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(c);
  jumps J = {.m = m,
             .context = c,
             .b = b,
             .i32 = i32,
             .ptr = LLVMPointerTypeInContext(c, 0),
             .mark_type = LLVMArrayType2(i32, 2)};
  value_vec found = {0}, calls = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    vec_clear(&calls);
    if (!LLVMIsDeclaration(f)) collect(f, is_setjmp, &calls);
    if (calls.len) vec_push(&found, f);
    for (size_t i = 0; i < calls.len; i++)
      if (has_fixed_buffer(calls.data[i])) map64_put(&J.fixed, (uint64_t)(uintptr_t)calls.data[i], 1);
  }
  LLVMSetIsNewDbgInfoFormat(m, false);
  bool ok = demote(m);
  for (size_t i = 0; i < found.len && ok; i++) {
    J.f = found.data[i];
    split_setjmps(&J, false);
  }
  ok = ok && demote(m);
  for (size_t i = 0; i < found.len && ok; i++) {
    J.f = found.data[i];
    transform(&J);
  }
  map64_fini(&J.fixed);
  vec_free(&found), vec_free(&calls);
  vec_free(&J.calls), vec_free(&J.before), vec_free(&J.after);
  return ok;
}
