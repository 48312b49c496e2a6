// What lives in libstdc++.so and not in its headers, by the names of the C++ ABI (Itanium, as on Linux).
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "model.h"

// --- static variables -----------------------------------------------------------------------------------------------

// The first byte is what the program itself looks at (with acquire) before it calls; what is kept here lies behind the first word.
HELPER struct once *once_of(const char *guard) { return SHADOW(struct once, guard + 4); }

MODEL int __cxa_guard_acquire(char *guard) {
  struct once *s = once_of(guard);
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await(s->state != ONCE_RUNNING);
  _Bool first = s->state == ONCE_NEVER;
  if (first) s->state = ONCE_RUNNING;
  __allways_atomic_end();
  return first;
}

MODEL void __cxa_guard_release(char *guard) {
  struct once *s = once_of(guard);
  __atomic_store_n(guard, 1, __ATOMIC_RELEASE);
  __allways_atomic_begin();
  s->state = ONCE_DONE;
  __allways_atomic_end();
}

MODEL void __cxa_guard_abort(char *guard) {
  struct once *s = once_of(guard);
  __allways_atomic_begin();
  s->state = ONCE_NEVER;
  __allways_atomic_end();
}

int __cxa_thread_atexit(void (*run)(void *), void *object, void *library);
MODEL int __cxa_thread_atexit(void (*run)(void *), void *object, void *library) {
  destructor_add(run, object);
  return 0;
}

// --- std::thread ----------------------------------------------------------------------------------------------------

// std::thread::_State: two destructors, the second gives the memory back, then _M_run.
struct state {
  void (**methods)(struct state *);
};
enum { STATE_DELETE = 1, STATE_RUN = 2 };

static void *thread(void *argument) {
  struct state *s = argument;
  s->methods[STATE_RUN](s);
  s->methods[STATE_DELETE](s);
  return NULL;
}

// What cannot be made, joined or detached is told by an exception.
__ALLWAYS_NORETURN void _ZSt20__throw_system_errori(int code);
__ALLWAYS_NORETURN void __allways_throw_unnamed(void);  // exception.cpp

HELPER void refuse(int error) {
  if (__allways_thread_exceptions)
    _ZSt20__throw_system_errori(error);
  else
    __allways_throw_unnamed();
}

// The thread's number is the whole of std::thread; the state comes in a unique_ptr, which is left empty.
MODEL void _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(unsigned long *self,
                                                                                                 struct state **state,
                                                                                                 void (*depend)(void)) {
  struct state *s = *state;
  if (thread_creation_fails()) refuse(EAGAIN);
  *state = NULL;
  *self = (unsigned long)thread_start(thread, s);
}

// What std::counting_semaphore requires of who calls it, where misuse counts (src/front/llvm/llvm_freedom.c). Of a release the
// greatest value of the counter is known where it is called, and what the counter was where it is added to: one function calls the other.
static _Thread_local long long greatest;

void allways_semaphore_made(long long count, long long most) {
  __allways_judge((count >= 0) & (count <= most), "std::counting_semaphore", "it begins with more than its greatest value");
}

void allways_semaphore_is_released(long long most) { greatest = most; }

void allways_semaphore_was(int counter, long long update) {
  __allways_judge((update >= 0) & (update <= greatest - counter), "release", "its counter would exceed its greatest value");
}

// Both policies: the function runs in a thread of its own, or in the one that asks for its result, or never. What else is
// beside them means nothing.
int allways_launch_policy(int policy);
int allways_launch_policy(int policy) {
  enum { ASYNC = 1, DEFERRED = 2 };
  if ((policy & (ASYNC | DEFERRED)) != (ASYNC | DEFERRED)) return policy;
  return __allways_nondet_bool("std::async defers the call") ? policy & ~ASYNC : policy;
}

