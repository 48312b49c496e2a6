#include "engine/parts/team.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "result/transfer.h"

enum { MOST_WORKERS = 64, POLL_US = 2000, POLLS_PER_LOOK = 50 };

// What a worker says: while it works for the progress line, and at its end.
typedef struct worker_word {
  _Atomic uint64_t executions, transitions;
  uint64_t units, taken, frontier, position, noted;
  counters trunk;
  bool whole;  // set last: all of the above is there
  bool cut, learnt;
  const char *doubt;  // a constant: it stands at the same place in every process
} worker_word;

typedef struct unit_word {
  _Atomic uint32_t owner;  // worker + 1; 0: nobody yet
  _Atomic uint32_t left;   // explored to its end
  counters counted;
} unit_word;

// In memory that all share. A worker may end at any time, so nothing is locked.
struct parts_team {
  uint64_t n_units;
  _Atomic uint64_t first;  // position of a violation, or of something that was learnt
  worker_word words[MOST_WORKERS];
  unit_word units[];
};

typedef struct process {
  pid_t pid;   // 0: it has ended
  FILE *file;  // its result
  result *result;
} process;

typedef struct lead {
  engine_ctx *ctx;
  const parts *plan;
  parts_team *team;
  uint32_t n;
  process workers[MOST_WORKERS];
  const char *failed;  // why SAFE cannot be said, whatever the others find
} lead;

// --- in a worker ------------------------------------------------------------------------------------------------------

bool team_claim(parts_team *t, uint32_t worker, uint64_t unit) {
  uint32_t nobody = 0;
  return unit < t->n_units && atomic_compare_exchange_strong(&t->units[unit].owner, &nobody, worker + 1);
}

uint64_t team_first(const parts_team *t) { return atomic_load_explicit(&t->first, memory_order_relaxed); }

// Counters that stand elsewhere until the end of a run (app/driver.c). What they were at the begin is taken off at the end.
static void add_elsewhere(const parts *p, counters *to, uint64_t sign) {
  const sem *m = p->ctx->sem;
  const smt_stats *stats = smt_get_stats(m->solver);
  to->instructions += sign * m->instructions;
  to->solver_queries += sign * stats->queries;
  to->solver_calls += sign * stats->solver_calls;
  to->solver_unknown += sign * stats->unknown;
  to->solver_random += sign * stats->by_random;
  to->solver_enumerated += sign * stats->by_enumeration;
}

void team_begin(parts *p) {
  counters *at_begin = &p->team->units[p->units - 1].counted;
  *at_begin = (counters){0};
  add_elsewhere(p, at_begin, UINT64_MAX);  // minus, by the rules of unsigned numbers
}

void team_leave(parts *p, uint64_t unit, counters *counted) {
  unit_word *u = &p->team->units[unit];
  add_elsewhere(p, counted, 1);
  counters_add(counted, &u->counted);
  u->counted = *counted;
  atomic_store(&u->left, 1);
}

static void share(void *arg, const result *r, uint64_t depth, uint64_t waiting) {
  worker_word *w = arg;
  (void)depth;
  (void)waiting;
  atomic_store_explicit(&w->executions, r->counters.executions, memory_order_relaxed);
  atomic_store_explicit(&w->transitions, r->counters.transitions, memory_order_relaxed);
}

static void tell_position(parts_team *t, uint64_t position) {
  uint64_t known = atomic_load(&t->first);
  while (position < known && !atomic_compare_exchange_weak(&t->first, &known, position)) continue;
}

