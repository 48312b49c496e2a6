// `allways replay --native`: what is linked with the program instead of the runtime of -fsanitize=thread.
//
// One thread runs at a time. The file ALLWAYS_NATIVE_PLAN has the steps of the counterexample in their order, each with its thread and the
// place where it begins. A thread runs until it comes to an access, an atomic or a call of pthread at the place where its next step begins;
// then the turn goes to the thread of the next step. Places come from the debug information, through a symbolizer as a child
// process. What blocks is tried, and the turn is handed on where it fails, so a deadlock is seen: nobody is left to try.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

// Exit statuses, read by src/app/native.c.
enum { FAILED = 101, DEADLOCK = 102, RACE = 103, FREED = 104, FAULT = 105, LOST = 106 };
enum { THREADS = 256, STEPS = 1 << 20, INPUTS = 65536, PLACES = 1 << 16, FRAMES = 512, BLOCKS = 1 << 16 };

typedef struct spot {
  const char *file;  // its last part; NULL: unknown
  unsigned line, column;
} spot;

typedef struct step {
  int thread;
  spot at;
} step;

typedef struct thread {
  bool used, done, blocked, woken;
  const void *waits;  // the condition variable
  int spawned;
  pthread_t handle;
  void *(*start)(void *);
  void *arg, *result;
  size_t next;  // the step of the plan that it begins next; n_steps: none
  const char *accessed;
  size_t size;
  bool writes;
} thread;

static step *steps;
static size_t n_steps, now;  // `now`: the step that is running
static struct {
  unsigned line;
  long long value;
  bool taken;
} inputs[INPUTS];
static size_t n_inputs;
static thread threads[THREADS];
static struct {
  int thread, parent, spawned;
} origins[THREADS];
static size_t n_origins;
static unsigned fail_line;
static bool race_wanted, ready;
static pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn = PTHREAD_COND_INITIALIZER;
static int holder = 1;  // whose turn it is; 0: nobody waits for anybody any more
static _Thread_local int me;
static _Thread_local int inside;
static _Thread_local uintptr_t frames[FRAMES];
static _Thread_local int n_frames;

#define REAL(name) real_##name
#define DECLARE(result, name, ...) static result (*real_##name)(__VA_ARGS__)
DECLARE(int, pthread_create, pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
DECLARE(int, pthread_join, pthread_t, void **);
DECLARE(int, pthread_mutex_lock, pthread_mutex_t *);
DECLARE(int, pthread_mutex_trylock, pthread_mutex_t *);
DECLARE(int, pthread_mutex_unlock, pthread_mutex_t *);
DECLARE(int, pthread_cond_wait, pthread_cond_t *, pthread_mutex_t *);
DECLARE(int, pthread_cond_broadcast, pthread_cond_t *);
DECLARE(int, pthread_rwlock_tryrdlock, pthread_rwlock_t *);
DECLARE(int, pthread_rwlock_trywrlock, pthread_rwlock_t *);
DECLARE(int, pthread_rwlock_unlock, pthread_rwlock_t *);
DECLARE(int, sem_trywait, sem_t *);
DECLARE(int, sem_post, sem_t *);

static void finish(int status, const char *what) {
  char text[200];
  int n = snprintf(text, sizeof text, "native: %s\n", what);
  if (write(2, text, (size_t)n) < 0) {
  }
  _exit(status);
}

// --- places ---------------------------------------------------------------------------------------------------------

static int ask = -1, answer = -1;
static uintptr_t base;
static struct {
  uintptr_t pc;
  spot at;
} known[PLACES];

static int find_base(struct dl_phdr_info *info, size_t size, void *arg) {
  (void)size;
  (void)arg;
  base = info->dlpi_addr;
  return 1;  // the first is the executable
}

static bool read_line(char *text, size_t size) {
  size_t n = 0;
  while (n + 1 < size && read(answer, text + n, 1) == 1 && text[n] != '\n') n++;
  text[n] = '\0';
  return n > 0;
}

static void start_symbolizer(void) {
  int to[2], from[2];
  char exe[4096];
  ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
  char *tool = getenv("ALLWAYS_NATIVE_SYMBOLIZER");
  if (n <= 0 || !tool || pipe2(to, O_CLOEXEC) || pipe2(from, O_CLOEXEC)) finish(LOST, "there is no symbolizer");
  exe[n] = '\0';
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to[0], 0);
  posix_spawn_file_actions_adddup2(&actions, from[1], 1);
  char object[4200];
  snprintf(object, sizeof object, "--obj=%s", exe);
  char *llvm[] = {tool, object, "--no-inlines", "--functions=none", NULL};
  char *gnu[] = {tool, "-e", exe, NULL};
  pid_t pid;
  extern char **environ;
  if (posix_spawnp(&pid, tool, &actions, NULL, strstr(tool, "llvm") ? llvm : gnu, environ)) finish(LOST, "the symbolizer does not start");
  ask = to[1];
  answer = from[0];
  dl_iterate_phdr(find_base, NULL);
}

