// What the program makes use of, so that models do not pay for what it does not: settings, which the models find as constants.
#include <string.h>

#include "base/map64.h"
#include "base/str.h"
#include "base/vec.h"
#include "front/llvm/llvm_link.h"
#include "front/llvm/llvm_open.h"

// Is there any mention of one of these functions? The program alone is asked, before the models are linked.
bool llvm_mentions(LLVMModuleRef m, const char *const *names) {
  for (; *names; names++) {
    LLVMValueRef f = LLVMGetNamedFunction(m, *names);
    if (f && LLVMGetFirstUse(f)) return true;
  }
  return false;
}

// A call that may ask for the result of a thread: its second argument is not plainly null.
static bool asks_for_results(LLVMModuleRef m, const char *join) {
  LLVMValueRef f = LLVMGetNamedFunction(m, join);
  if (!f) return false;
  for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef call = LLVMGetUser(u);
    bool plain = LLVMIsACallInst(call) && LLVMGetCalledValue(call) == f && LLVMGetNumArgOperands(call) >= 2;
    if (!plain || !LLVMIsNull(LLVMGetOperand(call, 1))) return true;
  }
  return false;
}

// May a thread wait for its own end? main is joined only by a number that it has asked for.
static bool may_join_itself(LLVMModuleRef m, const char *const *joins) {
  static const char *const asks[] = {"pthread_self", "thrd_current", NULL};
  if (llvm_mentions(m, asks)) return true;
  for (; *joins; joins++) {
    LLVMValueRef f = LLVMGetNamedFunction(m, *joins);
    for (LLVMUseRef u = f ? LLVMGetFirstUse(f) : NULL; u; u = LLVMGetNextUse(u)) {
      LLVMValueRef call = LLVMGetUser(u);
      if (!LLVMIsAInstruction(call)) return true;
      size_t length;
      const char *name = LLVMGetValueName2(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)), &length);
      if (strcmp(name, "main") != 0) return true;
    }
  }
  return false;
}

static bool leads_to(LLVMBasicBlockRef from, LLVMBasicBlockRef to, map64 *seen) {
  LLVMValueRef jump = LLVMGetBasicBlockTerminator(from);
  for (unsigned k = 0; k < LLVMGetNumSuccessors(jump); k++) {
    LLVMBasicBlockRef next = LLVMGetSuccessor(jump, k);
    uint64_t known;
    if (next == to) return true;
    if (map64_get(seen, (uint64_t)(uintptr_t)next, &known)) continue;
    map64_put(seen, (uint64_t)(uintptr_t)next, 1);
    if (leads_to(next, to, seen)) return true;
  }
  return false;
}

// Is the function called at most once: at one place of main, in no loop? (Nobody calls main.)
static bool is_called_once(LLVMModuleRef m, const char *name) {
  LLVMValueRef f = LLVMGetNamedFunction(m, name);
  LLVMUseRef first = f ? LLVMGetFirstUse(f) : NULL;
  LLVMValueRef call = first ? LLVMGetUser(first) : NULL;
  if (!call) return true;
  if (LLVMGetNextUse(first) || !LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f) return false;
  size_t len;
  LLVMBasicBlockRef at = LLVMGetInstructionParent(call);
  LLVMValueRef caller = LLVMGetBasicBlockParent(at);
  if (strcmp(LLVMGetValueName2(caller, &len), "main") != 0 || LLVMGetFirstUse(caller)) return false;
  map64 seen = {0};
  bool again = leads_to(at, at, &seen);
  map64_fini(&seen);
  return !again;
}

#define MUTEX "pthread_mutex"
#define RWLOCK "pthread_rwlock"

// Five words, then a struct: glibc's mutex of 32-bit programs, whose initialisers name the second member of a union and so have a type
// without a name.
static bool has_mutex_shape(LLVMTypeRef type) {
  LLVMTypeRef parts[6];
  if (!LLVMIsLiteralStruct(type) || LLVMCountStructElementTypes(type) != 6) return false;
  LLVMGetStructElementTypes(type, parts);
  for (int i = 0; i < 5; i++)
    if (LLVMGetTypeKind(parts[i]) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(parts[i]) != 32) return false;
  return LLVMGetTypeKind(parts[5]) == LLVMStructTypeKind;
}

// `word`: what its name contains.
static bool is_lock_type(LLVMTypeRef type, const char *word) {
  if (LLVMGetTypeKind(type) != LLVMStructTypeKind) return false;
  const char *name = LLVMGetStructName(type);
  return name ? strstr(name, word) != NULL : strcmp(word, MUTEX) == 0 && has_mutex_shape(type);
}

