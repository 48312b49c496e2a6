#include "front/llvm/llvm_link.h"

#include <errno.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "base/vec.h"
#include "front/llvm/llvm_needed.h"
#include "front/llvm/llvm_open.h"

// --- reading --------------------------------------------------------------------------------------------------------

static bool is_machine_code(LLVMMemoryBufferRef buffer) {
  return LLVMGetBufferSize(buffer) >= 4 && !memcmp(LLVMGetBufferStart(buffer),
                                                   "\x7f"
                                                   "ELF",
                                                   4);
}

static LLVMModuleRef parse(LLVMContextRef context, LLVMMemoryBufferRef buffer, const char *name, diags *d) {
  LLVMModuleRef m = NULL;
  char *message = NULL;
  if (is_machine_code(buffer)) {
    diag_error(d, (place){.file = name}, DIAG_LLVM_MACHINE_CODE);
    LLVMDisposeMemoryBuffer(buffer);
    return NULL;
  }
  if (LLVMParseIRInContext(context, buffer, &m, &message)) {  // takes the buffer
    diag_error(d, (place){.file = name}, DIAG_LLVM_READ, message ? message : "not LLVM");
    LLVMDisposeMessage(message);
    return NULL;
  }
  if (!llvm_split_coroutines(m, name, d)) return NULL;
  return m;
}

LLVMModuleRef llvm_read_path(LLVMContextRef context, const char *path, diags *d) {
  LLVMMemoryBufferRef buffer;
  char *message = NULL;
  if (!LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) return parse(context, buffer, path, d);
  diag_error(d, (place){.file = path}, DIAG_FILE_UNREADABLE, message);
  LLVMDisposeMessage(message);
  return NULL;
}

LLVMModuleRef llvm_read_bytes(LLVMContextRef context, const char *bytes, size_t len, const char *name, diags *d) {
  return parse(context, LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes, len, name), name, d);
}

LLVMModuleRef llvm_read_fd(LLVMContextRef context, int fd, const char *name, diags *d) {
  VEC(char) bytes = {0};
  ssize_t n = 1;
  while (n > 0 || (n < 0 && errno == EINTR)) {
    vec_reserve(&bytes, bytes.len + (64 << 10));
    n = read(fd, bytes.data + bytes.len, bytes.cap - bytes.len);
    if (n > 0) bytes.len += (size_t)n;
  }
  LLVMModuleRef m = NULL;
  if (bytes.len)
    m = llvm_read_bytes(context, bytes.data, bytes.len, name, d);
  else
    diag_error(d, (place){.file = name}, DIAG_LLVM_READ, "nothing was compiled");
  vec_free(&bytes);
  return m;
}

// --- linking --------------------------------------------------------------------------------------------------------

static void keep_message(LLVMDiagnosticInfoRef info, void *arg) {
  strbuf *text = arg;
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError) return;
  char *message = LLVMGetDiagInfoDescription(info);
  if (!text->len) sb_puts(text, message);
  LLVMDisposeMessage(message);
}

bool llvm_link(LLVMModuleRef into, LLVMModuleRef from, const char *name, diags *d) {
  strbuf text = {0};
  LLVMContextRef context = LLVMGetModuleContext(into);
  LLVMContextSetDiagnosticHandler(context, keep_message, &text);
  bool ok = !LLVMLinkModules2(into, from);
  LLVMContextSetDiagnosticHandler(context, NULL, NULL);
  if (!ok) diag_error(d, (place){.file = name}, DIAG_LLVM_LINK, text.len ? sb_text(&text) : "definitions clash");
  sb_fini(&text);
  return ok;
}

// --- preparing ------------------------------------------------------------------------------------------------------