static spot place_of(uintptr_t pc) {
  size_t slot = (pc * 0x9e3779b97f4a7c15u >> 40) % PLACES;
  while (known[slot].pc && known[slot].pc != pc) slot = (slot + 1) % PLACES;
  if (known[slot].pc) return known[slot].at;
  char text[4096];
  int n = snprintf(text, sizeof text, "0x%lx\n", (unsigned long)(pc - 1 - base));
  if (write(ask, text, (size_t)n) != n || !read_line(text, sizeof text)) finish(LOST, "the symbolizer ended");
  spot at = {0};
  char *slash = strrchr(text, '/'), *file = slash ? slash + 1 : text, *colon = strchr(file, ':');
  if (colon && *file != '?') {
    *colon = '\0';
    at.file = strdup(file);
    sscanf(colon + 1, "%u:%u", &at.line, &at.column);
  }
  if (strstr(getenv("ALLWAYS_NATIVE_SYMBOLIZER"), "llvm")) read_line(text, sizeof text);  // an empty line ends the answer
  known[slot].pc = pc;
  known[slot].at = at;
  return at;
}

static bool same_place(const spot *a, const spot *b) {
  if (!a->file || !b->file || a->line != b->line || strcmp(a->file, b->file)) return false;
  return !a->column || !b->column || a->column == b->column;
}

// --- turns ----------------------------------------------------------------------------------------------------------

static size_t step_behind(int t, size_t from) {
  while (from < n_steps && steps[from].thread != t) from++;
  return from;
}

static bool can_run(int t) { return threads[t].used && !threads[t].done && !threads[t].blocked; }


// The turn goes to the thread of the next step that can take it; behind the last one to anybody. `big` is held.
static void hand_on(void) {
  size_t k = now + 1;
  while (k < n_steps && !can_run(steps[k].thread)) k++;
  if (k < n_steps) {
    now = k;
    holder = steps[k].thread;
    threads[holder].next = step_behind(holder, k + 1);
  } else {
    now = n_steps;
    holder = -1;
    for (int t = 1; t < THREADS && holder < 0; t++)
      if (can_run(t)) holder = t;
    // Nobody is blocked for ever by somebody who could go on: all that remains waits.
    bool waits = false;
    for (int t = 1; t < THREADS; t++) waits |= threads[t].used && !threads[t].done;
    if (holder < 0 && waits) finish(DEADLOCK, "all threads wait for ever");
  }
  real_pthread_cond_broadcast(&turn);
}

static void await_turn(void) {
  while (holder != me) real_pthread_cond_wait(&turn, &big);
}

static void enter(void) {
  inside++;
  real_pthread_mutex_lock(&big);
  await_turn();
}

static void leave(void) {
  real_pthread_mutex_unlock(&big);
  inside--;
}

// Do the threads of the steps that are left exist? Else this one has to make them first.
static bool all_there(void) {
  for (size_t k = now + 1; k < n_steps; k++)
    if (!threads[steps[k].thread].used) return false;
  return true;
}

