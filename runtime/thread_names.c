// What threads are called, and other things that the system knows of them (pthread.h).
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

#include "model.h"

enum { ROOM = 16 };

// Kept if __allways_thread_names. Who was given none has that of its creator, in the end that of the program: any.
struct name {
  _Bool known;
  char text[ROOM];
};
static int names[MAX_THREADS];  // addresses only

static struct name *name_of(int id) {
  if (id < 0 || id >= MAX_THREADS) __allways_unsupported("more than 4096 threads");
  return SHADOW(struct name, &names[id]);
}

static void keep(int id, const char *name, size_t n) {
  struct name fresh = {.known = 1};
  for (size_t i = 0; i < n; i++) fresh.text[i] = name[i];
  struct name *now = name_of(id);
  __allways_atomic_begin();
  *now = fresh;
  __allways_atomic_end();
}

MODEL int pthread_setname_np(pthread_t thread, const char *name) {
  size_t n = __builtin_strlen(name);
  if (n >= ROOM) return ERANGE;
  if (__allways_thread_names) keep((int)thread, name, n);
  return 0;
}

// By prctl: longer ones are cut.
void thread_set_name(const char *name) {
  size_t n = 0;
  while (n < ROOM - 1 && name[n]) n++;
  if (__allways_thread_names) keep(__allways_self(), name, n);
}

void thread_get_name(int id, char *to) {
  struct name *now = name_of(id);
  __allways_atomic_begin();
  if (!now->known) __allways_nondet_memory(now->text, ROOM - 1, "name of the program");
  now->known = 1;
  struct name copy = *now;
  __allways_atomic_end();
  for (int i = 0; i < ROOM; i++) to[i] = copy.text[i];
}

int pthread_getname_np(pthread_t thread, char *to, size_t room) {
  char name[ROOM];
  must_be_thread((int)thread, "pthread_getname_np");
  if (room < ROOM) return ERANGE;
  thread_get_name((int)thread, name);
  size_t i = 0;
  do to[i] = name[i];
  while (name[i++]);
  return 0;
}

static int level;
MODEL int pthread_setconcurrency(int fresh) {
  if (fresh < 0) return EINVAL;
  __atomic_store_n(&level, fresh, __ATOMIC_SEQ_CST);
  return 0;
}
MODEL int pthread_getconcurrency(void) { return __atomic_load_n(&level, __ATOMIC_SEQ_CST); }

int pthread_getcpuclockid(pthread_t thread, clockid_t *clock) {
  if ((int)thread != __allways_self()) __allways_unsupported("the clock of another thread's processor time");
  *clock = CLOCK_THREAD_CPUTIME_ID;
  return 0;
}

MODEL int clock_getcpuclockid(pid_t process, clockid_t *clock) {
  if (process) __allways_unsupported("the clock of another process");
  *clock = CLOCK_PROCESS_CPUTIME_ID;
  return 0;
}
