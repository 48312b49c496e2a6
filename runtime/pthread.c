// pthread.h. A pthread_t is the number of the process.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "model.h"

// --- threads --------------------------------------------------------------------------------------------------------

struct thread_attributes {
  int detached;
  int scope, policy, inherits, priority;  // these and below: kept if __allways_attributes
  size_t stack, guard;
};

#define KEEPS_DETACHED (__allways_misuse || __allways_detached_joins)

MODEL int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attr, void *(*start)(void *),
                         void *restrict argument) {
  if (attr) attributes_used(attr, "pthread_create");
  int id = thread_create(start, argument);
  if (id < 0) return EAGAIN;
  if (KEEPS_DETACHED && __allways_detached_attributes && attr && SHADOW(struct thread_attributes, attr)->detached)
    thread_detach(id, "pthread_create");
  *thread = (pthread_t)id;
  return 0;
}

// Waits for the end of another thread, or for being cancelled.
static void join_or_cancelled(int thread) {
  cancellation_point();
  const struct thread *self = cancellable(), *other = thread_of(thread);
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await((other->ended != 0) | is_cancelled(self));
  _Bool ended = other->ended != 0;
  __allways_atomic_end();
  if (!ended) thread_cancelled();
}

MODEL int pthread_join(pthread_t thread, void **result) {
  int refused = thread_refuses_join((int)thread);
  if (refused) return refused;
  if (__allways_cancellation) join_or_cancelled((int)thread);
  thread_join((int)thread, result, "pthread_join");
  return 0;
}

MODEL int pthread_tryjoin_np(pthread_t thread, void **result) {
  int refused = thread_refuses_join((int)thread);
  if (refused) return refused;
  if (!__atomic_load_n(&thread_of((int)thread)->ended, __ATOMIC_SEQ_CST)) return EBUSY;
  thread_join((int)thread, result, "pthread_tryjoin_np");
  return 0;
}

// When the attempt is made is the scheduler's choice.
MODEL int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *time) {
  int error = pthread_tryjoin_np(thread, result);
  return ended(error == EBUSY ? ETIMEDOUT : error, CLOCK_REALTIME, time);
}

MODEL int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock, const struct timespec *time) {
  int error = pthread_tryjoin_np(thread, result);
  return ended(error == EBUSY ? ETIMEDOUT : error, clock, time);
}

MODEL int pthread_detach(pthread_t thread) {
  thread_detach((int)thread, "pthread_detach");
  return 0;
}

MODEL pthread_t pthread_self(void) { return (pthread_t)__allways_self(); }
MODEL void pthread_exit(void *result) { thread_exit(result); }

MODEL int pthread_cancel(pthread_t thread) {
  must_be_thread((int)thread, "pthread_cancel");
  __atomic_store_n(&thread_of((int)thread)->cancelled, 1, __ATOMIC_SEQ_CST);
  return 0;
}

MODEL void pthread_testcancel(void) { cancellation_point(); }

MODEL int pthread_setcancelstate(int state, int *old) {
  struct thread *t = thread_of(__allways_self());
  __allways_atomic_begin();
  int before = t->uncancellable;
  t->uncancellable = state == PTHREAD_CANCEL_DISABLE;
  __allways_atomic_end();
  if (old) *old = before ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
  return 0;
}

MODEL int pthread_setcanceltype(int type, int *old) {
  if (type != PTHREAD_CANCEL_DEFERRED) __allways_unsupported("asynchronous cancellation");
  if (old) *old = PTHREAD_CANCEL_DEFERRED;
  return 0;
}

// include/pthread.h makes pthread_cleanup_push and pthread_cleanup_pop of these. Programs that were preprocessed with the
// header of glibc jump back to where a handler was registered: that many are counted, and ending a thread then is UNKNOWN.
void __allways_model_cleanup_push(void (*run)(void *), void *argument);
MODEL void __allways_model_cleanup_push(void (*run)(void *), void *argument) { cleanup_push(run, argument); }
void __allways_model_cleanup_pop(int execute);
MODEL void __allways_model_cleanup_pop(int execute) { cleanup_pop(execute); }
void __pthread_register_cancel(__pthread_unwind_buf_t *buffer);
MODEL void __pthread_register_cancel(__pthread_unwind_buf_t *buffer) { cleanup_push(NULL, NULL); }
void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer);
MODEL void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer) { cleanup_pop(0); }

// --- attributes of threads: they change nothing here, but who asks gets what was set.

enum { STACK_MIN = 16384 };  // PTHREAD_STACK_MIN of the target

HELPER struct thread_attributes *attributes_of(const pthread_attr_t *a) { return SHADOW(struct thread_attributes, a); }

