// Parts of the models that are not inlined: called by pthread.c and threads.c through model.h.
#include <errno.h>

#include "model.h"

// --- threads --------------------------------------------------------------------------------------------------------

static int threads[MAX_THREADS];  // addresses only: their shadows hold the threads

struct thread *thread_of(int id) {
  if (id < 0 || id >= MAX_THREADS) __allways_unsupported("more than 4096 threads");
  return SHADOW(struct thread, &threads[id]);
}

// What destroys thread-local variables of C++, in the order of their construction.
enum { MAX_DESTRUCTORS = 16 };

static _Thread_local struct {
  void (*run)(void *);
  void *object;
} destructors[MAX_DESTRUCTORS];
static _Thread_local unsigned n_destructors;

void destructor_add(void (*run)(void *), void *object) {
  if (n_destructors == MAX_DESTRUCTORS) __allways_unsupported("more than 16 thread-local variables with destructors");
  destructors[n_destructors].run = run;
  destructors[n_destructors].object = object;
  n_destructors++;
}

void destructors_run(void) {
  while (n_destructors) {
    n_destructors--;
    destructors[n_destructors].run(destructors[n_destructors].object);
  }
}

// Pointers are read and written in regions, not by atomic operations: compilers turn those into operations on numbers.
HELPER void remember(void **where, void *value) {
  __allways_atomic_begin();
  *where = value;
  __allways_atomic_end();
}

// What a model remembers must not keep alive what the program has lost.
HELPER void *take(void **remembered) {
  __allways_atomic_begin();
  void *value = *remembered;
  *remembered = NULL;
  __allways_atomic_end();
  return value;
}

// A number carries an address, too. Of a thread function that ends without a value there is no address, and that matters to
// who looks at it alone.
HELPER size_t take_unseen(void **remembered) {
  __allways_atomic_begin();
  size_t value = *(size_t *)remembered;
  *remembered = NULL;
  __allways_atomic_end();
  return value;
}

static void thread_end(void *result) {
  if (__allways_thread_destructors) destructors_run();
  if (__allways_thread_keys) keys_destroy();
  if (__allways_robust_mutexes) robust_abandon();
  if (__allways_thread_results) remember(&thread_of(__allways_self())->result, result);
  if (__allways_cancellation || TARGETS_COUNT)
    __atomic_store_n(&thread_of(__allways_self())->ended, 1, __ATOMIC_SEQ_CST);
  if (__allways_thread_ids) identity_ended(__allways_self());
}

// What the thread was given to do.
HELPER void *take_start(struct thread *t, void *(**start)(void *)) {
  __allways_atomic_begin();
  *start = t->start;
  void *argument = t->argument;
  t->argument = NULL;
  __allways_atomic_end();
  return argument;
}

static void *thread_run(void *unused) {
  void *(*start)(void *);
  void *argument = take_start(thread_of(__allways_self()), &start);
  thread_end(start(argument));
  return NULL;
}

// The same for the functions of threads.h, whose result is an int.
static void *thread_run_int(void *unused) {
  void *(*start)(void *);
  void *argument = take_start(thread_of(__allways_self()), &start);
  thread_end((void *)(long)((int (*)(void *))(void *)start)(argument));
  return NULL;
}

HELPER int spawn(void *(*run)(void *), void *(*start)(void *), void *argument) {
  if (!__allways_thread_keys && !__allways_thread_results && !__allways_cancellation && !__allways_thread_destructors &&
      !__allways_robust_mutexes && !__allways_thread_ids)
    return __allways_spawn(start, argument);
  __allways_atomic_begin();
  int id = __allways_spawn(run, NULL);
  struct thread *t = thread_of(id);
  t->start = start;
  t->argument = argument;
  if (__allways_thread_ids) identity_made(id);
  __allways_atomic_end();
  return id;
}

HELPER int create(void *(*run)(void *), void *(*start)(void *), void *argument) {
  if (!__allways_signal_masks) return spawn(run, start, argument);
  __allways_atomic_begin();
  int id = spawn(run, start, argument);
  *signal_mask(id) = *signal_mask(__allways_self());
  if (__allways_signal_waits) signal_thread_made(id);
  __allways_atomic_end();
  return id;
}

MODEL _Bool thread_creation_fails(void) {
  return __allways_create_may_fail && __allways_nondet_bool("thread creation fails");
}

MODEL int thread_start(void *(*start)(void *), void *argument) { return create(thread_run, start, argument); }

MODEL int thread_create(void *(*start)(void *), void *argument) {
  return thread_creation_fails() ? -1 : thread_start(start, argument);
}

MODEL int thread_create_int(int (*start)(void *), void *argument) {
  if (thread_creation_fails()) return -1;
  return create(thread_run_int, (void *(*)(void *))(void *)start, argument);
}

// What pthread_cleanup_push registers, per thread. Frames that are left do not end before the handlers run.
enum { MAX_CLEANUPS = 16 };

static _Thread_local struct {
  void (*run)(void *);
  void *argument;
} cleanups[MAX_CLEANUPS];
static _Thread_local int n_cleanups;

