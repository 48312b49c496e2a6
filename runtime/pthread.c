// pthread.h. A pthread_t is the number of the process.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "model.h"

// --- threads --------------------------------------------------------------------------------------------------------

MODEL int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attr, void *(*start)(void *),
                         void *restrict argument) {
  int id = thread_create(start, argument);
  if (id < 0) return EAGAIN;
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
  if (__allways_cancellation) join_or_cancelled((int)thread);
  thread_join((int)thread, result);
  return 0;
}

MODEL int pthread_tryjoin_np(pthread_t thread, void **result) {
  if (!__atomic_load_n(&thread_of((int)thread)->ended, __ATOMIC_SEQ_CST)) return EBUSY;
  thread_join((int)thread, result);
  return 0;
}

// When the attempt is made is the scheduler's choice.
MODEL int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *time) {
  return pthread_tryjoin_np(thread, result) ? ETIMEDOUT : 0;
}

MODEL int pthread_detach(pthread_t thread) { return 0; }
MODEL pthread_t pthread_self(void) { return (pthread_t)__allways_self(); }
MODEL int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
MODEL void pthread_exit(void *result) { thread_exit(result); }

MODEL int pthread_cancel(pthread_t thread) {
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

// Comes back once: nobody can jump there, because longjmp has no model.
int __sigsetjmp(struct __jmp_buf_tag *buffer, int mask);
MODEL int __sigsetjmp(struct __jmp_buf_tag *buffer, int mask) { return 0; }
int _setjmp(struct __jmp_buf_tag *buffer);
MODEL int _setjmp(struct __jmp_buf_tag *buffer) { return 0; }

MODEL int pthread_attr_init(pthread_attr_t *a) { return 0; }
MODEL int pthread_attr_destroy(pthread_attr_t *a) { return 0; }
MODEL int pthread_attr_setdetachstate(pthread_attr_t *a, int state) { return 0; }
MODEL int pthread_attr_setstacksize(pthread_attr_t *a, size_t size) { return 0; }
MODEL int pthread_attr_setscope(pthread_attr_t *a, int scope) { return 0; }
MODEL int pthread_attr_setschedpolicy(pthread_attr_t *a, int policy) { return 0; }
MODEL int pthread_attr_setinheritsched(pthread_attr_t *a, int inherit) { return 0; }
MODEL int pthread_setconcurrency(int level) { return 0; }
MODEL int pthread_setname_np(pthread_t thread, const char *name) { return 0; }
MODEL int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set) { return 0; }

// --- mutexes --------------------------------------------------------------------------------------------------------

MODEL int pthread_mutexattr_init(pthread_mutexattr_t *a) {
  if (__allways_mutex_kinds) SHADOW(struct mutex_attributes, a)->kind = KIND_NORMAL;
  return 0;
}

MODEL int pthread_mutexattr_destroy(pthread_mutexattr_t *a) { return 0; }

MODEL int pthread_mutexattr_settype(pthread_mutexattr_t *a, int type) {
  int kind = type == PTHREAD_MUTEX_RECURSIVE    ? KIND_RECURSIVE
             : type == PTHREAD_MUTEX_ERRORCHECK ? KIND_ERRORCHECK
                                                : KIND_NORMAL;
  SHADOW(struct mutex_attributes, a)->kind = kind;
  return 0;
}

MODEL int pthread_mutexattr_setpshared(pthread_mutexattr_t *a, int shared) { return 0; }
MODEL int pthread_mutexattr_setprotocol(pthread_mutexattr_t *a, int protocol) { return 0; }

MODEL int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a) {
  mutex_init(m, __allways_mutex_kinds && a ? SHADOW(struct mutex_attributes, a)->kind : KIND_NORMAL);
  return 0;
}

MODEL int pthread_mutex_destroy(pthread_mutex_t *m) { return 0; }
MODEL int pthread_mutex_lock(pthread_mutex_t *m) { return mutex_lock(m); }
MODEL int pthread_mutex_trylock(pthread_mutex_t *m) { return mutex_trylock(m); }
MODEL int pthread_mutex_unlock(pthread_mutex_t *m) { return mutex_unlock(m); }

// The moment of the attempt is the scheduler's choice, so this covers every moment at which the lock is taken or the
// time is over.
MODEL int pthread_mutex_timedlock(pthread_mutex_t *restrict m, const struct timespec *restrict time) {
  return mutex_trylock(m) ? ETIMEDOUT : 0;
}

MODEL int pthread_mutex_clocklock(pthread_mutex_t *restrict m, clockid_t clock, const struct timespec *restrict time) {
  return mutex_trylock(m) ? ETIMEDOUT : 0;
}

MODEL int pthread_spin_init(pthread_spinlock_t *m, int shared) { return 0; }
MODEL int pthread_spin_destroy(pthread_spinlock_t *m) { return 0; }

MODEL int pthread_spin_lock(pthread_spinlock_t *m) {
  __allways_lock((const void *)m);
  return 0;
}

MODEL int pthread_spin_trylock(pthread_spinlock_t *m) { return __allways_trylock((const void *)m) ? 0 : EBUSY; }

MODEL int pthread_spin_unlock(pthread_spinlock_t *m) {
  __allways_unlock((const void *)m);
  return 0;
}

// --- condition variables --------------------------------------------------------------------------------------------

