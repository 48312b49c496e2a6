// The specification of a library beside the library itself: a second program with the same names. Nothing that it defines is seen from
// outside, but the functions that the driver calls; all its variables can be set back to what they were when the program began.
#include <llvm-c/Comdat.h>
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"
#include "front/llvm/llvm_link.h"

#define RESET "harness_spec_reset"
enum { ANEW = 4 };  // runtime/intrinsics.h

static const char *name_of(LLVMValueRef v) {
  size_t len;
  return LLVMGetValueName2(v, &len);
}

static bool is_intrinsic_name(const char *name) { return str_starts(name, "llvm."); }

static void hide(LLVMValueRef v) {
  if (str_starts(name_of(v), "harness_spec_") || is_intrinsic_name(name_of(v))) return;
  LLVMSetVisibility(v, LLVMDefaultVisibility);
  LLVMSetLinkage(v, LLVMInternalLinkage);
}

static void hide_all(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f)) continue;
    LLVMSetComdat(f, NULL);
    hide(f);
  }
  unsigned debug = LLVMGetMDKindID("dbg", 3);
  for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g)) {
    if (LLVMIsDeclaration(g)) continue;
    LLVMSetComdat(g, NULL);
    hide(g);
    LLVMGlobalEraseMetadata(g, debug);  // reports show the variables of the library, not these
  }
  for (LLVMValueRef a = LLVMGetFirstGlobalAlias(m); a; a = LLVMGetNextGlobalAlias(a)) hide(a);
}

// --- what it must not use -------------------------------------------------------------------------------------------

static const char *shared_name(LLVMModuleRef spec, LLVMModuleRef program) {
  for (LLVMValueRef f = LLVMGetFirstFunction(spec); f; f = LLVMGetNextFunction(f)) {
    LLVMValueRef other = LLVMIsDeclaration(f) && LLVMGetFirstUse(f) ? LLVMGetNamedFunction(program, name_of(f)) : NULL;
    if (other && !LLVMIsDeclaration(other)) return name_of(f);
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(spec); g; g = LLVMGetNextGlobal(g)) {
    LLVMValueRef other = LLVMIsDeclaration(g) && LLVMGetFirstUse(g) ? LLVMGetNamedGlobal(program, name_of(g)) : NULL;
    if (other && !LLVMIsDeclaration(other)) return name_of(g);
  }
  return NULL;
}

// A choice of the specification would have to be the one that explains the history, and is any one here.
static const char *drawing_name(LLVMModuleRef m) {
  static const char *const draws[] = {"rand",  "random", "rand_r",        "drand48", "lrand48", "mrand48", "time",
                                      "clock", "read",   "clock_gettime", "getchar", "fgetc",   "getc",    "fgets",
                                      "scanf", "getenv", "gettimeofday",  "getpid",  NULL};
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    if (!LLVMIsDeclaration(f) || !LLVMGetFirstUse(f)) continue;
    const char *name = name_of(f);
    if (str_starts(name, "__VERIFIER_nondet") || str_starts(name, "__allways_nondet")) return name;
    for (size_t i = 0; draws[i]; i++)
      if (strcmp(draws[i], name) == 0) return name;
  }
  return NULL;
}

static bool has_thread_locals(LLVMModuleRef m) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
    if (!LLVMIsDeclaration(g) && LLVMIsThreadLocal(g)) return true;
  return false;
}

static bool has_initialisers(LLVMModuleRef m) {
  LLVMValueRef list = LLVMGetNamedGlobal(m, "llvm.global_ctors");
  return list && LLVMGetArrayLength2(LLVMGlobalGetValueType(list)) > 0;
}

// Why it cannot be set back, or NULL.
static const char *why_not(LLVMModuleRef m, strbuf *text) {
  const char *draws = drawing_name(m);
  if (draws) sb_printf(text, "the specification calls %s: its results are not those of the calls alone", draws);
  if (!draws && has_initialisers(m))
    sb_puts(text, "the specification has global objects that are made by code: make them in --setup");
  if (!text->len && has_thread_locals(m)) sb_puts(text, "the specification has thread-local variables");
  return text->len ? sb_text(text) : NULL;
}

// --- setting back ---------------------------------------------------------------------------------------------------