void cleanup_push(void (*run)(void *), void *argument) {
  if (n_cleanups == MAX_CLEANUPS) __allways_unsupported("more than 16 clean-up handlers of one thread");
  cleanups[n_cleanups].run = run;
  cleanups[n_cleanups].argument = argument;
  n_cleanups++;
}

void cleanup_pop(int execute) {
  n_cleanups--;
  if (execute) cleanups[n_cleanups].run(cleanups[n_cleanups].argument);
}

static void run_cleanups(void) {
  while (n_cleanups) {
    if (!cleanups[n_cleanups - 1].run) __allways_unsupported("clean-up handlers by setjmp");
    cleanup_pop(1);
  }
}

MODEL void thread_exit(void *result) {
  if (__allways_cleanups) run_cleanups();
  thread_end(result);
  __allways_exit();
}

// A thread that is being ended cannot be cancelled again by what its handlers call.
void thread_cancelled(void) {
  __atomic_store_n(&thread_of(__allways_self())->uncancellable, 1, __ATOMIC_SEQ_CST);
  thread_exit((void *)-1);
}

MODEL void thread_detach(int id, const char *function) {
  if (__allways_thread_ids) identity_detached(id);
  if (__allways_misuse) __allways_detach(id, function);
  if (__allways_misuse ? __allways_thread_targets : __allways_detached_joins)
    __atomic_store_n(&thread_of(id)->detached, 1, __ATOMIC_SEQ_CST);
}

MODEL int thread_refuses_join(int id) {
  if (__allways_misuse) return 0;
  if (__allways_self_joins && id == __allways_self()) return EDEADLK;
  if (__allways_detached_joins && __atomic_load_n(&thread_of(id)->detached, __ATOMIC_SEQ_CST)) return EINVAL;
  return 0;
}

MODEL void thread_join(int id, void **result, const char *function) {
  if (__allways_misuse)
    __allways_use_join(id, function);
  else
    __allways_join(id);
  if (TARGETS_COUNT) __atomic_store_n(&thread_of(id)->joined, 1, __ATOMIC_SEQ_CST);
  if (__allways_thread_ids) identity_gone(id);
  if (!__allways_thread_results) return;
  if (__allways_missing_results) {
    size_t unseen = take_unseen(&thread_of(id)->result);
    if (result) *(size_t *)result = unseen;
    return;
  }
  void *taken = take(&thread_of(id)->result);
  if (result) *result = taken;
}

MODEL void cancellation_point(void) {
  if (!__allways_cancellation) return;
  struct thread *self = thread_of(__allways_self());
  __allways_atomic_begin();
  _Bool cancelled = is_cancelled(self);
  __allways_atomic_end();
  if (cancelled) thread_cancelled();
}

void allways_may_be_cancelled(void) {
  if (!__allways_cancellation) return;
  struct thread *self = thread_of(__allways_self());
  __allways_atomic_begin();
  _Bool cancelled = is_cancelled(self);
  __allways_atomic_end();
  if (cancelled && __allways_nondet_bool("a function is a cancellation point")) thread_cancelled();
}

// --- robust mutexes -------------------------------------------------------------------------------------------------

enum { MAX_ROBUST = 8 };

static _Thread_local void *robust_held[MAX_ROBUST];

void robust_hold(void *m) {
  for (int i = 0; i < MAX_ROBUST; i++) {
    if (robust_held[i]) continue;
    robust_held[i] = m;
    return;
  }
  __allways_unsupported("more than 8 robust mutexes that one thread holds");
}

void robust_let_go(void *m) {
  for (int i = 0; i < MAX_ROBUST; i++)
    if (robust_held[i] == m) robust_held[i] = NULL;
}

void robust_abandon(void) {
  for (int i = 0; i < MAX_ROBUST; i++) {
    void *m = robust_held[i];
    if (!m) continue;
    robust_held[i] = NULL;
    robust_of(m)->state = ROBUST_ORPHAN;
    SHADOW(struct mutex, m)->depth = 0;
    unlock_as(m, __ALLWAYS_USE_MUTEX, "the end of a thread");
  }
}

// --- read-write locks -----------------------------------------------------------------------------------------------

enum { MAX_READS = 8 };

static _Thread_local struct {
  const void *lock;
  int count;
} reads[MAX_READS];

int *reads_of(const void *lock) {
  int unused = -1;
  for (int i = 0; i < MAX_READS; i++) {
    if (reads[i].count && reads[i].lock == lock) return &reads[i].count;
    if (!reads[i].count && unused < 0) unused = i;
  }
  if (unused < 0) __allways_unsupported("more than 8 read-write locks that one thread has for reading");
  reads[unused].lock = lock;
  return &reads[unused].count;
}

// --- condition variables --------------------------------------------------------------------------------------------

MODEL void condition_wake_all(struct condition *c) {
  c->woken |= c->waiting;
  c->waiting = c->any = c->count = c->tokens = 0;
}