// Does this constant hold such a lock whose bytes are not all zero? Types nest, so the depth is the program's text's.
static bool holds_lock(LLVMValueRef constant, const char *word, int depth) {
  if (depth > 32) return true;
  if (!constant || LLVMIsNull(constant) || LLVMIsAConstantDataSequential(constant)) return false;
  if (!LLVMIsAConstantStruct(constant) && !LLVMIsAConstantArray(constant)) return false;
  if (is_lock_type(LLVMTypeOf(constant), word)) return true;
  for (int i = 0; i < LLVMGetNumOperands(constant); i++)
    if (holds_lock(LLVMGetOperand(constant, (unsigned)i), word, depth + 1)) return true;
  return false;
}

// Does it write something other than zero into such a lock? Initialisers of variables that are mostly zero are such stores.
static bool stores_into_lock(LLVMValueRef instr, const char *word) {
  if (!LLVMIsAStoreInst(instr) || LLVMIsNull(LLVMGetOperand(instr, 0))) return false;
  LLVMValueRef to = LLVMGetOperand(instr, 1);
  if (!LLVMIsAGetElementPtrInst(to) && !(LLVMIsAConstantExpr(to) && LLVMGetConstOpcode(to) == LLVMGetElementPtr))
    return false;
  return LLVMGetNumOperands(to) > 2 && is_lock_type(LLVMGetGEPSourceElementType(to), word);
}

static bool some_lock_is_written(LLVMValueRef f, const char *word) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (stores_into_lock(i, word)) return true;
  return false;
}

static bool has_static_kinds(LLVMModuleRef m, const char *word) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
    if (holds_lock(LLVMGetInitializer(g), word, 0)) return true;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (some_lock_is_written(f, word)) return true;
  return false;
}

static bool starts_with(LLVMValueRef f, const char *prefix) {
  size_t len;
  return str_starts(LLVMGetValueName2(f, &len), prefix);
}

bool llvm_has_sc_main(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && (starts_with(f, "sc_main") || starts_with(f, "_Z7sc_main"))) return true;
  return false;
}

// Does somebody catch what leaves this call?
static bool is_caught(LLVMValueRef call) {
  if (!LLVMIsAInvokeInst(call)) return false;
  LLVMValueRef pad = LLVMGetFirstInstruction(LLVMGetUnwindDest(call));
  while (pad && !LLVMIsALandingPadInst(pad)) pad = LLVMGetNextInstruction(pad);
  return pad && LLVMGetNumClauses(pad) > 0;
}

// ... or what leaves its caller, or the caller of that one?
static bool some_call_is_caught(LLVMValueRef f, map64 *seen) {
  uint64_t known;
  if (map64_get(seen, (uint64_t)(uintptr_t)f, &known)) return false;
  map64_put(seen, (uint64_t)(uintptr_t)f, 1);
  for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef call = LLVMGetUser(u);
    if (!LLVMIsAInstruction(call)) continue;
    if (is_caught(call)) return true;
    if (some_call_is_caught(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)), seen)) return true;
  }
  return false;
}

// An exception that leaves a process of a SystemC model leaves sc_start.
static bool some_start_is_caught(LLVMModuleRef m) {
  map64 seen = {0};
  bool caught = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f && !caught; f = LLVMGetNextFunction(f))
    if (starts_with(f, "_ZN7sc_core8sc_start") || starts_with(f, "_ZN7sc_core12sc_start_for"))
      caught = some_call_is_caught(f, &seen);
  map64_fini(&seen);
  return caught;
}

// Whom read-write locks prefer shows where somebody waits for ever, and in the results of attempts.
static void find_rwlock_uses(LLVMModuleRef m, bool deadlocks, llvm_settings *out) {
  static const char *const attempts[] = {"pthread_rwlock_tryrdlock", "pthread_rwlock_timedrdlock",
                                         "pthread_rwlock_clockrdlock", NULL};
  static const char *const kinds[] = {"pthread_rwlockattr_setkind_np", NULL};
  static const char *const reads[] = {"pthread_rwlock_rdlock", "pthread_rwlock_tryrdlock", "pthread_rwlock_timedrdlock",
                                      "pthread_rwlock_clockrdlock", NULL};
  static const char *const writes[] = {"pthread_rwlock_wrlock", "pthread_rwlock_timedwrlock",
                                       "pthread_rwlock_clockwrlock", NULL};
  vec_push(out, ((llvm_setting){"rwlock_upgrades", llvm_mentions(m, reads) && llvm_mentions(m, writes)}));
  vec_push(out, ((llvm_setting){"rwlock_queues", deadlocks || llvm_mentions(m, attempts)}));
  vec_push(out, ((llvm_setting){"rwlock_kinds", has_static_kinds(m, RWLOCK) || llvm_mentions(m, kinds)}));
}

#define CLOCK_NAMES                                                                                \
  "clock_gettime", "gettimeofday", "time", "timespec_get", "_ZNSt6chrono3_V212steady_clock3nowEv", \
      "_ZNSt6chrono3_V212system_clock3nowEv"