HELPER size_t some_size(const char *name, size_t least) {
  size_t n = __allways_nondet_ulong(name);
  __allways_assume(n >= least);
  return n;
}

MODEL int pthread_attr_init(pthread_attr_t *a) {
  attributes_begin(a, "pthread_attr_init");
  if ((KEEPS_DETACHED && __allways_detached_attributes) || __allways_attributes) attributes_of(a)->detached = 0;
  if (!__allways_attributes) return 0;
  struct thread_attributes *t = attributes_of(a);
  t->scope = PTHREAD_SCOPE_SYSTEM;
  t->policy = SCHED_OTHER;
  t->inherits = PTHREAD_INHERIT_SCHED;
  t->priority = 0;
  t->stack = some_size("size of the stack", STACK_MIN);
  t->guard = some_size("size of the guard", 0);
  return 0;
}

MODEL int pthread_attr_destroy(pthread_attr_t *a) {
  attributes_end(a, "pthread_attr_destroy");
  return 0;
}
MODEL int pthread_attr_setdetachstate(pthread_attr_t *a, int state) {
  attributes_used(a, "pthread_attr_setdetachstate");
  if (state != PTHREAD_CREATE_DETACHED && state != PTHREAD_CREATE_JOINABLE) return EINVAL;
  if (KEEPS_DETACHED || __allways_attributes) attributes_of(a)->detached = state == PTHREAD_CREATE_DETACHED;
  return 0;
}

HELPER int set_stack(pthread_attr_t *a, size_t size) {
  if (size < STACK_MIN) return EINVAL;
  if (__allways_attributes) attributes_of(a)->stack = size;
  return 0;
}

MODEL int pthread_attr_setstacksize(pthread_attr_t *a, size_t size) {
  attributes_used(a, "pthread_attr_setstacksize");
  return set_stack(a, size);
}

MODEL int pthread_attr_setguardsize(pthread_attr_t *a, size_t size) {
  attributes_used(a, "pthread_attr_setguardsize");
  if (__allways_attributes) attributes_of(a)->guard = size;
  return 0;
}

// Values of the standard that an implementation need not have. glibc has them all, but threads of a scheduler inside of the process.
HELPER _Bool is_unsupported(const char *what) { return !__allways_libc_glibc && __allways_nondet_bool(what); }

MODEL int pthread_attr_setscope(pthread_attr_t *a, int scope) {
  attributes_used(a, "pthread_attr_setscope");
  if (scope != PTHREAD_SCOPE_SYSTEM && scope != PTHREAD_SCOPE_PROCESS) return EINVAL;
  if (scope == PTHREAD_SCOPE_PROCESS && (__allways_libc_glibc || is_unsupported("scope is not supported"))) return ENOTSUP;
  if (__allways_attributes) attributes_of(a)->scope = scope;
  return 0;
}

MODEL int pthread_attr_setschedpolicy(pthread_attr_t *a, int policy) {
  attributes_used(a, "pthread_attr_setschedpolicy");
  if (policy != SCHED_OTHER && policy != SCHED_FIFO && policy != SCHED_RR) return EINVAL;
  if (policy != SCHED_OTHER && is_unsupported("scheduling policy is not supported")) return ENOTSUP;
  if (__allways_attributes) attributes_of(a)->policy = policy;
  return 0;
}

MODEL int pthread_attr_setinheritsched(pthread_attr_t *a, int inherits) {
  attributes_used(a, "pthread_attr_setinheritsched");
  if (inherits != PTHREAD_INHERIT_SCHED && inherits != PTHREAD_EXPLICIT_SCHED) return EINVAL;
  if (inherits == PTHREAD_EXPLICIT_SCHED && is_unsupported("explicit scheduling is not supported")) return ENOTSUP;
  if (__allways_attributes) attributes_of(a)->inherits = inherits;
  return 0;
}

MODEL int pthread_attr_setschedparam(pthread_attr_t *a, const struct sched_param *p) {
  attributes_used(a, "pthread_attr_setschedparam");
  if (__allways_attributes) attributes_of(a)->priority = p->sched_priority;
  return 0;
}

// Of a thread that runs: it may have been made in any way.
MODEL int pthread_getattr_np(pthread_t thread, pthread_attr_t *a) {
  must_be_thread((int)thread, "pthread_getattr_np");
  pthread_attr_init(a);
  if ((KEEPS_DETACHED && __allways_detached_attributes) || __allways_attributes)
    attributes_of(a)->detached = __allways_nondet_bool("detached");
  return 0;
}

