// What auto does: engines in turn, first with budgets, then without. Budgets are counted in transitions and in the effort
// of the solver, so that a run can be repeated exactly. Stateful comes first: it closes cycles, keeps inputs symbolic and
// reduces; stateless does not pay for matching where that is in vain; naive settles small spaces where the solver gives up.
// An engine that gave up for another reason than its budget is not asked again. The counters are those of the engine that
// answered.
// Threads: some random runs before everything else, and more of them when a little search has not answered; a little
// abstraction refinement before much search: it proves where the states are too many to be counted.
#include "app/auto.h"

#include <string.h>

#include "analysis/crowds.h"
#include "app/portfolio.h"
#include "app/random_runs.h"

typedef struct stage {
  const char *engine;  // NULL: random runs
  uint64_t budget;     // transitions, 0 = none; random runs: instructions
  uint64_t effort;     // of the solver (smt_effort), in thousands, 0 = none
} stage;

static const stage systemc_stages[] = {{"stateful", 1000000, 0}, {"stateless", 50000, 0}, {"naive", 1000000, 0},
                                       {"stateful", 0, 0},       {"stateless", 0, 0},     {"naive", 0, 0}};
static const stage interleave_stages[] = {{NULL, 3000000, 0},     {"stateful", 1000, 500},
                                          {NULL, 20000000, 0},    {"cegar", 5000, 60},
                                          {"dpor", 5000, 500},    {"stateful", 20000, 4000},
                                          {"cegar", 200000, 600}, {"dpor", 100000, 5000},
                                          {"modular", 200000, 0}, {"stateful", 100000, 10000},
                                          {"cegar", 2000000, 0},  {"naive", 50000, 0},
                                          {"stateful", 0, 0},     {"dpor", 0, 0},
                                          {"cegar", 0, 0},        {"naive", 0, 0}};
// Threads made in loops: the others see each of them, and may not come to the end of the first run.
static const stage crowd_stages[] = {{NULL, 3000000, 0},      {"modular", 1000000, 0}, {NULL, 20000000, 0},
                                     {"stateful", 100000, 0}, {"dpor", 100000, 0},     {"naive", 50000, 0},
                                     {"stateful", 0, 0},      {"dpor", 0, 0},          {"naive", 0, 0}};
enum { MOST_STAGES = 16 };

typedef struct plan {
  const stage *stages;
  size_t n;
} plan;

static plan plan_of(const ir_module *ir) {
  if (ir->scheduler == IR_SCHED_INTERLEAVE && crowds_spawned(ir))
    return (plan){crowd_stages, sizeof crowd_stages / sizeof crowd_stages[0]};
  if (ir->scheduler == IR_SCHED_INTERLEAVE)
    return (plan){interleave_stages, sizeof interleave_stages / sizeof interleave_stages[0]};
  return (plan){systemc_stages, sizeof systemc_stages / sizeof systemc_stages[0]};
}

const engine *app_engine(size_t i) { return i == 0 ? &app_engine_auto : engine_all()[i - 1]; }

const engine *app_engine_find(const char *name, size_t len) {
  for (size_t i = 0; app_engine(i); i++)
    if (strlen(app_engine(i)->name) == len && memcmp(app_engine(i)->name, name, len) == 0) return app_engine(i);
  return NULL;
}

// Forgets what an earlier engine left, except what belongs to the whole run.
static void begin_stage(result *r, const char *name) {
  r->verdict = VERDICT_UNKNOWN;
  r->grade = GRADE_NONE;
  r->reason = NULL;
  r->reason_at = PLACE_NONE;
  r->engine = name;
  memset(&r->counters, 0, sizeof r->counters);
  vec_clear(&r->pruned);
  vec_clear(&r->limits);
  vec_clear(&r->assumptions);
  vec_clear(&r->schedule);
  vec_clear(&r->inputs);
}

typedef enum stage_end {
  STAGE_ANSWERED,
  STAGE_BUDGET,   // only this stage's budget ended it
  STAGE_GAVE_UP,  // more time would not help
  STAGE_STOPPED   // a limit of the user, or a signal: the whole run ends
} stage_end;
static const char *const end_texts[] = {[STAGE_ANSWERED] = "answered",
                                        [STAGE_BUDGET] = "used the budget",
                                        [STAGE_GAVE_UP] = "gave up",
                                        [STAGE_STOPPED] = "had to stop"};

