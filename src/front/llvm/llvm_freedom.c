// What standards leave open and the headers of the library do not: put into the program before the models are linked, which say what
// there is to choose (doc/models.md).
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"
#include "front/llvm/llvm_link.h"

typedef VEC(LLVMValueRef) value_vec;

static LLVMValueRef function_named(LLVMModuleRef m, const char *name, LLVMTypeRef type) {
  LLVMValueRef f = LLVMGetNamedFunction(m, name);
  return f ? f : LLVMAddFunction(m, name, type);
}

static const char *name_of(LLVMValueRef v) {
  size_t len;
  return LLVMGetValueName2(v, &len);
}

static void direct_calls(LLVMValueRef f, value_vec *out) {
  for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if ((LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)) && LLVMGetCalledValue(user) == f) vec_push(out, user);
  }
}

static LLVMValueRef first_behind_variables(LLVMValueRef f) {
  LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f));
  while (LLVMIsAAllocaInst(i)) i = LLVMGetNextInstruction(i);
  return i;
}

// --- std::async -----------------------------------------------------------------------------------------------------

// The overload with a policy, which the other one calls: its parameter is what the model makes of it.
static void choose_policy(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef f) {
  LLVMTypeRef number = LLVMInt32TypeInContext(LLVMGetModuleContext(m));
  LLVMValueRef policy = LLVMGetFirstParam(f);
  while (policy && LLVMTypeOf(policy) != number) policy = LLVMGetNextParam(policy);
  if (!policy) return;
  LLVMTypeRef type = LLVMFunctionType(number, &number, 1, false);
  LLVMPositionBuilderBefore(b, first_behind_variables(f));
  LLVMValueRef chosen = LLVMBuildCall2(b, type, function_named(m, "allways_launch_policy", type), &policy, 1, "");
  LLVMReplaceAllUsesWith(policy, chosen);
  LLVMSetOperand(chosen, 0, policy);  // it was one of the uses
}

static void choose_policies(LLVMModuleRef m, LLVMBuilderRef b) {
  LLVMSetCurrentDebugLocation2(b, NULL);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && str_starts(name_of(f), "_ZSt5asyncI")) choose_policy(m, b, f);
}

// --- attempts that fail for no reason ---------------------------------------------------------------------------------

// std::counting_semaphore::try_acquire: first it is asked whether it fails.
static void fail_at_begin(LLVMModuleRef m, LLVMBuilderRef b, const char *name) {
  LLVMValueRef f = LLVMGetNamedFunction(m, name);
  if (!f || LLVMIsDeclaration(f)) return;
  LLVMContextRef c = LLVMGetModuleContext(m);
  LLVMTypeRef type = LLVMGlobalGetValueType(f), truth = LLVMInt1TypeInContext(c),
              asks = LLVMFunctionType(truth, NULL, 0, false);
  if (LLVMGetReturnType(type) != truth || LLVMCountParams(f) != 1) return;
  LLVMSetValueName2(f, "__allways_theirs", strlen("__allways_theirs"));
  LLVMValueRef whole = LLVMAddFunction(m, name, type), self = LLVMGetParam(whole, 0);
  LLVMReplaceAllUsesWith(f, whole);
  LLVMSetLinkage(f, LLVMInternalLinkage);
  LLVMSetLinkage(whole, LLVMInternalLinkage);
  LLVMBasicBlockRef begin = LLVMAppendBasicBlockInContext(c, whole, ""),
                    fails = LLVMAppendBasicBlockInContext(c, whole, ""),
                    tries = LLVMAppendBasicBlockInContext(c, whole, "");
  LLVMSetCurrentDebugLocation2(b, NULL);
  LLVMPositionBuilderAtEnd(b, begin);
  LLVMValueRef asked = LLVMBuildCall2(b, asks, function_named(m, "allways_fails_spuriously", asks), NULL, 0, "");
  LLVMBuildCondBr(b, asked, fails, tries);
  LLVMPositionBuilderAtEnd(b, fails);
  LLVMBuildRet(b, LLVMConstInt(truth, 0, false));
  LLVMPositionBuilderAtEnd(b, tries);
  LLVMBuildRet(b, LLVMBuildCall2(b, type, f, &self, 1, ""));
}

// --- time limits ------------------------------------------------------------------------------------------------------

// What the headers of C++ call with a limit that they have made themselves, which is a time. Attempts to lock may fail in C++ though the lock is
// free, when their time is over; in POSIX they may not.
static void note_limits(LLVMModuleRef m) {
  static const char *const timed[] = {
      "pthread_mutex_timedlock",    "pthread_mutex_clocklock",    "pthread_rwlock_timedrdlock",
      "pthread_rwlock_clockrdlock", "pthread_rwlock_timedwrlock", "pthread_rwlock_clockwrlock",
      "pthread_cond_timedwait",     "pthread_cond_clockwait",     "nanosleep"};
  for (size_t i = 0; i < sizeof timed / sizeof *timed; i++) {
    LLVMValueRef f = LLVMGetNamedFunction(m, timed[i]), other = NULL;
    value_vec calls = {0};
    strbuf name = {0};
    sb_printf(&name, "allways_std_%s", timed[i]);
    if (f && LLVMIsDeclaration(f)) direct_calls(f, &calls);
    for (size_t k = 0; k < calls.len; k++) {
      const char *caller = name_of(LLVMGetBasicBlockParent(LLVMGetInstructionParent(calls.data[k])));
      if (!str_starts(caller, "_ZNSt") && !str_starts(caller, "_ZSt") && !strstr(caller, "__gthread_")) continue;
      if (!other) other = LLVMAddFunction(m, sb_text(&name), LLVMGlobalGetValueType(f));
      LLVMSetOperand(calls.data[k], (unsigned)LLVMGetNumOperands(calls.data[k]) - 1, other);
    }
    sb_fini(&name);
    vec_free(&calls);
  }
}

