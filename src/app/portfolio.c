#include "app/portfolio.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/unknown.h"
#include "base/str.h"
#include "result/transfer.h"

enum { POLL_US = 5000, POLLS_PER_LOOK_AT_MEMORY = 20 };

typedef struct lane_process {
  pid_t pid;   // 0: it has ended
  FILE *file;  // its result
  const char *failed;
} lane_process;

// What a lane has to say before it is asked, in memory that all share: it may be ended at any time.
typedef struct lane_word {
  result_known known;
  char engine[32], text[256], file[1024];
  volatile uint32_t line, col;  // line: 0 until the texts are there
} lane_word;

typedef struct portfolio {
  engine_ctx *ctx;
  lane_process lanes[PORTFOLIO_MOST];
  uint32_t n;
  lane_word *words;  // of each lane
  bool answered;
} portfolio;

static bool fits(char *to, size_t size, const char *text) {
  return text && (size_t)snprintf(to, size, "%s", text) < size;
}

// A place that the lane cannot follow, the first one.
static void share_reason(lane_word *w, const result *r) {
  if (w->line || !r->reason || !r->reason_at.file) return;
  bool whole = fits(w->engine, sizeof w->engine, r->engine) && fits(w->text, sizeof w->text, r->reason) &&
               fits(w->file, sizeof w->file, r->reason_at.file);
  w->col = r->reason_at.col;
  if (whole) w->line = r->reason_at.line;
}

static void share(void *arg, const result *r, uint64_t depth, uint64_t waiting) {
  lane_word *w = arg;
  const engine *e = r->engine ? engine_find(r->engine) : NULL;
  (void)depth;
  (void)waiting;
  w->known = unknown_but_known(r);
  if (e && e->follows_runs) share_reason(w, r);
}

// Signals are the parent's business; the limit of CPU time holds for each process by itself.
static _Noreturn void be_lane(engine_ctx *ctx, FILE *f, lane_word *word, uint32_t i, uint32_t n,
                              void (*lane)(engine_ctx *, uint32_t, uint32_t, void *), void *arg) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t cpu;
  sigemptyset(&cpu);
  sigaddset(&cpu, SIGXCPU);
  signal(SIGXCPU, SIG_DFL);
  sigprocmask(SIG_UNBLOCK, &cpu, NULL);
  ctx->progress = share;
  ctx->progress_arg = word;
  ctx->log = NULL;
  lane(ctx, i, n, arg);
  word->known = unknown_but_known(ctx->result);
  const smt_stats *stats = smt_get_stats(ctx->sem->solver);
  counters *c = &ctx->result->counters;
  c->instructions += ctx->sem->instructions;
  c->solver_queries += stats->queries;
  c->solver_calls += stats->solver_calls;
  c->solver_unknown += stats->unknown;
  c->solver_random += stats->by_random;
  c->solver_enumerated += stats->by_enumeration;
  result_send(f, ctx->ir, ctx->result);
  _exit(fflush(f) != 0);
}

static void end_lane(lane_process *l) {
  if (!l->pid) return;
  kill(l->pid, SIGKILL);
  waitpid(l->pid, NULL, 0);
  l->pid = 0;
}

static void add_reason(portfolio *p, const char *text) {
  result_add_reason(p->ctx->result, (result_reason){.text = text});
}

static const char *why_ended(int status) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) return "limit of CPU time (SIGXCPU)";
  return "a process of --jobs did not end as it should";
}

// Parts of the answer, until they are all of it; only those that rest on nothing.
static void take_proofs(portfolio *p, const result *got) {
  result *r = p->ctx->result;
  uint32_t checks = p->ctx->sem->options.checks;
  for (int c = 0; c < IR_CHECK_COUNT; c++)
    if (got->proofs[c].grade == GRADE_PROVED)
      result_prove(r, 1u << c, arena_strdup(r->mem, got->proofs[c].engine), GRADE_PROVED);
  p->answered = checks && result_all_proved(r, checks);
  if (p->answered) result_conclude_proved(r, checks);
}