static bool is_race(const thread *t, const char *address, size_t size, bool writes) {
  for (int i = 1; i < THREADS; i++) {
    const thread *o = &threads[i];
    if (o == t || !o->accessed || (!writes && !o->writes)) continue;
    if (o->accessed < address + size && address < o->accessed + o->size) return true;
  }
  return false;
}

// Is it at this place? What a library function does counts for the line that called it.
static bool came_through(uintptr_t pc, const spot *wanted) {
  for (int i = 0; i <= n_frames && i < 8 && n_frames <= FRAMES; i++) {
    spot at = place_of(i ? frames[n_frames - i] : pc);
    if (same_place(&at, wanted)) return true;
  }
  return false;
}

// Something that others may see: does the next step of this thread begin here?
static void event(uintptr_t pc, const void *address, size_t size, bool writes) {
  if (!ready || inside || !me) return;
  enter();
  thread *t = &threads[me];
  bool matched = t->next < n_steps && came_through(pc, &steps[t->next].at);
  if (matched) {
    if (now + 1 == t->next) {
      now = t->next;
      t->next = step_behind(me, now + 1);
    } else {
      t->accessed = NULL;
      hand_on();
      await_turn();
      if (now < n_steps) t->next = step_behind(me, now + 1);
    }
    if (race_wanted && now + 1 >= n_steps && address && is_race(t, address, size, writes)) finish(RACE, "two accesses at the same time");
    t->accessed = address;
    t->size = size;
    t->writes = writes;
  } else if (now < n_steps && came_through(pc, &steps[now].at)) {
    t->writes |= writes && address == t->accessed;  // of the same step: x += 1 reads and writes
  } else if (t->next >= n_steps && now + 1 < n_steps && all_there()) {
    hand_on();  // its last step is over, though the plan does not say where
    await_turn();
  }
  leave();
}

// A thing that cannot be had now is tried again when the turn comes back.
static void block(void) {
  threads[me].blocked = true;
  hand_on();
  await_turn();
}

// What somebody has given back may help those that wait.
static void unblock_all(void) {
  for (int t = 1; t < THREADS; t++)
    if (!threads[t].waits) threads[t].blocked = false;
}

// --- threads --------------------------------------------------------------------------------------------------------

static void *begin(void *arg) {
  thread *t = arg;
  me = (int)(t - threads);
  inside++;
  real_pthread_mutex_lock(&big);
  await_turn();
  leave();
  void *result = t->start(t->arg);
  enter();
  t->result = result;
  t->done = true;
  unblock_all();
  hand_on();
  leave();
  return result;
}

static int number_of(int parent, int spawned) {
  for (size_t i = 0; i < n_origins; i++)
    if (origins[i].parent == parent && origins[i].spawned == spawned) return origins[i].thread;
  for (int t = THREADS - 1; t > 0; t--)
    if (!threads[t].used) return t;  // the plan never runs it
  finish(LOST, "too many threads");
  return 0;
}

int pthread_create(pthread_t *handle, const pthread_attr_t *a, void *(*start)(void *), void *arg) {
  event((uintptr_t)__builtin_return_address(0), NULL, 0, true);
  enter();
  int number = number_of(me, ++threads[me].spawned);
  thread *t = &threads[number];
  t->used = true;
  t->start = start;
  t->arg = arg;
  t->next = step_behind(number, now + 1);
  int status = real_pthread_create(handle, a, begin, t);
  t->handle = *handle;
  leave();
  return status;
}

int pthread_join(pthread_t handle, void **result) {
  event((uintptr_t)__builtin_return_address(0), NULL, 0, false);
  enter();
  for (int t = 1; t < THREADS; t++)
    while (threads[t].used && pthread_equal(threads[t].handle, handle) && !threads[t].done) block();
  leave();
  inside++;
  int status = real_pthread_join(handle, result);
  inside--;
  return status;
}

