// What models share: how they are written, and the state of library types.
//
// State of a library type lies in the shadow object of its address, never in its bytes: programs bring foreign layouts.
// Models are inlined at the call (MODEL), so that what goes wrong inside has the place of the call.
#ifndef MODEL_H
#define MODEL_H

#include <sys/types.h>

#include "intrinsics.h"

#define MODEL __attribute__((always_inline))
#define HELPER static inline __attribute__((always_inline, unused))

#define SHADOW(T, address) ((T *)__allways_shadow((address), sizeof(T)))

// --- what is open in results (open.c) ---------------------------------------------------------------------------------

int allways_open_sign(int value);
int allways_open_truth(int value);
int allways_open_printed(int n);
int allways_open_put(int done);
int allways_open_done(int done);
size_t allways_open_count(size_t n);
void allways_clear_error(void);

// --- time (time.c) ----------------------------------------------------------------------------------------------------

struct timespec;

struct moments {
  long long steady[2], calendar[2];
};

// Kept if __allways_clocks.
struct moments time_begin(void);                                             // when something begins that lasts
void time_lasted(const struct moments *begin, const struct timespec *time);  // ... and lasted so long
void time_slept(const struct timespec *time);
void time_reached(int clock, const struct timespec *deadline);  // it is over at this time of the clock; NULL: no limit
long long allways_clock_steady(void);
long long allways_clock_calendar(void);

// A time limit that is none: its nanoseconds are no part of a second.
_Bool is_no_time(const struct timespec *time);

HELPER void timed_out(int clock, const struct timespec *deadline) {
  if (__allways_clocks) time_reached(clock, deadline);
}

// --- threads --------------------------------------------------------------------------------------------------------

// What is remembered of a thread beyond its end, by its number.
struct thread {
  void *result;
  void *(*start)(void *);
  void *argument;
  int cancelled, uncancellable, ended;  // ended: kept if __allways_cancellation, or as `joined`
  int detached;                         // kept if __allways_detached_joins, or as `joined`
  int joined;                           // kept if TARGETS_COUNT
};

#define TARGETS_COUNT (__allways_misuse && __allways_thread_targets)

enum { MAX_THREADS = 4096 };

struct thread *thread_of(int id);
_Bool thread_creation_fails(void);
int thread_create(void *(*start)(void *), void *argument);  // number, or -1: it failed
int thread_create_int(int (*start)(void *), void *argument);
int thread_start(void *(*start)(void *), void *argument);  // never fails
void destructor_add(void (*run)(void *), void *object);    // for the end of the running thread
void destructors_run(void);
__ALLWAYS_NORETURN void thread_exit(void *result);
void thread_join(int id, void **result, const char *function);
void thread_detach(int id, const char *function);
void identity_made(int id);  // identity.c: kept if __allways_thread_ids
void identity_gone(int id);
void identity_ended(int id);
void identity_detached(int id);
int thread_refuses_join(int id);  // an error, as glibc has it, or 0; where misuse counts it is one

// --- mappings (system.c) and signals (signal.c) -------------------------------------------------------------------------

struct mapping {
  size_t bytes;  // 0: none begins here
};

void abort_by_signal(void);
unsigned long long *signal_mask(int id);  // of a thread; kept if __allways_signal_masks
void signal_thread_made(int id);
ssize_t descriptor_read(int number, void *to, size_t n);  // descriptors.c
ssize_t descriptor_write(int number, const void *from, size_t n);
int allways_affinity(size_t bytes, void *set);
void thread_set_name(const char *name);  // thread_names.c
void thread_get_name(int id, char *to);  // 16 characters

// What is sent to a thread needs one: its number is nobody's when it was joined, or has ended and was detached.
HELPER void must_be_thread(int id, const char *function) {
  if (!TARGETS_COUNT) return;
  const struct thread *t = thread_of(id);
  __allways_atomic_begin();
  __allways_judge((t->joined == 0) & ((t->detached == 0) | (t->ended == 0)), function,
                  "there is no such thread any more");
  __allways_atomic_end();
}

// --- cancellation (doc/semantics-threads.md 7) ------------------------------------------------------------------------

