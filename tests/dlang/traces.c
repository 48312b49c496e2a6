// traces: random dlang programs; the set of Mazurkiewicz traces that each reduction executes must be that of all
// interleavings. With one process less to trust: the sets are compared as texts in canonical form.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/options.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/vec.h"
#include "dlang/gen_dlang.h"
#include "engine/engine.h"
#include "front/front.h"
#include "gen/shrink.h"

typedef struct config {
  const char *name, *engine;
  int dpor, dep, memo, vary, next, cut, solver;
  uint64_t jobs;
  uint32_t every;  // only each n-th program, unless it is asked for by name
  uint64_t limit;  // of transitions, if less than the others'
} config;

static const config configs[] = {
    {.name = "fg rw", .engine = "dpor", .dpor = OPT_DPOR_FG},
    {.name = "fg any", .engine = "dpor", .dpor = OPT_DPOR_FG, .dep = OPT_DPOR_DEP_ANY},
    {.name = "source", .engine = "dpor", .dpor = OPT_DPOR_SOURCE},
    {.name = "optimal", .engine = "dpor", .dpor = OPT_DPOR_OPTIMAL},
    {.name = "lazy", .engine = "lazy"},
    {.name = "lazy call", .engine = "lazy", .memo = OPT_LAZY_MEMO_CALL},
    {.name = "lazy longest", .engine = "lazy", .cut = OPT_LAZY_CUT_LONGEST, .every = 4},
    {.name = "lazy published",
     .engine = "lazy",
     .memo = OPT_LAZY_MEMO_CALL,
     .vary = OPT_LAZY_VARY_ALL,
     .cut = OPT_LAZY_CUT_LONGEST,
     .every = 4},
    {.name = "lazy all", .engine = "lazy", .vary = OPT_LAZY_VARY_ALL, .every = 8},
    {.name = "lazy round-robin", .engine = "lazy", .next = OPT_LAZY_NEXT_ROUND_ROBIN, .every = 4},
    {.name = "lazy highest", .engine = "lazy", .next = OPT_LAZY_NEXT_HIGHEST, .every = 4},
    {.name = "lazy both solvers",
     .engine = "lazy",
     .memo = OPT_LAZY_MEMO_CALL,
     .vary = OPT_LAZY_VARY_ALL,
     .solver = OPT_LAZY_SOLVER_BOTH,
     .every = 4,
     .limit = 200},
    {.name = "lazy by solver", .engine = "lazy", .solver = OPT_LAZY_SOLVER_SMT, .every = 8, .limit = 600},
    {.name = "lazy jobs", .engine = "lazy", .jobs = 3, .every = 8},
};
enum { N_CONFIGS = sizeof configs / sizeof *configs, SHRINK_BUDGET = 800 };
static const config everything = {.name = "full", .engine = "dpor", .dpor = OPT_DPOR_FULL};

typedef struct outcome {
  bool parsed, safe, limited;
  counters n;
  char *traces;  // sorted lines
} outcome;

typedef struct tally {
  uint64_t runs, limited, executions, traces, failed;
} tally;

static char set_file[64];

static outcome run(const char *text, const config *c, uint64_t limit) {
  outcome o = {0};
  diags *d = diags_new();
  ir_module *ir = front_dlang.parse("t.dl", text, strlen(text), d);
  diags_free(d);
  if (!ir) return o;
  o.parsed = true;
  options opts = options_default();
  opts.dpor = c->dpor;
  opts.dpor_dep = c->dep;
  opts.lazy_memo = c->memo;
  opts.lazy_vary = c->vary;
  opts.lazy_next = c->next;
  opts.lazy_cut = c->cut;
  opts.lazy_solver = c->solver;
  opts.jobs = c->jobs ? c->jobs : 1;
  opts.trace_set = set_file;
  expr_options eo = {0};
  expr_table *terms = expr_table_new(&eo);
  smt_config sc = smt_default_config();
  smt *solver = smt_new(terms, &sc);
  sem_options so = sem_default_options();
  sem *m = sem_new(ir, terms, solver, &so);
  limits l = {.max_transitions = limit};
  result *r = result_new();
  engine_ctx ctx = {.ir = ir, .sem = m, .options = &opts, .limits = &l, .result = r};
  engine_run(engine_find(c->engine), &ctx);
  bool graded = r->grade == (r->counters.repeated ? GRADE_HEURISTIC : GRADE_PROVED);
  o.safe = r->verdict == VERDICT_SAFE && graded;
  o.limited = l.hit != NULL;
  o.n = r->counters;
  size_t len;
  const char *why;
  o.traces = file_read(set_file, 64 << 20, &len, &why);
  result_free(r);
  sem_free(m);
  smt_free(solver);
  expr_table_free(terms);
  ir_module_free(ir);
  return o;
}

