// sys/mman.h, sys/resource.h, sys/prctl.h, and what unistd.h and sched.h ask of the system.
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "model.h"

enum { PAGE = 4096, PAGE_POWER = 12 };  // of the target

HELPER int failed(int error) {
  errno = error;
  return -1;
}

// --- memory ---------------------------------------------------------------------------------------------------------

// What a mapping is: kept at its first byte. `free` looks at it.
HELPER size_t whole_pages(size_t bytes) { return (bytes + PAGE - 1) & ~(size_t)(PAGE - 1); }

HELPER void *no_mapping(int error) {
  errno = error;
  return MAP_FAILED;
}

// Flags that change nothing that a program sees.
enum { MAP_HINTS = MAP_NORESERVE | MAP_POPULATE | MAP_STACK | MAP_LOCKED | MAP_NONBLOCK };

// Anonymous memory alone, to be read and written.
MODEL void *mmap(void *hint, size_t bytes, int rights, int flags, int file, off_t offset) {
  int kind = flags & MAP_TYPE;
  if (!(flags & MAP_ANONYMOUS)) __allways_unsupported("mmap of a file");
  if (kind != MAP_PRIVATE && kind != MAP_SHARED) return no_mapping(EINVAL);
  if (flags & ~(MAP_TYPE | MAP_ANONYMOUS | MAP_HINTS)) __allways_unsupported("mmap with these flags");
  if (rights != (PROT_READ | PROT_WRITE)) __allways_unsupported("mmap of memory that is not to be read and written");
  if (!bytes) return no_mapping(EINVAL);
  if (bytes > PTRDIFF_MAX - PAGE || (__allways_malloc_may_fail && __allways_nondet_bool("mmap fails")))
    return no_mapping(ENOMEM);
  void *made = __allways_new_zeroed_aligned(whole_pages(bytes), PAGE_POWER);
  SHADOW(struct mapping, made)->bytes = whole_pages(bytes);
  return made;
}

MODEL void *mmap64(void *hint, size_t bytes, int rights, int flags, int file, off64_t offset) {
  return mmap(hint, bytes, rights, flags, file, 0);
}

MODEL int munmap(void *p, size_t bytes) {
  if (!bytes) return failed(EINVAL);
  if (!p || SHADOW(struct mapping, p)->bytes != whole_pages(bytes))
    __allways_unsupported("munmap of something other than one whole mapping");
  __allways_free(p);
  return 0;
}

MODEL int mprotect(void *p, size_t bytes, int rights) {
  if (rights != (PROT_READ | PROT_WRITE)) __allways_unsupported("mprotect that takes rights away");
  return 0;
}

// Advice that may change contents is none.
MODEL int madvise(void *p, size_t bytes, int advice) {
  if (advice != MADV_NORMAL && advice != MADV_RANDOM && advice != MADV_SEQUENTIAL && advice != MADV_WILLNEED &&
      advice != MADV_HUGEPAGE && advice != MADV_NOHUGEPAGE && advice != MADV_DONTDUMP)
    __allways_unsupported("madvise with this advice");
  return 0;
}

// Whether so much may be kept in memory is the system's choice.
MODEL int posix_madvise(void *p, size_t bytes, int advice) { return 0; }
MODEL int msync(void *p, size_t bytes, int flags) { return 0; }
MODEL int mlock2(const void *p, size_t bytes, unsigned flags) { return __allways_nondet_bool("mlock fails") ? failed(ENOMEM) : 0; }
MODEL int mlock(const void *p, size_t bytes) { return __allways_nondet_bool("mlock fails") ? failed(ENOMEM) : 0; }
MODEL int munlock(const void *p, size_t bytes) { return 0; }
MODEL int mlockall(int flags) { return __allways_nondet_bool("mlock fails") ? failed(ENOMEM) : 0; }
MODEL int munlockall(void) { return 0; }

// --- numbers of the system ------------------------------------------------------------------------------------------

HELPER int processors(void) {
  int n = __allways_nondet_int("processors");
  __allways_assume(n >= 1);
  return n;
}

MODEL int getpagesize(void) { return PAGE; }
MODEL int get_nprocs(void) { return processors(); }
MODEL int get_nprocs_conf(void) { return processors(); }

MODEL long sysconf(int name) {
  if (name == _SC_PAGESIZE) return PAGE;
  if (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF) {
    long n = __allways_nondet_long("sysconf");
    __allways_assume(n >= 1 || (n == -1 && !__allways_libc_glibc));
    return n;
  }
  return __allways_nondet_long("sysconf");
}