void cancellation_point(void);
void allways_may_be_cancelled(void);  // before what need not be a cancellation point (src/front/llvm/llvm_freedom.c)
__ALLWAYS_NORETURN void thread_cancelled(void);  // acts on it
void cleanup_push(void (*run)(void *), void *argument);
void cleanup_pop(int execute);

// The running thread, for guards, which make no objects; NULL: nobody cancels.
HELPER const struct thread *cancellable(void) { return __allways_cancellation ? thread_of(__allways_self()) : NULL; }
HELPER _Bool is_cancelled(const struct thread *t) {
  return __allways_cancellation ? (t->cancelled != 0) & (t->uncancellable == 0) : 0;
}

// --- misuse (doc/semantics-threads.md 8) --------------------------------------------------------------------------------

// What calls have made of an object other than a mutex. Only where misuse counts; looked at in the region of the use.
struct life {
  int state;
};
enum { LIFE_UNTOLD, LIFE_READY, LIFE_DESTROYED };

// A shadow of its own: the state of the object looks the same whether misuse counts or not.
HELPER struct life *life_of(const void *object) {
  return __allways_misuse ? SHADOW(struct life, (const char *)object + 1) : NULL;
}

enum { FIRST_WORD = 4 };  // bytes: zero in everything that initialises an object without a call

// Is it initialised? Without a call by its bytes, if its type allows that.
HELPER void use(const struct life *l, const void *object, _Bool by_bytes, const char *function) {
  if (!__allways_misuse) return;
  int state = l->state;
  __allways_judge(state != LIFE_DESTROYED, function, "it was destroyed");
  __allways_judge((state == LIFE_READY) | (by_bytes && __allways_blank(object, FIRST_WORD)), function,
                  "it was never initialised");
}

HELPER void begin_life(struct life *l, _Bool in_use, const char *function) {
  if (!__allways_misuse) return;
  __allways_judge(!in_use, function, "it is in use");
  __allways_judge(l->state != LIFE_READY, function, "it is initialised already");
  l->state = LIFE_READY;
}

HELPER void end_life(struct life *l, const void *object, _Bool by_bytes, _Bool in_use, const char *function) {
  if (!__allways_misuse) return;
  use(l, object, by_bytes, function);
  __allways_judge(!in_use, function, "it is in use");
  l->state = LIFE_DESTROYED;
}

// Attributes: nothing but a call initialises them, and they are nobody's but the caller's.
HELPER void attributes_begin(const void *a, const char *function) { begin_life(life_of(a), 0, function); }
HELPER void attributes_used(const void *a, const char *function) { use(life_of(a), a, 0, function); }
HELPER void attributes_end(const void *a, const char *function) { end_life(life_of(a), a, 0, 0, function); }

// Nobody may write over it from now on, or anybody again.
HELPER void pin(const void *object) {
  if (__allways_misuse) __allways_life(object, __ALLWAYS_PIN, "");
}

HELPER void unpin_unless(_Bool in_use, const void *object) {
  if (__allways_misuse && !in_use) __allways_life(object, __ALLWAYS_UNPIN, "");
}

// --- mutexes --------------------------------------------------------------------------------------------------------

HELPER void lock_as(const void *m, int rules, const char *function) {
  if (__allways_misuse)
    __allways_use_lock(m, rules, function);
  else
    __allways_lock(m);
}

HELPER _Bool trylock_as(const void *m, int rules, const char *function) {
  if (__allways_misuse) return __allways_use_trylock(m, rules, function);
  return rules & __ALLWAYS_USE_WEAK ? __allways_trylock_weak(m) : __allways_trylock(m);
}

HELPER void unlock_as(const void *m, int rules, const char *function) {
  if (__allways_misuse)
    __allways_use_unlock(m, rules, function);
  else
    __allways_unlock(m);
}

HELPER void life_as(const void *m, int event, const char *function) {
  if (__allways_misuse) __allways_life(m, event, function);
}

enum { KIND_NORMAL, KIND_RECURSIVE, KIND_ERRORCHECK };

