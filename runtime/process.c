// Numbers of the process and its threads, and what the system says about them (unistd.h, sched.h, sys/resource.h).
#define _GNU_SOURCE
#include <errno.h>
#include <execinfo.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#include "model.h"

HELPER int failed(int error) {
  errno = error;
  return -1;
}

// --- before main ------------------------------------------------------------------------------------------------------

// Four files have six pairs that may be exchanged: all orders of them.
enum { MOST_FILES = 32, MOST_EXCHANGES = 6, MOST_OF_MANY = 3 };

// What files do before main, in any order. Linkers have them in the order of the command line.
void allways_begin_files(void (*const *files)(void), unsigned n) {
  _Bool done[MOST_FILES] = {0};
  unsigned exchanges = 0, most = n > 4 ? MOST_OF_MANY : MOST_EXCHANGES;
  if (n > MOST_FILES)
    __allways_unsupported("bounded: the order in which more than 32 files are initialised is not explored");
  for (unsigned left = n; left; left--) {
    unsigned next = n;
    for (unsigned k = 0; k < n; k++) {
      if (done[k]) continue;
      if (next < n && (__allways_libc_glibc || !__allways_nondet_bool("a later file is initialised first"))) break;
      if (next < n && ++exchanges > most)
        __allways_unsupported("bounded: of more than 4 files at most 3 are exchanged before main (--libc=glibc: none)");
      next = k;
    }
    done[next] = 1;
    files[next]();
  }
}

// --- who --------------------------------------------------------------------------------------------------------------

enum { MAIN_THREAD = 1 };

// The first thread has the number of the process, others have higher ones in the order of their creation.
MODEL pid_t gettid(void) { return getpid() + __allways_self() - MAIN_THREAD; }

// The parent may end, and then there is another one.
MODEL pid_t getppid(void) {
  int id = __allways_nondet_int("getppid");
  __allways_assume(id >= 0);
  return id;
}

// One number in all of a run, each.
static struct {
  _Bool known;
  unsigned number;
} ids[4];

static unsigned id_of(int which) {
  __allways_atomic_begin();
  if (!ids[which].known) ids[which].number = __allways_nondet_uint("user or group");
  ids[which].known = 1;
  unsigned id = ids[which].number;
  __allways_atomic_end();
  return id;
}

// Others may move the process into another group, or session.
static pid_t group(void) {
  pid_t g = __allways_nondet_int("group of processes");
  __allways_assume(g > 0);
  return g;
}
pid_t getpgrp(void) { return group(); }
pid_t getpgid(pid_t process) { return process < 0 ? failed(EINVAL) : process && __allways_nondet_bool("no such process") ? failed(ESRCH) : group(); }
pid_t getsid(pid_t process) { return process && __allways_nondet_bool("no such process") ? failed(ESRCH) : group(); }

uid_t getuid(void) { return id_of(0); }
uid_t geteuid(void) { return id_of(1); }
gid_t getgid(void) { return id_of(2); }
gid_t getegid(void) { return id_of(3); }

MODEL int isatty(int descriptor) { return __allways_nondet_bool("isatty") ? 1 : (errno = ENOTTY, 0); }

// --- scheduling: who runs when is explored whatever is asked for -------------------------------------------------------

HELPER int any_policy(void) {
  int policy = __allways_nondet_int("policy");
  __allways_assume((policy >= 0) & (policy <= SCHED_IDLE));
  return policy;
}

HELPER int any_priority(void) {
  int priority = __allways_nondet_int("priority");
  __allways_assume((priority >= 0) & (priority <= 99));
  return priority;
}

MODEL int sched_getscheduler(pid_t process) { return any_policy(); }
MODEL int sched_getparam(pid_t process, struct sched_param *p) {
  p->sched_priority = any_priority();
  return 0;
}
MODEL int sched_setparam(pid_t process, const struct sched_param *p) {
  return __allways_nondet_bool("scheduler is refused") ? failed(EPERM) : 0;
}
MODEL int pthread_getschedparam(pthread_t thread, int *restrict policy, struct sched_param *restrict p) {
  *policy = any_policy();
  p->sched_priority = any_priority();
  return 0;
}
MODEL int pthread_setschedprio(pthread_t thread, int priority) { return __allways_nondet_bool("scheduler is refused") ? EPERM : 0; }