MODEL int pthread_attr_getstack(const pthread_attr_t *a, void **at, size_t *size) {
  attributes_used(a, "pthread_attr_getstack");
  __allways_unsupported("where the stack of a thread lies");
}

MODEL int pthread_attr_setstack(pthread_attr_t *a, void *at, size_t size) {
  attributes_used(a, "pthread_attr_setstack");
  return set_stack(a, size);
}
MODEL int pthread_attr_setaffinity_np(pthread_attr_t *a, size_t bytes, const cpu_set_t *set) {
  attributes_used(a, "pthread_attr_setaffinity_np");
  return 0;
}

MODEL int pthread_attr_getdetachstate(const pthread_attr_t *a, int *state) {
  attributes_used(a, "pthread_attr_getdetachstate");
  *state = attributes_of(a)->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE;
  return 0;
}

MODEL int pthread_attr_getstacksize(const pthread_attr_t *a, size_t *size) {
  attributes_used(a, "pthread_attr_getstacksize");
  *size = attributes_of(a)->stack;
  return 0;
}

MODEL int pthread_attr_getguardsize(const pthread_attr_t *a, size_t *size) {
  attributes_used(a, "pthread_attr_getguardsize");
  *size = attributes_of(a)->guard;
  return 0;
}

MODEL int pthread_attr_getscope(const pthread_attr_t *a, int *scope) {
  attributes_used(a, "pthread_attr_getscope");
  *scope = attributes_of(a)->scope;
  return 0;
}

MODEL int pthread_attr_getschedpolicy(const pthread_attr_t *a, int *policy) {
  attributes_used(a, "pthread_attr_getschedpolicy");
  *policy = attributes_of(a)->policy;
  return 0;
}

MODEL int pthread_attr_getinheritsched(const pthread_attr_t *a, int *inherits) {
  attributes_used(a, "pthread_attr_getinheritsched");
  *inherits = attributes_of(a)->inherits;
  return 0;
}

MODEL int pthread_attr_getschedparam(const pthread_attr_t *a, struct sched_param *p) {
  attributes_used(a, "pthread_attr_getschedparam");
  p->sched_priority = attributes_of(a)->priority;
  return 0;
}

// --- threads as the system sees them

MODEL int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set) {
  return __allways_nondet_bool("affinity is refused") ? EINVAL : 0;
}
MODEL int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) { return allways_affinity(size, set); }
MODEL int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *p) {
  return __allways_nondet_bool("scheduler is refused") ? EPERM : 0;
}

// There is no model of fork: the handlers never run.
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void));
MODEL int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
  return __allways_malloc_may_fail && __allways_nondet_bool("pthread_atfork fails") ? ENOMEM : 0;
}

// --- mutexes --------------------------------------------------------------------------------------------------------

MODEL int pthread_mutexattr_init(pthread_mutexattr_t *a) {
  attributes_begin(a, "pthread_mutexattr_init");
  if (__allways_mutex_kinds) SHADOW(struct mutex_attributes, a)->kind = KIND_NORMAL;
  if (__allways_robust_mutexes) SHADOW(struct mutex_attributes, a)->robust = 0;
  say_nothing(a);
  return 0;
}

MODEL int pthread_mutexattr_destroy(pthread_mutexattr_t *a) {
  attributes_end(a, "pthread_mutexattr_destroy");
  return 0;
}

MODEL int pthread_mutexattr_settype(pthread_mutexattr_t *a, int type) {
  attributes_used(a, "pthread_mutexattr_settype");
  if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ADAPTIVE_NP) return EINVAL;
  if (__allways_sync_attributes) said_of(a)->type = type;
  int kind = type == PTHREAD_MUTEX_RECURSIVE    ? KIND_RECURSIVE
             : type == PTHREAD_MUTEX_ERRORCHECK ? KIND_ERRORCHECK
                                                : KIND_NORMAL;
  SHADOW(struct mutex_attributes, a)->kind = kind;
  return 0;
}

MODEL int pthread_mutexattr_setrobust(pthread_mutexattr_t *a, int robust) {
  attributes_used(a, "pthread_mutexattr_setrobust");
  if (robust != PTHREAD_MUTEX_ROBUST && robust != PTHREAD_MUTEX_STALLED) return EINVAL;
  SHADOW(struct mutex_attributes, a)->robust = robust == PTHREAD_MUTEX_ROBUST;
  return 0;
}

MODEL int pthread_mutexattr_getrobust(const pthread_mutexattr_t *a, int *robust) {
  attributes_used(a, "pthread_mutexattr_getrobust");
  _Bool is = __allways_robust_mutexes && SHADOW(struct mutex_attributes, a)->robust;
  *robust = is ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED;
  return 0;
}