struct mutex {
  int kind;   // one more than the kind if it was initialised by a call
  int depth;  // further times that the holder has locked it
};

struct mutex_attributes {
  int kind;
  int robust;  // kept if __allways_robust_mutexes
};

enum {
  MUTEX_OK = 0,
  MUTEX_PERM = 1,
  MUTEX_BUSY = 16,
  MUTEX_NO_TIME = 22,
  MUTEX_DEADLOCK = 35,
  MUTEX_TIMEDOUT = 110,
  MUTEX_OWNER_DEAD = 130,
  MUTEX_LOST = 131
};

// glibc: the kind lies behind four words (64 bits) or three (32 bits).
HELPER int mutex_kind(const void *m) {
  struct mutex *s = SHADOW(struct mutex, m);
  if (s->kind) return s->kind - 1;
  if (!__allways_static_kinds) return KIND_NORMAL;
  return ((const int *)m)[sizeof(void *) == 8 ? 4 : 3] & 3;
}

// What was said about an object of synchronisation before it is made; only for who asks.
struct said {
  int type, shared, protocol, clock, prefers, ceiling;
};

// Behind its life.
HELPER struct said *said_of(const void *attributes) { return SHADOW(struct said, (const char *)attributes + 2); }
HELPER void say_nothing(const void *attributes) {
  if (__allways_sync_attributes) *said_of(attributes) = (struct said){0};
}

// Robust mutexes: who takes one after its holder has ended is told. If it gives it back without having made it consistent,
// nobody gets it any more. All of this is changed by who holds it.
enum { ROBUST_FINE, ROBUST_ORPHAN, ROBUST_LOST };

struct robust {
  int robust, state;
};

HELPER struct robust *robust_of(const void *m) { return SHADOW(struct robust, (const char *)m + 3); }
void robust_hold(void *m);  // what the running thread gives back when it ends
void robust_let_go(void *m);
void robust_abandon(void);

// What to tell who has just taken it; it is given back if it is lost.
HELPER int robust_taken(void *m, const char *function) {
  if (!__allways_robust_mutexes || !robust_of(m)->robust) return MUTEX_OK;
  if (robust_of(m)->state == ROBUST_LOST) {
    unlock_as(m, __ALLWAYS_USE_MUTEX, function);
    return MUTEX_LOST;
  }
  robust_hold(m);
  return robust_of(m)->state == ROBUST_ORPHAN ? MUTEX_OWNER_DEAD : MUTEX_OK;
}

// Before it is given back.
HELPER void robust_released(void *m) {
  if (!__allways_robust_mutexes || !robust_of(m)->robust) return;
  robust_let_go(m);
  if (robust_of(m)->state == ROBUST_ORPHAN) robust_of(m)->state = ROBUST_LOST;
}

HELPER void mutex_init(void *m, int kind, const char *function) {
  life_as(m, __ALLWAYS_INIT, function);
  if (!__allways_mutex_kinds) return;
  struct mutex *s = SHADOW(struct mutex, m);
  s->kind = kind + 1;
  s->depth = 0;
}

HELPER void mutex_destroy(void *m, const char *function) { life_as(m, __ALLWAYS_DESTROY, function); }

HELPER int mutex_lock_again(void *m, const char *function) {
  int kind = mutex_kind(m);
  if (kind == KIND_RECURSIVE) {
    SHADOW(struct mutex, m)->depth++;
    return MUTEX_OK;
  }
  if (kind == KIND_ERRORCHECK) return MUTEX_DEADLOCK;
  lock_as(m, __ALLWAYS_USE_MUTEX, function);  // for ever
  return MUTEX_OK;
}

// `rules`: __ALLWAYS_USE_SPIN if nothing but a call initialises it.
HELPER int mutex_lock_as(void *m, int rules, const char *function) {
  if (__allways_mutex_kinds && __allways_holds(m)) return mutex_lock_again(m, function);
  lock_as(m, rules, function);
  return robust_taken(m, function);
}

HELPER int mutex_lock(void *m, const char *function) { return mutex_lock_as(m, __ALLWAYS_USE_MUTEX, function); }