MODEL void _ZNSt6thread4joinEv(unsigned long *self) {
  if (!*self) refuse(EINVAL);
  if (__allways_self_joins && (int)*self == __allways_self() && (__allways_thread_exceptions || !__allways_misuse))
    refuse(EDEADLK);
  thread_join((int)*self, NULL, "std::thread::join");
  *self = 0;
}

MODEL void _ZNSt6thread6detachEv(unsigned long *self) {
  if (!*self) refuse(EINVAL);
  thread_detach((int)*self, "std::thread::detach");
  *self = 0;
}

MODEL unsigned _ZNSt6thread20hardware_concurrencyEv(void) { return __allways_nondet_uchar("hardware_concurrency"); }
MODEL void _ZNSt6thread6_StateD2Ev(struct state *self) {}
MODEL void _ZNSt6thread6_StateD1Ev(struct state *self) {}
// Of an abstract class: no object has it as its own.
MODEL void _ZNSt6thread6_StateD0Ev(struct state *self) {
  __allways_unsupported("the destructor of a thread without function");
}

// --- std::condition_variable, std::call_once ------------------------------------------------------------------------

struct unique_lock {
  void *mutex;
  _Bool owns;
};

#define CONDITION "std::condition_variable"
#define CONDITION_END "std::condition_variable::~condition_variable"
MODEL void _ZNSt18condition_variableC1Ev(void *self) { condition_init(self, 1, CONDITION); }
MODEL void _ZNSt18condition_variableC2Ev(void *self) { condition_init(self, 1, CONDITION); }
MODEL void _ZNSt18condition_variableD1Ev(void *self) { condition_destroy(self, CONDITION_END); }
MODEL void _ZNSt18condition_variableD2Ev(void *self) { condition_destroy(self, CONDITION_END); }
MODEL void _ZNSt18condition_variable10notify_oneEv(void *self) {
  condition_signal(self, 1, "std::condition_variable::notify_one");
}
MODEL void _ZNSt18condition_variable10notify_allEv(void *self) {
  condition_broadcast(self, 1, "std::condition_variable::notify_all");
}

MODEL void _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(void *self, struct unique_lock *lock) {
  condition_wait(self, lock->mutex, 1, "std::condition_variable::wait");
}

// --- time limits ----------------------------------------------------------------------------------------------------

// Called by the headers (src/front/llvm/llvm_freedom.c), whose limits are times. Locks: there need be no reason to fail but that
// the time is over.
HELPER _Bool runs_out(clockid_t clock, const struct timespec *time) {
  if (!fails_spuriously()) return 0;
  timed_out(clock, time);
  return 1;
}

