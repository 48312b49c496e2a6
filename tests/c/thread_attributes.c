// expect: safe
// Attributes of threads are what was set; what the system decides is open.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>

static void *nothing(void *p) { return p; }
static void never(void) { assert(0); }

int main(void) {
  pthread_attr_t a;
  int n;
  size_t size;
  struct sched_param p = {.sched_priority = 0};
  assert(pthread_attr_init(&a) == 0);
  assert(pthread_attr_getdetachstate(&a, &n) == 0 && n == PTHREAD_CREATE_JOINABLE);
  assert(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED) == 0);
  assert(pthread_attr_getdetachstate(&a, &n) == 0 && n == PTHREAD_CREATE_DETACHED);
  assert(pthread_attr_setdetachstate(&a, 77) == EINVAL);
  assert(pthread_attr_setstacksize(&a, 1) == EINVAL && pthread_attr_setstacksize(&a, 1 << 20) == 0);
  assert(pthread_attr_getstacksize(&a, &size) == 0 && size == 1 << 20);
  assert(pthread_attr_setguardsize(&a, 4096) == 0 && pthread_attr_getguardsize(&a, &size) == 0 && size == 4096);
  assert(pthread_attr_setscope(&a, PTHREAD_SCOPE_SYSTEM) == 0 && pthread_attr_getscope(&a, &n) == 0 && n == PTHREAD_SCOPE_SYSTEM);
  int set_to = pthread_attr_setschedpolicy(&a, SCHED_RR);
  assert(set_to == 0 || set_to == ENOTSUP);
  assert(pthread_attr_getschedpolicy(&a, &n) == 0 && n == (set_to ? SCHED_OTHER : SCHED_RR));
  set_to = pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED);
  assert(set_to == 0 || set_to == ENOTSUP);
  if (!set_to) assert(pthread_attr_getinheritsched(&a, &n) == 0 && n == PTHREAD_EXPLICIT_SCHED);
  assert(pthread_attr_getschedparam(&a, &p) == 0 && p.sched_priority == 0);
  pthread_attr_destroy(&a);
  assert(pthread_atfork(never, never, never) == 0);
  assert(prctl(PR_SET_NAME, "short") == 0 && pthread_setname_np(pthread_self(), "much too long for a name") == ERANGE);
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  n = pthread_setaffinity_np(pthread_self(), sizeof set, &set);
  assert(n == 0 || n == EINVAL);
  assert(sched_getcpu() >= 0 && sched_get_priority_max(SCHED_FIFO) == 99);
  struct rlimit limit;
  assert(getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur <= limit.rlim_max);
  assert(setrlimit(99, &limit) == -1 && errno == EINVAL);
  pthread_t t;
  assert(pthread_create(&t, NULL, nothing, NULL) == 0 && pthread_join(t, NULL) == 0);
  return 0;
}