static void remove_attribute(LLVMValueRef f, const char *name) {
  LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

// Functions of <allways.h>, and of the library of SystemC (ALLWAYS_SC_THIN).
static bool is_ours(const char *name) {
  return strstr(name, "allways_") || str_starts(name, "_ZN7sc_core") || str_starts(name, "_ZNK7sc_core");
}

// Inlining simplifies what it copies: fine for what is ours, not for the program before we have looked at it.
static void leave_program_alone(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    size_t len;
    // LLVM code compiled without optimisation: locals become registers there, too.
    remove_attribute(f, "optnone");
    if (!is_ours(LLVMGetValueName2(f, &len))) remove_attribute(f, "alwaysinline");
  }
}

void llvm_mark(LLVMValueRef f, const char *mark) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(f));
  LLVMAttributeRef made = LLVMCreateStringAttribute(context, mark, (unsigned)strlen(mark), "", 0);
  LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, made);
}

bool llvm_has_mark(LLVMValueRef f, const char *mark) {
  return LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, mark, (unsigned)strlen(mark));
}

typedef VEC(LLVMValueRef) value_vec;

// Direct calls of f, in the order of its list of uses.
static void calls_of(LLVMValueRef f, value_vec *out) {
  for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    bool call = LLVMIsACallInst(user) || LLVMIsAInvokeInst(user);
    if (call && LLVMGetCalledValue(user) == f) vec_push(out, user);
  }
}

// --- lifetimes of local variables -----------------------------------------------------------------------------------

LLVMValueRef llvm_declared_variable(LLVMValueRef call) {
  size_t len;
  if (!LLVMIsACallInst(call) || LLVMGetNumArgOperands(call) < 1) return NULL;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(call), &len);
  LLVMValueRef wrapped = LLVMGetOperand(call, 0);
  if (strcmp(name, "llvm.dbg.declare") != 0 || LLVMGetMDNodeNumOperands(wrapped) != 1) return NULL;
  LLVMValueRef v = NULL;
  LLVMGetMDNodeOperands(wrapped, &v);
  if (!v || !LLVMIsAAllocaInst(v)) return NULL;
  LLVMBasicBlockRef home = LLVMGetInstructionParent(v);
  return home == LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(home)) ? v : NULL;
}

bool llvm_has_life_marks(LLVMValueRef variable) {
  size_t len;
  for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsACallInst(user)) continue;
    if (!str_starts(LLVMGetValueName2(LLVMGetCalledValue(user), &len), "llvm.lifetime.start")) continue;
    if (LLVMConstIntGetSExtValue(LLVMGetOperand(user, 0)) >= 0) return true;  // ours have no size
  }
  return false;
}

static void begin_lifetime(LLVMModuleRef m, LLVMBuilderRef builder, LLVMValueRef call, LLVMValueRef variable) {
  LLVMTypeRef types[] = {LLVMTypeOf(variable)};
  unsigned id = LLVMLookupIntrinsicID("llvm.lifetime.start", strlen("llvm.lifetime.start"));
  LLVMValueRef f = LLVMGetIntrinsicDeclaration(m, id, types, 1);
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  LLVMTypeRef word = LLVMInt64TypeInContext(LLVMGetModuleContext(m));
  LLVMValueRef args[] = {LLVMConstAllOnes(word), variable};
  LLVMBuildCall2(builder, LLVMGlobalGetValueType(f), f, args, 2, "");
}

typedef struct declaration {
  LLVMValueRef call, variable;
} declaration;

// A variable declared in a loop is uninitialised anew in each round. Clang marks that, but not of variables whose declaration a jump
// passes by: these live as long as the function, and have no value again where they are declared. The entry
// block runs once, and its declarations are also those of the parameters, which have their values already.
static void begin_lifetimes(LLVMModuleRef m, LLVMBuilderRef builder) {
  LLVMSetIsNewDbgInfoFormat(m, false);  // declarations are calls that can be found
  VEC(declaration) declarations = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f)) continue;
    LLVMBasicBlockRef b = LLVMGetNextBasicBlock(LLVMGetEntryBasicBlock(f));
    for (; b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        LLVMValueRef variable = llvm_declared_variable(i);
        if (variable) vec_push(&declarations, ((declaration){i, variable}));
      }
  }
  // Looked at before the first mark is made: a variable may have several declarations (inlining, unrolling).
  size_t n = 0;
  for (size_t k = 0; k < declarations.len; k++)
    if (!llvm_has_life_marks(declarations.data[k].variable)) declarations.data[n++] = declarations.data[k];
  for (size_t k = 0; k < n; k++) begin_lifetime(m, builder, declarations.data[k].call, declarations.data[k].variable);
  vec_free(&declarations);
}