// By who holds it and was told that its holder has ended; anybody else is told that there is nothing to do.
MODEL int pthread_mutex_consistent(pthread_mutex_t *m) {
  if (!__allways_robust_mutexes || !robust_of(m)->robust || robust_of(m)->state != ROBUST_ORPHAN) return EINVAL;
  robust_of(m)->state = ROBUST_FINE;
  return 0;
}

MODEL int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a) {
  if (a) attributes_used(a, "pthread_mutex_init");
  mutex_init(m, __allways_mutex_kinds && a ? SHADOW(struct mutex_attributes, a)->kind : KIND_NORMAL,
             "pthread_mutex_init");
  if (__allways_robust_mutexes) {
    robust_of(m)->robust = a && SHADOW(struct mutex_attributes, a)->robust;
    robust_of(m)->state = ROBUST_FINE;
  }
  return 0;
}

MODEL int pthread_mutex_destroy(pthread_mutex_t *m) {
  mutex_destroy(m, "pthread_mutex_destroy");
  return 0;
}

MODEL int pthread_mutex_lock(pthread_mutex_t *m) { return mutex_lock(m, "pthread_mutex_lock"); }
MODEL int pthread_mutex_trylock(pthread_mutex_t *m) { return mutex_trylock(m, "pthread_mutex_trylock"); }
MODEL int pthread_mutex_unlock(pthread_mutex_t *m) { return mutex_unlock(m, "pthread_mutex_unlock"); }

MODEL int pthread_mutex_timedlock(pthread_mutex_t *restrict m, const struct timespec *restrict time) {
  return ended(mutex_timedlock(m, time, "pthread_mutex_timedlock"), CLOCK_REALTIME, time);
}

MODEL int pthread_mutex_clocklock(pthread_mutex_t *restrict m, clockid_t clock, const struct timespec *restrict time) {
  return ended(mutex_timedlock(m, time, "pthread_mutex_clocklock"), clock, time);
}

MODEL int pthread_spin_init(pthread_spinlock_t *m, int shared) {
  life_as((const void *)m, __ALLWAYS_INIT, "pthread_spin_init");
  return 0;
}

MODEL int pthread_spin_destroy(pthread_spinlock_t *m) {
  life_as((const void *)m, __ALLWAYS_DESTROY, "pthread_spin_destroy");
  return 0;
}

MODEL int pthread_spin_lock(pthread_spinlock_t *m) {
  lock_as((const void *)m, __ALLWAYS_USE_SPIN, "pthread_spin_lock");
  return 0;
}

MODEL int pthread_spin_trylock(pthread_spinlock_t *m) {
  return trylock_as((const void *)m, __ALLWAYS_USE_SPIN, "pthread_spin_trylock") ? 0 : EBUSY;
}

MODEL int pthread_spin_unlock(pthread_spinlock_t *m) {
  unlock_as((const void *)m, __ALLWAYS_USE_SPIN, "pthread_spin_unlock");
  return 0;
}

// --- condition variables --------------------------------------------------------------------------------------------

struct condition_attributes {
  int clock;
};

MODEL int pthread_condattr_init(pthread_condattr_t *a) {
  attributes_begin(a, "pthread_condattr_init");
  if (__allways_condition_clocks) SHADOW(struct condition_attributes, a)->clock = CLOCK_REALTIME;
  say_nothing(a);
  return 0;
}

MODEL int pthread_condattr_destroy(pthread_condattr_t *a) {
  attributes_end(a, "pthread_condattr_destroy");
  return 0;
}
MODEL int pthread_condattr_setclock(pthread_condattr_t *a, clockid_t clock) {
  attributes_used(a, "pthread_condattr_setclock");
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
  if (__allways_condition_clocks) SHADOW(struct condition_attributes, a)->clock = clock;
  if (__allways_sync_attributes) said_of(a)->clock = clock;
  return 0;
}

MODEL int pthread_cond_init(pthread_cond_t *restrict c, const pthread_condattr_t *restrict a) {
  if (a) attributes_used(a, "pthread_cond_init");
  condition_init(c, 0, "pthread_cond_init");
  if (__allways_condition_clocks)
    SHADOW(struct condition, c)->clock = a ? SHADOW(struct condition_attributes, a)->clock : CLOCK_REALTIME;
  return 0;
}

MODEL int pthread_cond_destroy(pthread_cond_t *c) {
  condition_destroy(c, "pthread_cond_destroy");
  return 0;
}

MODEL int pthread_cond_wait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m) {
  cancellation_point();
  return condition_wait(c, m, 1, "pthread_cond_wait");
}