HELPER int mutex_trylock_as(void *m, int rules, const char *function) {
  if (__allways_mutex_kinds && __allways_holds(m) && mutex_kind(m) == KIND_RECURSIVE) {
    SHADOW(struct mutex, m)->depth++;
    return MUTEX_OK;
  }
  return trylock_as(m, rules, function) ? robust_taken(m, function) : MUTEX_BUSY;
}

HELPER int mutex_trylock(void *m, const char *function) { return mutex_trylock_as(m, __ALLWAYS_USE_MUTEX, function); }

// The moment of the attempt is the scheduler's choice, so this covers every moment at which the lock is taken or the
// time is over.
HELPER int mutex_timedlock(void *m, const struct timespec *time, const char *function) {
  if (__allways_mutex_kinds && __allways_holds(m) && mutex_kind(m) == KIND_ERRORCHECK) return MUTEX_DEADLOCK;
  int error = mutex_trylock(m, function);
  if (error != MUTEX_BUSY) return error;
  return is_no_time(time) ? MUTEX_NO_TIME : MUTEX_TIMEDOUT;
}

// try_lock of C and C++ (C17 7.26.4.5, C++ [thread.mutex.requirements.mutex]) may fail though nobody holds the mutex; POSIX has no
// such thing.
HELPER _Bool fails_spuriously(void) { return __allways_spurious_wakeups && __allways_spurious("spurious failure"); }

HELPER int mutex_trylock_weak_as(void *m, int rules, const char *function) {
  if (fails_spuriously()) return MUTEX_BUSY;
  return mutex_trylock_as(m, rules | (__allways_spurious_wakeups ? __ALLWAYS_USE_WEAK : 0), function);
}

HELPER int mutex_trylock_weak(void *m, const char *function) {
  return mutex_trylock_weak_as(m, __ALLWAYS_USE_MUTEX, function);
}

HELPER int mutex_unlock(void *m, const char *function) {
  if (__allways_mutex_kinds) {
    if (!__allways_holds(m)) {
      if (mutex_kind(m) != KIND_NORMAL || (__allways_robust_mutexes && robust_of(m)->robust)) return MUTEX_PERM;
    } else if (SHADOW(struct mutex, m)->depth) {
      SHADOW(struct mutex, m)->depth--;
      return MUTEX_OK;
    }
  }
  robust_released(m);
  unlock_as(m, __ALLWAYS_USE_MUTEX, function);
  return MUTEX_OK;
}

// In C and C++ the thread must hold it, also if it is recursive.
HELPER int mutex_unlock_held(void *m, const char *function) {
  int error = mutex_unlock(m, function);
  if (__allways_misuse) __allways_judge(error != MUTEX_PERM, function, "this thread does not hold it");
  return error;
}

// --- read-write locks -----------------------------------------------------------------------------------------------

int *reads_of(const void *lock);  // how often the running thread has it for reading

// The end of an attempt with a time limit: its error is passed on.
HELPER int ended(int error, int clock, const struct timespec *deadline) {
  if (__allways_clocks && error == MUTEX_TIMEDOUT) time_reached(clock, deadline);
  return error;
}

// --- condition variables --------------------------------------------------------------------------------------------

// A signal wakes one of those that wait when it is given, whichever gets on first; later waiters cannot take it. Each
// waiter has a bit. `woken`: may go on in any case. A token stands for a signal: one of the waiters in its mask may go
// on. Tokens are taken oldest first, so that what remains always has somebody to take it.
enum { MAX_TOKENS = 8 };

struct condition {
  unsigned waiting, woken, any;  // any: union of the tokens
  unsigned count, tokens;        // bits in waiting; tokens given and not taken
  unsigned token[MAX_TOKENS];
  int clock;  // by which it waits, if __allways_condition_clocks
};

// By which mutex those wait that were not woken yet; only where misuse counts.
struct binding {
  const void *mutex;
};

HELPER struct binding *binding_of(const void *condition) {
  return __allways_misuse ? SHADOW(struct binding, (const char *)condition + 2) : NULL;
}