void pthread_exit(void *result) {
  thread *t = &threads[me];
  enter();
  t->done = true;
  unblock_all();
  hand_on();
  leave();
  inside++;
  void (*real)(void *) = (void (*)(void *))dlsym(RTLD_NEXT, "pthread_exit");
  real(result);
  __builtin_unreachable();
}

// --- locks ----------------------------------------------------------------------------------------------------------

int pthread_mutex_lock(pthread_mutex_t *m) {
  if (!ready || inside || !me) return real_pthread_mutex_lock(m);
  event((uintptr_t)__builtin_return_address(0), m, 1, true);
  enter();
  int status;
  while ((status = real_pthread_mutex_trylock(m)) == EBUSY) block();
  leave();
  return status;
}

int pthread_mutex_trylock(pthread_mutex_t *m) {
  if (!ready || inside || !me) return real_pthread_mutex_trylock(m);
  event((uintptr_t)__builtin_return_address(0), m, 1, true);
  return real_pthread_mutex_trylock(m);
}

int pthread_mutex_unlock(pthread_mutex_t *m) {
  if (!ready || inside || !me) return real_pthread_mutex_unlock(m);
  event((uintptr_t)__builtin_return_address(0), m, 1, true);
  enter();
  int status = real_pthread_mutex_unlock(m);
  unblock_all();
  leave();
  return status;
}

// A thread that waits is woken by a signal, or, as POSIX allows, because the plan goes on with it.
static int wait_for(const void *condition, pthread_mutex_t *m, uintptr_t pc, bool timed) {
  event(pc, condition, 1, true);
  enter();
  thread *t = &threads[me];
  t->waits = condition;
  t->woken = false;
  t->blocked = step_behind(me, now + 1) == n_steps && !timed;
  real_pthread_mutex_unlock(m);
  for (int i = 1; i < THREADS; i++)
    if (!threads[i].waits) threads[i].blocked = false;
  hand_on();
  await_turn();
  bool signalled = t->woken;
  t->waits = NULL;
  while (real_pthread_mutex_trylock(m) == EBUSY) block();
  leave();
  return timed && !signalled ? ETIMEDOUT : 0;
}

int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
  if (!ready || inside || !me) return real_pthread_cond_wait(c, m);
  return wait_for(c, m, (uintptr_t)__builtin_return_address(0), false);
}

int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until) {
  (void)until;
  return wait_for(c, m, (uintptr_t)__builtin_return_address(0), true);
}

// One is woken: of several the one whose next step comes first.
static void wake(const void *condition, bool all) {
  int best = 0;
  for (int t = 1; t < THREADS; t++) {
    if (threads[t].waits != condition || threads[t].woken) continue;
    if (all || !best || step_behind(t, now + 1) < step_behind(best, now + 1)) best = t;
    if (all) {
      threads[t].woken = true;
      threads[t].blocked = false;
    }
  }
  if (!all && best) {
    threads[best].woken = true;
    threads[best].blocked = false;
  }
}

int pthread_cond_signal(pthread_cond_t *c) {
  event((uintptr_t)__builtin_return_address(0), c, 1, true);
  enter();
  wake(c, false);
  leave();
  return 0;
}

int pthread_cond_broadcast(pthread_cond_t *c) {
  if (!ready || inside || !me) return real_pthread_cond_broadcast(c);
  event((uintptr_t)__builtin_return_address(0), c, 1, true);
  enter();
  wake(c, true);
  leave();
  return 0;
}

