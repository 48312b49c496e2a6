// Functions whose name says what a call of them means (doc/llvm.md): the error functions, and those that run as one
// atomic region. The meaning is put into their bodies, so that it does not matter how a call gets there: by name, an
// alias, a pointer, from the library, as a thread.
#include <ctype.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"
#include "front/llvm/llvm_link.h"

typedef VEC(LLVMValueRef) value_vec;

// --- names ----------------------------------------------------------------------------------------------------------

typedef struct name_text {
  const char *text;
  size_t len;
} name_text;

// The name in the source of a function outside of classes and namespaces with a name. C++ (Itanium ABI): "_Z", "L" if it
// is static, the length of the name, the name, its parameters; in the namespace without a name all of that behind
// "_ZN12_GLOBAL__N_1". A static function of C gets a number behind a dot where two files have one of its name.
static name_text source_name(LLVMValueRef f) {
  static const char unnamed[] = "_ZN12_GLOBAL__N_1";
  size_t len;
  const char *name = LLVMGetValueName2(f, &len), *at = name;
  if (str_starts(name, unnamed))
    at += strlen(unnamed);
  else if (str_starts(name, "_Z"))
    at += 2;
  if (at != name) {
    if (*at == 'L') at++;
    size_t n = 0;
    while (isdigit((unsigned char)*at) && n <= len) n = 10 * n + (size_t)(*at++ - '0');
    if (n && n <= len - (size_t)(at - name)) return (name_text){at, n};
  }
  const char *dot = LLVMGetLinkage(f) == LLVMInternalLinkage ? strchr(name, '.') : NULL;
  return (name_text){name, dot ? (size_t)(dot - name) : len};
}

static bool is_name(name_text n, const char *text) { return n.len == strlen(text) && !memcmp(n.text, text, n.len); }

static bool begins_with(name_text n, const char *prefix) {
  return n.len > strlen(prefix) && !memcmp(n.text, prefix, strlen(prefix));
}

static bool is_error(LLVMValueRef f) {
  name_text n = source_name(f);
  return is_name(n, "reach_error") || is_name(n, "__VERIFIER_error");
}

// The competition's rule: a function whose name begins so runs as one atomic region.
static bool is_atomic(LLVMValueRef f) {
  name_text n = source_name(f);
  bool primitive = is_name(n, "__VERIFIER_atomic_begin") || is_name(n, "__VERIFIER_atomic_end");
  return begins_with(n, "__VERIFIER_atomic_") && !primitive;
}

// A function of verification tasks that is declared in C++ without `extern "C"` and defined nowhere is the one of C.
static void adopt_declarations(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    size_t len;
    name_text n = source_name(f);
    const char *name = LLVMGetValueName2(f, &len);
    if (!LLVMIsDeclaration(f) || n.text == name || !begins_with(n, "__VERIFIER_") || is_error(f) || is_atomic(f))
      continue;
    strbuf plain = {0};
    sb_putn(&plain, n.text, n.len);
    LLVMValueRef c = LLVMGetNamedFunction(m, sb_text(&plain));
    if (!c) c = LLVMAddFunction(m, sb_text(&plain), LLVMGlobalGetValueType(f));
    if (LLVMIsDeclaration(c)) LLVMReplaceAllUsesWith(f, c);
    sb_fini(&plain);
  }
}

// --- building -------------------------------------------------------------------------------------------------------

static LLVMValueRef intrinsic(LLVMModuleRef m, const char *name, LLVMTypeRef type) {
  LLVMValueRef f = LLVMGetNamedFunction(m, name);
  return f ? f : LLVMAddFunction(m, name, type);
}

static void call_plain(LLVMModuleRef m, LLVMBuilderRef b, const char *name) {
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(m)), NULL, 0, false);
  LLVMBuildCall2(b, type, intrinsic(m, name, type), NULL, 0, "");
}

