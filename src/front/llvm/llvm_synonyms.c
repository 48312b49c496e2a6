// Functions that have two names: the program's calls of the one become calls of the other, which has a model (and which the rest of the front end knows).
#include <llvm-c/Target.h>
#include <string.h>

#include "front/llvm/llvm_link.h"

typedef struct synonym {
  const char *name, *known;
} synonym;

static const synonym ANYWHERE[] = {{"pthread_mutexattr_setkind_np", "pthread_mutexattr_settype"},
                                   {"pthread_mutexattr_getkind_np", "pthread_mutexattr_gettype"},
                                   {"pthread_mutexattr_setrobust_np", "pthread_mutexattr_setrobust"},
                                   {"pthread_mutexattr_getrobust_np", "pthread_mutexattr_getrobust"},
                                   {"pthread_mutex_consistent_np", "pthread_mutex_consistent"},
                                   {"pthread_yield", "sched_yield"},
                                   {"bsd_signal", "signal"},
                                   {"ssignal", "signal"},
                                   {"gsignal", "raise"},
                                   {"sigqueue", "kill"},  // the value that comes along is any for who waits
                                   {"pthread_sigqueue", "pthread_kill"},
                                   {"__isoc23_strtol", "strtol"},
                                   {"__isoc23_strtoul", "strtoul"},
                                   {"__isoc23_strtoll", "strtoll"},
                                   {"__isoc23_strtoull", "strtoull"},
                                   {"__isoc23_strtoimax", "strtoimax"},
                                   {"__isoc23_strtoumax", "strtoumax"},
                                   {"__isoc99_vsscanf", "vsscanf"},
                                   {"__isoc23_vsscanf", "vsscanf"},
                                   {"strtoq", "strtoll"},
                                   {"strtouq", "strtoull"},
                                   {"__secure_getenv", "secure_getenv"},
                                   {"open64", "open"},
                                   {"openat64", "openat"},
                                   {"creat64", "creat"},
                                   {"fopen64", "fopen"},
                                   {"fcntl64", "fcntl"},
                                   {"fgets_unlocked", "fgets"}};

// Where an offset is as wide as a pointer the names for large files mean the same types.
static const synonym WIDE[] = {
    {"lseek64", "lseek"},     {"stat64", "stat"},           {"lstat64", "lstat"},         {"fstat64", "fstat"},
    {"fstatat64", "fstatat"}, {"truncate64", "truncate"},   {"ftruncate64", "ftruncate"}, {"pread64", "pread"},
    {"pwrite64", "pwrite"},   {"getrlimit64", "getrlimit"}, {"setrlimit64", "setrlimit"}, {"prlimit64", "prlimit"},
    {"mmap64", "mmap"}};

static void replace(LLVMModuleRef m, const synonym *list, size_t n) {
  for (size_t i = 0; i < n; i++) {
    LLVMValueRef f = LLVMGetNamedFunction(m, list[i].name);
    if (!f || !LLVMIsDeclaration(f)) continue;
    LLVMValueRef known = LLVMGetNamedFunction(m, list[i].known);
    if (!known) {
      LLVMSetValueName2(f, list[i].known, strlen(list[i].known));
      continue;
    }
    LLVMReplaceAllUsesWith(f, known);
    LLVMDeleteFunction(f);
  }
}

void llvm_replace_synonyms(LLVMModuleRef m) {
  replace(m, ANYWHERE, sizeof ANYWHERE / sizeof *ANYWHERE);
  if (LLVMPointerSize(LLVMGetModuleDataLayout(m)) == 8) replace(m, WIDE, sizeof WIDE / sizeof *WIDE);
}