MODEL int pthread_cond_timedwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m,
                                 const struct timespec *restrict time) {
  cancellation_point();
  int clock = __allways_condition_clocks ? SHADOW(struct condition, c)->clock : CLOCK_REALTIME;
  return ended(condition_timedwait(c, m, time, 1, "pthread_cond_timedwait"), clock, time);
}

MODEL int pthread_cond_clockwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m, clockid_t clock,
                                 const struct timespec *restrict time) {
  cancellation_point();
  return ended(condition_timedwait(c, m, time, 1, "pthread_cond_clockwait"), clock, time);
}

MODEL int pthread_cond_signal(pthread_cond_t *c) {
  condition_signal(c, 1, "pthread_cond_signal");
  return 0;
}

MODEL int pthread_cond_broadcast(pthread_cond_t *c) {
  condition_broadcast(c, 1, "pthread_cond_broadcast");
  return 0;
}

// --- read-write locks -----------------------------------------------------------------------------------------------

struct rwlock {
  int readers;
  int writer;  // 1 + its number
};

// Who waits to write, for those who want to read while others do. Kept if that can be seen: by who does not come on, or by the
// result of an attempt. In a shadow of its own.
struct rwlock_queue {
  int writers;
  int kind;  // 0: no call has initialised it; 1 + what the attributes said; KIND_UNSAID
};
enum { KIND_UNSAID = -1 };

struct rwlock_attributes {
  int kind;  // 0: nothing was said
};

HELPER struct rwlock_queue *queue_of(const pthread_rwlock_t *l) {
  return __allways_rwlock_queues ? SHADOW(struct rwlock_queue, (const char *)l + 3) : NULL;
}

// Whom a lock prefers of which nothing was said is the implementation's: one choice for all of them, made when it begins to matter.
enum { SIDE_OPEN, SIDE_READERS, SIDE_WRITERS };
static int preferred_side;

HELPER void begin_to_wait(struct rwlock_queue *q) {
  if (!__allways_rwlock_queues) return;
  q->writers++;
  if (__allways_libc_glibc || preferred_side != SIDE_OPEN) return;
  preferred_side = __allways_nondet_bool("read-write locks prefer writers") ? SIDE_WRITERS : SIDE_READERS;
}

HELPER void end_to_wait(struct rwlock_queue *q) {
  if (__allways_rwlock_queues) q->writers--;
}

// The kind of a lock that no call initialised lies in its bytes, as glibc has them: 48 or, with 32 bits, 24 bytes behind the begin.
HELPER _Bool prefers_writers(const struct rwlock_queue *q, const pthread_rwlock_t *l) {
  _Bool by_choice = preferred_side == SIDE_WRITERS;
  if (!__allways_rwlock_kinds) return by_choice;
  int kind = q->kind;
  if (kind == 0) kind = 1 + ((const unsigned char *)l)[sizeof(void *) == 8 ? 48 : 24];
  if (kind == 1 + PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) return 1;
  return (q->kind <= 0) & by_choice;
}

// Does a writer that waits keep readers out?
HELPER _Bool writers_first(const struct rwlock_queue *q, const pthread_rwlock_t *l) {
  return __allways_rwlock_queues ? (q->writers != 0) & prefers_writers(q, l) : 0;
}

// Who has it and wants it again, one of the two for writing: the standard leaves open whether that is noticed.
HELPER _Bool notices(_Bool by_glibc) {
  return __allways_libc_glibc ? by_glibc : __allways_nondet_bool("deadlock is noticed");
}

// ... or lasts for ever.
static int rwlock_again(void) {
  if (notices(1)) return EDEADLK;
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await(0);
  __allways_atomic_end();
  return 0;
}

MODEL int pthread_rwlockattr_init(pthread_rwlockattr_t *a) {
  attributes_begin(a, "pthread_rwlockattr_init");
  if (__allways_rwlock_queues && __allways_rwlock_kinds) SHADOW(struct rwlock_attributes, a)->kind = 0;
  say_nothing(a);
  return 0;
}

MODEL int pthread_rwlockattr_destroy(pthread_rwlockattr_t *a) {
  attributes_end(a, "pthread_rwlockattr_destroy");
  return 0;
}

MODEL int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *a, int kind) {
  attributes_used(a, "pthread_rwlockattr_setkind_np");
  if (kind < PTHREAD_RWLOCK_PREFER_READER_NP || kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) return EINVAL;
  if (__allways_rwlock_queues) SHADOW(struct rwlock_attributes, a)->kind = kind + 1;
  if (__allways_sync_attributes) said_of(a)->prefers = kind;
  return 0;
}