HELPER _Bool is_resource(int which) { return which >= 0 && which < RLIM_NLIMITS; }

// Limits are any at each call: other processes may change them.
int getrlimit(__rlimit_resource_t which, struct rlimit *out) {
  if (!is_resource((int)which)) return failed(EINVAL);
  out->rlim_cur = __allways_nondet_ulong("limit");
  out->rlim_max = __allways_nondet_ulong("limit");
  __allways_assume(out->rlim_cur <= out->rlim_max);
  return 0;
}

int setrlimit(__rlimit_resource_t which, const struct rlimit *limit) {
  if (!is_resource((int)which) || limit->rlim_cur > limit->rlim_max) return failed(EINVAL);
  return __allways_nondet_bool("setrlimit fails") ? failed(EPERM) : 0;
}

int prctl(int option, ...) {
  if (option == PR_SET_NAME || option == PR_GET_NAME) {
    va_list ap;
    va_start(ap, option);
    char *name = va_arg(ap, char *);
    va_end(ap);
    if (option == PR_SET_NAME)
      thread_set_name(name);
    else
      thread_get_name(__allways_self(), name);
    return 0;
  }
  if (option != PR_SET_TIMERSLACK && option != PR_SET_DUMPABLE) __allways_unsupported("prctl with this option");
  return 0;
}

// --- processors -----------------------------------------------------------------------------------------------------

// Where threads run makes no difference to what they do. The system may refuse.
MODEL int sched_setaffinity(pid_t process, size_t bytes, const cpu_set_t *set) {
  return __allways_nondet_bool("affinity is refused") ? failed(EINVAL) : 0;
}

// Any set that is not empty.
int allways_affinity(size_t bytes, void *set) {
  if (bytes < sizeof(cpu_set_t)) __allways_unsupported("a set of processors that is smaller than cpu_set_t");
  unsigned long some = 0, *words = set;
  __builtin_memset(set, 0, bytes);
  for (size_t i = 0; i < sizeof(cpu_set_t) / sizeof *words; i++) some |= words[i] = __allways_nondet_ulong("affinity");
  __allways_assume(some != 0);
  return 0;
}

MODEL int sched_getaffinity(pid_t process, size_t bytes, cpu_set_t *set) { return allways_affinity(bytes, set); }

// CPU_COUNT.
int __sched_cpucount(size_t bytes, const cpu_set_t *set) {
  int n = 0;
  for (size_t i = 0; i < bytes / sizeof(unsigned long); i++) n += __builtin_popcountl(((const unsigned long *)set)[i]);
  return n;
}

MODEL int sched_getcpu(void) {
  int n = __allways_nondet_int("processor");
  __allways_assume(n >= 0 && n < CPU_SETSIZE);
  return n;
}

MODEL int sched_get_priority_min(int policy) { return policy == SCHED_FIFO || policy == SCHED_RR; }
MODEL int sched_get_priority_max(int policy) { return policy == SCHED_FIFO || policy == SCHED_RR ? 99 : 0; }
MODEL int sched_setscheduler(pid_t process, int policy, const struct sched_param *p) {
  return __allways_nondet_bool("scheduler is refused") ? failed(EPERM) : 0;
}

// --- chance and the order of bytes ------------------------------------------------------------------------------------

enum { ENTROPY_MOST = 256 };

// As many bytes as are asked for, or an error: signals do not arrive.
MODEL ssize_t getrandom(void *to, size_t n, unsigned flags) {
  if (flags & ~(unsigned)(GRND_RANDOM | GRND_NONBLOCK | GRND_INSECURE)) return failed(EINVAL);
  if (flags & GRND_NONBLOCK && __allways_nondet_bool("no random bytes yet")) return failed(EAGAIN);
  for (size_t i = 0; i < n; i++) ((char *)to)[i] = __allways_nondet_char("random byte");
  return (ssize_t)n;
}

MODEL int getentropy(void *to, size_t n) {
  if (n > ENTROPY_MOST) return failed(EIO);
  for (size_t i = 0; i < n; i++) ((char *)to)[i] = __allways_nondet_char("random byte");
  return 0;
}

// The targets begin with the lowest byte.
MODEL uint16_t htons(uint16_t x) { return __builtin_bswap16(x); }
MODEL uint16_t ntohs(uint16_t x) { return __builtin_bswap16(x); }
MODEL uint32_t htonl(uint32_t x) { return __builtin_bswap32(x); }
MODEL uint32_t ntohl(uint32_t x) { return __builtin_bswap32(x); }