void condition_wake_one(struct condition *c) {
  if (!c->count) return;
  if (c->count == c->tokens + 1) {
    condition_wake_all(c);
    return;
  }
  if (c->tokens == MAX_TOKENS) __allways_unsupported("more than 8 signals that nobody has taken yet");
  c->token[c->tokens++] = c->waiting;
  c->any |= c->waiting;
}

unsigned condition_enter(struct condition *c) {
  unsigned bit = 1, used = c->waiting | c->woken;
  while (used & bit) bit <<= 1;
  if (!bit) __allways_unsupported("more than 32 threads wait for one condition variable");
  c->waiting |= bit;
  c->count++;
  return bit;
}

static void take_token(struct condition *c, unsigned bit) {
  unsigned kept = 0, any = 0;
  _Bool taken = 0;
  for (unsigned i = 0; i < c->tokens; i++) {
    unsigned mask = c->token[i];
    if (!taken && (mask & bit)) {
      taken = 1;
      continue;
    }
    c->token[kept] = mask & ~bit;
    any |= mask & ~bit;
    kept++;
  }
  for (unsigned i = kept; i < c->tokens; i++) c->token[i] = 0;
  c->tokens = kept;
  c->any = any;
}

void condition_leave(struct condition *c, unsigned bit) {
  if (c->woken & bit) {
    c->woken &= ~bit;
    return;
  }
  c->waiting &= ~bit;
  c->count--;
  if (c->any & bit) take_token(c, bit);
  if (c->tokens && c->tokens == c->count) condition_wake_all(c);
}

// --- once -----------------------------------------------------------------------------------------------------------

_Thread_local struct once *allways_once_running;

void once_forget(void *once) {
  struct once *s = once;
  __allways_atomic_begin();
  s->state = ONCE_NEVER;
  __allways_atomic_end();
}

// --- thread-specific values -----------------------------------------------------------------------------------------

enum { KEYS = 32, ROUNDS = 4, MOST_CHOICES = 8 };  // ROUNDS: PTHREAD_DESTRUCTOR_ITERATIONS

static struct {
  _Bool used;
  void (*destructor)(void *);
} keys[KEYS];

static _Thread_local void *values[KEYS];

// How often a key was deleted, and how often when the thread set its value: that of a key that was deleted since is gone.
static unsigned deletions[KEYS];
static _Thread_local unsigned deletions_seen[KEYS];

int key_create(unsigned *key, void (*destructor)(void *)) {
  __allways_atomic_begin();
  unsigned k = 0;
  while (k < KEYS && keys[k].used) k++;
  if (k == KEYS) __allways_unsupported("more than 32 thread-specific keys");
  keys[k].used = 1;
  keys[k].destructor = destructor;
  __allways_atomic_end();
  *key = k;
  return 1;
}

void key_delete(unsigned key) {
  __allways_atomic_begin();
  keys[key].used = 0;
  keys[key].destructor = NULL;
  deletions[key]++;
  __allways_atomic_end();
}

_Bool key_is_used(unsigned key) {
  __allways_atomic_begin();
  _Bool is = keys[key].used;
  __allways_atomic_end();
  return is;
}

void *key_get(unsigned key) {
  if (__allways_key_deletion && deletions_seen[key] != __atomic_load_n(&deletions[key], __ATOMIC_SEQ_CST)) return NULL;
  return values[key];
}

int key_set(unsigned key, const void *value) {
  if (__allways_key_deletion) deletions_seen[key] = __atomic_load_n(&deletions[key], __ATOMIC_SEQ_CST);
  values[key] = (void *)value;
  return 1;
}

static void (*destructor_of(unsigned key))(void *) {
  if (!key_get(key)) return NULL;
  __allways_atomic_begin();
  void (*destructor)(void *) = keys[key].destructor;
  __allways_atomic_end();
  return destructor;
}

static void destroy_value(unsigned key, void (*destructor)(void *)) {
  void *value = key_get(key);
  values[key] = NULL;
  destructor(value);
}

// The order is open: each of those that are left may be next. True: there was one, and it may have set others.
static _Bool destroy_one(_Bool *done, int *choices) {
  unsigned chosen = KEYS;
  void (*run)(void *) = NULL;
  for (unsigned k = 0; k < KEYS; k++) {
    void (*destructor)(void *) = done[k] ? NULL : destructor_of(k);
    if (!destructor) continue;
    if (run) {
      if (__allways_libc_glibc) break;
      _Bool later = __allways_nondet_bool("a later key is destroyed first");
      if (later && ++*choices > MOST_CHOICES)
        __allways_unsupported(
            "bounded: values of keys are destroyed in another order at most 8 times (--libc=glibc: never)");
      if (!later) break;
    }
    chosen = k;
    run = destructor;
  }
  if (!run) return 0;
  done[chosen] = 1;
  destroy_value(chosen, run);
  return 1;
}

static _Bool destroy_round(int *choices) {
  _Bool done[KEYS] = {0}, again = 0;
  while (destroy_one(done, choices)) again = 1;
  return again;
}

void keys_destroy(void) {
  int choices = 0;
  for (int i = 0; i < ROUNDS && destroy_round(&choices); i++) continue;
}