// --- calls through another type -------------------------------------------------------------------------------------

static LLVMValueRef convert(LLVMBuilderRef builder, LLVMValueRef v, LLVMTypeRef to) {
  LLVMTypeRef from = LLVMTypeOf(v);
  if (from == to) return v;
  bool integers = LLVMGetTypeKind(from) == LLVMIntegerTypeKind && LLVMGetTypeKind(to) == LLVMIntegerTypeKind;
  return integers ? LLVMBuildIntCast2(builder, v, to, false, "") : NULL;
}

// `int f();` calls f through a type with unnamed parameters; `extern int nondet_bool();` gets a wider result than the
// model gives. Such a call becomes one of the model's type where the values can be converted; others stay, and are the
// lowering's business.
static void fit_call(LLVMBuilderRef builder, LLVMValueRef call, LLVMValueRef f) {
  enum { MOST = 16 };
  LLVMTypeRef type = LLVMGlobalGetValueType(f), params[MOST], result = LLVMTypeOf(call);
  unsigned n = LLVMCountParamTypes(type);
  if (type == LLVMGetCalledFunctionType(call) || LLVMIsFunctionVarArg(type)) return;
  if (n > MOST || n != LLVMGetNumArgOperands(call)) return;
  LLVMGetParamTypes(type, params);
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef args[MOST];
  for (unsigned i = 0; i < n; i++)
    if (!(args[i] = convert(builder, LLVMGetOperand(call, i), params[i]))) return;
  LLVMTypeRef gives = LLVMGetReturnType(type);
  bool used = LLVMGetFirstUse(call) != NULL;
  bool fits = !used || gives == result ||
              (LLVMGetTypeKind(gives) == LLVMIntegerTypeKind && LLVMGetTypeKind(result) == LLVMIntegerTypeKind);
  if (!fits) return;
  // The value of an `invoke` is converted where it is used, in other blocks: that is left to the lowering.
  if (LLVMIsAInvokeInst(call) && used && gives != result) return;
  LLVMValueRef made = LLVMIsAInvokeInst(call) ? LLVMBuildInvoke2(builder, type, f, args, n, LLVMGetNormalDest(call),
                                                                 LLVMGetUnwindDest(call), "")
                                              : LLVMBuildCall2(builder, type, f, args, n, "");
  if (used) LLVMReplaceAllUsesWith(call, convert(builder, made, result));
  LLVMInstructionEraseFromParent(call);
}

static void fit_calls(LLVMModuleRef m, LLVMBuilderRef builder) {
  value_vec calls = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f)) continue;
    vec_clear(&calls);
    calls_of(f, &calls);
    for (size_t i = 0; i < calls.len; i++) fit_call(builder, calls.data[i], f);
  }
  vec_free(&calls);
}

// --- all of it ------------------------------------------------------------------------------------------------------

static bool is_on(const llvm_setting *settings, size_t n, const char *name) {
  for (size_t i = 0; i < n; i++)
    if (strcmp(settings[i].name, name) == 0) return settings[i].value;
  return false;
}

// Loads of a setting become its value: functions that are not inlined see it too.
static void fold_loads(LLVMValueRef g, LLVMValueRef value) {
  for (LLVMUseRef u = LLVMGetFirstUse(g); u;) {
    LLVMValueRef user = LLVMGetUser(u);
    u = LLVMGetNextUse(u);
    if (!LLVMIsALoadInst(user)) continue;
    LLVMReplaceAllUsesWith(user, value);
    LLVMInstructionEraseFromParent(user);
  }
}