// Settings that ask whether the program mentions some name.
enum { NAMES_MAX = 11 };
static const struct {
  const char *setting, *names[NAMES_MAX];
} mentions[] = {
    {"thread_ids", {"pthread_equal", "thrd_equal", LLVM_EQUAL_IDS, NULL}},
    {"detached_attributes", {"pthread_attr_setdetachstate", NULL}},
    {"sync_attributes",
     {"pthread_mutexattr_gettype", "pthread_mutexattr_getpshared", "pthread_mutexattr_getprotocol",
      "pthread_condattr_getclock", "pthread_condattr_getpshared", "pthread_rwlockattr_getkind_np",
      "pthread_rwlockattr_getpshared", "pthread_barrierattr_getpshared", "pthread_mutexattr_getprioceiling", NULL}},
    {"barrier_ends", {"pthread_barrier_destroy", NULL}},
    {"thread_keys", {"pthread_key_create", "tss_create", NULL}},
    {"thread_destructors", {"__cxa_thread_atexit", NULL}},
    {"thread_targets", {"pthread_cancel", "pthread_kill", NULL}},
    {"timed_mutexes", {"mtx_timedlock", NULL}},
    {"key_deletion", {"pthread_key_delete", "tss_delete", NULL}},
    {"cancellation", {"pthread_cancel", "pthread_tryjoin_np", "pthread_timedjoin_np", "pthread_clockjoin_np", NULL}},
    {"once_exceptions", {"__once_proxy", NULL}},
    {"signal_handlers", {"signal", "sigaction", NULL}},
    {"signal_waits", {"sigwait", "sigwaitinfo", "sigtimedwait", "signalfd", NULL}},
    {"descriptors",
     {"pipe", "pipe2", "eventfd", "socketpair", "socket", "accept", "epoll_create", "epoll_create1", "timerfd_create",
      "signalfd", NULL}},
    {"pollers", {"epoll_create", "epoll_create1", NULL}},
    {"sockets", {"socketpair", "socket", NULL}},
    {"timers", {"timerfd_create", NULL}},
    {"signal_files", {"signalfd", NULL}},
    {"thread_names", {"pthread_getname_np", "prctl", NULL}},
    {"mappings", {"mmap", "mmap64", NULL}},
    {"attributes",
     {"pthread_attr_getdetachstate", "pthread_attr_getstacksize", "pthread_attr_getguardsize", "pthread_attr_getscope",
      "pthread_attr_getschedpolicy", "pthread_attr_getinheritsched", "pthread_attr_getschedparam", NULL}},
    {"stream_errors", {"ferror", NULL}},
    {"errno", {"__errno_location", NULL}},
    {"semaphore_values", {"sem_getvalue", NULL}},
    {"clocks", {CLOCK_NAMES, NULL}},
    {"nanoseconds", {"_ZNSt6chrono3_V212steady_clock3nowEv", "_ZNSt6chrono3_V212system_clock3nowEv", NULL}},
    {"sc_signal_events", {"__allways_sc_ask_signal_events", NULL}},
    {"sc_report_counts", {"__allways_sc_ask_report_counts", NULL}},
    {"sc_report_cache", {"__allways_sc_ask_report_cache", NULL}},
    {"sc_children", {"__allways_sc_ask_children", NULL}},
    {"sc_instants", {"__allways_sc_ask_instants", NULL}},
    {"sc_time", {"__allways_time", NULL}},
    {"sc_version_3", {"__allways_sc_ask_version_3", NULL}},
    {"sc_write_check", {"__allways_sc_ask_write_check", NULL}},
};

static void find_mentions(LLVMModuleRef m, llvm_settings *out) {
  for (size_t i = 0; i < sizeof mentions / sizeof *mentions; i++)
    vec_push(out, ((llvm_setting){mentions[i].setting, llvm_mentions(m, mentions[i].names)}));
}

static void find_mutexes(LLVMModuleRef m, llvm_settings *out) {
  static const char *const kinds[] = {"pthread_mutexattr_settype", "mtx_init", NULL};
  static const char *const robusts[] = {"pthread_mutexattr_setrobust", NULL};
  bool static_kinds = has_static_kinds(m, MUTEX), robust = llvm_mentions(m, robusts);
  vec_push(out, ((llvm_setting){"mutex_kinds", static_kinds || robust || llvm_mentions(m, kinds)}));
  vec_push(out, ((llvm_setting){"robust_mutexes", robust}));
  vec_push(out, ((llvm_setting){"static_kinds", static_kinds}));
}