#define TRIED(name, type, attempt, busy)                                \
  int name(type *x) {                                                  \
    event((uintptr_t)__builtin_return_address(0), x, 1, true);         \
    enter();                                                           \
    int status;                                                        \
    while ((status = real_##attempt(x)) != 0 && (busy)) block();       \
    leave();                                                           \
    return status;                                                     \
  }
#define GIVEN_BACK(name, type)                                         \
  int name(type *x) {                                                  \
    event((uintptr_t)__builtin_return_address(0), x, 1, true);         \
    enter();                                                           \
    int status = real_##name(x);                                       \
    unblock_all();                                                     \
    leave();                                                           \
    return status;                                                     \
  }
TRIED(pthread_rwlock_rdlock, pthread_rwlock_t, pthread_rwlock_tryrdlock, status == EBUSY)
TRIED(pthread_rwlock_wrlock, pthread_rwlock_t, pthread_rwlock_trywrlock, status == EBUSY)
GIVEN_BACK(pthread_rwlock_unlock, pthread_rwlock_t)
TRIED(sem_wait, sem_t, sem_trywait, errno == EAGAIN)
GIVEN_BACK(sem_post, sem_t)

// Time passes by turns.
int usleep(useconds_t us) {
  (void)us;
  return 0;
}
unsigned sleep(unsigned s) {
  (void)s;
  return 0;
}
int nanosleep(const struct timespec *a, struct timespec *b) {
  (void)a;
  (void)b;
  return 0;
}

// --- accesses -------------------------------------------------------------------------------------------------------

static struct {
  char *at;
  size_t size;
} freed[BLOCKS];
static size_t n_freed;

static void look_at(const void *address) {
  for (size_t i = 0; i < n_freed; i++)
    if ((const char *)address >= freed[i].at && (const char *)address < freed[i].at + freed[i].size) finish(FREED, "an access to freed memory");
}

// Freed memory is not given out again, so that an access to it is seen.
void __real_free(void *p);
size_t malloc_usable_size(void *p);
void __wrap_free(void *p) {
  if (!p || !ready || inside || !me) return;
  event((uintptr_t)__builtin_return_address(0), p, 1, true);
  enter();
  look_at(p);
  size_t size = malloc_usable_size(p);
  if (n_freed < BLOCKS) {
    freed[n_freed].at = p;
    freed[n_freed++].size = size;
  }
  leave();
}

static void access_at(uintptr_t pc, const void *address, size_t size, bool writes) {
  event(pc, address, size, writes);
  if (ready && !inside && n_freed) look_at(address);
}

#define PC ((uintptr_t)__builtin_return_address(0))
#define ACCESS(n)                                                                     \
  void __tsan_read##n(void *a) { access_at(PC, a, n, false); }                        \
  void __tsan_write##n(void *a) { access_at(PC, a, n, true); }                        \
  void __tsan_volatile_read##n(void *a) { access_at(PC, a, n, false); }               \
  void __tsan_volatile_write##n(void *a) { access_at(PC, a, n, true); }               \
  void __tsan_unaligned_read##n(void *a) { access_at(PC, a, n, false); }              \
  void __tsan_unaligned_write##n(void *a) { access_at(PC, a, n, true); }              \
  void __tsan_unaligned_volatile_read##n(void *a) { access_at(PC, a, n, false); }     \
  void __tsan_unaligned_volatile_write##n(void *a) { access_at(PC, a, n, true); }     \
  void __tsan_read_write##n(void *a) { access_at(PC, a, n, true); }                   \
  void __tsan_unaligned_read_write##n(void *a) { access_at(PC, a, n, true); }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

void __tsan_vptr_update(void **a, void *v) {
  (void)v;
  access_at(PC, a, 8, true);
}
void __tsan_vptr_read(void **a) { access_at(PC, a, 8, false); }
void __tsan_read_range(void *a, size_t n) { access_at(PC, a, n, false); }
void __tsan_write_range(void *a, size_t n) { access_at(PC, a, n, true); }
void *__tsan_memcpy(void *d, const void *s, size_t n) {
  access_at(PC, s, n, false);
  access_at(PC, d, n, true);
  return memcpy(d, s, n);
}
void *__tsan_memmove(void *d, const void *s, size_t n) {
  access_at(PC, s, n, false);
  access_at(PC, d, n, true);
  return memmove(d, s, n);
}
void *__tsan_memset(void *d, int c, size_t n) {
  access_at(PC, d, n, true);
  return memset(d, c, n);
}
void __tsan_init(void) {}
void __tsan_func_entry(void *pc) {
  if (n_frames < FRAMES) frames[n_frames] = (uintptr_t)pc;
  n_frames++;
}
void __tsan_func_exit(void) { n_frames--; }
void __tsan_ignore_thread_begin(void) {}
void __tsan_ignore_thread_end(void) {}

#define ATOMIC(bits, type)                                                                                             \
  type __tsan_atomic##bits##_load(const volatile type *a, int o) {                                                     \
    (void)o;                                                                                                           \
    event(PC, NULL, 0, false);                                                                                         \
    return __atomic_load_n(a, 5);                                                                                      \
  }                                                                                                                    \
  void __tsan_atomic##bits##_store(volatile type *a, type v, int o) {                                                  \
    (void)o;                                                                                                           \
    event(PC, NULL, 0, true);                                                                                          \
    __atomic_store_n(a, v, 5);                                                                                         \
  }                                                                                                                    \
  UPDATE(bits, type, exchange, __atomic_exchange_n)                                                                    \
  UPDATE(bits, type, fetch_add, __atomic_fetch_add)                                                                    \
  UPDATE(bits, type, fetch_sub, __atomic_fetch_sub)                                                                    \
  UPDATE(bits, type, fetch_and, __atomic_fetch_and)                                                                    \
  UPDATE(bits, type, fetch_or, __atomic_fetch_or)                                                                      \
  UPDATE(bits, type, fetch_xor, __atomic_fetch_xor)                                                                    \
  UPDATE(bits, type, fetch_nand, __atomic_fetch_nand)                                                                  \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile type *a, type *c, type v, int o, int f) {                 \
    (void)o;                                                                                                           \
    (void)f;                                                                                                           \
    event(PC, NULL, 0, true);                                                                                          \
    return __atomic_compare_exchange_n(a, c, v, 0, 5, 5);                                                              \
  }                                                                                                                    \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile type *a, type *c, type v, int o, int f) {                   \
    (void)o;                                                                                                           \
    (void)f;                                                                                                           \
    event(PC, NULL, 0, true);                                                                                          \
    return __atomic_compare_exchange_n(a, c, v, 0, 5, 5);                                                              \
  }                                                                                                                    \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type *a, type c, type v, int o, int f) {                    \
    (void)o;                                                                                                           \
    (void)f;                                                                                                           \
    event(PC, NULL, 0, true);                                                                                          \
    __atomic_compare_exchange_n(a, &c, v, 0, 5, 5);                                                                    \
    return c;                                                                                                          \
  }