// Signals are the lead's business.
static _Noreturn void be_worker(lead *l, const parts_search *s, const parts *plan, uint32_t me) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  parts p = *plan;
  worker_word *w = &l->team->words[me];
  engine_ctx *ctx = l->ctx;
  p.team = l->team;
  p.worker = me;
  ctx->progress = share;
  ctx->progress_arg = w;
  ctx->log = NULL;
  s->run(s->arg, &p);
  w->trunk = parts_trunk(&p);
  s->conclude(s->arg, &p);
  if (p.violation || p.learnt) tell_position(l->team, p.position);
  w->units = p.units;
  w->taken = p.taken;
  w->frontier = p.frontier;
  w->position = p.position;
  w->noted = p.noted;
  w->cut = p.cut;
  w->learnt = p.learnt;
  w->doubt = p.doubt;
  result_send(l->workers[me].file, ctx->ir, ctx->result);
  bool sent = fflush(l->workers[me].file) == 0;
  w->whole = sent;
  _exit(!sent);
}

// --- in the lead ------------------------------------------------------------------------------------------------------

static void end_all(lead *l) {
  for (uint32_t i = 0; i < l->n; i++) {
    if (!l->workers[i].pid) continue;
    kill(l->workers[i].pid, SIGKILL);
    waitpid(l->workers[i].pid, NULL, 0);
    l->workers[i].pid = 0;
  }
}

// A process has ended: has it said all it had to say?
static void take_result(lead *l, uint32_t i, int status) {
  process *w = &l->workers[i];
  w->pid = 0;
  w->result = result_new();
  rewind(w->file);
  bool whole = WIFEXITED(status) && WEXITSTATUS(status) == 0 && l->team->words[i].whole &&
               result_receive(w->file, l->ctx->ir, w->result);
  if (whole) return;
  result_free(w->result);
  w->result = NULL;
  if (!l->failed) l->failed = "a process of --jobs did not end as it should";
}

// A number of /proc/PID/FILE behind a word, or the n-th one of its text; 0: the process has just ended.
static uint64_t memory_of(pid_t pid, bool exact) {
  char path[64], line[128];
  unsigned long long n = 0;
  snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, exact ? "smaps_rollup" : "statm");
  FILE *f = fopen(path, "r");
  if (!f) return 0;
  while (fgets(line, sizeof line, f)) {
    if (exact ? sscanf(line, "Pss: %llu kB", &n) == 1 : sscanf(line, "%*u %llu", &n) == 1) break;
  }
  fclose(f);
  return exact ? n << 10 : n * (uint64_t)sysconf(_SC_PAGESIZE);
}