MODEL int pthread_condattr_init(pthread_condattr_t *a) { return 0; }
MODEL int pthread_condattr_destroy(pthread_condattr_t *a) { return 0; }
MODEL int pthread_condattr_setclock(pthread_condattr_t *a, clockid_t clock) { return 0; }
MODEL int pthread_condattr_setpshared(pthread_condattr_t *a, int shared) { return 0; }
MODEL int pthread_cond_init(pthread_cond_t *restrict c, const pthread_condattr_t *restrict a) { return 0; }
MODEL int pthread_cond_destroy(pthread_cond_t *c) { return 0; }

MODEL int pthread_cond_wait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m) {
  cancellation_point();
  condition_wait(c, m);
  return 0;
}

MODEL int pthread_cond_timedwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m,
                                 const struct timespec *restrict time) {
  cancellation_point();
  return condition_timedwait(c, m) ? 0 : ETIMEDOUT;
}

MODEL int pthread_cond_clockwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m, clockid_t clock,
                                 const struct timespec *restrict time) {
  cancellation_point();
  return condition_timedwait(c, m) ? 0 : ETIMEDOUT;
}

MODEL int pthread_cond_signal(pthread_cond_t *c) {
  condition_signal(c);
  return 0;
}

MODEL int pthread_cond_broadcast(pthread_cond_t *c) {
  condition_broadcast(c);
  return 0;
}

// --- read-write locks -----------------------------------------------------------------------------------------------

struct rwlock {
  int readers;
  int writer;  // 1 + its number
};

// Who has it for writing and wants it again: the standard leaves open whether that is noticed or lasts for ever.
static int rwlock_again(void) {
  if (__allways_nondet_bool("deadlock is noticed")) return EDEADLK;
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await(0);
  __allways_atomic_end();
  return 0;
}

MODEL int pthread_rwlockattr_init(pthread_rwlockattr_t *a) { return 0; }
MODEL int pthread_rwlockattr_destroy(pthread_rwlockattr_t *a) { return 0; }
MODEL int pthread_rwlock_init(pthread_rwlock_t *restrict l, const pthread_rwlockattr_t *restrict a) { return 0; }
MODEL int pthread_rwlock_destroy(pthread_rwlock_t *l) { return 0; }

MODEL int pthread_rwlock_rdlock(pthread_rwlock_t *l) {
  struct rwlock *s = SHADOW(struct rwlock, l);
  int me = 1 + __allways_self();
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await((s->writer == 0) | (s->writer == me));
  _Bool again = s->writer != 0;
  if (!again) s->readers++;
  __allways_atomic_end();
  return again ? rwlock_again() : 0;
}

MODEL int pthread_rwlock_wrlock(pthread_rwlock_t *l) {
  struct rwlock *s = SHADOW(struct rwlock, l);
  int me = 1 + __allways_self();
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await(((s->writer | s->readers) == 0) | (s->writer == me));
  _Bool again = s->writer != 0;
  s->writer = me;
  __allways_atomic_end();
  return again ? rwlock_again() : 0;
}

MODEL int pthread_rwlock_tryrdlock(pthread_rwlock_t *l) {
  struct rwlock *s = SHADOW(struct rwlock, l);
  __allways_atomic_begin();
  _Bool free = !s->writer;
  if (free) s->readers++;
  __allways_atomic_end();
  return free ? 0 : EBUSY;
}

MODEL int pthread_rwlock_trywrlock(pthread_rwlock_t *l) {
  struct rwlock *s = SHADOW(struct rwlock, l);
  __allways_atomic_begin();
  _Bool free = (s->writer | s->readers) == 0;
  if (free) s->writer = 1 + __allways_self();
  __allways_atomic_end();
  return free ? 0 : EBUSY;
}

MODEL int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict l, const struct timespec *restrict time) {
  return pthread_rwlock_tryrdlock(l) ? ETIMEDOUT : 0;
}

MODEL int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict l, const struct timespec *restrict time) {
  return pthread_rwlock_trywrlock(l) ? ETIMEDOUT : 0;
}

MODEL int pthread_rwlock_unlock(pthread_rwlock_t *l) {
  struct rwlock *s = SHADOW(struct rwlock, l);
  __allways_atomic_begin();
  if (s->writer)
    s->writer = 0;
  else
    s->readers--;
  __allways_atomic_end();
  return 0;
}

// --- barriers -------------------------------------------------------------------------------------------------------

// The generation is kept in eight bits, so that programs that cycle have finitely many states.
struct barrier {
  unsigned limit, arrived;
  unsigned char generation;
};

MODEL int pthread_barrierattr_init(pthread_barrierattr_t *a) { return 0; }
MODEL int pthread_barrierattr_destroy(pthread_barrierattr_t *a) { return 0; }

MODEL int pthread_barrier_init(pthread_barrier_t *restrict b, const pthread_barrierattr_t *restrict a, unsigned count) {
  if (!count) return EINVAL;
  struct barrier *s = SHADOW(struct barrier, b);
  __allways_atomic_begin();
  s->limit = count;
  s->arrived = 0;
  __allways_atomic_end();
  return 0;
}

MODEL int pthread_barrier_destroy(pthread_barrier_t *b) { return 0; }

MODEL int pthread_barrier_wait(pthread_barrier_t *b) {
  struct barrier *s = SHADOW(struct barrier, b);
  __allways_atomic_begin();
  unsigned char mine = s->generation;
  _Bool last = ++s->arrived == s->limit;
  if (last) {
    s->arrived = 0;
    s->generation++;
  }
  __allways_atomic_end();
  if (last) return PTHREAD_BARRIER_SERIAL_THREAD;
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await(s->generation != mine);
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

MODEL void *pthread_getspecific(pthread_key_t key) { return key_get(key); }
MODEL int pthread_setspecific(pthread_key_t key, const void *value) { return key_set(key, value) ? 0 : ENOMEM; }