static bool differs(const outcome *all, const outcome *o) {
  return !o->limited && (!o->safe || !o->traces || strcmp(all->traces, o->traces) != 0);
}

typedef struct failure {
  const config *c;
  uint64_t limit;
} failure;

static bool fails(void *arg, const char *text, size_t len) {
  const failure *f = arg;
  char *copy = mem_strndup(text, len);
  outcome all = run(copy, &everything, f->limit), o = {0};
  bool bad = false;
  if (all.parsed && all.safe) {
    o = run(copy, f->c, f->limit);
    bad = differs(&all, &o);
  }
  mem_free(all.traces);
  mem_free(o.traces);
  mem_free(copy);
  return bad;
}

static void report(const char *text, const config *c, uint64_t limit, uint64_t seed) {
  failure f = {c, limit};
  char *small = shrink(text, fails, &f, SHRINK_BUDGET);
  outcome all = run(small, &everything, limit), o = run(small, c, limit);
  printf("seed %llu, %s: the traces differ\n%sall:\n%sfound:\n%s", (unsigned long long)seed, c->name, small, all.traces,
         o.traces ? o.traces : "");
  mem_free(all.traces);
  mem_free(o.traces);
  mem_free(small);
}

int main(int argc, char **argv) {
  uint64_t seed = 1, count = 300, limit = 60000, failed = 0, skipped = 0;
  const char *only = NULL;
  bool stop_at_first = false;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--seed") && i + 1 < argc)
      seed = strtoull(argv[++i], NULL, 10);
    else if (!strcmp(argv[i], "--count") && i + 1 < argc)
      count = strtoull(argv[++i], NULL, 10);
    else if (!strcmp(argv[i], "--limit") && i + 1 < argc)
      limit = strtoull(argv[++i], NULL, 10);
    else if (!strcmp(argv[i], "--only") && i + 1 < argc)
      only = argv[++i];
    else if (!strcmp(argv[i], "--first"))
      stop_at_first = true;
    else
      return fprintf(stderr, "usage: traces [--seed N] [--count N] [--limit TRANSITIONS] [--only CONFIG] [--first]\n"),
             64;
  }
  snprintf(set_file, sizeof set_file, "traces.%ld.txt", (long)getpid());
  tally tallies[N_CONFIGS] = {0};
  uint64_t programs = 0, traces = 0, interleavings = 0;
  for (uint64_t s = seed; programs < count && !(stop_at_first && failed); s++) {
    strbuf text = {0};
    gen_dlang(s, &text);
    outcome all = run(sb_text(&text), &everything, limit);
    if (!all.parsed) {
      printf("seed %llu does not parse:\n%s", (unsigned long long)s, sb_text(&text));
      return 1;
    }
    if (!all.safe)
      skipped++;
    else
      programs++;
    traces += all.safe ? all.n.traces : 0;
    interleavings += all.safe ? all.n.executions : 0;
    for (size_t i = 0; i < N_CONFIGS && all.safe; i++) {
      const config *c = &configs[i];
      if (only ? strcmp(only, c->name) != 0 : c->every && s % c->every) continue;
      outcome o = run(sb_text(&text), c, c->limit && c->limit < limit ? c->limit : limit);
      tallies[i].runs++;
      tallies[i].limited += o.limited;
      tallies[i].executions += o.limited ? 0 : o.n.executions;
      tallies[i].traces += o.limited ? 0 : all.n.traces;
      if (differs(&all, &o)) {
        if (!tallies[i].failed++) report(sb_text(&text), c, limit, s);
        failed++;
      }
      mem_free(o.traces);
    }
    mem_free(all.traces);
    sb_fini(&text);
  }
  unlink(set_file);
  printf("%llu programs (%llu skipped), %llu interleavings, %llu traces\n", (unsigned long long)programs,
         (unsigned long long)skipped, (unsigned long long)interleavings, (unsigned long long)traces);
  for (size_t i = 0; i < N_CONFIGS; i++) {
    const tally *t = &tallies[i];
    if (t->runs)
      printf("  %-18s %6llu runs, %4llu at the limit, %9llu executions for %llu traces, %llu wrong\n", configs[i].name,
             (unsigned long long)t->runs, (unsigned long long)t->limited, (unsigned long long)t->executions,
             (unsigned long long)t->traces, (unsigned long long)t->failed);
  }
  return failed ? 1 : 0;
}