// The library for SystemC has a function with the attribute `destructor`, which speaks in one concrete run alone.
static void note_library_ends(LLVMModuleRef m, bool concrete, llvm_settings *uses) {
  for (size_t i = 0; i < uses->len && concrete && llvm_has_global_ends(m); i++) {
    const char *name = uses->data[i].name;
    if (!strcmp(name, "global_ends") || !strcmp(name, "exit_handlers")) uses->data[i].value = true;
  }
}

static void apply_settings(LLVMModuleRef m, const llvm_setting *settings, size_t n) {
  strbuf name = {0};
  for (size_t i = 0; i < n; i++) {
    sb_clear(&name);
    sb_printf(&name, "__allways_%s", settings[i].name);
    LLVMValueRef g = LLVMGetNamedGlobal(m, sb_text(&name));
    if (!g) continue;
    LLVMValueRef value = LLVMConstInt(LLVMGlobalGetValueType(g), settings[i].value, false);
    fold_loads(g, value);
    LLVMSetInitializer(g, value);
    LLVMSetLinkage(g, LLVMInternalLinkage);
    LLVMSetGlobalConstant(g, true);
  }
  sb_fini(&name);
}

const char *const llvm_exit_handlers[] = {"atexit", "__cxa_atexit", "__cxa_thread_atexit", NULL};

static void remove_unused_exit(LLVMModuleRef m) {
  LLVMValueRef f = LLVMGetNamedFunction(m, LLVM_AT_EXIT);
  if (f && !LLVMGetFirstUse(f) && !llvm_mentions(m, llvm_exit_handlers) && !llvm_has_global_ends(m))
    LLVMDeleteFunction(f);
}

static bool inline_models(LLVMModuleRef m, diags *d) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(m, "always-inline", NULL, options);
  LLVMDisposePassBuilderOptions(options);
  if (!error) return true;
  char *message = LLVMGetErrorMessage(error);
  diag_error(d, PLACE_NONE, DIAG_LLVM_LINK, message);
  LLVMDisposeErrorMessage(message);
  return false;
}

// What is used comes before what it uses.
static bool link_models(LLVMModuleRef m, diags *d) {
  bool wide = LLVMPointerSize(LLVMGetModuleDataLayout(m)) == 8;
  if (wide && llvm_has_sc_main(m) && !llvm_link_needed(m, llvm_systemc(), d)) return false;
  return llvm_link_needed(m, llvm_models(wide ? 64 : 32), d);
}

// The program then calls a function without definition, however it comes to do so: that of the models.
static void leave_to_models(LLVMModuleRef m, const char *const *names) {
  for (; *names; names++) {
    LLVMValueRef f = LLVMGetNamedFunction(m, *names);
    if (!f || LLVMIsDeclaration(f)) continue;
    LLVMSetValueName2(f, "__allways_theirs", strlen("__allways_theirs"));
    LLVMReplaceAllUsesWith(f, LLVMAddFunction(m, *names, LLVMGlobalGetValueType(f)));
    LLVMSetLinkage(f, LLVMInternalLinkage);
  }
}

// What the headers of C++ say of try_lock and unlock is what POSIX has. The models know that the one may fail for no reason, and that
// the other asks for more than pthread_mutex_unlock (runtime/cxx.c).
static void leave_locks_to_models(LLVMModuleRef m, bool try_fails, bool misuse) {
  static const char *const tries[] = {"_ZNSt5mutex8try_lockEv",
                                      "_ZNSt15recursive_mutex8try_lockEv",
                                      "_ZNSt11timed_mutex8try_lockEv",
                                      "_ZNSt21recursive_timed_mutex8try_lockEv",
                                      "_ZNSt12shared_mutex8try_lockEv",
                                      "_ZNSt12shared_mutex15try_lock_sharedEv",
                                      "_ZNSt18shared_timed_mutex8try_lockEv",
                                      "_ZNSt18shared_timed_mutex15try_lock_sharedEv",
                                      NULL};
  static const char *const unlocks[] = {"_ZNSt15recursive_mutex6unlockEv", "_ZNSt21recursive_timed_mutex6unlockEv",
                                        "_ZNSt22__shared_mutex_pthread6unlockEv",
                                        "_ZNSt22__shared_mutex_pthread13unlock_sharedEv", NULL};
  if (try_fails) leave_to_models(m, tries);
  if (misuse) leave_to_models(m, unlocks);
}

