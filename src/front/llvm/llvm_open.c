#include "front/llvm/llvm_open.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/map64.h"
#include "base/str.h"
#include "base/vec.h"

typedef VEC(LLVMValueRef) value_vec;

// The part of a result that is defined.
typedef enum part { PART_SIGN, PART_TRUTH, PART_NONE } part;

static bool is_call(LLVMValueRef v) { return LLVMIsACallInst(v) || LLVMIsAInvokeInst(v); }

// --- who looks at a result ------------------------------------------------------------------------------------------

// Values that hold the result: integers, or pointers to functions that return it.
typedef struct flow {
  part defined;
  value_vec work;
  map64 seen;
} flow;

static void follow(flow *f, LLVMValueRef v) {
  if (map64_put(&f->seen, (uint64_t)(uintptr_t)v, 1)) vec_push(&f->work, v);
}

// A comparison with zero, or one that says the same with the number beside it.
static bool is_harmless_test(part defined, LLVMValueRef test, LLVMValueRef v) {
  LLVMValueRef limit = LLVMGetOperand(test, 1);
  if (defined == PART_NONE || LLVMGetOperand(test, 0) != v || !LLVMIsAConstantInt(limit)) return false;
  LLVMIntPredicate p = LLVMGetICmpPredicate(test);
  long long n = LLVMConstIntGetSExtValue(limit);
  if (p == LLVMIntEQ || p == LLVMIntNE) return n == 0;
  if (defined != PART_SIGN) return false;
  if (p == LLVMIntSLT || p == LLVMIntSGE) return n == 0 || n == 1;
  if (p == LLVMIntSGT || p == LLVMIntSLE) return n == 0 || n == -1;
  return false;
}

// A local variable that is only set and read as a whole: its readings hold the value.
static bool follow_variable(flow *f, LLVMValueRef variable) {
  if (!LLVMIsAAllocaInst(variable)) return false;
  for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    bool reads = LLVMIsALoadInst(user) && LLVMTypeOf(user) == LLVMGetAllocatedType(variable);
    bool sets = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != variable;
    size_t len;
    bool marks = LLVMIsACallInst(user) && LLVMIsAFunction(LLVMGetCalledValue(user)) &&
                 str_starts(LLVMGetValueName2(LLVMGetCalledValue(user), &len), "llvm.");
    if (!reads && !sets && !marks) return false;
    if (marks && !strstr(LLVMGetValueName2(LLVMGetCalledValue(user), &len), "lifetime")) return false;
    if (reads) follow(f, user);
  }
  return true;
}

// Given to a function whose body is known: its parameter holds the value.
static bool follow_arguments(flow *f, LLVMValueRef call, LLVMValueRef v) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (callee == v) follow(f, call);  // a function that returns it is called
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
    if (LLVMGetOperand(call, i) != v) continue;
    if (!LLVMIsAFunction(callee) || LLVMIsDeclaration(callee) || i >= LLVMCountParams(callee)) return false;
    LLVMValueRef parameter = LLVMGetParam(callee, i);
    if (LLVMTypeOf(parameter) != LLVMTypeOf(v)) return false;
    follow(f, parameter);
  }
  return true;
}

static bool follow_use(flow *f, LLVMValueRef user, LLVMValueRef v) {
  bool function = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
  if (!LLVMIsAInstruction(user)) return false;
  if (is_call(user)) return follow_arguments(f, user, v);
  switch ((int)LLVMGetInstructionOpcode(user)) {
  case LLVMICmp: return function || is_harmless_test(f->defined, user, v);
  case LLVMStore:
    return LLVMGetOperand(user, 0) == v && !LLVMGetVolatile(user) && follow_variable(f, LLVMGetOperand(user, 1));
  case LLVMSExt:
  case LLVMPHI:
  case LLVMSelect:
  case LLVMFreeze: follow(f, user); return true;
  case LLVMZExt:
    if (f->defined != PART_TRUTH) return false;
    follow(f, user);
    return true;
  case LLVMRet:
    if (function) return false;
    follow(f, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
    return true;
  }
  return false;
}

static bool is_looked_at(LLVMValueRef result, part defined) {
  flow f = {.defined = defined};
  bool closed = true;
  follow(&f, result);
  while (closed && f.work.len) {
    LLVMValueRef v = vec_pop(&f.work);
    for (LLVMUseRef u = LLVMGetFirstUse(v); u && closed; u = LLVMGetNextUse(u))
      closed = follow_use(&f, LLVMGetUser(u), v);
  }
  vec_free(&f.work);
  map64_fini(&f.seen);
  return !closed;
}

// --- closing --------------------------------------------------------------------------------------------------------

static void direct_calls(LLVMValueRef f, value_vec *out) {
  for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u))
    if (is_call(LLVMGetUser(u)) && LLVMGetCalledValue(LLVMGetUser(u)) == f) vec_push(out, LLVMGetUser(u));
}

static void close_calls(LLVMValueRef f, part defined) {
  value_vec calls = {0};
  direct_calls(f, &calls);
  for (size_t i = 0; i < calls.len; i++) {
    LLVMValueRef call = calls.data[i];
    if (!LLVMIsACallInst(call) || is_looked_at(call, defined)) continue;
    LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
    LLVMInstructionEraseFromParent(call);
  }
  vec_free(&calls);
}