#define UPDATE(bits, type, name, operation)                              \
  type __tsan_atomic##bits##_##name(volatile type *a, type v, int o) {   \
    (void)o;                                                             \
    event(PC, NULL, 0, true);                                            \
    return operation(a, v, 5);                                           \
  }
ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)
void __tsan_atomic_thread_fence(int o) { (void)o; }
void __tsan_atomic_signal_fence(int o) { (void)o; }

// --- inputs and ends ------------------------------------------------------------------------------------------------

static long long input(uintptr_t pc) {
  inside++;
  real_pthread_mutex_lock(&big);
  spot at = place_of(pc);
  long long value = 0;
  for (size_t i = 0; i < n_inputs; i++) {
    if (inputs[i].taken || inputs[i].line != at.line) continue;
    inputs[i].taken = true;
    value = inputs[i].value;
    break;
  }
  real_pthread_mutex_unlock(&big);
  inside--;
  return value;
}
#define INPUT(type, name) \
  type __VERIFIER_nondet_##name(void) { return (type)input(PC); }
INPUT(int, int)
INPUT(unsigned, uint)
INPUT(unsigned, unsigned)
INPUT(unsigned, unsigned_int)
INPUT(char, char)
INPUT(unsigned char, uchar)
INPUT(short, short)
INPUT(unsigned short, ushort)
INPUT(long, long)
INPUT(unsigned long, ulong)
INPUT(long long, longlong)
INPUT(unsigned long long, ulonglong)
INPUT(size_t, size_t)
INPUT(_Bool, bool)
INPUT(_Bool, _Bool)
INPUT(uint8_t, u8)
INPUT(uint16_t, u16)
INPUT(uint32_t, u32)