MODEL int sched_rr_get_interval(pid_t process, struct timespec *time) {
  time->tv_sec = __allways_nondet_uchar("interval");
  time->tv_nsec = (long)(__allways_nondet_uint("interval") % 1000000000);
  return 0;
}

MODEL int getcpu(unsigned *processor, unsigned *node) {
  if (processor) *processor = (unsigned)sched_getcpu();
  if (node) *node = __allways_nondet_uchar("node");
  return 0;
}

// --- limits and use -------------------------------------------------------------------------------------------------

int prlimit(pid_t process, enum __rlimit_resource which, const struct rlimit *fresh, struct rlimit *old) {
  int error = old ? getrlimit(which, old) : 0;
  return !error && fresh ? setrlimit(which, fresh) : error;
}

HELPER struct timeval any_time(void) {
  struct timeval t = {__allways_nondet_uint("time used"), (long)(__allways_nondet_uint("time used") % 1000000)};
  return t;
}

int getrusage(__rusage_who_t who, struct rusage *out) {
  long *numbers = &out->ru_maxrss;
  out->ru_utime = any_time();
  out->ru_stime = any_time();
  for (int i = 0; i < 14; i++) numbers[i] = (long)(__allways_nondet_uint("resource used") >> 1);
  return 0;
}

MODEL int clock_getres(clockid_t clock, struct timespec *time) {
  if (!time) return 0;
  time->tv_sec = 0;
  time->tv_nsec = 1 + (long)(__allways_nondet_uint("resolution") % 999999999);
  return 0;
}

// --- memory -----------------------------------------------------------------------------------------------------------

// At least what was asked for.
size_t malloc_usable_size(void *p) {
  if (!p) return 0;
  size_t bytes = __allways_size(p), any = __allways_nondet_ulong("usable size");
  __allways_assume((any >= bytes) & (any - bytes < 4096));
  return any;
}

MODEL int malloc_trim(size_t pad) { return __allways_nondet_bool("malloc_trim"); }
MODEL int mallopt(int which, int value) { return __allways_nondet_bool("mallopt"); }

// --- the log of the system: nobody here reads it ----------------------------------------------------------------------

MODEL void openlog(const char *name, int options, int facility) {}
MODEL void closelog(void) {}
MODEL int setlogmask(int mask) { return __allways_nondet_int("mask of the log"); }
void vsyslog(int priority, const char *format, va_list ap) { (void)vsnprintf(NULL, 0, format, ap); }
void syslog(int priority, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  vsyslog(priority, format, ap);
  va_end(ap);
}

// --- what else one may ask ----------------------------------------------------------------------------------------------

// Programs learn of it what the machine can do.
unsigned long getauxval(unsigned long type) { return __allways_nondet_ulong("getauxval"); }

MODEL int getdtablesize(void) {
  int n = __allways_nondet_int("descriptors");
  __allways_assume(n >= 3);
  return n;
}

int getloadavg(double *to, int n) {
  int told = __allways_nondet_int("averages");
  __allways_assume((told >= -1) & (told <= n) & (told <= 3));
  for (int i = 0; i < told; i++) to[i] = __allways_nondet_uint("load") / 65536.0;
  return told;
}

MODEL int getpriority(__priority_which_t which, id_t who) {
  int n = __allways_nondet_int("priority");
  __allways_assume((n >= -20) & (n <= 19));
  return n;
}
MODEL int setpriority(__priority_which_t which, id_t who, int priority) {
  return __allways_nondet_bool("priority is refused") ? failed(EACCES) : 0;
}
MODEL int nice(int by) { return __allways_nondet_bool("priority is refused") ? failed(EPERM) : getpriority(PRIO_PROCESS, 0); }

// Nobody says how many calls can be told; none is a number, too.
MODEL int backtrace(void **to, int n) { return 0; }
MODEL void backtrace_symbols_fd(void *const *from, int n, int number) {}

struct mallinfo2 mallinfo2(void) {
  struct mallinfo2 info;
  __allways_nondet_memory(&info, sizeof info, "memory in use");
  return info;
}