// In the region in which the wait begins.
HELPER void fits_binding(const struct binding *b, const struct condition *c, const void *m, const char *function) {
  if (__allways_misuse) __allways_judge((c->count == 0) | (b->mutex == m), function, "others wait with another mutex");
}

HELPER void tie(struct binding *b, const void *condition, const void *m) {
  if (__allways_misuse) b->mutex = m;
  pin(condition);
}

// In every region that may have woken the last: what a model remembers must not keep alive what the program has lost.
HELPER void untie(struct binding *b, const void *condition, const struct condition *c) {
  if (__allways_misuse && !c->count) b->mutex = NULL;
  unpin_unless(c->count, condition);
}

void condition_wake_all(struct condition *c);
void condition_wake_one(struct condition *c);
unsigned condition_enter(struct condition *c);
void condition_leave(struct condition *c, unsigned bit);

// Error-checking and recursive mutexes say so if the thread does not hold them.
HELPER _Bool condition_refuses(void *m) {
  return __allways_mutex_kinds && !__allways_holds(m) && mutex_kind(m) != KIND_NORMAL;
}

// Whoever wakes without a reason gives the mutex away and takes it back, and is not among those who wait: no signal is
// its own, and what others see is the mutex (doc/semantics-threads.md 10). It decides for that before it waits, so that it
// is never said to be able to go on while it waits: a thread that nobody wakes is blocked. It stands in an atomic region.
#define WAKES_SPURIOUSLY (__allways_spurious_wakeups && __allways_spurious("spurious wake-up"))
HELPER int wake_spuriously(void *m, const char *function) {
  robust_released(m);
  unlock_as(m, __ALLWAYS_USE_MUTEX, function);
  __allways_atomic_end();
  lock_as(m, __ALLWAYS_USE_MUTEX, function);
  return robust_taken(m, function);
}

// `by_bytes`: bytes without a call may initialise it, here and below.
//
// A cancelled thread that was not woken leaves with the mutex; one that was woken goes on, and is cancelled later.
HELPER int condition_wait(void *condition, void *m, _Bool by_bytes, const char *function) {
  struct condition *c = SHADOW(struct condition, condition);
  struct life *l = life_of(condition);
  struct binding *b = binding_of(condition);
  const struct thread *self = cancellable();
  if (condition_refuses(m)) return MUTEX_PERM;
  __allways_atomic_begin();
  use(l, condition, by_bytes, function);
  fits_binding(b, c, m, function);
  if (WAKES_SPURIOUSLY) return wake_spuriously(m, function);
  tie(b, condition, m);
  unsigned bit = condition_enter(c);
  robust_released(m);
  unlock_as(m, __ALLWAYS_USE_MUTEX, function);
  __allways_atomic_end();
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await((((c->woken | c->any) & bit) != 0) | is_cancelled(self));
  _Bool cancelled = ((c->woken | c->any) & bit) == 0;
  condition_leave(c, bit);
  untie(b, condition, c);
  __allways_atomic_end();
  lock_as(m, __ALLWAYS_USE_MUTEX, function);
  int told = robust_taken(m, function);
  if (__allways_cancellation && cancelled) thread_cancelled();
  return told;
}

// MUTEX_OK: woken, perhaps without a reason; or the time is over. When the attempt is made is the scheduler's choice, so nobody waits for ever
// here and every moment at which it may end is tried. Its time may be over when it is signalled: then it takes the signal and says that its
// time is over (POSIX, rationale of pthread_cond_timedwait). That matters if the signal could have been another's. No time: a limit of C++,
// where a clock that is asked afterwards says whether the time is over.
HELPER int condition_timedwait(void *condition, void *m, const struct timespec *time, _Bool by_bytes, const char *function) {
  struct condition *c = SHADOW(struct condition, condition);
  struct life *l = life_of(condition);
  struct binding *b = binding_of(condition);
  const struct thread *self = cancellable();
  if (is_no_time(time)) return MUTEX_NO_TIME;
  if (condition_refuses(m)) return MUTEX_PERM;
  __allways_atomic_begin();
  use(l, condition, by_bytes, function);
  fits_binding(b, c, m, function);
  if (WAKES_SPURIOUSLY) return wake_spuriously(m, function);
  tie(b, condition, m);
  unsigned bit = condition_enter(c);
  robust_released(m);
  unlock_as(m, __ALLWAYS_USE_MUTEX, function);
  __allways_atomic_end();
  __allways_atomic_begin();
  _Bool woken = ((c->woken | c->any) & bit) != 0, cancelled = !woken & is_cancelled(self);
  if (time && (c->any & ~c->woken & bit) && __allways_nondet_bool("the time is over when it is signalled")) woken = 0;
  condition_leave(c, bit);
  untie(b, condition, c);
  __allways_atomic_end();
  lock_as(m, __ALLWAYS_USE_MUTEX, function);
  int told = robust_taken(m, function);
  if (__allways_cancellation && cancelled) thread_cancelled();
  return told ? told : woken ? MUTEX_OK : MUTEX_TIMEDOUT;
}