static void fail_at(unsigned line) {
  if (fail_line && line && line != fail_line) finish(LOST, "another assertion fails");
  finish(FAILED, "the assertion fails");
}
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
  (void)text;
  (void)file;
  (void)function;
  fail_at(line);
  abort();
}
void __VERIFIER_assume(int holds) {
  if (!holds) finish(LOST, "an assumption does not hold");
}
void __VERIFIER_atomic_begin(void) {
  event(PC, NULL, 0, true);
  inside++;
}
void __VERIFIER_atomic_end(void) { inside--; }
void __attribute__((weak)) __VERIFIER_error(void) { finish(FAILED, "the error function is called"); }
void __attribute__((weak)) reach_error(void) { finish(FAILED, "the error function is called"); }
void abort(void) { finish(FAULT, "abort"); __builtin_unreachable(); }

static void on_signal(int s) { finish(FAULT, s == SIGSEGV ? "segmentation fault" : s == SIGFPE ? "division by zero" : "trap"); }


static void read_plan(const char *path) {
  FILE *f = fopen(path, "r");
  char word[16], file[1024];
  unsigned line, column;
  int a, b, c;
  long long value;
  if (!f) finish(LOST, "there is no plan");
  steps = calloc(STEPS, sizeof *steps);
  while (fscanf(f, "%15s", word) == 1) {
    if (!strcmp(word, "step") && n_steps < STEPS && fscanf(f, "%d %u %u %1023s", &a, &line, &column, file) == 4)
      steps[n_steps++] = (step){a, {strdup(file), line, column}};
    else if (!strcmp(word, "origin") && n_origins < THREADS && fscanf(f, "%d %d %d", &a, &b, &c) == 3)
      origins[n_origins].thread = a, origins[n_origins].parent = b, origins[n_origins++].spawned = c;
    else if (!strcmp(word, "input") && n_inputs < INPUTS && fscanf(f, "%u %lld", &line, &value) == 2)
      inputs[n_inputs].line = line, inputs[n_inputs++].value = value;
    else if (!strcmp(word, "fails") && fscanf(f, "%u", &line) == 1)
      fail_line = line;
    else if (!strcmp(word, "race"))
      race_wanted = true;
    else
      finish(LOST, "the plan cannot be read");
  }
  fclose(f);
}

__attribute__((constructor(200))) static void prepare(void) {
  const char *plan = getenv("ALLWAYS_NATIVE_PLAN");
#define FIND(name) real_##name = (__typeof__(real_##name))dlsym(RTLD_NEXT, #name)
  FIND(pthread_create);
  FIND(pthread_join);
  FIND(pthread_mutex_lock);
  FIND(pthread_mutex_trylock);
  FIND(pthread_mutex_unlock);
  real_pthread_cond_wait = (__typeof__(real_pthread_cond_wait))dlvsym(RTLD_NEXT, "pthread_cond_wait", "GLIBC_2.3.2");
  real_pthread_cond_broadcast = (__typeof__(real_pthread_cond_broadcast))dlvsym(RTLD_NEXT, "pthread_cond_broadcast", "GLIBC_2.3.2");
  FIND(pthread_rwlock_tryrdlock);
  FIND(pthread_rwlock_trywrlock);
  FIND(pthread_rwlock_unlock);
  FIND(sem_trywait);
  FIND(sem_post);
  if (!plan) finish(LOST, "there is no plan");
  int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
  for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) signal(signals[i], on_signal);
  read_plan(plan);
  start_symbolizer();
  me = 1;
  threads[1].used = true;
  threads[1].handle = pthread_self();
  now = step_behind(1, 0);
  threads[1].next = step_behind(1, now + 1);
  ready = true;
}