HELPER void set_kind(struct rwlock_queue *q, int said) {
  __allways_atomic_begin();
  q->kind = said ? said : KIND_UNSAID;
  __allways_atomic_end();
}

MODEL int pthread_rwlock_init(pthread_rwlock_t *restrict l, const pthread_rwlockattr_t *restrict a) {
  if (a) attributes_used(a, "pthread_rwlock_init");
  if (__allways_rwlock_queues && __allways_rwlock_kinds)
    set_kind(queue_of(l), a ? SHADOW(struct rwlock_attributes, a)->kind : 0);
  if (!__allways_misuse) return 0;
  struct rwlock *s = SHADOW(struct rwlock, l);
  struct life *life = life_of(l);
  __allways_atomic_begin();
  begin_life(life, (s->readers | s->writer) != 0, "pthread_rwlock_init");
  __allways_atomic_end();
  return 0;
}

MODEL int pthread_rwlock_destroy(pthread_rwlock_t *l) {
  if (!__allways_misuse) return 0;
  struct rwlock *s = SHADOW(struct rwlock, l);
  struct life *life = life_of(l);
  __allways_atomic_begin();
  end_life(life, l, 1, (s->readers | s->writer) != 0, "pthread_rwlock_destroy");
  __allways_atomic_end();
  return 0;
}

// How often the running thread has it for reading.
#define COUNTS_READS (__allways_misuse || (__allways_rwlock_upgrades && !__allways_libc_glibc))
HELPER int *my_reads(const pthread_rwlock_t *l) { return COUNTS_READS ? reads_of(l) : NULL; }
HELPER _Bool reads_it(const int *mine) { return COUNTS_READS ? *mine > 0 : 0; }

HELPER void take_to_read(struct rwlock *s, int *mine, const pthread_rwlock_t *l) {
  s->readers++;
  pin(l);
  if (COUNTS_READS) ++*mine;
}

MODEL int pthread_rwlock_rdlock(pthread_rwlock_t *l) {
  struct rwlock *s = SHADOW(struct rwlock, l);
  struct rwlock_queue *q = queue_of(l);
  struct life *life = life_of(l);
  int me = 1 + __allways_self(), *mine = my_reads(l);
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await(((s->writer == 0) & !writers_first(q, l)) | (s->writer == me));
  use(life, l, 1, "pthread_rwlock_rdlock");
  _Bool again = s->writer != 0;
  if (!again) take_to_read(s, mine, l);
  __allways_relax_shared(1);
  __allways_atomic_end();
  return again ? rwlock_again() : 0;
}

// True: it is taken. Otherwise the thread now waits.
HELPER _Bool take_or_wait(struct rwlock *s, struct rwlock_queue *q, struct life *life, pthread_rwlock_t *l, int me,
                          const char *function) {
  __allways_atomic_begin();
  use(life, l, 1, function);
  _Bool free = (s->writer | s->readers) == 0;
  if (free) {
    s->writer = me;
    pin(l);
  } else {
    begin_to_wait(q);
  }
  __allways_atomic_end();
  return free;
}

MODEL int pthread_rwlock_wrlock(pthread_rwlock_t *l) {
  struct rwlock *s = SHADOW(struct rwlock, l);
  struct rwlock_queue *q = queue_of(l);
  struct life *life = life_of(l);
  int me = 1 + __allways_self();
  if (reads_it(my_reads(l)) && notices(0)) return EDEADLK;
  if (__allways_rwlock_queues && take_or_wait(s, q, life, l, me, "pthread_rwlock_wrlock")) return 0;
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await(((s->writer | s->readers) == 0) | (s->writer == me));
  use(life, l, 1, "pthread_rwlock_wrlock");
  end_to_wait(q);
  _Bool again = s->writer != 0;
  s->writer = me;
  pin(l);
  __allways_atomic_end();
  return again ? rwlock_again() : 0;
}

HELPER int read_if_free(pthread_rwlock_t *l, int error, const char *function) {
  struct rwlock *s = SHADOW(struct rwlock, l);
  struct rwlock_queue *q = queue_of(l);
  struct life *life = life_of(l);
  int *mine = my_reads(l);
  __allways_atomic_begin();
  use(life, l, 1, function);
  _Bool free = !s->writer & !writers_first(q, l), own = s->writer == 1 + __allways_self();
  if (free) take_to_read(s, mine, l);
  __allways_relax(!free);
  __allways_relax_shared(1);
  __allways_atomic_end();
  if (error == ETIMEDOUT && own && notices(1)) return EDEADLK;
  return free ? 0 : error;
}