bool llvm_close_results(LLVMModuleRef m) {
  static const struct {
    const char *name;
    part defined;
  } OPEN[] = {
      {"allways_open_sign", PART_SIGN},    {"allways_open_truth", PART_TRUTH}, {"allways_open_printed", PART_NONE},
      {"allways_open_put", PART_NONE},     {"allways_open_done", PART_NONE},   {"allways_open_count", PART_NONE},
      {"allways_open_written", PART_NONE},
  };
  // A failure is seen by who asks for it later, too.
  LLVMValueRef errors = LLVMGetNamedGlobal(m, "__allways_stream_errors");
  bool remembered = errors && LLVMConstIntGetZExtValue(LLVMGetInitializer(errors));
  bool left = false;
  unsigned always = LLVMGetEnumAttributeKindForName("alwaysinline", strlen("alwaysinline"));
  for (size_t i = 0; i < sizeof OPEN / sizeof *OPEN; i++) {
    LLVMValueRef f = LLVMGetNamedFunction(m, OPEN[i].name);
    if (!f || LLVMIsDeclaration(f)) continue;
    if (OPEN[i].defined != PART_NONE || !remembered) close_calls(f, OPEN[i].defined);
    if (!LLVMGetFirstUse(f)) continue;
    left = true;
    LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(LLVMGetModuleContext(m), always, 0));
  }
  return left;
}

// --- the program ----------------------------------------------------------------------------------------------------

// A program's own function of the name is left alone.
static LLVMValueRef library_function(LLVMModuleRef m, const char *name) {
  LLVMValueRef f = LLVMGetNamedFunction(m, name);
  return f && LLVMIsDeclaration(f) ? f : NULL;
}

static bool is_ignored(LLVMValueRef call) { return !is_looked_at(call, PART_NONE); }

static const char *const PRINTS[] = {"printf",   "fprintf",  "dprintf",      "vprintf",
                                     "vfprintf", "vdprintf", "__printf_chk", "__fprintf_chk"};

static bool prints(LLVMValueRef user) {
  static const char *const OTHERS[] = {"puts", "fputs", "perror", "syslog"};
  size_t len;
  if (!is_call(user) || !LLVMIsAFunction(LLVMGetCalledValue(user))) return false;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(user), &len);
  if (str_starts(name, "allways_plain_")) return true;
  for (size_t i = 0; i < sizeof PRINTS / sizeof *PRINTS; i++)
    if (strcmp(name, PRINTS[i]) == 0) return true;
  for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
    if (strcmp(name, OTHERS[i]) == 0) return true;
  return false;
}

// A text that is nothing but an argument of what prints.
static bool is_printed(LLVMValueRef call) {
  for (LLVMUseRef u = LLVMGetFirstUse(call); u; u = LLVMGetNextUse(u))
    if (!prints(LLVMGetUser(u))) return false;
  return true;
}

static void take_plain(LLVMModuleRef m, const char *name, bool (*is_plain)(LLVMValueRef)) {
  LLVMValueRef f = library_function(m, name), plain = NULL;
  value_vec calls = {0};
  strbuf other = {0};
  sb_printf(&other, "allways_plain_%s", name);
  if (f) direct_calls(f, &calls);
  for (size_t i = 0; i < calls.len; i++) {
    LLVMValueRef call = calls.data[i];
    if (!is_plain(call)) continue;
    if (!plain) plain = LLVMAddFunction(m, sb_text(&other), LLVMGlobalGetValueType(f));
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, plain);
  }
  sb_fini(&other);
  vec_free(&calls);
}

// The only use that is an instruction of this kind; NULL: none, or others beside it.
static LLVMValueRef only_user(LLVMValueRef v, LLVMOpcode code) {
  LLVMUseRef u = LLVMGetFirstUse(v);
  if (!u || LLVMGetNextUse(u)) return NULL;
  LLVMValueRef user = LLVMGetUser(u);
  return LLVMIsAInstruction(user) && LLVMGetInstructionOpcode(user) == code ? user : NULL;
}

// isalpha(c) of the header: (*__ctype_b_loc())[c] & bit. What is not zero may be anything.
static void open_lookup(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call) {
  static const LLVMOpcode STEPS[] = {LLVMLoad, LLVMGetElementPtr, LLVMLoad, LLVMZExt, LLVMAnd};
  LLVMValueRef v = call;
  for (size_t i = 0; v && i < sizeof STEPS / sizeof *STEPS; i++) v = only_user(v, STEPS[i]);
  LLVMTypeRef number = LLVMInt32TypeInContext(LLVMGetModuleContext(m));
  if (!v || LLVMTypeOf(v) != number) return;
  LLVMTypeRef type = LLVMFunctionType(number, &number, 1, false);
  LLVMValueRef open = LLVMGetNamedFunction(m, "allways_open_truth");
  if (!open) open = LLVMAddFunction(m, "allways_open_truth", type);
  LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(v));
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(v));
  LLVMValueRef made = LLVMBuildCall2(b, type, open, &v, 1, "");
  LLVMReplaceAllUsesWith(v, made);
  LLVMSetOperand(made, 0, v);  // it was one of the uses
}

void llvm_open_program(LLVMModuleRef m, LLVMBuilderRef b) {
  for (size_t i = 0; i < sizeof PRINTS / sizeof *PRINTS && !library_function(m, "ferror"); i++)
    take_plain(m, PRINTS[i], is_ignored);
  take_plain(m, "strerror", is_printed);
  take_plain(m, "strsignal", is_printed);
  LLVMValueRef lookup = library_function(m, "__ctype_b_loc");
  value_vec calls = {0};
  if (lookup) direct_calls(lookup, &calls);
  for (size_t i = 0; i < calls.len; i++) open_lookup(m, b, calls.data[i]);
  vec_free(&calls);
}