#define STD(call) allways_std_##call
#define LOCK_OF_MUTEX(name, parameters, clock)                  \
  int STD(name) parameters;                                     \
  MODEL int STD(name) parameters {                              \
    if (runs_out(clock, time)) return ETIMEDOUT;                \
    return ended(mutex_timedlock(l, NULL, #name), clock, time); \
  }
LOCK_OF_MUTEX(pthread_mutex_timedlock, (pthread_mutex_t * l, const struct timespec *time), CLOCK_REALTIME)
LOCK_OF_MUTEX(pthread_mutex_clocklock, (pthread_mutex_t * l, clockid_t clock, const struct timespec *time), clock)

#define LOCK_TIMED(name)                                                   \
  int STD(name)(pthread_rwlock_t * l, const struct timespec *time);        \
  MODEL int STD(name)(pthread_rwlock_t * l, const struct timespec *time) { \
    return runs_out(CLOCK_REALTIME, time) ? ETIMEDOUT : name(l, time);     \
  }
#define LOCK_CLOCKED(name)                                                                  \
  int STD(name)(pthread_rwlock_t * l, clockid_t clock, const struct timespec *time);        \
  MODEL int STD(name)(pthread_rwlock_t * l, clockid_t clock, const struct timespec *time) { \
    return runs_out(clock, time) ? ETIMEDOUT : name(l, clock, time);                        \
  }
LOCK_TIMED(pthread_rwlock_timedrdlock)
LOCK_CLOCKED(pthread_rwlock_clockrdlock)
LOCK_TIMED(pthread_rwlock_timedwrlock)
LOCK_CLOCKED(pthread_rwlock_clockwrlock)

int STD(pthread_cond_timedwait)(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *time);
MODEL int STD(pthread_cond_timedwait)(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *time) {
  cancellation_point();
  return ended(condition_timedwait(c, m, NULL, 1, "std::condition_variable::wait_until"), CLOCK_REALTIME, time);
}

int STD(pthread_cond_clockwait)(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock, const struct timespec *time);
MODEL int STD(pthread_cond_clockwait)(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
                                      const struct timespec *time) {
  cancellation_point();
  return ended(condition_timedwait(c, m, NULL, 1, "std::condition_variable::wait_for"), clock, time);
}

int STD(nanosleep)(const struct timespec *time, struct timespec *left);
MODEL int STD(nanosleep)(const struct timespec *time, struct timespec *left) {
  cancellation_point();
  time_slept(time);
  return 0;
}

_Bool allways_fails_spuriously(void);
MODEL _Bool allways_fails_spuriously(void) { return fails_spuriously(); }

// --- try_lock -------------------------------------------------------------------------------------------------------

// The headers define these; llvm_link.c takes the definitions away if --spurious-wakeups. What POSIX has is the first member.
MODEL _Bool _ZNSt5mutex8try_lockEv(void *self) { return !mutex_trylock_weak(self, "try_lock"); }
MODEL _Bool _ZNSt15recursive_mutex8try_lockEv(void *self) { return !mutex_trylock_weak(self, "try_lock"); }
MODEL _Bool _ZNSt11timed_mutex8try_lockEv(void *self) { return !mutex_trylock_weak(self, "try_lock"); }
MODEL _Bool _ZNSt21recursive_timed_mutex8try_lockEv(void *self) { return !mutex_trylock_weak(self, "try_lock"); }
MODEL _Bool _ZNSt12shared_mutex8try_lockEv(void *self) {
  return !fails_spuriously() && !pthread_rwlock_trywrlock(self);
}
MODEL _Bool _ZNSt12shared_mutex15try_lock_sharedEv(void *self) {
  return !fails_spuriously() && !pthread_rwlock_tryrdlock(self);
}
MODEL _Bool _ZNSt18shared_timed_mutex8try_lockEv(void *self) {
  return !fails_spuriously() && !pthread_rwlock_trywrlock(self);
}
MODEL _Bool _ZNSt18shared_timed_mutex15try_lock_sharedEv(void *self) {
  return !fails_spuriously() && !pthread_rwlock_tryrdlock(self);
}

// Taken away if --property has pthread-misuse: who does not hold a recursive mutex must not unlock it.
MODEL void _ZNSt15recursive_mutex6unlockEv(void *self) { mutex_unlock_held(self, "unlock"); }
MODEL void _ZNSt21recursive_timed_mutex6unlockEv(void *self) { mutex_unlock_held(self, "unlock"); }

// --------------------------------------------------------------------------------------------------------------------

_Thread_local void *_ZSt15__once_callable;
_Thread_local void (*_ZSt11__once_call)(void);

MODEL long long _ZNSt6chrono3_V212steady_clock3nowEv(void) { return allways_clock_steady(); }
MODEL long long _ZNSt6chrono3_V212system_clock3nowEv(void) { return allways_clock_calendar(); }

// std::random_device: any numbers, in whatever way they are asked for.
MODEL void _ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(void *self, const void *name) {}
MODEL void _ZNSt13random_device7_M_finiEv(void *self) {}
MODEL unsigned _ZNSt13random_device9_M_getvalEv(void *self) { return __allways_nondet_uint("random_device"); }
MODEL double _ZNKSt13random_device13_M_getentropyEv(const void *self) { return 32; }