// --- cancellation -----------------------------------------------------------------------------------------------------

// POSIX, 2.9.5.2: "a cancellation point may also occur". Of those that there are models of.
static const char *const MAY_BE_CANCELLED[] = {"printf",
                                               "fprintf",
                                               "dprintf",
                                               "vprintf",
                                               "vfprintf",
                                               "vdprintf",
                                               "puts",
                                               "fputs",
                                               "putchar",
                                               "fputc",
                                               "putc",
                                               "fwrite",
                                               "fread",
                                               "fflush",
                                               "fopen",
                                               "fclose",
                                               "perror",
                                               "getchar",
                                               "fgetc",
                                               "getc",
                                               "fgets",
                                               "scanf",
                                               "fscanf",
                                               "__isoc99_scanf",
                                               "__isoc99_fscanf",
                                               "getline",
                                               "getdelim",
                                               "syslog",
                                               "openlog",
                                               "closelog",
                                               "strerror",
                                               "strftime",
                                               "localtime",
                                               "localtime_r",
                                               "mktime",
                                               "gethostname",
                                               "wprintf",
                                               "fwprintf",
                                               "fputws",
                                               "fputwc",
                                               "putwchar",
                                               "pthread_rwlock_rdlock",
                                               "pthread_rwlock_wrlock",
                                               "pthread_rwlock_timedrdlock",
                                               "pthread_rwlock_timedwrlock"};

static void ask_for_cancellation(LLVMModuleRef m, LLVMBuilderRef b) {
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(m)), NULL, 0, false);
  for (size_t i = 0; i < sizeof MAY_BE_CANCELLED / sizeof *MAY_BE_CANCELLED; i++) {
    LLVMValueRef f = LLVMGetNamedFunction(m, MAY_BE_CANCELLED[i]);
    value_vec calls = {0};
    if (f && LLVMIsDeclaration(f)) direct_calls(f, &calls);
    for (size_t k = 0; k < calls.len; k++) {
      LLVMPositionBuilderBefore(b, calls.data[k]);
      LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(calls.data[k]));
      LLVMBuildCall2(b, type, function_named(m, "allways_may_be_cancelled", type), NULL, 0, "");
    }
    vec_free(&calls);
  }
}

// --- what functions of C++ require ------------------------------------------------------------------------------------

// `word` as the model takes it: 64 bits.
static LLVMValueRef widened(LLVMBuilderRef b, LLVMValueRef word) {
  return LLVMBuildSExt(b, word, LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(word))), "");
}

static void ask(LLVMModuleRef m, LLVMBuilderRef b, const char *model, LLVMValueRef *args, unsigned n) {
  LLVMTypeRef types[2] = {LLVMTypeOf(args[0]), LLVMTypeOf(args[n - 1])};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(m)), types, n, false);
  LLVMBuildCall2(b, type, function_named(m, model, type), args, n, "");
}

// std::counting_semaphore<N>: of its constructor and of release. The name has N, as a long or, on small machines, an int.
static void require_semaphore(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef f) {
  static const char CLASS[] = "_ZNSt18counting_semaphoreIL";
  const char *name = name_of(f);
  if (!str_starts(name, CLASS) || LLVMCountParams(f) != 2) return;
  char *end;
  long long most = strtoll(name + strlen(CLASS) + 1, &end, 10);
  LLVMValueRef greatest = LLVMConstInt(LLVMInt64TypeInContext(LLVMGetModuleContext(m)), (unsigned long long)most, true);
  LLVMPositionBuilderBefore(b, first_behind_variables(f));
  if (str_starts(end, "EEC")) {
    LLVMValueRef count = widened(b, LLVMGetParam(f, 1));
    ask(m, b, "allways_semaphore_made", (LLVMValueRef[]){count, greatest}, 2);
  }
  if (str_starts(end, "EE7release")) ask(m, b, "allways_semaphore_is_released", &greatest, 1);
}

// What the counter was before it rises.
static void require_of_counter(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef f) {
  value_vec changes = {0};
  for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(f); k; k = LLVMGetNextBasicBlock(k))
    for (LLVMValueRef i = LLVMGetFirstInstruction(k); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i) && strstr(name_of(LLVMGetCalledValue(i)), "fetch_add")) vec_push(&changes, i);
  if (changes.len == 1) {
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(changes.data[0]));
    ask(m, b, "allways_semaphore_was", (LLVMValueRef[]){changes.data[0], widened(b, LLVMGetParam(f, 1))}, 2);
  }
  vec_free(&changes);
}

static void require(LLVMModuleRef m, LLVMBuilderRef b) {
  LLVMSetCurrentDebugLocation2(b, NULL);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || LLVMCountParams(f) != 2) continue;
    require_semaphore(m, b, f);
    if (str_starts(name_of(f), "_ZNSt18__atomic_semaphore10_M_release")) require_of_counter(m, b, f);
  }
}

void llvm_add_freedom(LLVMModuleRef m, LLVMBuilderRef b, bool glibc, bool spurious, bool misuse) {
  static const char *const cancels[] = {"pthread_cancel", NULL};
  if (!glibc) choose_policies(m, b);
  if (spurious) fail_at_begin(m, b, "_ZNSt18__atomic_semaphore14_M_try_acquireEv");
  if (misuse) require(m, b);
  note_limits(m);
  if (llvm_mentions(m, cancels)) ask_for_cancellation(m, b);
}