// Many violations need no search. Random inputs know no range.
static stage_end run_by_chance(engine_ctx *ctx, const stage *s, uint64_t seed) {
  enum { INSTRUCTIONS_PER_RUN = 7500 };  // so many runs for a budget
  random_effort effort = {.runs = (uint32_t)(s->budget / INSTRUCTIONS_PER_RUN),
                          .max_steps = 1000,
                          .long_steps = 100000,
                          .instructions = s->budget};
  if (ctx->sem->options.has_input_range) return STAGE_BUDGET;
  machine_options mo = engine_machine_options(ctx);
  begin_stage(ctx->result, "random runs");
  if (random_runs_search(ctx->ir, &mo, seed, effort, ctx->result)) {
    ctx->result->verdict = VERDICT_UNSAFE;
    return STAGE_ANSWERED;
  }
  return STAGE_BUDGET;
}

static stage_end run_stage(engine_ctx *ctx, const stage *s, size_t number) {
  if (!s->engine) return run_by_chance(ctx, s, ctx->options->seed + number);
  const engine *e = engine_find(s->engine);
  CHECK(e, "auto names an engine that is not registered");
  limits own = *ctx->limits;
  own.transitions = 0;
  uint64_t left = UINT64_MAX;
  if (own.max_transitions)
    left = own.max_transitions > ctx->limits->transitions ? own.max_transitions - ctx->limits->transitions : 1;
  bool budgeted = s->budget && s->budget < left;
  own.max_transitions = budgeted ? s->budget : own.max_transitions ? left : 0;
  own.solver = ctx->sem->solver;
  own.max_effort = s->effort ? smt_effort(own.solver) + s->effort * 1000 : 0;
  begin_stage(ctx->result, s->engine);
  engine_ctx part = *ctx;
  part.limits = &own;
  e->run(&part);
  ctx->limits->transitions += own.transitions;
  if (ctx->result->verdict != VERDICT_UNKNOWN) return STAGE_ANSWERED;
  if (!own.hit) return STAGE_GAVE_UP;
  bool spent = own.max_effort && smt_effort(own.solver) >= own.max_effort;
  bool by_budget = (spent || (budgeted && own.transitions >= s->budget)) && !(own.stop && *own.stop);
  if (!by_budget) {
    ctx->limits->hit = own.hit;
    return STAGE_STOPPED;
  }
  return STAGE_BUDGET;
}

// Has the engine of this stage given up for good in an earlier one?
static bool is_hopeless(const plan *p, const stage_end *ends, size_t at) {
  if (!p->stages[at].engine) return false;
  for (size_t i = 0; i < at; i++)
    if (ends[i] == STAGE_GAVE_UP && strcmp(p->stages[i].engine, p->stages[at].engine) == 0) return true;
  return false;
}

// What the engines that gave up left behind, for the UNKNOWN at the end.
typedef struct gave_up {
  VEC(const char *) engines, reasons, limits;
  place at;
} gave_up;

static void remember(gave_up *g, const result *r, const char *engine_name) {
  vec_push(&g->engines, engine_name);
  vec_push(&g->reasons, r->reason ? r->reason : "no answer");
  for (size_t i = 0; i < r->limits.len; i++) vec_push(&g->limits, r->limits.data[i]);
  if (!g->at.file) g->at = r->reason_at;
}

// "cycle suspected" if all say so, else "stateless: ...; naive: ...".
static void conclude_unknown(const gave_up *g, result *r) {
  strbuf text = {0};
  bool same = true;
  for (size_t i = 1; i < g->reasons.len; i++) same = same && strcmp(g->reasons.data[i], g->reasons.data[0]) == 0;
  for (size_t i = 0; i < g->reasons.len && !(same && i); i++) {
    if (i) sb_puts(&text, "; ");
    if (!same) sb_printf(&text, "%s: ", g->engines.data[i]);
    sb_puts(&text, g->reasons.data[i]);
  }
  r->engine = "auto";
  r->reason = NULL;
  result_unknown(r, g->at, "%s", sb_text(&text));
  vec_clear(&r->limits);
  for (size_t i = 0; i < g->limits.len; i++) result_add_limit(r, "%s", g->limits.data[i]);
  sb_fini(&text);
}

