// What models share: how they are written, and the state of library types.
//
// State of a library type lies in the shadow object of its address, never in its bytes: programs bring foreign layouts.
// Models are inlined at the call (MODEL), so that what goes wrong inside has the place of the call.
#ifndef MODEL_H
#define MODEL_H

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

// --- threads --------------------------------------------------------------------------------------------------------

// What is remembered of a thread beyond its end, by its number.
struct thread {
  void *result;
  void *(*start)(void *);
  void *argument;
  int cancelled, uncancellable, ended;  // ended: kept if __allways_cancellation
};

enum { MAX_THREADS = 4096 };

struct thread *thread_of(int id);
int thread_create(void *(*start)(void *), void *argument);  // number, or -1: it failed
int thread_create_int(int (*start)(void *), void *argument);
int thread_start(void *(*start)(void *), void *argument);  // never fails
void destructor_add(void (*run)(void *), void *object);    // for the end of the running thread
void destructors_run(void);
__ALLWAYS_NORETURN void thread_exit(void *result);
void thread_join(int id, void **result);

// --- cancellation (doc/semantics-threads.md 7) ------------------------------------------------------------------------

void cancellation_point(void);
__ALLWAYS_NORETURN void thread_cancelled(void);  // acts on it
void cleanup_push(void (*run)(void *), void *argument);
void cleanup_pop(int execute);

// The running thread, for guards, which make no objects; NULL: nobody cancels.
HELPER const struct thread *cancellable(void) { return __allways_cancellation ? thread_of(__allways_self()) : NULL; }
HELPER _Bool is_cancelled(const struct thread *t) {
  return __allways_cancellation ? (t->cancelled != 0) & (t->uncancellable == 0) : 0;
}

// --- mutexes --------------------------------------------------------------------------------------------------------

enum { KIND_NORMAL, KIND_RECURSIVE, KIND_ERRORCHECK };

struct mutex {
  int kind;   // one more than the kind if it was initialised by a call
  int depth;  // further times that the holder has locked it
};

struct mutex_attributes {
  int kind;
};

enum { MUTEX_OK = 0, MUTEX_PERM = 1, MUTEX_DEADLOCK = 35, MUTEX_BUSY = 16 };

// glibc: the kind lies behind four words (64 bits) or three (32 bits).
HELPER int mutex_kind(const void *m) {
  struct mutex *s = SHADOW(struct mutex, m);
  if (s->kind) return s->kind - 1;
  if (!__allways_static_kinds) return KIND_NORMAL;
  return ((const int *)m)[sizeof(void *) == 8 ? 4 : 3] & 3;
}

HELPER void mutex_init(void *m, int kind) {
  if (!__allways_mutex_kinds) return;
  struct mutex *s = SHADOW(struct mutex, m);
  s->kind = kind + 1;
  s->depth = 0;
}

HELPER int mutex_lock_again(void *m) {
  int kind = mutex_kind(m);
  if (kind == KIND_RECURSIVE) {
    SHADOW(struct mutex, m)->depth++;
    return MUTEX_OK;
  }
  if (kind == KIND_ERRORCHECK) return MUTEX_DEADLOCK;
  __allways_lock(m);  // for ever
  return MUTEX_OK;
}

HELPER int mutex_lock(void *m) {
  if (__allways_mutex_kinds && __allways_holds(m)) return mutex_lock_again(m);
  __allways_lock(m);
  return MUTEX_OK;
}

HELPER int mutex_trylock(void *m) {
  if (__allways_mutex_kinds && __allways_holds(m) && mutex_kind(m) == KIND_RECURSIVE) {
    SHADOW(struct mutex, m)->depth++;
    return MUTEX_OK;
  }
  return __allways_trylock(m) ? MUTEX_OK : MUTEX_BUSY;
}

HELPER int mutex_unlock(void *m) {
  if (__allways_mutex_kinds) {
    if (!__allways_holds(m)) {
      if (mutex_kind(m) != KIND_NORMAL) return MUTEX_PERM;
    } else if (SHADOW(struct mutex, m)->depth) {
      SHADOW(struct mutex, m)->depth--;
      return MUTEX_OK;
    }
  }
  __allways_unlock(m);
  return MUTEX_OK;
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
};

void condition_wake_all(struct condition *c);
void condition_wake_one(struct condition *c);
unsigned condition_enter(struct condition *c);
void condition_leave(struct condition *c, unsigned bit);

// A cancelled thread that was not woken leaves with the mutex; one that was woken goes on, and is cancelled later.
HELPER void condition_wait(void *condition, void *m) {
  struct condition *c = SHADOW(struct condition, condition);
  const struct thread *self = cancellable();
  _Bool cancelled = 0;
  __allways_atomic_begin();
  unsigned bit = condition_enter(c);
  __allways_unlock(m);
  __allways_atomic_end();
  if (__allways_spurious_wakeups && __allways_nondet_bool("spurious wake-up")) {
    __allways_atomic_begin();
    condition_leave(c, bit);
    __allways_atomic_end();
  } else {
    __allways_atomic_begin();
    __allways_await_begin();
    __allways_await((((c->woken | c->any) & bit) != 0) | is_cancelled(self));
    cancelled = ((c->woken | c->any) & bit) == 0;
    condition_leave(c, bit);
    __allways_atomic_end();
  }
  __allways_lock(m);
  if (__allways_cancellation && cancelled) thread_cancelled();
}

// True: woken; false: the time is over. When the attempt is made is the scheduler's choice, so nobody waits for ever
// here and every moment at which it may end is tried.
HELPER _Bool condition_timedwait(void *condition, void *m) {
  struct condition *c = SHADOW(struct condition, condition);
  const struct thread *self = cancellable();
  __allways_atomic_begin();
  unsigned bit = condition_enter(c);
  __allways_unlock(m);
  __allways_atomic_end();
  __allways_atomic_begin();
  _Bool woken = ((c->woken | c->any) & bit) != 0, cancelled = !woken & is_cancelled(self);
  condition_leave(c, bit);
  __allways_atomic_end();
  __allways_lock(m);
  if (__allways_cancellation && cancelled) thread_cancelled();
  return woken;
}

HELPER void condition_signal(void *condition) {
  struct condition *c = SHADOW(struct condition, condition);
  __allways_atomic_begin();
  condition_wake_one(c);
  __allways_atomic_end();
}

HELPER void condition_broadcast(void *condition) {
  struct condition *c = SHADOW(struct condition, condition);
  __allways_atomic_begin();
  condition_wake_all(c);
  __allways_atomic_end();
}

// --- once -----------------------------------------------------------------------------------------------------------

enum { ONCE_NEVER, ONCE_RUNNING, ONCE_DONE };

struct once {
  int state;
};

extern _Thread_local struct once *allways_once_running;  // what the running thread has just begun
void once_forget(void *once);                             // struct once *: it was left before its end, as if never begun

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

#endif
