// Several processes that share the work (4.5): calls that are still to be made stand in a queue in common memory, and which
// calls were made is remembered there. Processes, because nothing below is made for threads; each has its own interpreter
// and solver, as they were when it was forked.
//
// A queued call is a sequence of processes and the number of those that are settled; whoever takes it executes the sequence again.
// Calls with many variations are queued in parts: the first pairs are decided, the others are left to vary. A call that
// several have met is made by the first; so all together make the runs that one alone would make.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "engine/lazy/lazy.h"

enum { MAX_JOBS = 64, FIRST_SPLIT = 6, LATER_SPLIT = 3, MANY_PAIRS = 8, MAX_SCHEDULE = 1 << 20, IDLE_US = 200 };
#define QUEUE_WORDS ((size_t)1 << 24)
#define MEMO_SLOTS ((size_t)1 << 22)

typedef struct finger {
  uint64_t a, b;
} finger;

typedef struct member {
  counters n;
  const char *hit;  // a limit; constants stand at the same place in every process
  char reason[256];
  place at;
  bool unknown;
} member;

typedef struct lazy_team {
  pthread_mutex_t lock;
  volatile int stop;
  uint32_t jobs;
  uint32_t open;  // queued and not yet finished
  uint32_t queued;
  size_t queue_len;
  bool violation;
  uint32_t n_schedule;
  member members[MAX_JOBS];
  size_t n_memo;
  finger memo[MEMO_SLOTS];
  uint32_t schedule[MAX_SCHEDULE];
  uint32_t queue[QUEUE_WORDS];  // a stack: the words of an item, then their number
} lazy_team;

static void lock(lazy_team *t) { CHECK(pthread_mutex_lock(&t->lock) == 0, "the lock of a team"); }
static void unlock(lazy_team *t) { pthread_mutex_unlock(&t->lock); }

// --- what is remembered together ---------------------------------------------------------------------------------------------

// By 128 bits of hash: that two calls of a run have the same is less likely than a fault of the machine. A full table
// forgets, which costs work and nothing else.
bool lazy_team_new_key(lazy *z, const uint8_t *bytes, size_t len) {
  lazy_team *t = z->team;
  finger f = {hash_bytes(bytes, len, 1) | 1, hash_bytes(bytes, len, 2)};
  bool found = false;
  lock(t);
  size_t at = f.b & (MEMO_SLOTS - 1);
  while (t->memo[at].a && !found) {
    found = t->memo[at].a == f.a && t->memo[at].b == f.b;
    at = (at + 1) & (MEMO_SLOTS - 1);
  }
  if (!found && t->n_memo < MEMO_SLOTS / 2) {
    t->memo[at] = f;
    t->n_memo++;
  }
  unlock(t);
  return !found;
}

// --- the queue ---------------------------------------------------------------------------------------------------------------

// One part of the call: its first `prefix` pairs are decided by `bits`. False: no room.
static bool queue_part(lazy_team *t, const lazy_call *c, uint32_t prefix, uint32_t bits) {
  uint32_t n = c->n1 + c->n2, words = n + 5;
  if (t->queue_len + words > QUEUE_WORDS) return false;
  uint32_t *to = &t->queue[t->queue_len];
  to[0] = c->n1;
  to[1] = n;
  to[2] = prefix;
  to[3] = bits;
  memcpy(to + 4, c->procs, n * sizeof(uint32_t));
  to[4 + n] = words;
  t->queue_len += words;
  t->queued++;
  t->open++;
  return true;
}

// Queues the whole call, or nothing.
static bool queue_call(lazy_team *t, const lazy_call *c, uint32_t prefix) {
  if (prefix > c->n_pairs) prefix = c->n_pairs;
  size_t len = t->queue_len;
  uint32_t queued = t->queued, open = t->open;
  for (uint32_t bits = 1u << prefix; bits-- > 0;) {
    if (queue_part(t, c, prefix, bits)) continue;
    t->queue_len = len;
    t->queued = queued;
    t->open = open;
    return false;
  }
  return true;
}

bool lazy_team_share(lazy *z, lazy_call *c) {
  lazy_team *t = z->team;
  bool shared = false;
  lock(t);
  if (t->queued < 4 * t->jobs) shared = queue_call(t, c, c->n_pairs > MANY_PAIRS ? LATER_SPLIT : 0);
  unlock(t);
  return shared;
}

typedef VEC(uint32_t) word_vec;

// Takes the newest item; false: there is none now.
static bool take(lazy_team *t, word_vec *item) {
  lock(t);
  bool any = t->queued > 0;
  if (any) {
    uint32_t words = t->queue[t->queue_len - 1];
    vec_clear(item);
    vec_reserve(item, words);
    memcpy(item->data, &t->queue[t->queue_len - words], words * sizeof(uint32_t));
    item->len = words;
    t->queue_len -= words;
    t->queued--;
  }
  unlock(t);
  return any;
}

// --- a member ----------------------------------------------------------------------------------------------------------------