static double cpu_of(pid_t pid) {
  char path[64], line[1024];
  unsigned long long user = 0, system = 0;
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  FILE *f = fopen(path, "r");
  if (!f) return 0;
  const char *rest = fgets(line, sizeof line, f) ? strrchr(line, ')') : NULL;  // the name may hold anything
  if (rest && sscanf(rest + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", &user, &system) != 2) user = 0;
  fclose(f);
  return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static uint64_t sum_of_memory(const lead *l, bool exact) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < l->n; i++)
    if (l->workers[i].pid) sum += memory_of(l->workers[i].pid, exact);
  return sum;
}

// The limits of the run hold for all processes together. Pages that they still share count once.
static void look_at_limits(lead *l) {
  uint64_t most = (uint64_t)l->ctx->options->memory << 20;
  if (most && sum_of_memory(l, false) > most && sum_of_memory(l, true) + clock_current_rss() > most)
    l->ctx->limits->hit = "memory limit (--memory)";
  struct rlimit cpu;
  if (getrlimit(RLIMIT_CPU, &cpu) != 0 || cpu.rlim_cur == RLIM_INFINITY) return;
  struct rusage ended;
  getrusage(RUSAGE_CHILDREN, &ended);
  double sum = clock_cpu() + (double)ended.ru_utime.tv_sec + (double)ended.ru_stime.tv_sec;
  for (uint32_t i = 0; i < l->n; i++)
    if (l->workers[i].pid) sum += cpu_of(l->workers[i].pid);
  if (sum >= (double)cpu.rlim_cur) l->ctx->limits->hit = "limit of CPU time (SIGXCPU)";
}

static void show_progress(lead *l) {
  counters *c = &l->ctx->result->counters;
  c->executions = c->transitions = 0;
  for (uint32_t i = 0; i < l->n; i++) {
    c->executions += atomic_load_explicit(&l->team->words[i].executions, memory_order_relaxed);
    c->transitions += atomic_load_explicit(&l->team->words[i].transitions, memory_order_relaxed);
  }
  if (l->ctx->progress) l->ctx->progress(l->ctx->progress_arg, l->ctx->result, 0, l->n);
}

// Until all have ended, one has failed, or a limit is hit.
static void wait_for_all(lead *l) {
  for (uint64_t polls = 1;; polls++) {
    bool any = false;
    for (uint32_t i = 0; i < l->n; i++) {
      int status;
      pid_t pid = l->workers[i].pid;
      if (pid && waitpid(pid, &status, WNOHANG) == pid) take_result(l, i, status);
      any |= l->workers[i].pid != 0;
    }
    if (!any || l->failed || limits_hit(l->ctx->limits)) break;
    if (polls % POLLS_PER_LOOK == 0) look_at_limits(l);
    if (l->ctx->limits->hit) break;
    show_progress(l);
    usleep(POLL_US);
  }
  end_all(l);
}

// What the units up to the position have counted, and the trunk on the way.
static void sum_up(lead *l, const worker_word *trunk, uint64_t position) {
  counters all = l->plan->index == 1 ? trunk->trunk : (counters){0};
  for (uint64_t u = 0; u < l->team->n_units; u++)
    if (atomic_load(&l->team->units[u].left) && 2 * u + 1 <= position) counters_add(&all, &l->team->units[u].counted);
  l->ctx->result->counters = all;
}

static void take_texts(lead *l, const result *from) {
  result *r = l->ctx->result;
  for (size_t i = 0; i < from->assumptions.len; i++) result_add_assumption(r, "%s", from->assumptions.data[i]);
  for (size_t i = 0; i < from->limits.len; i++) result_add_limit(r, "%s", from->limits.data[i]);
  for (size_t i = 0; i < from->notes.len; i++) result_add_note(r, "%s", from->notes.data[i]);
}

// Somebody found a violation, and all that comes before it was explored.
static bool conclude_unsafe(lead *l) {
  uint64_t first = atomic_load(&l->team->first);
  for (uint32_t i = 0; i < l->n && first != RESULT_NOWHERE; i++) {
    const worker_word *w = &l->team->words[i];
    if (!l->workers[i].result || l->workers[i].result->verdict != VERDICT_UNSAFE || w->position != first) continue;
    rewind(l->workers[i].file);
    bool whole = result_receive(l->workers[i].file, l->ctx->ir, l->ctx->result);
    CHECK(whole, "a result that was received once");
    sum_up(l, w, first);
    return true;
  }
  return false;
}

// Is every unit explored, by what all have said?
static bool fits(const lead *l) {
  for (uint32_t i = 0; i < l->n; i++) {
    const worker_word *w = &l->team->words[i];
    if (w->units != l->team->n_units || w->frontier != l->team->words[0].frontier) return false;
  }
  for (uint64_t u = l->plan->index - 1; u < l->team->n_units; u += l->plan->count)
    if (!atomic_load(&l->team->units[u].left)) return false;
  return true;
}

// What one process alone would say about its part (--shard).
static void tell_part(const lead *l) {
  parts p = *l->plan;
  const worker_word *w = &l->team->words[0];
  p.units = w->units;
  p.frontier = w->frontier;
  p.position = atomic_load(&l->team->first);
  p.violation = l->ctx->result->verdict == VERDICT_UNSAFE;
  p.learnt = p.position != RESULT_NOWHERE && !p.violation;
  p.cut = l->failed || l->ctx->limits->hit;
  for (uint32_t i = 0; i < l->n; i++) {
    w = &l->team->words[i];
    p.taken += w->taken;
    p.cut |= w->cut || !w->whole;
    if (w->noted < p.noted) p.noted = w->noted;
    if (w->doubt) p.doubt = w->doubt;
  }
  parts_tell(&p);
}

static void note(lead *l, place at, const char *reason) {
  result *r = l->ctx->result;
  r->verdict = VERDICT_UNKNOWN;
  r->grade = GRADE_NONE;
  if (at.file) at.file = arena_strdup(r->mem, at.file);  // it is the worker's, whose result ends here
  result_unknown(r, at, "%s", reason);
}

static const char *some_doubt(const lead *l) {
  for (uint32_t i = 0; i < l->n; i++)
    if (l->team->words[i].doubt) return l->team->words[i].doubt;
  return NULL;
}

// Nobody found one.
static void conclude_rest(lead *l) {
  result *r = l->ctx->result;
  const result *unknown = NULL;
  uint64_t noted = RESULT_NOWHERE;
  r->reason = NULL;
  r->verdict = VERDICT_SAFE;
  r->grade = GRADE_PROVED;
  for (uint32_t i = 0; i < l->n; i++) {
    const result *own = l->workers[i].result;
    const worker_word *w = &l->team->words[i];
    if (own->grade != GRADE_PROVED && r->grade == GRADE_PROVED) r->grade = own->grade;
    take_texts(l, own);
    if (own->verdict == VERDICT_UNKNOWN && (!unknown || w->noted < noted)) {
      unknown = own;
      noted = w->noted;
    }
  }
  sum_up(l, &l->team->words[0], RESULT_NOWHERE);
  const char *doubt = r->counters.infeasible ? some_doubt(l) : NULL;
  if (unknown)
    note(l, unknown->reason_at, unknown->reason ? unknown->reason : "no reason was given");
  else if (!fits(l))
    note(l, PLACE_NONE, "the processes of --jobs have not divided the search in the same way");
  else if (doubt)
    note(l, PLACE_NONE, doubt);
}

static void conclude_cut(lead *l) {
  show_progress(l);
  if (l->ctx->limits->hit) {
    result_add_limit(l->ctx->result, "%s", l->ctx->limits->hit);
    note(l, PLACE_NONE, l->ctx->limits->hit);
  } else {
    note(l, PLACE_NONE, l->failed);
  }
}

static bool start_all(lead *l, const parts_search *s, const parts *plan) {
  fflush(NULL);
  for (uint32_t i = 0; i < l->n; i++) {
    process *w = &l->workers[i];
    w->file = tmpfile();
    w->pid = w->file ? fork() : -1;
    if (w->pid == 0) be_worker(l, s, plan, i);
    if (w->pid > 0) continue;
    w->pid = 0;
    l->failed = "a process of --jobs could not be started";
    return false;
  }
  return true;
}

bool team_run(engine_ctx *ctx, const parts_search *s, const parts *plan, uint64_t units) {
  size_t size = sizeof(parts_team) + units * sizeof(unit_word);
  lead l = {
      .ctx = ctx, .plan = plan, .n = ctx->options->jobs < MOST_WORKERS ? (uint32_t)ctx->options->jobs : MOST_WORKERS};
  l.team = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(l.team != MAP_FAILED, "no memory that processes share");
  l.team->n_units = units;
  atomic_store(&l.team->first, RESULT_NOWHERE);
  if (start_all(&l, s, plan)) wait_for_all(&l);
  end_all(&l);
  bool learnt = false;  // before anything else happened
  for (uint32_t i = 0; i < l.n; i++)
    learnt |= l.team->words[i].learnt && l.team->words[i].position == atomic_load(&l.team->first);
  bool over = l.failed || ctx->limits->hit;
  if ((learnt && !over) || !conclude_unsafe(&l)) {
    if (over)
      conclude_cut(&l);
    else if (!learnt)
      conclude_rest(&l);
  }
  tell_part(&l);
  bool done = over || !learnt;
  for (uint32_t i = 0; i < l.n; i++) {
    if (l.workers[i].file) fclose(l.workers[i].file);
    if (l.workers[i].result) result_free(l.workers[i].result);
  }
  munmap(l.team, size);
  return done;
}