static void call_unsupported(LLVMModuleRef m, LLVMBuilderRef b, const char *what) {
  LLVMContextRef context = LLVMGetModuleContext(m);
  LLVMTypeRef text = LLVMPointerTypeInContext(context, 0);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), &text, 1, false);
  LLVMValueRef arg = LLVMBuildGlobalStringPtr(b, what, "__allways_text");
  LLVMBuildCall2(b, type, intrinsic(m, "__allways_unsupported", type), &arg, 1, "");
}

static void call_error_check(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef f) {
  LLVMContextRef context = LLVMGetModuleContext(m);
  LLVMTypeRef text = LLVMPointerTypeInContext(context, 0), flag = LLVMInt1TypeInContext(context);
  LLVMTypeRef params[] = {flag, text, text};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), params, 3, false);
  name_text name = source_name(f);
  strbuf message = {0};
  sb_printf(&message, "%.*s is called", (int)name.len, name.text);
  LLVMValueRef args[] = {LLVMConstInt(flag, 0, false), LLVMBuildGlobalStringPtr(b, "unreach-call", "__allways_text"),
                         LLVMBuildGlobalStringPtr(b, sb_text(&message), "__allways_text")};
  LLVMBuildCall2(b, type, intrinsic(m, "__allways_check", type), args, 3, "");
  sb_fini(&message);
}

// Builds at the start of a function, behind its variables, with the place of what stands there.
static void build_at_begin(LLVMBuilderRef b, LLVMValueRef f) {
  LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f));
  while (LLVMIsAAllocaInst(first)) first = LLVMGetNextInstruction(first);
  LLVMPositionBuilderBefore(b, first);
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(first);
  for (LLVMValueRef i = first; i && !at; i = LLVMGetNextInstruction(i)) at = LLVMInstructionGetDebugLoc(i);
  LLVMSetCurrentDebugLocation2(b, at);
}

static void build_at_function(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef f) {
  LLVMMetadataRef s = LLVMGetSubprogram(f);
  if (!s) return;
  LLVMContextRef context = LLVMGetModuleContext(m);
  LLVMSetCurrentDebugLocation2(b, LLVMDIBuilderCreateDebugLocation(context, LLVMDISubprogramGetLine(s), 1, s, NULL));
}

static LLVMAttributeRef attribute(LLVMValueRef f, const char *name) {
  return LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                                     LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

// How the parameter is passed (`byval`, say) is part of the call, too.
static void copy_attributes(LLVMValueRef from, unsigned parameter, LLVMValueRef to, LLVMValueRef call) {
  enum { MOST = 32 };
  LLVMAttributeRef all[MOST];
  unsigned n = LLVMGetAttributeCountAtIndex(from, parameter + 1);
  if (n > MOST) return;
  LLVMGetAttributesAtIndex(from, parameter + 1, all);
  for (unsigned i = 0; i < n; i++) {
    LLVMAddAttributeAtIndex(to, parameter + 1, all[i]);
    LLVMAddCallSiteAttribute(call, parameter + 1, all[i]);
  }
}

// --- one function that calls another --------------------------------------------------------------------------------

static void arguments_of(LLVMValueRef f, value_vec *out) {
  for (LLVMValueRef p = LLVMGetFirstParam(f); p; p = LLVMGetNextParam(p)) vec_push(out, p);
}

static void give_back(LLVMBuilderRef b, LLVMValueRef call) {
  if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind)
    LLVMBuildRetVoid(b);
  else
    LLVMBuildRet(b, call);
}

// A second name of a function that means something by itself becomes a function that calls the first.
static void replace_alias(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef alias) {
  LLVMContextRef context = LLVMGetModuleContext(m);
  LLVMTypeRef type = LLVMGlobalGetValueType(alias);
  if (LLVMGetTypeKind(type) != LLVMFunctionTypeKind) return;
  size_t len;
  strbuf name = {0};
  sb_puts(&name, LLVMGetValueName2(alias, &len));
  LLVMSetValueName2(alias, "", 0);
  LLVMValueRef made = LLVMAddFunction(m, sb_text(&name), type);
  LLVMSetLinkage(made, LLVMGetLinkage(alias));
  sb_fini(&name);
  LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(context, made, ""));
  LLVMSetCurrentDebugLocation2(b, NULL);
  if (LLVMIsFunctionVarArg(type) && LLVMCountParamTypes(type)) {
    call_unsupported(m, b, "another name of a function with variable arguments");
    LLVMBuildUnreachable(b);
  } else {
    value_vec args = {0};
    arguments_of(made, &args);
    LLVMValueRef target = LLVMAliasGetAliasee(alias);
    LLVMValueRef call = LLVMBuildCall2(b, type, target, args.data, (unsigned)args.len, "");
    for (unsigned i = 0; LLVMIsAFunction(target) && i < args.len; i++) copy_attributes(target, i, made, call);
    vec_free(&args);
    give_back(b, call);
  }
  LLVMReplaceAllUsesWith(alias, made);
}