// A process has ended: what did it find?
static void take_result(portfolio *p, lane_process *l, int status) {
  l->pid = 0;
  result *got = result_new();
  rewind(l->file);
  bool whole = WIFEXITED(status) && WEXITSTATUS(status) == 0 && result_receive(l->file, p->ctx->ir, got);
  if (!whole) {
    add_reason(p, l->failed ? l->failed : why_ended(status));
  } else if (got->verdict == VERDICT_UNKNOWN) {
    for (size_t i = 0; i < got->reasons.len; i++) result_add_reason(p->ctx->result, got->reasons.data[i]);
    take_proofs(p, got);
  } else {
    rewind(l->file);
    p->answered = result_receive(l->file, p->ctx->ir, p->ctx->result);
  }
  result_free(got);
}

static uint64_t rss_of(pid_t pid) {
  char path[64];
  unsigned long long pages = 0;
  snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
  FILE *f = fopen(path, "r");
  if (!f) return 0;
  if (fscanf(f, "%*u %llu", &pages) != 1) pages = 0;
  fclose(f);
  return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

// All together stay below the limit: the largest one ends.
static void look_at_memory(portfolio *p) {
  uint64_t limit = (uint64_t)p->ctx->options->memory << 20, sum = 0, most = 0;
  lane_process *largest = NULL;
  for (uint32_t i = 0; i < p->n && limit; i++) {
    if (!p->lanes[i].pid) continue;
    uint64_t own = rss_of(p->lanes[i].pid);
    sum += own;
    if (own > most) {
      most = own;
      largest = &p->lanes[i];
    }
  }
  if (sum <= limit || !largest) return;
  largest->failed = "memory limit (--memory)";
  kill(largest->pid, SIGKILL);
}

// Until somebody has answered, all have ended, or a limit of the whole run is hit.
static void wait_for_answer(portfolio *p) {
  for (uint64_t polls = 0; !p->answered && !limits_hit(p->ctx->limits); polls++) {
    bool any = false;
    for (uint32_t i = 0; i < p->n && !p->answered; i++) {
      int status;
      lane_process *l = &p->lanes[i];
      if (l->pid && waitpid(l->pid, &status, WNOHANG) == l->pid) take_result(p, l, status);
      any |= l->pid != 0;
    }
    if (!any) break;
    if (polls % POLLS_PER_LOOK_AT_MEMORY == 0) look_at_memory(p);
    usleep(POLL_US);
  }
}

static void conclude(portfolio *p) {
  result *r = p->ctx->result;
  // What the parent knew before it has handed on to all of them.
  result_known before = r->known;
  for (uint32_t i = 0; i < p->n; i++) {
    const lane_word *w = &p->words[i];
    if (w->line) result_add_reason(r, (result_reason){w->engine, w->text, {w->file, w->line, w->col}, 0});
    result_known own = w->known;
    own.random_runs = own.random_runs > before.random_runs ? own.random_runs - before.random_runs : 0;
    result_join_known(&r->known, &own);
  }
  const char *limit = p->ctx->limits->hit;
  if (limit) {
    add_reason(p, limit);
    result_add_limit(r, "%s", limit);
  }
  unknown_conclude(r, 0);
}

void portfolio_run(engine_ctx *ctx, uint32_t n, void (*lane)(engine_ctx *, uint32_t, uint32_t, void *), void *arg) {
  size_t shared = n * sizeof(lane_word);
  portfolio p = {
      .ctx = ctx, .n = n, .words = mmap(NULL, shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)};
  CHECK(p.words != MAP_FAILED, "no memory that processes share");
  fflush(NULL);
  for (uint32_t i = 0; i < n; i++) {
    lane_process *l = &p.lanes[i];
    l->file = tmpfile();
    CHECK(l->file, "no file for the result of a process");
    l->pid = fork();
    if (l->pid == 0) be_lane(ctx, l->file, &p.words[i], i, n, lane, arg);
    if (l->pid < 0) {
      l->pid = 0;
      add_reason(&p, "a process of --jobs could not be started");
    }
  }
  wait_for_answer(&p);
  for (uint32_t i = 0; i < n; i++) {
    end_lane(&p.lanes[i]);
    fclose(p.lanes[i].file);
  }
  if (!p.answered) conclude(&p);
  munmap(p.words, shared);
}