HELPER int write_if_free(pthread_rwlock_t *l, int error, const char *function) {
  struct rwlock *s = SHADOW(struct rwlock, l);
  struct life *life = life_of(l);
  __allways_atomic_begin();
  use(life, l, 1, function);
  _Bool free = (s->writer | s->readers) == 0, own = s->writer == 1 + __allways_self();
  if (free) {
    s->writer = 1 + __allways_self();
    pin(l);
  }
  __allways_relax(!free);
  __allways_atomic_end();
  if (error == ETIMEDOUT && own && notices(1)) return EDEADLK;
  return free ? 0 : error;
}

// Waits for a while, which others may see; when it ends is the scheduler's choice.
HELPER int write_in_time(pthread_rwlock_t *l, const char *function) {
  if (reads_it(my_reads(l)) && notices(0)) return EDEADLK;
  if (!__allways_rwlock_queues) return write_if_free(l, ETIMEDOUT, function);
  struct rwlock *s = SHADOW(struct rwlock, l);
  struct rwlock_queue *q = queue_of(l);
  int me = 1 + __allways_self();
  if (take_or_wait(s, q, life_of(l), l, me, function)) return 0;
  __allways_atomic_begin();
  _Bool free = (s->writer | s->readers) == 0, own = s->writer == me;
  if (free) {
    s->writer = me;
    pin(l);
  }
  end_to_wait(q);
  __allways_relax(!free);
  __allways_atomic_end();
  if (own && notices(1)) return EDEADLK;
  return free ? 0 : ETIMEDOUT;
}

MODEL int pthread_rwlock_tryrdlock(pthread_rwlock_t *l) { return read_if_free(l, EBUSY, "pthread_rwlock_tryrdlock"); }
MODEL int pthread_rwlock_trywrlock(pthread_rwlock_t *l) { return write_if_free(l, EBUSY, "pthread_rwlock_trywrlock"); }

MODEL int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict l, const struct timespec *restrict time) {
  return ended(read_if_free(l, ETIMEDOUT, "pthread_rwlock_timedrdlock"), CLOCK_REALTIME, time);
}

MODEL int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict l, clockid_t clock,
                                     const struct timespec *restrict time) {
  return ended(read_if_free(l, ETIMEDOUT, "pthread_rwlock_clockrdlock"), clock, time);
}

MODEL int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict l, clockid_t clock,
                                     const struct timespec *restrict time) {
  return ended(write_in_time(l, "pthread_rwlock_clockwrlock"), clock, time);
}

MODEL int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict l, const struct timespec *restrict time) {
  return ended(write_in_time(l, "pthread_rwlock_timedwrlock"), CLOCK_REALTIME, time);
}

HELPER int rwlock_unlock(pthread_rwlock_t *l, _Bool by_writer, _Bool by_reader, const char *function) {
  struct rwlock *s = SHADOW(struct rwlock, l);
  struct life *life = life_of(l);
  int *mine = my_reads(l);
  __allways_atomic_begin();
  use(life, l, 1, function);
  if (__allways_misuse) {
    _Bool writes = s->writer == 1 + __allways_self();
    __allways_judge(writes | (*mine > 0), function, "this thread does not hold it");
    __allways_judge(writes ? by_writer : by_reader, function, "this thread holds it in the other way");
  }
  if (COUNTS_READS && s->writer != 1 + __allways_self() && *mine > 0) --*mine;
  __allways_relax_shared(s->writer == 0);
  if (s->writer)
    s->writer = 0;
  else
    s->readers--;
  unpin_unless((s->readers | s->writer) != 0, l);
  __allways_atomic_end();
  return 0;
}

MODEL int pthread_rwlock_unlock(pthread_rwlock_t *l) { return rwlock_unlock(l, 1, 1, "pthread_rwlock_unlock"); }

// C++ asks who holds it for writing, and who shares it, to say so. Definitions of its headers: llvm_link.c takes them away.
MODEL void _ZNSt22__shared_mutex_pthread6unlockEv(void *l) { rwlock_unlock(l, 1, 0, "unlock"); }
MODEL void _ZNSt22__shared_mutex_pthread13unlock_sharedEv(void *l) { rwlock_unlock(l, 0, 1, "unlock_shared"); }

// --- barriers -------------------------------------------------------------------------------------------------------

// The generation is kept in eight bits, so that programs that cycle have finitely many states.
struct barrier {
  unsigned limit, arrived;
  unsigned char generation;
  unsigned inside;  // have arrived and not left; kept if __allways_barrier_ends
};

