#include "app/portfolio.h"

#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/str.h"

enum { POLL_US = 5000, POLLS_PER_LOOK_AT_MEMORY = 20 };

typedef struct lane_process {
  pid_t pid;   // 0: it has ended
  FILE *file;  // its result
  const char *failed;
} lane_process;

typedef struct portfolio {
  engine_ctx *ctx;
  lane_process lanes[PORTFOLIO_MOST];
  uint32_t n;
  strbuf reasons;
  place at;
  bool answered;
} portfolio;

// Signals are the parent's business; the limit of CPU time holds for each process by itself.
static _Noreturn void be_lane(engine_ctx *ctx, FILE *f, uint32_t i, uint32_t n,
                              void (*lane)(engine_ctx *, uint32_t, uint32_t, void *), void *arg) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t cpu;
  sigemptyset(&cpu);
  sigaddset(&cpu, SIGXCPU);
  signal(SIGXCPU, SIG_DFL);
  sigprocmask(SIG_UNBLOCK, &cpu, NULL);
  ctx->progress = NULL;
  ctx->log = NULL;
  lane(ctx, i, n, arg);
  const smt_stats *stats = smt_get_stats(ctx->sem->solver);
  counters *c = &ctx->result->counters;
  c->instructions += ctx->sem->instructions;
  c->solver_queries += stats->queries;
  c->solver_calls += stats->solver_calls;
  c->solver_unknown += stats->unknown;
  c->solver_random += stats->by_random;
  c->solver_enumerated += stats->by_enumeration;
  portfolio_send(f, ctx->ir, ctx->result);
  _exit(fflush(f) != 0);
}

static void end_lane(lane_process *l) {
  if (!l->pid) return;
  kill(l->pid, SIGKILL);
  waitpid(l->pid, NULL, 0);
  l->pid = 0;
}

static void add_reason(portfolio *p, const char *reason, place at) {
  if (p->reasons.len) sb_puts(&p->reasons, "; ");
  sb_puts(&p->reasons, reason);
  if (p->at.file || !at.file) return;
  p->at = at;
  p->at.file = arena_strdup(p->ctx->result->mem, at.file);  // its own lives as long as what the process sent
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
  bool whole = WIFEXITED(status) && WEXITSTATUS(status) == 0 && portfolio_receive(l->file, p->ctx->ir, got);
  if (!whole) {
    add_reason(p, l->failed ? l->failed : why_ended(status), PLACE_NONE);
  } else if (got->verdict == VERDICT_UNKNOWN) {
    add_reason(p, got->reason ? got->reason : "no answer", got->reason_at);
    take_proofs(p, got);
  } else {
    rewind(l->file);
    p->answered = portfolio_receive(l->file, p->ctx->ir, p->ctx->result);
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

void portfolio_run(engine_ctx *ctx, uint32_t n, void (*lane)(engine_ctx *, uint32_t, uint32_t, void *), void *arg) {
  portfolio p = {.ctx = ctx, .n = n};
  fflush(NULL);
  for (uint32_t i = 0; i < n; i++) {
    lane_process *l = &p.lanes[i];
    l->file = tmpfile();
    CHECK(l->file, "no file for the result of a process");
    l->pid = fork();
    if (l->pid == 0) be_lane(ctx, l->file, i, n, lane, arg);
    if (l->pid < 0) {
      l->pid = 0;
      add_reason(&p, "a process of --jobs could not be started", PLACE_NONE);
    }
  }
  wait_for_answer(&p);
  for (uint32_t i = 0; i < n; i++) {
    end_lane(&p.lanes[i]);
    fclose(p.lanes[i].file);
  }
  if (!p.answered && !ctx->limits->hit) result_unknown(ctx->result, p.at, "%s", sb_text(&p.reasons));
  sb_fini(&p.reasons);
}