static void replace_aliases(LLVMModuleRef m, LLVMBuilderRef b) {
  for (LLVMValueRef a = LLVMGetFirstGlobalAlias(m); a; a = LLVMGetNextGlobalAlias(a))
    if (is_error(a) || is_atomic(a)) replace_alias(m, b, a);
}

// --- atomic functions -----------------------------------------------------------------------------------------------

static bool throws(LLVMValueRef i) {
  if (LLVMIsAResumeInst(i)) return true;
  if (!LLVMIsACallInst(i)) return false;
  unsigned nounwind = LLVMGetEnumAttributeKindForName("nounwind", strlen("nounwind"));
  LLVMValueRef f = LLVMGetCalledValue(i);
  bool quiet = LLVMGetCallSiteEnumAttribute(i, LLVMAttributeFunctionIndex, nounwind) ||
               (LLVMIsAFunction(f) && (LLVMGetIntrinsicID(f) || attribute(f, "nounwind"))) || LLVMIsAInlineAsm(f);
  return !quiet;
}

// May an exception leave it? One that no clause at the landing of an `invoke` takes does so without a `resume`.
static bool may_throw(LLVMValueRef f) {
  if (attribute(f, "nounwind")) return false;
  for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(f); k; k = LLVMGetNextBasicBlock(k))
    for (LLVMValueRef i = LLVMGetFirstInstruction(k); i; i = LLVMGetNextInstruction(i))
      if (throws(i) || LLVMIsAInvokeInst(i)) return true;
  return false;
}

static void wrap_returns(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef f) {
  build_at_begin(b, f);
  call_plain(m, b, "__allways_atomic_begin");
  for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(f); k; k = LLVMGetNextBasicBlock(k)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(k);
    if (!end || !LLVMIsAReturnInst(end)) continue;
    // Something follows the call now.
    for (LLVMValueRef i = LLVMGetFirstInstruction(k); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i) && LLVMGetTailCallKind(i) == LLVMTailCallKindMustTail)
        LLVMSetTailCallKind(i, LLVMTailCallKindNone);
    LLVMPositionBuilderBefore(b, end);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(end));
    call_plain(m, b, "__allways_atomic_end");
  }
}

// The region ends before the exception goes on.
static void build_landing(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef f, LLVMBasicBlockRef left) {
  LLVMContextRef context = LLVMGetModuleContext(m);
  LLVMTypeRef number = LLVMInt32TypeInContext(context);
  LLVMTypeRef parts[] = {LLVMPointerTypeInContext(context, 0), number};
  LLVMValueRef judge = intrinsic(m, "__gxx_personality_v0", LLVMFunctionType(number, NULL, 0, true));
  LLVMSetPersonalityFn(f, judge);
  LLVMPositionBuilderAtEnd(b, left);
  LLVMValueRef pad = LLVMBuildLandingPad(b, LLVMStructTypeInContext(context, parts, 2, false), NULL, 0, "");
  LLVMSetCleanup(pad, true);
  call_plain(m, b, "__allways_atomic_end");
  LLVMBuildResume(b, pad);
}