MODEL int pthread_barrier_init(pthread_barrier_t *restrict b, const pthread_barrierattr_t *restrict a, unsigned count) {
  if (a) attributes_used(a, "pthread_barrier_init");
  if (!count) return EINVAL;
  struct barrier *s = SHADOW(struct barrier, b);
  struct life *l = life_of(b);
  __allways_atomic_begin();
  begin_life(l, s->arrived != 0, "pthread_barrier_init");
  s->limit = count;
  s->arrived = 0;
  __allways_atomic_end();
  return 0;
}

// Waits for those that are on their way out, so that the memory can be used for something else.
MODEL int pthread_barrier_destroy(pthread_barrier_t *b) {
  struct barrier *s = SHADOW(struct barrier, b);
  struct life *l = life_of(b);
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await((s->inside == 0) | (s->arrived != 0));
  end_life(l, b, 0, s->arrived != 0, "pthread_barrier_destroy");
  __allways_atomic_end();
  return 0;
}

MODEL int pthread_barrier_wait(pthread_barrier_t *b) {
  struct barrier *s = SHADOW(struct barrier, b);
  struct life *l = life_of(b);
  __allways_atomic_begin();
  use(l, b, 0, "pthread_barrier_wait");
  unsigned char mine = s->generation;
  _Bool last = ++s->arrived == s->limit;
  if (last) {
    s->arrived = 0;
    s->generation++;
    unpin_unless(0, b);
  } else {
    pin(b);
    if (__allways_barrier_ends) s->inside++;
  }
  __allways_atomic_end();
  if (last) return PTHREAD_BARRIER_SERIAL_THREAD;
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await(s->generation != mine);
  if (__allways_barrier_ends) __atomic_fetch_sub(&s->inside, 1, __ATOMIC_SEQ_CST);  // in any order
  __allways_atomic_end();
  return 0;
}

// --- once, keys -----------------------------------------------------------------------------------------------------

MODEL int pthread_once(pthread_once_t *control, void (*run)(void)) {
  once_run(control, run);
  return 0;
}

MODEL int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  return key_create(key, destructor) ? 0 : EAGAIN;
}

MODEL int pthread_key_delete(pthread_key_t key) {
  key_delete(key);
  return 0;
}

MODEL void *pthread_getspecific(pthread_key_t key) {
  must_be_key(key, "pthread_getspecific");
  return key_get(key);
}
MODEL int pthread_setspecific(pthread_key_t key, const void *value) {
  must_be_key(key, "pthread_setspecific");
  return key_set(key, value) ? 0 : ENOMEM;
}

// --- priorities of mutexes: they change nothing here --------------------------------------------------------------------

HELPER _Bool is_ceiling(int ceiling) { return ceiling >= 1 && ceiling <= 99; }

MODEL int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *a, int ceiling) {
  attributes_used(a, "pthread_mutexattr_setprioceiling");
  if (!is_ceiling(ceiling) || __allways_nondet_bool("ceiling is refused")) return EINVAL;
  if (__allways_sync_attributes) said_of(a)->ceiling = ceiling;
  return 0;
}

HELPER int any_ceiling(void) {
  int ceiling = __allways_nondet_int("ceiling");
  __allways_assume(is_ceiling(ceiling));
  return ceiling;
}

MODEL int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *restrict a, int *restrict ceiling) {
  attributes_used(a, "pthread_mutexattr_getprioceiling");
  int said = said_of(a)->ceiling;
  *ceiling = said ? said : any_ceiling();
  return 0;
}

// Of a mutex: what it was made with is not kept, what it was set to is.
struct ceiling {
  int now;  // 0: not known
};
HELPER struct ceiling *ceiling_of(const pthread_mutex_t *m) { return SHADOW(struct ceiling, (const char *)m + 5); }

MODEL int pthread_mutex_getprioceiling(const pthread_mutex_t *restrict m, int *restrict ceiling) {
  struct ceiling *c = ceiling_of(m);
  if (__allways_nondet_bool("the mutex has no ceiling")) return EINVAL;
  __allways_atomic_begin();
  if (!c->now) c->now = any_ceiling();
  int now = c->now;
  __allways_atomic_end();
  *ceiling = now;
  return 0;
}

// The mutex is taken meanwhile.
MODEL int pthread_mutex_setprioceiling(pthread_mutex_t *restrict m, int ceiling, int *restrict old) {
  struct ceiling *c = ceiling_of(m);
  if (!is_ceiling(ceiling) || __allways_nondet_bool("the mutex has no ceiling")) return EINVAL;
  int refused = pthread_mutex_lock(m);
  if (refused) return refused;
  __allways_atomic_begin();
  int was = c->now ? c->now : any_ceiling();
  c->now = ceiling;
  __allways_atomic_end();
  pthread_mutex_unlock(m);
  *old = was;
  return 0;
}
