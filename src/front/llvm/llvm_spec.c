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

// Why it cannot be set back, or NULL.
static const char *why_not(LLVMModuleRef m, strbuf *text) {
  const char *draws = drawing_name(m);
  if (draws) sb_printf(text, "the specification calls %s: its results are not those of the calls alone", draws);
  if (!text->len && has_thread_locals(m)) sb_puts(text, "the specification has thread-local variables");
  return text->len ? sb_text(text) : NULL;
}

// --- setting back ---------------------------------------------------------------------------------------------------

// Objects that it frees stay: nothing else may lie there, and the library meets no addresses of the specification. Its global objects do not end:
// they are made again for each order.
static void keep_objects(LLVMModuleRef m, LLVMBuilderRef b) {
  static const char *const ends[] = {"free", "_ZdlPv", "_ZdlPvm", "_ZdaPv", "_ZdaPvm", "__cxa_atexit", NULL};
  for (size_t i = 0; ends[i]; i++) {
    LLVMValueRef f = LLVMGetNamedFunction(m, ends[i]);
    if (!f || !LLVMIsDeclaration(f)) continue;
    LLVMTypeRef type = LLVMGlobalGetValueType(f), result = LLVMGetReturnType(type);
    LLVMValueRef kept = LLVMAddFunction(m, "harness_keep", type);
    LLVMSetLinkage(kept, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(LLVMGetModuleContext(m), kept, ""));
    if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
      LLVMBuildRetVoid(b);
    else
      LLVMBuildRet(b, LLVMConstNull(result));
    LLVMReplaceAllUsesWith(f, kept);
  }
}

// --- objects that are made by code ----------------------------------------------------------------------------------

typedef struct maker {
  uint64_t priority;
  LLVMValueRef function;
} maker;
typedef VEC(maker) makers;

// In the order in which they run. The list goes: setting back runs them, the start of the program does not.
static void take_makers(LLVMModuleRef m, makers *out) {
  LLVMValueRef list = LLVMGetNamedGlobal(m, "llvm.global_ctors");
  LLVMValueRef all = list ? LLVMGetInitializer(list) : NULL;
  for (unsigned i = 0; all && i < (unsigned)LLVMGetNumOperands(all); i++) {
    LLVMValueRef one = LLVMGetOperand(all, i);
    maker made = {LLVMConstIntGetZExtValue(LLVMGetOperand(one, 0)), LLVMGetOperand(one, 1)};
    size_t at = out->len;
    vec_push(out, made);
    for (; at > 0 && out->data[at - 1].priority > made.priority; at--) out->data[at] = out->data[at - 1];
    out->data[at] = made;
  }
  if (list) LLVMDeleteGlobal(list);
}

static void make_again(LLVMModuleRef m, LLVMBuilderRef b, const makers *all) {
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(m)), NULL, 0, false);
  for (size_t i = 0; i < all->len; i++) LLVMBuildCall2(b, type, all->data[i].function, NULL, 0, "");
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

// Mutexes in it are free, and what models keep beside it is as at the start.
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

static void make_reset(LLVMModuleRef m, LLVMBuilderRef b, const makers *objects) {
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
  if (!reason) make_again(m, b, objects);
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
  makers objects = {0};
  take_makers(spec, &objects);
  keep_objects(spec, b);
  hide_all(spec);
  make_reset(spec, b, &objects);
  vec_free(&objects);
  LLVMDisposeBuilder(b);
  return true;
}