static void work_on(lazy *z, const word_vec *item) {
  const uint32_t *w = item->data;
  z->repeating = true;
  bool ok = lazy_follow(z, w + 4, w[1]);
  z->repeating = false;
  if (!ok) return;
  lazy_call *c = lazy_call_new(z, w[0]);
  CHECK(c, "a queued call has pairs");
  lazy_call_restrict(c, w[2], w[3]);
  vec_push(&z->stack, c);
  lazy_explore(z);
}

static void work(lazy *z) {
  lazy_team *t = z->team;
  word_vec item = {0};
  while (!t->stop && !z->stop) {
    if (take(t, &item)) {
      work_on(z, &item);
      lock(t);
      t->open--;
      unlock(t);
      continue;
    }
    lock(t);
    bool over = t->open == 0;
    unlock(t);
    if (over) break;
    usleep(IDLE_US);
  }
  vec_free(&item);
}

void lazy_team_violation(lazy *z, const uint32_t *schedule, size_t n) {
  lazy_team *t = z->team;
  lock(t);
  if (!t->violation && n <= MAX_SCHEDULE) {
    memcpy(t->schedule, schedule, n * sizeof(uint32_t));
    t->n_schedule = (uint32_t)n;
    t->violation = true;
  }
  t->stop = 1;
  unlock(t);
}

static _Noreturn void be_member(lazy *z, uint32_t me, FILE *found) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  lazy_team *t = z->team;
  engine_ctx *ctx = z->ctx;
  ctx->limits->stop = &t->stop;
  if (ctx->limits->max_transitions) ctx->limits->max_transitions = ctx->limits->max_transitions / t->jobs + 1;
  ctx->progress = NULL;
  ctx->log = NULL;
  ctx->result->counters = (counters){0};
  z->found = found;
  work(z);
  member *m = &t->members[me];
  m->n = ctx->result->counters;
  m->hit = ctx->limits->hit;
  if (ctx->result->reason) {
    m->unknown = true;
    snprintf(m->reason, sizeof m->reason, "%s", ctx->result->reason);
    m->at = ctx->result->reason_at;
  }
  if (m->hit || m->unknown) t->stop = 1;
  if (found) fflush(found);
  _exit(0);
}

// --- all together --------------------------------------------------------------------------------------------------------------

static void collect_traces(lazy *z, FILE *f) {
  uint32_t len;
  VEC(uint8_t) bytes = {0};
  rewind(f);
  while (fread(&len, sizeof len, 1, f) == 1) {
    vec_reserve(&bytes, len + 1);
    if (fread(bytes.data, 1, len, f) != len) break;
    trace_book_add_bytes(z->book, bytes.data, len);
  }
  vec_free(&bytes);
}

static void collect(lazy *z, const member *m) {
  engine_ctx *ctx = z->ctx;
  counters_add(&ctx->result->counters, &m->n);
  ctx->limits->transitions += m->n.transitions;
  // Who came to a limit has stopped the others.
  bool own = m->hit && strcmp(m->hit, "interrupted") != 0;
  if (m->hit && (!ctx->limits->hit || own) && !z->team->violation) ctx->limits->hit = m->hit;
  if (m->unknown) engine_note_unknown(ctx, m->at, m->reason);
}

static bool wait_for(lazy *z, pid_t child) {
  int status;
  for (;;) {
    pid_t done = waitpid(child, &status, WNOHANG);
    if (done == child) return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (done < 0) return false;
    if (limits_hit(z->ctx->limits)) z->team->stop = 1;
    usleep(1000);
  }
}

static lazy_team *new_team(uint32_t jobs) {
  lazy_team *t = mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (t == MAP_FAILED) return NULL;
  pthread_mutexattr_t shared;
  pthread_mutexattr_init(&shared);
  pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&t->lock, &shared);
  pthread_mutexattr_destroy(&shared);
  t->jobs = jobs;
  return t;
}

static void start_all(lazy *z, pid_t *children, FILE **found) {
  lazy_team *t = z->team;
  fflush(NULL);
  for (uint32_t i = 0; i < t->jobs; i++) {
    found[i] = z->book ? tmpfile() : NULL;
    children[i] = fork();
    if (children[i] == 0) be_member(z, i, found[i]);
  }
}

void lazy_run_team(lazy *z, uint32_t jobs) {
  pid_t children[MAX_JOBS];
  FILE *found[MAX_JOBS];
  lazy_team *t = new_team(jobs > MAX_JOBS ? MAX_JOBS : jobs);
  z->team = t;
  lazy_call *root = z->stack.len ? vec_pop(&z->stack) : NULL;
  if (!t || !root || !queue_call(t, root, FIRST_SPLIT)) {
    z->team = NULL;
    if (root) vec_push(&z->stack, root);
    lazy_explore(z);
  } else {
    lazy_call_free(root);
    start_all(z, children, found);
    for (uint32_t i = 0; i < t->jobs; i++) {
      if (children[i] < 0 || !wait_for(z, children[i]))
        engine_note_unknown(z->ctx, PLACE_NONE, "a process of --jobs did not end as it should");
      collect(z, &t->members[i]);
      if (found[i]) collect_traces(z, found[i]);
      if (found[i]) fclose(found[i]);
    }
    z->team = NULL;
    if (t->violation) lazy_repeat(z, t->schedule, t->n_schedule);
  }
  if (t) munmap(t, sizeof *t);
}