// Objects that it frees stay: nothing else may lie there, and the library meets no addresses of the specification.
static void keep_freed(LLVMModuleRef m, LLVMBuilderRef b) {
  static const char *const frees[] = {"free", "_ZdlPv", "_ZdlPvm", "_ZdaPv", "_ZdaPvm", NULL};
  for (size_t i = 0; frees[i]; i++) {
    LLVMValueRef f = LLVMGetNamedFunction(m, frees[i]);
    if (!f || !LLVMIsDeclaration(f)) continue;
    LLVMValueRef kept = LLVMAddFunction(m, "harness_keep", LLVMGlobalGetValueType(f));
    LLVMSetLinkage(kept, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(LLVMGetModuleContext(m), kept, ""));
    LLVMBuildRetVoid(b);
    LLVMReplaceAllUsesWith(f, kept);
  }
}

static void set_back(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef g) {
  LLVMValueRef value = LLVMGetInitializer(g);
  LLVMTypeRef type = LLVMGlobalGetValueType(g);
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(m);
  LLVMTypeRef word = LLVMInt64TypeInContext(LLVMGetModuleContext(m));
  LLVMValueRef bytes = LLVMConstInt(word, LLVMABISizeOfType(layout, type), false);
  unsigned align = LLVMGetAlignment(g) ? LLVMGetAlignment(g) : 1;
  if (LLVMIsNull(value) || LLVMIsUndef(value)) {
    LLVMBuildMemSet(b, g, LLVMConstInt(LLVMInt8TypeInContext(LLVMGetModuleContext(m)), 0, false), bytes, align);
    return;
  }
  LLVMValueRef first = LLVMAddGlobal(m, type, "harness_first");
  LLVMSetInitializer(first, value);
  LLVMSetLinkage(first, LLVMPrivateLinkage);
  LLVMSetGlobalConstant(first, true);
  LLVMSetAlignment(first, align);
  LLVMBuildMemCpy(b, g, align, first, align, bytes);
}

// Mutexes in it are free, and what models keep beside it is as at the begin.
static void begin_anew(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef g) {
  LLVMContextRef context = LLVMGetModuleContext(m);
  LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0), number = LLVMInt32TypeInContext(context);
  LLVMTypeRef params[] = {pointer, number, pointer};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), params, 3, false);
  LLVMValueRef f = LLVMGetNamedFunction(m, "__allways_life");
  if (!f) f = LLVMAddFunction(m, "__allways_life", type);
  LLVMValueRef args[] = {g, LLVMConstInt(number, ANEW, false), LLVMConstNull(pointer)};
  LLVMBuildCall2(b, type, f, args, 3, "");
}

static void refuse(LLVMModuleRef m, LLVMBuilderRef b, const char *what) {
  LLVMContextRef context = LLVMGetModuleContext(m);
  LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), &pointer, 1, false);
  LLVMValueRef f = LLVMGetNamedFunction(m, "__allways_unsupported");
  if (!f) f = LLVMAddFunction(m, "__allways_unsupported", type);
  LLVMValueRef text = LLVMBuildGlobalStringPtr(b, what, "reason");
  LLVMBuildCall2(b, type, f, &text, 1, "");
}

static void make_reset(LLVMModuleRef m, LLVMBuilderRef b) {
  LLVMContextRef context = LLVMGetModuleContext(m);
  VEC(LLVMValueRef) variables = {0};  // beforehand: copies of values are globals too
  for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
    if (!LLVMIsDeclaration(g) && !LLVMIsGlobalConstant(g) && !LLVMIsThreadLocal(g) && !is_intrinsic_name(name_of(g)))
      vec_push(&variables, g);
  LLVMValueRef f = LLVMAddFunction(m, RESET, LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, false));
  LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(context, f, ""));
  strbuf text = {0};
  const char *reason = why_not(m, &text);
  if (reason) refuse(m, b, reason);
  for (size_t i = 0; i < variables.len && !reason; i++) {
    begin_anew(m, b, variables.data[i]);
    set_back(m, b, variables.data[i]);
  }
  LLVMBuildRetVoid(b);
  sb_fini(&text);
  vec_free(&variables);
}

bool llvm_set_apart(LLVMModuleRef spec, LLVMModuleRef program, const char *file, diags *d) {
  const char *shared = shared_name(spec, program);
  if (shared) {
    diag_error(d, (place){.file = file}, DIAG_LLVM_SPEC_SHARES, shared);
    return false;
  }
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(spec));
  keep_freed(spec, b);
  hide_all(spec);
  make_reset(spec, b);
  LLVMDisposeBuilder(b);
  return true;
}