// Comparisons of std::thread::id (runtime/identity.c), but for that with no thread in `joinable`.
static void leave_ids_to_models(LLVMModuleRef m) {
  static const char *const names[] = {LLVM_EQUAL_IDS, "_ZStltNSt6thread2idES0_", "_ZStssNSt6thread2idES0_", NULL};
  LLVMValueRef theirs = LLVMGetNamedFunction(m, LLVM_EQUAL_IDS);
  leave_to_models(m, names);
  LLVMValueRef equal = theirs ? LLVMGetNamedFunction(m, LLVM_EQUAL_IDS) : NULL;
  for (LLVMUseRef u = equal ? LLVMGetFirstUse(equal) : NULL, next; u; u = next) {
    LLVMValueRef user = LLVMGetUser(u);
    next = LLVMGetNextUse(u);
    size_t len;
    if (!LLVMIsAInstruction(user)) continue;
    LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
    if (strcmp(LLVMGetValueName2(caller, &len), "_ZNKSt6thread8joinableEv") == 0)
      LLVMSetOperand(user, (unsigned)LLVMGetNumOperands(user) - 1, theirs);
  }
}

// Rounding as operations of LLVM (the headers of the C++ library ask for them): functions that have a model.
static void call_rounding(LLVMModuleRef m) {
  static const char *const pairs[][2] = {
      {"llvm.ceil.f64", "ceil"}, {"llvm.floor.f64", "floor"}, {"llvm.trunc.f64", "trunc"}};
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    LLVMValueRef operation = LLVMGetNamedFunction(m, pairs[i][0]), f = LLVMGetNamedFunction(m, pairs[i][1]);
    if (!operation) continue;
    if (!f) f = LLVMAddFunction(m, pairs[i][1], LLVMGlobalGetValueType(operation));
    LLVMReplaceAllUsesWith(operation, f);
    LLVMDeleteFunction(operation);
  }
}

bool llvm_add_models(LLVMModuleRef m, const llvm_setting *settings, size_t n, diags *d) {
  llvm_replace_synonyms(m);
  call_rounding(m);
  llvm_order_locks(m);
  leave_ids_to_models(m);
  llvm_settings uses = {0};
  llvm_find_uses(m, is_on(settings, n, "deadlocks"), &uses);
  leave_program_alone(m);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  llvm_replace_computed_jumps(m, builder);
  vec_push(&uses, ((llvm_setting){"jumps", llvm_place_jumps(m, builder)}));
  begin_lifetimes(m, builder);
  llvm_give_meaning(m, builder);
  llvm_fill_pure(m, builder);
  llvm_add_freedom(m, builder, is_on(settings, n, "libc_glibc"), is_on(settings, n, "spurious_wakeups"),
                   is_on(settings, n, "misuse"));
  llvm_open_program(m, builder);
  llvm_order_files(m, builder);
  leave_locks_to_models(m, is_on(settings, n, "spurious_wakeups"), is_on(settings, n, "misuse"));
  bool ok = link_models(m, d);
  if (ok) {
    fit_calls(m, builder);
    note_library_ends(m, is_on(settings, n, "sc_report_time"), &uses);
    apply_settings(m, settings, n);
    apply_settings(m, uses.data, uses.len);
    llvm_add_files(m, is_on(settings, n, "files"));
    llvm_end_globals(m, builder);
    remove_unused_exit(m);
  }
  vec_free(&uses);
  LLVMDisposeBuilder(builder);
  ok = ok && inline_models(m, d) && (!llvm_close_results(m) || inline_models(m, d));
  bool one_run = is_on(settings, n, "files") && llvm_has_sc_main(m);
  return ok && (!one_run || llvm_shorten_library(m, d));
}