// Exceptions may leave the function anywhere: it becomes a function of another name, called between begin and end by one
// that has its name and lands what it throws.
static void wrap_call(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef f) {
  LLVMContextRef context = LLVMGetModuleContext(m);
  LLVMTypeRef type = LLVMGlobalGetValueType(f);
  size_t len;
  strbuf name = {0};
  sb_puts(&name, LLVMGetValueName2(f, &len));
  LLVMSetValueName2(f, "atomic body", strlen("atomic body"));
  LLVMValueRef made = LLVMAddFunction(m, sb_text(&name), type);
  sb_fini(&name);
  LLVMSetLinkage(made, LLVMGetLinkage(f));
  LLVMReplaceAllUsesWith(f, made);
  LLVMSetLinkage(f, LLVMInternalLinkage);
  LLVMSetSubprogram(made, LLVMGetSubprogram(f));
  LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(context, made, "");
  LLVMBasicBlockRef done = LLVMAppendBasicBlockInContext(context, made, "");
  LLVMBasicBlockRef left = LLVMAppendBasicBlockInContext(context, made, "");
  LLVMPositionBuilderAtEnd(b, entry);
  LLVMSetCurrentDebugLocation2(b, NULL);
  build_at_function(m, b, made);
  call_plain(m, b, "__allways_atomic_begin");
  value_vec args = {0};
  arguments_of(made, &args);
  LLVMValueRef call = LLVMBuildInvoke2(b, type, f, args.data, (unsigned)args.len, done, left, "");
  for (unsigned i = 0; i < args.len; i++) copy_attributes(f, i, made, call);
  vec_free(&args);
  LLVMPositionBuilderAtEnd(b, done);
  call_plain(m, b, "__allways_atomic_end");
  give_back(b, call);
  build_landing(m, b, made, left);
}

static void wrap_atomic(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef f) {
  LLVMTypeRef type = LLVMGlobalGetValueType(f);
  bool variadic = LLVMIsFunctionVarArg(type) && LLVMCountParamTypes(type);
  if (!may_throw(f)) {
    wrap_returns(m, b, f);
  } else if (!variadic) {
    wrap_call(m, b, f);
  } else {
    build_at_begin(b, f);
    call_unsupported(m, b, "an atomic function with variable arguments that exceptions may leave");
  }
}

// --- error functions ------------------------------------------------------------------------------------------------

// Direct calls of f, also by its other names.
static void calls_of(LLVMValueRef f, value_vec *out) {
  for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    bool call = LLVMIsACallInst(user) || LLVMIsAInvokeInst(user);
    if (call && LLVMGetCalledValue(user) == f) vec_push(out, user);
    if (LLVMIsAGlobalAlias(user)) calls_of(user, out);
  }
}

// Who comes there has reached the error, whatever the function goes on to do. Where it is called by name the call is
// the place to report: the same check stands before it.
static void mark_error(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef f) {
  value_vec calls = {0};
  calls_of(f, &calls);
  for (size_t i = 0; i < calls.len; i++) {
    LLVMPositionBuilderBefore(b, calls.data[i]);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(calls.data[i]));
    call_error_check(m, b, f);
  }
  vec_free(&calls);
  if (!LLVMIsDeclaration(f)) {
    build_at_begin(b, f);
    build_at_function(m, b, f);
    call_error_check(m, b, f);
    return;
  }
  LLVMSetLinkage(f, LLVMExternalLinkage);
  LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(LLVMGetModuleContext(m), f, ""));
  LLVMSetCurrentDebugLocation2(b, NULL);
  call_error_check(m, b, f);
  call_plain(m, b, "__allways_stop");
  LLVMBuildUnreachable(b);
}

void llvm_give_meaning(LLVMModuleRef m, LLVMBuilderRef b) {
  value_vec errors = {0}, atomic = {0};
  adopt_declarations(m);
  replace_aliases(m, b);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    if (is_error(f)) vec_push(&errors, f);
    if (is_atomic(f) && !LLVMIsDeclaration(f)) vec_push(&atomic, f);
  }
  for (size_t i = 0; i < atomic.len; i++) wrap_atomic(m, b, atomic.data[i]);
  for (size_t i = 0; i < errors.len; i++) {
    mark_error(m, b, errors.data[i]);
    llvm_mark(errors.data[i], LLVM_MARK_ERROR);
  }
  vec_free(&errors);
  vec_free(&atomic);
}