HELPER void condition_signal(void *condition, _Bool by_bytes, const char *function) {
  struct condition *c = SHADOW(struct condition, condition);
  struct life *l = life_of(condition);
  struct binding *b = binding_of(condition);
  __allways_atomic_begin();
  use(l, condition, by_bytes, function);
  condition_wake_one(c);
  untie(b, condition, c);
  __allways_atomic_end();
}

HELPER void condition_broadcast(void *condition, _Bool by_bytes, const char *function) {
  struct condition *c = SHADOW(struct condition, condition);
  struct life *l = life_of(condition);
  struct binding *b = binding_of(condition);
  __allways_atomic_begin();
  use(l, condition, by_bytes, function);
  condition_wake_all(c);
  untie(b, condition, c);
  __allways_atomic_end();
}

// `again`: by a constructor of C++, which may begin where another object has ended without a word.
HELPER void condition_init(void *condition, _Bool again, const char *function) {
  if (!__allways_misuse) return;
  struct condition *c = SHADOW(struct condition, condition);
  struct life *l = life_of(condition);
  __allways_atomic_begin();
  if (again && !c->count) l->state = LIFE_UNTOLD;
  begin_life(l, c->count != 0, function);
  __allways_atomic_end();
}

// Who was woken may not have come back yet; this waits for it, so that the memory can be used for something else.
HELPER void condition_destroy(void *condition, const char *function) {
  struct condition *c = SHADOW(struct condition, condition);
  struct life *l = life_of(condition);
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await((c->woken == 0) | (c->count != 0));
  end_life(l, condition, 1, c->count != 0, function);
  __allways_atomic_end();
}

// --- once -----------------------------------------------------------------------------------------------------------

enum { ONCE_NEVER, ONCE_RUNNING, ONCE_DONE };

struct once {
  int state;
};

extern _Thread_local struct once *allways_once_running;  // what the running thread has just begun
void once_forget(void *once);                            // struct once *: it was left before its end, as if never begun

// Who leaves the function by an exception or by ending the thread has not called it: the next caller does.
HELPER void once_run(void *control, void (*run)(void)) {
  struct once *s = SHADOW(struct once, control);
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await(s->state != ONCE_RUNNING);
  _Bool first = s->state == ONCE_NEVER;
  if (first) s->state = ONCE_RUNNING;
  __allways_atomic_end();
  if (!first) return;
  if (__allways_once_exceptions) allways_once_running = s;
  if (__allways_once_left) cleanup_push(once_forget, s);
  run();
  if (__allways_once_left) cleanup_pop(0);
  __allways_atomic_begin();
  s->state = ONCE_DONE;
  __allways_atomic_end();
}

// --- thread-specific values -----------------------------------------------------------------------------------------

int key_create(unsigned *key, void (*destructor)(void *));  // false: none left
void key_delete(unsigned key);
void *key_get(unsigned key);
int key_set(unsigned key, const void *value);
void keys_destroy(void);  // the running thread ends
_Bool key_is_used(unsigned key);

HELPER void must_be_key(unsigned key, const char *function) {
  if (__allways_misuse && __allways_key_deletion) __allways_judge(key_is_used(key), function, "the key was deleted");
}

#endif
