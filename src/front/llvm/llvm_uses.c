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

static void find_all(LLVMModuleRef m, llvm_settings *out) {
  static const char *const kinds[] = {"pthread_mutexattr_settype", "mtx_init", NULL};
  static const char *const robusts[] = {"pthread_mutexattr_setrobust", NULL};
  static const char *const sync_asks[] = {"pthread_mutexattr_gettype",        "pthread_mutexattr_getpshared",
                                          "pthread_mutexattr_getprotocol",    "pthread_condattr_getclock",
                                          "pthread_condattr_getpshared",      "pthread_rwlockattr_getkind_np",
                                          "pthread_rwlockattr_getpshared",    "pthread_barrierattr_getpshared",
                                          "pthread_mutexattr_getprioceiling", NULL};
  static const char *const cxx_joins[] = {"_ZNSt6thread4joinEv", NULL};
  static const char *const barrier_ends[] = {"pthread_barrier_destroy", NULL};
  static const char *const detaches[] = {"pthread_detach", "thrd_detach", "pthread_attr_setdetachstate", NULL};
  static const char *const detached[] = {"pthread_attr_setdetachstate", NULL};
  static const char *const keys[] = {"pthread_key_create", "tss_create", NULL};
  static const char *const targets[] = {"pthread_cancel", "pthread_kill", NULL};
  static const char *const timed[] = {"mtx_timedlock", NULL};
  static const char *const deletions[] = {"pthread_key_delete", "tss_delete", NULL};
  static const char *const cancels[] = {"pthread_cancel", "pthread_tryjoin_np", "pthread_timedjoin_np",
                                        "pthread_clockjoin_np", NULL};
  static const char *const cleanups[] = {"__allways_model_cleanup_push", "__pthread_register_cancel", NULL};
  static const char *const onces[] = {"pthread_once", "call_once", NULL};
  static const char *const leaves[] = {"pthread_exit", "thrd_exit", "pthread_cancel", NULL};
  static const char *const counts_ns[] = {"_ZNSt6chrono3_V212steady_clock3nowEv",
                                          "_ZNSt6chrono3_V212system_clock3nowEv", NULL};
  static const char *const clocks[] = {"clock_gettime",
                                       "gettimeofday",
                                       "time",
                                       "timespec_get",
                                       "_ZNSt6chrono3_V212steady_clock3nowEv",
                                       "_ZNSt6chrono3_V212system_clock3nowEv",
                                       NULL};
  static const char *const errors[] = {"ferror", NULL};
  static const char *const numbers[] = {"__errno_location", NULL};
  static const char *const values[] = {"sem_getvalue", NULL};
  static const char *const masks[] = {"pthread_sigmask", "sigprocmask", "raise",
                                      "pthread_kill",    "sigwait",     "sigwaitinfo",
                                      "sigtimedwait",    "signalfd",    NULL};
  static const char *const actions[] = {"signal", "sigaction", NULL};
  static const char *const signal_waits[] = {"sigwait", "sigwaitinfo", "sigtimedwait", "signalfd", NULL};
  static const char *const descriptors[] = {"pipe",   "pipe2",        "eventfd",       "socketpair",     "socket",
                                            "accept", "epoll_create", "epoll_create1", "timerfd_create", "signalfd",
                                            NULL};
  static const char *const pollers[] = {"epoll_create", "epoll_create1", NULL};
  static const char *const sockets[] = {"socketpair", "socket", NULL};
  static const char *const timers[] = {"timerfd_create", NULL};
  static const char *const signal_files[] = {"signalfd", NULL};
  static const char *const asks_names[] = {"pthread_getname_np", "prctl", NULL};
  static const char *const maps[] = {"mmap", "mmap64", NULL};
  static const char *const attributes[] = {"pthread_attr_getdetachstate", "pthread_attr_getstacksize",
                                           "pthread_attr_getguardsize",   "pthread_attr_getscope",
                                           "pthread_attr_getschedpolicy", "pthread_attr_getinheritsched",
                                           "pthread_attr_getschedparam",  NULL};
  static const char *const choices[] = {"pthread_condattr_setclock", NULL};
  static const char *const proxies[] = {"__once_proxy", NULL};
  static const char *const handlers[] = {"atexit", "__cxa_atexit", "__cxa_thread_atexit", NULL};
  static const char *const ends[] = {"__cxa_thread_atexit", NULL};
  static const char *const control[] = {"__allways_sc_ask_control", NULL};  // runtime/systemc
  static const char *const changes[] = {"__allways_sc_ask_signal_events", NULL};
  static const char *const counts[] = {"__allways_sc_ask_report_counts", NULL};
  static const char *const cache[] = {"__allways_sc_ask_report_cache", NULL};
  static const char *const children[] = {"__allways_sc_ask_children", NULL};
  static const char *const instants[] = {"__allways_sc_ask_instants", NULL};
  static const char *const times[] = {"__allways_time", NULL};
  static const char *const newer[] = {"__allways_sc_ask_version_3", NULL};
  static const char *const write_checks[] = {"__allways_sc_ask_write_check", NULL};
  bool static_kinds = has_static_kinds(m, MUTEX);
  bool robust = llvm_mentions(m, robusts);
  vec_push(out, ((llvm_setting){"mutex_kinds", static_kinds || robust || llvm_mentions(m, kinds)}));
  vec_push(out, ((llvm_setting){"robust_mutexes", robust}));
  vec_push(out, ((llvm_setting){"static_kinds", static_kinds}));
  static const char *const joins[] = {"pthread_join",         "thrd_join", "pthread_tryjoin_np", "pthread_timedjoin_np",
                                      "pthread_clockjoin_np", NULL};
  bool results = false;
  for (const char *const *join = joins; *join; join++) results |= asks_for_results(m, *join);
  vec_push(out, ((llvm_setting){"thread_results", results}));
  static const char *const equals[] = {"pthread_equal", "thrd_equal", LLVM_EQUAL_IDS, NULL};
  vec_push(out, ((llvm_setting){"thread_ids", llvm_mentions(m, equals)}));
  vec_push(out, ((llvm_setting){"detached_attributes", llvm_mentions(m, detached)}));
  vec_push(out, ((llvm_setting){"detached_joins", llvm_mentions(m, joins) && llvm_mentions(m, detaches)}));
  vec_push(out, ((llvm_setting){"thread_exceptions", LLVMGetNamedGlobal(m, "_ZTISt12system_error") ||
                                                         LLVMGetNamedGlobal(m, "_ZTISt13runtime_error") ||
                                                         LLVMGetNamedGlobal(m, "_ZTISt9exception")}));
  vec_push(out, ((llvm_setting){"self_joins", may_join_itself(m, joins) || may_join_itself(m, cxx_joins)}));
  vec_push(out, ((llvm_setting){"sync_attributes", llvm_mentions(m, sync_asks)}));
  vec_push(out, ((llvm_setting){"barrier_ends", llvm_mentions(m, barrier_ends)}));
  vec_push(out, ((llvm_setting){"missing_results", results && llvm_results_may_miss(m)}));
  vec_push(out, ((llvm_setting){"thread_keys", llvm_mentions(m, keys)}));
  vec_push(out, ((llvm_setting){"thread_destructors", llvm_mentions(m, ends)}));
  vec_push(out, ((llvm_setting){"thread_targets", llvm_mentions(m, targets)}));
  vec_push(out, ((llvm_setting){"timed_mutexes", llvm_mentions(m, timed)}));
  vec_push(out, ((llvm_setting){"key_deletion", llvm_mentions(m, deletions)}));
  vec_push(out, ((llvm_setting){"exit_handlers", llvm_mentions(m, handlers) || llvm_has_global_ends(m)}));
  vec_push(out, ((llvm_setting){"cancellation", llvm_mentions(m, cancels)}));
  bool once_left = llvm_mentions(m, onces) && llvm_mentions(m, leaves);
  vec_push(out, ((llvm_setting){"once_exceptions", llvm_mentions(m, proxies)}));
  vec_push(out, ((llvm_setting){"once_left", once_left}));
  vec_push(out, ((llvm_setting){"signal_handlers", llvm_mentions(m, actions)}));
  vec_push(out, ((llvm_setting){"global_ends", llvm_has_global_ends(m)}));
  vec_push(out, ((llvm_setting){"signal_masks", llvm_mentions(m, masks) || llvm_mentions(m, actions)}));
  vec_push(out, ((llvm_setting){"signal_waits", llvm_mentions(m, signal_waits)}));
  vec_push(out, ((llvm_setting){"descriptors", llvm_mentions(m, descriptors)}));
  vec_push(out, ((llvm_setting){"pollers", llvm_mentions(m, pollers)}));
  vec_push(out, ((llvm_setting){"sockets", llvm_mentions(m, sockets)}));
  vec_push(out, ((llvm_setting){"timers", llvm_mentions(m, timers)}));
  vec_push(out, ((llvm_setting){"signal_files", llvm_mentions(m, signal_files)}));
  vec_push(out, ((llvm_setting){"thread_names", llvm_mentions(m, asks_names)}));
  vec_push(out, ((llvm_setting){"mappings", llvm_mentions(m, maps)}));
  vec_push(out, ((llvm_setting){"attributes", llvm_mentions(m, attributes)}));
  vec_push(out, ((llvm_setting){"stream_errors", llvm_mentions(m, errors)}));
  vec_push(out, ((llvm_setting){"errno", llvm_mentions(m, numbers)}));
  vec_push(out, ((llvm_setting){"semaphore_values", llvm_mentions(m, values)}));
  vec_push(out, ((llvm_setting){"clocks", llvm_mentions(m, clocks)}));
  vec_push(out, ((llvm_setting){"nanoseconds", llvm_mentions(m, counts_ns)}));
  vec_push(out, ((llvm_setting){"condition_clocks", llvm_mentions(m, clocks) && llvm_mentions(m, choices)}));
  vec_push(out, ((llvm_setting){"compare_effects", llvm_compares_with_effects(m)}));
  vec_push(out, ((llvm_setting){"cleanups", once_left || llvm_mentions(m, cleanups)}));
  vec_push(out, ((llvm_setting){"rand_seeds", !is_called_once(m, "srand") || !is_called_once(m, "srandom")}));
  vec_push(out, ((llvm_setting){"console_input", LLVMGetNamedGlobal(m, "_ZSt3cin") != NULL}));
  vec_push(out, ((llvm_setting){"kernel", llvm_has_sc_main(m)}));
  bool start_caught = some_start_is_caught(m);
  vec_push(out, ((llvm_setting){"sc_caught", start_caught}));
  vec_push(out, ((llvm_setting){"sc_control", start_caught || llvm_mentions(m, control)}));
  vec_push(out, ((llvm_setting){"sc_signal_events", llvm_mentions(m, changes)}));
  vec_push(out, ((llvm_setting){"sc_report_counts", llvm_mentions(m, counts)}));
  vec_push(out, ((llvm_setting){"sc_report_cache", llvm_mentions(m, cache)}));
  vec_push(out, ((llvm_setting){"sc_children", llvm_mentions(m, children)}));
  vec_push(out, ((llvm_setting){"sc_instants", llvm_mentions(m, instants)}));
  vec_push(out, ((llvm_setting){"sc_time", llvm_mentions(m, times)}));
  vec_push(out, ((llvm_setting){"sc_version_3", llvm_mentions(m, newer)}));
  vec_push(out, ((llvm_setting){"sc_write_check", llvm_mentions(m, write_checks)}));
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