// Determinism is a question of its own, for an engine of its own; true: its answer is the answer.
static bool settle_determinism(engine_ctx *ctx) {
  uint32_t checks = ctx->sem->options.checks, own = 1u << IR_CHECK_DETERMINISM;
  if (!(checks & own)) return false;
  stage s = {.engine = "confluence"};
  run_stage(ctx, &s, 0);
  return ctx->result->verdict != VERDICT_SAFE || checks == own;
}

static void run_plan(engine_ctx *ctx, const plan *p) {
  stage_end ends[MOST_STAGES];
  CHECK(p->n <= MOST_STAGES, "a plan of auto is too long");
  gave_up g = {0};
  bool open = true;
  for (size_t i = 0; i < p->n && open; i++) {
    ends[i] = STAGE_BUDGET;
    if (is_hopeless(p, ends, i)) continue;
    ends[i] = run_stage(ctx, &p->stages[i], i);
    const char *who = p->stages[i].engine ? p->stages[i].engine : "random runs";
    log_line(ctx->log, LOG_INFO, "%s %s", who, end_texts[ends[i]]);
    // What modular could not prove says nothing about the program.
    if (ends[i] == STAGE_GAVE_UP && strcmp(who, "modular") != 0) remember(&g, ctx->result, who);
    open = ends[i] == STAGE_GAVE_UP || ends[i] == STAGE_BUDGET;
  }
  if (open) conclude_unknown(&g, ctx->result);
  vec_free(&g.engines);
  vec_free(&g.reasons);
  vec_free(&g.limits);
}

// --- side by side (--jobs) -------------------------------------------------------------------------------------------

// How many engines a plan mentions before the first mention of this one; NULL: in all.
static uint32_t engines_before(const plan *p, const char *name) {
  uint32_t n = 0;
  for (size_t i = 0; i < p->n; i++) {
    const char *own = p->stages[i].engine;
    if (own && name && strcmp(own, name) == 0) break;
    bool known = !own;
    for (size_t k = 0; k < i && !known; k++) known = p->stages[k].engine && strcmp(p->stages[k].engine, own) == 0;
    n += !known;
  }
  return n;
}

// The engines of a plan are dealt out; whoever is alone needs no budget. Random runs go with the first.
static void run_lane(engine_ctx *ctx, uint32_t lane, uint32_t lanes, void *arg) {
  const plan *all = arg;
  stage own[MOST_STAGES];
  uint32_t engines = engines_before(all, NULL), here = (engines - lane + lanes - 1) / lanes;
  plan p = {own, 0};
  for (size_t i = 0; i < all->n; i++) {
    stage s = all->stages[i];
    if (s.engine ? engines_before(all, s.engine) % lanes != lane : lane != 0) continue;
    bool alone = s.engine && here == 1;
    if (alone) s.budget = s.effort = 0;
    own[p.n++] = s;
    if (alone) break;
  }
  run_plan(ctx, &p);
}

// A log of questions, and a solver that is a process already, cannot be shared.
static bool can_share(const options *o) { return o->solver == OPT_SOLVER_Z3 && !o->given[OPTION_smt_log]; }

static void run_auto(engine_ctx *ctx) {
  if (settle_determinism(ctx)) return;
  plan p = plan_of(ctx->ir);
  uint32_t lanes = engines_before(&p, NULL), jobs = (uint32_t)ctx->options->jobs;
  if (lanes > jobs) lanes = jobs;
  if (lanes > PORTFOLIO_MOST) lanes = PORTFOLIO_MOST;
  if (lanes > 1 && can_share(ctx->options))
    portfolio_run(ctx, lanes, run_lane, &p);
  else
    run_plan(ctx, &p);
}

const engine app_engine_auto = {
    .name = "auto",
    .help = "the others in turn, until one answers; the result says which",
    .proves = true,
    .run = run_auto,
};
