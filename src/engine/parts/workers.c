#include "engine/parts/workers.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "result/transfer.h"

enum { POLL_US = 2000, POLLS_PER_LOOK = 50 };

void *workers_share(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void workers_init(workers *w, engine_ctx *ctx) {
  *w = (workers){.ctx = ctx, .n = ctx->options->jobs < WORKERS_MOST ? (uint32_t)ctx->options->jobs : WORKERS_MOST};
  w->whole = workers_share(WORKERS_MOST * sizeof *w->whole);
  CHECK(w->whole, "no memory that processes share");
}

void workers_fini(workers *w) {
  for (uint32_t i = 0; i < w->n; i++) {
    if (w->list[i].file) fclose(w->list[i].file);
    if (w->list[i].result) result_free(w->list[i].result);
  }
  munmap(w->whole, WORKERS_MOST * sizeof *w->whole);
}

void workers_add_elsewhere(const engine_ctx *ctx, counters *to, uint64_t sign) {
  const smt_stats *stats = smt_get_stats(ctx->sem->solver);
  to->instructions += sign * ctx->sem->instructions;
  to->solver_queries += sign * stats->queries;
  to->solver_calls += sign * stats->solver_calls;
  to->solver_unknown += sign * stats->unknown;
  to->solver_random += sign * stats->by_random;
  to->solver_enumerated += sign * stats->by_enumeration;
}

void workers_take_texts(const workers *w, const result *from) {
  result *r = w->ctx->result;
  for (size_t i = 0; i < from->assumptions.len; i++) result_add_assumption(r, "%s", from->assumptions.data[i]);
  for (size_t i = 0; i < from->limits.len; i++) result_add_limit(r, "%s", from->limits.data[i]);
  for (size_t i = 0; i < from->notes.len; i++) result_add_note(r, "%s", from->notes.data[i]);
}

// --- in a worker ------------------------------------------------------------------------------------------------------

_Noreturn void workers_send(workers *w, uint32_t me) {
  result_send(w->list[me].file, w->ctx->ir, w->ctx->result);
  bool sent = fflush(w->list[me].file) == 0;
  w->whole[me] = sent;
  _exit(!sent);
}

// Signals are the first process' business.
static _Noreturn void be_worker(workers *w, void (*body)(void *arg, uint32_t me), void *arg, uint32_t me) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  w->ctx->log = NULL;
  body(arg, me);
  _exit(1);
}

// --- in the first process -----------------------------------------------------------------------------------------------

bool workers_start(workers *w, void (*body)(void *arg, uint32_t me), void *arg) {
  fflush(NULL);
  for (uint32_t i = 0; i < w->n; i++) {
    worker *x = &w->list[i];
    x->file = tmpfile();
    x->pid = x->file ? fork() : -1;
    if (x->pid == 0) be_worker(w, body, arg, i);
    if (x->pid > 0) continue;
    x->pid = 0;
    w->failed = "a process of --jobs could not be started";
    return false;
  }
  return true;
}

static void end_all(workers *w) {
  for (uint32_t i = 0; i < w->n; i++) {
    if (!w->list[i].pid) continue;
    kill(w->list[i].pid, SIGKILL);
    waitpid(w->list[i].pid, NULL, 0);
    w->list[i].pid = 0;
  }
}

// A process has ended: has it said all it had to say?
static void take_result(workers *w, uint32_t i, int status) {
  worker *x = &w->list[i];
  x->pid = 0;
  x->result = result_new();
  rewind(x->file);
  bool whole = WIFEXITED(status) && WEXITSTATUS(status) == 0 && w->whole[i] &&
               result_receive(x->file, w->ctx->ir, x->result);
  if (whole) return;
  result_free(x->result);
  x->result = NULL;
  if (!w->failed) w->failed = "a process of --jobs did not end as it should";
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

static uint64_t sum_of_memory(const workers *w, bool exact) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < w->n; i++)
    if (w->list[i].pid) sum += memory_of(w->list[i].pid, exact);
  return sum;
}

// The limits of the run hold for all processes together. Pages that they still share count once.
static void look_at_limits(workers *w) {
  uint64_t most = (uint64_t)w->ctx->options->memory << 20;
  if (most && sum_of_memory(w, false) > most && sum_of_memory(w, true) + clock_current_rss() > most)
    w->ctx->limits->hit = "memory limit (--memory)";
  struct rlimit cpu;
  if (getrlimit(RLIMIT_CPU, &cpu) != 0 || cpu.rlim_cur == RLIM_INFINITY) return;
  struct rusage ended;
  getrusage(RUSAGE_CHILDREN, &ended);
  double sum = clock_cpu() + (double)ended.ru_utime.tv_sec + (double)ended.ru_stime.tv_sec;
  for (uint32_t i = 0; i < w->n; i++)
    if (w->list[i].pid) sum += cpu_of(w->list[i].pid);
  if (sum >= (double)cpu.rlim_cur) w->ctx->limits->hit = "limit of CPU time (SIGXCPU)";
}

void workers_wait(workers *w, void (*show)(void *arg), void *arg) {
  for (uint64_t polls = 1; !w->failed; polls++) {
    bool any = false;
    for (uint32_t i = 0; i < w->n; i++) {
      int status;
      pid_t pid = w->list[i].pid;
      if (pid && waitpid(pid, &status, WNOHANG) == pid) take_result(w, i, status);
      any |= w->list[i].pid != 0;
    }
    if (!any || w->failed || limits_hit(w->ctx->limits)) break;
    if (polls % POLLS_PER_LOOK == 0) look_at_limits(w);
    if (w->ctx->limits->hit) break;
    show(arg);
    usleep(POLL_US);
  }
  end_all(w);
}
