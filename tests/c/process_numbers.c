// expect: safe
// property: assert,no-data-race
#define _GNU_SOURCE
#include <assert.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>
static pid_t other;
static void *thread(void *arg) {
  other = gettid();
  assert(other == gettid() && other == syscall(SYS_gettid));
  return 0;
}
int main(void) {
  pthread_t t;
  struct rlimit now, before;
  struct timespec time;
  struct sched_param p;
  struct rusage used;
  int policy;
  pthread_create(&t, 0, thread, 0);
  assert(gettid() == getpid() && getuid() == getuid() && getegid() == getegid());
  pthread_join(t, 0);
  assert(other != gettid());
  assert(prlimit(0, RLIMIT_NOFILE, 0, &now) == 0 && now.rlim_cur <= now.rlim_max);
  assert(clock_getres(CLOCK_MONOTONIC, &time) == 0 && time.tv_nsec > 0);
  assert(pthread_getschedparam(pthread_self(), &policy, &p) == 0 && p.sched_priority >= 0);
  assert(getrusage(RUSAGE_SELF, &used) == 0 && used.ru_utime.tv_usec < 1000000);
  void *m = malloc(10);
  assert(malloc_usable_size(m) >= 10);
  free(m);
  syslog(LOG_INFO, "%d", policy);
  return 0;
}