// How threads end, and who waits for that.
static void find_ends(LLVMModuleRef m, llvm_settings *out) {
  static const char *const joins[] = {"pthread_join",         "thrd_join", "pthread_tryjoin_np", "pthread_timedjoin_np",
                                      "pthread_clockjoin_np", NULL};
  static const char *const cxx_joins[] = {"_ZNSt6thread4joinEv", NULL};
  static const char *const detaches[] = {"pthread_detach", "thrd_detach", "pthread_attr_setdetachstate", NULL};
  static const char *const cleanups[] = {"__allways_model_cleanup_push", "__pthread_register_cancel", NULL};
  static const char *const onces[] = {"pthread_once", "call_once", NULL};
  static const char *const leaves[] = {"pthread_exit", "thrd_exit", "pthread_cancel", NULL};
  bool results = false, once_left = llvm_mentions(m, onces) && llvm_mentions(m, leaves);
  for (const char *const *join = joins; *join; join++) results |= asks_for_results(m, *join);
  vec_push(out, ((llvm_setting){"thread_results", results}));
  vec_push(out, ((llvm_setting){"missing_results", results && llvm_results_may_miss(m)}));
  vec_push(out, ((llvm_setting){"detached_joins", llvm_mentions(m, joins) && llvm_mentions(m, detaches)}));
  vec_push(out, ((llvm_setting){"self_joins", may_join_itself(m, joins) || may_join_itself(m, cxx_joins)}));
  vec_push(out, ((llvm_setting){"once_left", once_left}));
  vec_push(out, ((llvm_setting){"cleanups", once_left || llvm_mentions(m, cleanups)}));
  vec_push(out, ((llvm_setting){"exit_handlers", llvm_mentions(m, llvm_exit_handlers) || llvm_has_global_ends(m)}));
  vec_push(out, ((llvm_setting){"global_ends", llvm_has_global_ends(m)}));
}

static void find_library(LLVMModuleRef m, llvm_settings *out) {
  static const char *const masks[] = {"pthread_sigmask", "sigprocmask", "raise",
                                      "pthread_kill",    "sigwait",     "sigwaitinfo",
                                      "sigtimedwait",    "signalfd",    NULL};
  static const char *const actions[] = {"signal", "sigaction", NULL};
  static const char *const clocks[] = {CLOCK_NAMES, NULL};
  static const char *const choices[] = {"pthread_condattr_setclock", NULL};
  vec_push(out, ((llvm_setting){"thread_exceptions", LLVMGetNamedGlobal(m, "_ZTISt12system_error") ||
                                                         LLVMGetNamedGlobal(m, "_ZTISt13runtime_error") ||
                                                         LLVMGetNamedGlobal(m, "_ZTISt9exception")}));
  vec_push(out, ((llvm_setting){"signal_masks", llvm_mentions(m, masks) || llvm_mentions(m, actions)}));
  vec_push(out, ((llvm_setting){"condition_clocks", llvm_mentions(m, clocks) && llvm_mentions(m, choices)}));
  vec_push(out, ((llvm_setting){"compare_effects", llvm_compares_with_effects(m)}));
  vec_push(out, ((llvm_setting){"rand_seeds", !is_called_once(m, "srand") || !is_called_once(m, "srandom")}));
  vec_push(out, ((llvm_setting){"console_input", LLVMGetNamedGlobal(m, "_ZSt3cin") != NULL}));
}

static void find_systemc(LLVMModuleRef m, llvm_settings *out) {
  static const char *const control[] = {"__allways_sc_ask_control", NULL};  // runtime/systemc
  bool start_caught = some_start_is_caught(m);
  vec_push(out, ((llvm_setting){"kernel", llvm_has_sc_main(m)}));
  vec_push(out, ((llvm_setting){"sc_caught", start_caught}));
  vec_push(out, ((llvm_setting){"sc_control", start_caught || llvm_mentions(m, control)}));
}

static void find_all(LLVMModuleRef m, llvm_settings *out) {
  find_mentions(m, out);
  find_mutexes(m, out);
  find_ends(m, out);
  find_library(m, out);
  find_systemc(m, out);
}

static bool defines(LLVMModuleRef m, const char *name) {
  LLVMValueRef f = LLVMGetNamedFunction(m, name);
  return f && !LLVMIsDeclaration(f);
}

// Forms of operator new and delete that the program does not have are those of the library, which call the ones that it has.
static void find_own_allocation(LLVMModuleRef m, llvm_settings *out) {
  vec_push(out, ((llvm_setting){"own_new", defines(m, "_Znwm") || defines(m, "_Znwj")}));
  vec_push(out, ((llvm_setting){"own_delete", defines(m, "_ZdlPv")}));
  vec_push(out, ((llvm_setting){"own_delete_array", defines(m, "_ZdaPv")}));
}

void llvm_find_uses(LLVMModuleRef m, bool deadlocks, llvm_settings *out) {
  find_all(m, out);
  find_rwlock_uses(m, deadlocks, out);
  find_own_allocation(m, out);
}
