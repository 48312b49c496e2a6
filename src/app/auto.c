// What auto does: engines in turn, first with budgets, then without. Budgets are counted in transitions and in the effort
// of the solver, so that a run can be repeated exactly. Stateful comes first: it closes cycles, keeps inputs symbolic and
// reduces; stateless does not pay for matching where that is in vain; naive settles small spaces where the solver gives up.
// An engine that gave up for another reason than its budget is not asked again. The counters are those of the engine that
// answered.
// Threads: some random runs before everything else, and more of them when a little search has not answered; a little
// abstraction refinement before much search: it proves where the states are too many to be counted.
//
// A stage may be about some of the checks alone: not every engine can look for everything, and what the program itself
// asserts often has a proof where overflows or races have none in time. Such a run is one of its own, on the program as
// the passes make it for those checks. What it proves is recorded (result_prove), the later stages look for the rest;
// SAFE is said when nothing is left. A violation of any of them ends the run.
#include "app/auto.h"

#include <string.h>

#include "analysis/crowds.h"
#include "analysis/orderings.h"
#include "analysis/waiting.h"
#include "app/memory.h"
#include "app/portfolio.h"
#include "app/random_runs.h"
#include "app/unknown.h"
#include "engine/parts/parts.h"
#include "engine/trace/checked.h"

typedef enum scope {
  ALL,            // every check that is open
  OWN,            // what the program itself asserts
  PLACES,         // what is seen at a place of one process, and so by cegar
  NO_LEAKS,       // all but leaks, if those are open: to look for them costs the reductions; else nothing
  NO_STARVATION,  // all but starvation, if that is open: not every design lets it be looked for; else nothing
  RACES,          // data races alone
  MISUSES,        // misuse of synchronisation alone
  LEAKS,          // leaks alone
  DEREFS,         // what an access can violate
  NUMBERS,        // what arithmetic can violate
} scope;

// Has a search asked the solver so far? If not, states are plain values, and cheap.
typedef enum moment { ANY, PLAIN, DATA } moment;

typedef struct stage {
  const char *engine;  // NULL: random runs
  uint64_t budget;     // transitions, 0 = none; random runs: instructions
  uint64_t effort;     // of the solver (smt_effort), in thousands, 0 = none; a hundred take about a second
  scope scope;
  moment when;
} stage;

// Abstraction comes early and in small doses: where data grow without end it is all that answers, and it gives up soon elsewhere.
static const stage systemc_stages[] = {
    {"stateful", 3000, 100, ALL, ANY},    {NULL, 3000000, 0, ALL, ANY},
    {"cegar", 20000, 200, PLACES, ANY},   {"horn", 5000, 100, PLACES, ANY},
    {"stateful", 1000000, 0, ALL, PLAIN}, {"stateful", 30000, 3000, ALL, DATA},
    {"cegar", 100000, 1000, PLACES, ANY}, {"horn", 50000, 2000, PLACES, ANY},
    {"stateful", 1000000, 0, ALL, DATA},  {"stateful", 1000000, 0, NO_STARVATION, ANY},
    {"stateless", 50000, 0, ALL, ANY},    {"naive", 1000000, 0, ALL, ANY},
    {"cegar", 0, 3000, PLACES, ANY},      {"horn", 0, 20000, PLACES, ANY},
    {"stateful", 0, 0, ALL, ANY},         {"stateful", 0, 0, NO_STARVATION, ANY},
    {"stateless", 0, 0, ALL, ANY},        {"naive", 0, 0, ALL, ANY},
    {"cegar", 0, 0, PLACES, ANY},
};
// Threads, before all others: what is seen without running anything need not be looked for at every step.
static const stage without_running[] = {{"lockset", 0, 0, RACES, ANY}, {"direct", 0, 0, LEAKS, ANY},
                                        {"direct", 0, 0, DEREFS, ANY}, {"values", 0, 0, NUMBERS, ANY},
                                        {"values", 0, 0, DEREFS, ANY}, {"values", 0, 0, OWN, ANY}};
static const stage first_look = {NULL, 3000000, 0, ALL, ANY};
static const stage interleave_stages[] = {
    {"stateful", 1000, 300, ALL, ANY},
    {"dpor", 1000, 30, ALL, ANY},  // few runs of a large program: no reason to make hundreds of random ones
    {NULL, 20000000, 0, ALL, ANY},
    {"lockset", 0, 0, MISUSES, ANY},
    {"cegar", 5000, 60, OWN, ANY},
    {"dpor", 5000, 100, ALL, ANY},
    {"hunt", 20000, 100, ALL, ANY},
    {"stateful", 20000, 0, ALL, PLAIN},  // states that only have to be counted
    {"stateful", 5000, 200, NO_LEAKS, ANY},
    {"cegar", 50000, 500, OWN, DATA},
    {"stateful", 20000, 4000, ALL, DATA},
    {"dpor", 100000, 5000, ALL, ANY},
    {"stateful", 100000, 0, ALL, PLAIN},
    {"cegar", 50000, 500, OWN, PLAIN},
    {"cegar", 50000, 300, PLACES, ANY},
    {"horn", 5000, 200, OWN, ANY},
    {"modular", 40000, 0, NO_LEAKS, ANY},
    {"modular", 200000, 0, ALL, ANY},
    {"stateful", 400000, 10000, ALL, DATA},
    {"cegar", 500000, 2000, OWN, DATA},
    {"naive", 50000, 0, ALL, ANY},
    {"cegar", 2000000, 0, PLACES, DATA},
    {"stateful", 4000000, 0, ALL, PLAIN},
    {"horn", 50000, 3000, OWN, ANY},
    {"stateful", 0, 0, ALL, ANY},
    {"dpor", 0, 0, ALL, ANY},
    {"cegar", 0, 0, PLACES, ANY},
    {"naive", 0, 0, ALL, ANY},
    {NULL, 100000000, 0, ALL, ANY},  // all have given up
};
// Many threads made in loops: the others see each of them, and may not come to the end of the first run.
static const stage crowd_stages[] = {
    {"hunt", 10000, 50, ALL, ANY},     {"lockset", 0, 0, MISUSES, ANY},  {"modular", 1000000, 0, NO_LEAKS, ANY},
    {"modular", 1000000, 0, ALL, ANY}, {NULL, 20000000, 0, ALL, ANY},    {"hunt", 100000, 200, ALL, ANY},
    {"cegar", 5000, 60, OWN, ANY},     {"hunt", 1000000, 500, ALL, ANY}, {"stateful", 100000, 0, ALL, ANY},
    {"cegar", 50000, 500, OWN, ANY},   {"dpor", 100000, 0, ALL, ANY},    {"naive", 50000, 0, ALL, ANY},
    {"stateful", 0, 0, ALL, ANY},      {"dpor", 0, 0, ALL, ANY},         {"naive", 0, 0, ALL, ANY},
    {NULL, 100000000, 0, ALL, ANY},  // all have given up
};
// One process: nothing to be interleaved, so counting states is all that search can do.
static const stage lone_stages[] = {
    {"stateful", 100000, 500, ALL, ANY},  {NULL, 20000000, 0, ALL, ANY},
    {"cegar", 5000, 60, OWN, ANY},        {"stateful", 1000000, 2000, ALL, ANY},
    {"cegar", 50000, 500, OWN, ANY},      {"stateful", 10000000, 10000, ALL, ANY},
    {"cegar", 500000, 2000, PLACES, ANY}, {"stateful", 0, 0, ALL, ANY},
    {"cegar", 0, 0, PLACES, ANY},         {"naive", 0, 0, ALL, ANY},
    {NULL, 100000000, 0, ALL, ANY},  // all have given up
};
// Another memory model: every interleaving is one of its executions, so what the other engines find counts; what they exclude
// is excluded for sequential consistency alone.
static const stage weak_stages[] = {
    {NULL, 3000000, 0, ALL, ANY},       {"graph", 3000, 100, ALL, ANY},      {"robust", 20000, 200, ALL, ANY},
    {"dpor", 5000, 100, ALL, ANY},      {"hunt", 20000, 100, ALL, ANY},      {"graph", 100000, 1000, ALL, ANY},
    {"robust", 200000, 1000, ALL, ANY}, {"graph", 1000000, 10000, ALL, ANY}, {"robust", 0, 0, ALL, ANY},
    {"graph", 0, 0, ALL, ANY},          {"dpor", 100000, 1000, ALL, ANY},
};
enum { MOST_STAGES = 30, SEEDS = 2 };

typedef struct plan {
  const stage *stages;
  size_t n;
} plan;

// `most` processes were seen in the first runs; 0: there were none.
static plan plan_of(const ir_module *ir, uint32_t most) {
  enum { FEW = 6 };  // threads that all engines may look at one by one
#define PLAN(stages) ((plan){stages, sizeof stages / sizeof *stages})
  if (ir->scheduler != IR_SCHED_INTERLEAVE) return PLAN(systemc_stages);
  if (crowds_spawned(ir) && (!most || most > ir->n_procs + FEW)) return PLAN(crowd_stages);
  return crowds_any(ir) ? PLAN(interleave_stages) : PLAN(lone_stages);
#undef PLAN
}

const engine *app_engine(size_t i) { return i == 0 ? &app_engine_auto : engine_all()[i - 1]; }

const engine *app_engine_find(const char *name, size_t len) {
  for (size_t i = 0; app_engine(i); i++)
    if (strlen(app_engine(i)->name) == len && memcmp(app_engine(i)->name, name, len) == 0) return app_engine(i);
  return NULL;
}

// --- which checks ----------------------------------------------------------------------------------------------------

#define KIND(name) (1u << IR_CHECK_##name)

static uint32_t checks_in(scope s, uint32_t open) {
  switch (s) {
  case ALL: return open;
  case OWN: return open & (KIND(ASSERT) | KIND(UNREACH) | KIND(EXCEPTION) | KIND(FAIL) | KIND(GOAL));
  case PLACES: return open & ~(KIND(DEADLOCK) | KIND(RACE) | KIND(LEAK) | KIND(UNINIT) | KIND(MISUSE));
  case NO_LEAKS: return open & KIND(LEAK) ? open & ~KIND(LEAK) : 0;
  case NO_STARVATION: return open & KIND(STARVATION) ? open & ~KIND(STARVATION) : 0;
  case RACES: return open & KIND(RACE);
  case MISUSES: return open & KIND(MISUSE);
  case LEAKS: return open & KIND(LEAK);
  case DEREFS:
    return open & (KIND(BOUNDS) | KIND(NULL) | KIND(FREED) | KIND(DOUBLE_FREE) | KIND(READ_ONLY) | KIND(OVERLAP));
  case NUMBERS: return open & (KIND(OVERFLOW) | KIND(DIV));
  }
  UNREACHABLE("scope");
}

// The semantics of the program for some of the checks.
typedef struct narrowed {
  const ir_module *ir;
  sem *sem;
} narrowed;

// An engine that has given up, and on what.
typedef struct failure {
  const char *engine, *limit;
  uint32_t checks;
} failure;

// A stage that used up its budget, and what it was about.
typedef struct attempt {
  const stage *stage;
  uint32_t checks;
} attempt;

// What is known after some stages.
typedef struct course {
  engine_ctx *whole;
  uint32_t open;   // checks without an answer
  uint32_t apart;  // not among them: what an engine of its own could not answer
  VEC(narrowed) forms;
  VEC(const char *) assumptions, limits;  // of the proofs so far
  VEC(failure) given_up;
  VEC(attempt) attempts;
  uint64_t runs;   // stages of random runs so far: each has a seed of its own
  bool has_data;   // a search has asked the solver
  bool unordered;  // data races are asked for, and happens-before decides about them
  bool weak;       // a SAFE must be shown by an engine that follows the memory model
  random_facts facts;
} course;

// The program where only these checks are violations; terms and solver are those of the whole run.
static const narrowed *form_for(course *c, uint32_t checks) {
  for (size_t i = 0; i < c->forms.len; i++)
    if (c->forms.data[i].sem->options.checks == checks) return &c->forms.data[i];
  const sem *wide = c->whole->sem;
  sem_options so = wide->options;
  so.checks = checks;
  const ir_module *ir = c->whole->prepare(c->whole->prepare_arg, checks);
  sem *made = sem_new(ir, wide->terms, wide->solver, &so);
  made->stop = wide->stop;
  if (wide->inner) checked_steps(made);
  vec_push(&c->forms, ((narrowed){ir, made}));
  return &c->forms.data[c->forms.len - 1];
}

// Determinism is nothing that other engines look at, so it is no reason for another form of the program.
static engine_ctx context_for(course *c, uint32_t checks) {
  engine_ctx ctx = *c->whole;
  uint32_t all = ctx.sem->options.checks;
  // Who waits for ever belongs to the question (analysis/waiting.h).
  if (waiting_find(ctx.ir).when_stuck) checks |= all & KIND(DEADLOCK);
  if ((checks | (all & KIND(DETERMINISM))) == all) return ctx;
  const narrowed *form = form_for(c, checks);
  ctx.ir = form->ir;
  ctx.sem = form->sem;
  return ctx;
}

// --- one stage -------------------------------------------------------------------------------------------------------

// Forgets what an earlier engine left, except what belongs to the whole run.
static void begin_stage(engine_ctx *ctx, const char *name) {
  result *r = ctx->result;
  r->verdict = VERDICT_UNKNOWN;
  r->grade = GRADE_NONE;
  r->reason = NULL;
  r->reason_at = PLACE_NONE;
  r->levels = 0;
  r->engine = name;
  r->replay_checks = ctx->sem->options.checks;
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
static stage_end run_by_chance(engine_ctx *ctx, const stage *s, uint64_t seed, random_facts *facts) {
  enum { INSTRUCTIONS_PER_RUN = 7500 };  // so many runs for a budget
  random_effort effort = {.runs = (uint32_t)(s->budget / INSTRUCTIONS_PER_RUN),
                          .max_steps = 1000,
                          .long_steps = 100000,
                          .instructions = s->budget};
  if (ctx->sem->options.has_input_range) return STAGE_BUDGET;
  machine_options mo = engine_machine_options(ctx);
  begin_stage(ctx, "random runs");
  uint64_t before = facts->complete;
  if (random_runs_search(ctx->ir, &mo, seed, effort, ctx->result, facts)) {
    ctx->result->verdict = VERDICT_UNSAFE;
    return STAGE_ANSWERED;
  }
  result_known seen = {.random_runs = facts->complete - before};
  if (result_is_about_all(ctx->result)) result_join_known(&ctx->result->known, &seen);
  return STAGE_BUDGET;
}

static stage_end run_stage(engine_ctx *ctx, const stage *s) {
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
  begin_stage(ctx, s->engine);
  engine_ctx part = *ctx;
  part.limits = &own;
  engine_run(e, &part);
  ctx->limits->transitions += own.transitions;
  if (e->follows_runs) result_keep_known(ctx->result);
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

// --- stages in turn --------------------------------------------------------------------------------------------------

static void course_init(course *c, engine_ctx *whole) {
  place at;
  *c = (course){.whole = whole, .open = whole->sem->options.checks};
  c->unordered = c->open & KIND(RACE) && orderings_weak(whole->ir, &at);
}

static void course_fini(course *c) {
  for (size_t i = 0; i < c->forms.len; i++) {
    c->whole->sem->instructions += c->forms.data[i].sem->instructions;
    sem_free(c->forms.data[i].sem);
  }
  vec_free(&c->forms);
  vec_free(&c->assumptions);
  vec_free(&c->limits);
  vec_free(&c->given_up);
  vec_free(&c->attempts);
}

// The engine has excluded all of these. What that rests on is kept: the next stage begins with an empty list.
static void settle(course *c, uint32_t checks) {
  const result *r = c->whole->result;
  c->open &= ~checks;
  result_prove(c->whole->result, checks, r->engine, r->grade);
  for (size_t i = 0; i < r->assumptions.len; i++) vec_push(&c->assumptions, r->assumptions.data[i]);
  for (size_t i = 0; i < r->limits.len; i++) vec_push(&c->limits, r->limits.data[i]);
  if (c->open) c->whole->result->verdict = VERDICT_UNKNOWN;
}

// What could not be proved by an over-approximation says nothing about the program, nor whom else an engine that runs some first
// would have had to run.
static bool says_nothing(const char *engine_name, place at) {
  const engine *e = engine_find(engine_name);
  return e && (e->kind == ENGINE_OVERAPPROXIMATES || (e->kind == ENGINE_FINDS && !at.file));
}

static void remember(course *c, uint32_t checks, stage_end end) {
  result *r = c->whole->result;
  // That a budget is used up is no reason; a place that could not be followed before is one.
  bool tells = r->reason && (end == STAGE_GAVE_UP || r->reason_at.file) && !says_nothing(r->engine, r->reason_at);
  if (tells) result_add_reason(r, (result_reason){r->engine, r->reason, r->reason_at, checks});
  if (end != STAGE_GAVE_UP) return;
  vec_push(&c->given_up, ((failure){r->engine, r->limits.len ? r->limits.data[0] : NULL, checks}));
}

// Has the engine given up for good on these checks, or on some of them?
static bool is_hopeless(const course *c, const char *engine_name, uint32_t checks) {
  for (size_t i = 0; i < c->given_up.len; i++) {
    const failure *f = &c->given_up.data[i];
    if (!(f->checks & ~checks) && strcmp(f->engine, engine_name) == 0) return true;
  }
  return false;
}

// Has the engine had no less than this for the same checks? It would do the same again.
static bool is_repeated(const course *c, const stage *s, uint32_t checks) {
  for (size_t i = 0; i < c->attempts.len; i++) {
    const stage *old = c->attempts.data[i].stage;
    if (c->attempts.data[i].checks != checks || strcmp(old->engine, s->engine) != 0) continue;
    bool no_more_steps = !old->budget || (s->budget && s->budget <= old->budget);
    bool no_more_effort = !old->effort || (s->effort && s->effort <= old->effort);
    if (no_more_steps && no_more_effort) return true;
  }
  return false;
}

// One reason of those that engines gave; the others stay in r->reasons. `limit`: the whole run had to stop.
static void conclude_unknown(const course *c, result *r, const char *limit) {
  if (!limit) r->engine = "auto";
  vec_clear(&r->limits);
  if (limit) {
    result_add_limit(r, "%s", limit);
    result_add_reason(r, (result_reason){.text = limit});
  }
  for (size_t i = 0; i < c->given_up.len && !limit; i++)
    if (c->given_up.data[i].limit && (c->given_up.data[i].checks & c->open || !c->open))
      result_add_limit(r, "%s", c->given_up.data[i].limit);
  unknown_conclude(r, c->open);
}

// No engine that follows runs can go on with this module: the driver makes another one.
static bool needs_another_form(const result *r) {
  return r->verdict == VERDICT_UNKNOWN && r->reason &&
         (!strcmp(r->reason, SEM_BYTES_OF_ADDRESS) || !strcmp(r->reason, SEM_DATA_IS_MUTEX));
}

// Of these checks, those that the engine has something to say about in this run.
static uint32_t checks_for(const course *c, const engine *e, uint32_t checks) {
  if (!c->whole->prepare || !e) return checks;
  checks &= ~e->blind;
  if (c->unordered && !e->sees_unordered) checks &= ~KIND(RACE);
  if (!c->weak || !e->memory_models) return checks;
  if (!(e->memory_models >> c->whole->options->memory_model & 1)) return 0;
  // Stores that wait in buffers say nothing about happens-before.
  if (c->whole->options->memory_model == OPT_MEMORY_MODEL_TSO) checks &= ~KIND(RACE);
  return checks & e->checks;
}

// The engine has followed interleavings alone: that they violate nothing is not the answer.
static void discard_proof(course *c, uint32_t checks) {
  static const char *const why = "shown for sequential consistency alone";
  result *r = c->whole->result;
  result_add_reason(r, (result_reason){r->engine, why, PLACE_NONE, checks});
  vec_push(&c->given_up, ((failure){r->engine, NULL, checks}));
  r->verdict = VERDICT_UNKNOWN;
  r->grade = GRADE_NONE;
}

// One stage about its checks; true: the run is over.
static bool take_stage(course *c, const stage *s) {
  engine_ctx *whole = c->whole;
  uint32_t checks = checks_in(whole->prepare ? s->scope : ALL, c->open);
  const engine *e = s->engine ? engine_find(s->engine) : NULL;
  CHECK(e || !s->engine, "auto names an engine that is not registered");
  if (!e || !(e->checks & KIND(ROBUST))) checks &= ~KIND(ROBUST);
  checks = checks_for(c, e, checks & ~IR_CHECKS_OF_ENDLESS_RUNS);
  if (s->when == (c->has_data ? PLAIN : DATA)) return false;
  if (!checks && c->open) return false;
  if (s->engine && (is_hopeless(c, s->engine, checks) || is_repeated(c, s, checks))) return false;
  engine_ctx ctx = context_for(c, checks);
  const smt_stats *stats = smt_get_stats(whole->sem->solver);
  uint64_t calls = stats->solver_calls, seed = whole->options->seed + SEEDS * c->runs;
  size_t notes = whole->result->notes.len;
  c->runs += !s->engine;
  stage_end end = s->engine ? run_stage(&ctx, s) : run_by_chance(&ctx, s, seed, &c->facts);
  c->has_data |= stats->solver_calls > calls && !(e && e->kind == ENGINE_REFINES);
  log_line(whole->log, LOG_INFO, "%s %s", whole->result->engine, end_texts[end]);
  if (end != STAGE_ANSWERED && !whole->options->stats) whole->result->notes.len = notes;  // about work in vain
  if (end != STAGE_ANSWERED) remember(c, checks, end);
  if (end == STAGE_BUDGET && s->engine) vec_push(&c->attempts, ((attempt){s, checks}));
  if (end != STAGE_ANSWERED) return end == STAGE_STOPPED || needs_another_form(whole->result);
  bool shown = !c->weak || (e && e->memory_models);
  if (whole->result->verdict == VERDICT_SAFE && shown) settle(c, ctx.sem->options.checks & ~c->apart);
  if (whole->result->verdict == VERDICT_SAFE && !shown) discard_proof(c, checks);
  return whole->result->verdict == VERDICT_UNSAFE || !c->open;
}

// `over`: there was an answer, or the run had to stop. What could not be answered apart from the others is open all the same.
static void conclude(engine_ctx *ctx, course *c, bool over) {
  result *r = ctx->result;
  if (c->apart && r->verdict == VERDICT_SAFE) over = false;
  if (c->apart) c->open |= c->apart;
  if (r->verdict == VERDICT_UNKNOWN || !over) conclude_unknown(c, r, over ? ctx->limits->hit : NULL);
  uint32_t all = ctx->sem->options.checks;
  if (r->verdict == VERDICT_SAFE && all) result_conclude_proved(r, all);
  for (size_t i = 0; i < c->assumptions.len; i++) result_add_assumption(r, "%s", c->assumptions.data[i]);
  for (size_t i = 0; i < c->limits.len; i++) result_add_limit(r, "%s", c->limits.data[i]);
}

static void run_plan(engine_ctx *ctx, course *c, const plan *p) {
  bool over = false;
  for (size_t i = 0; i < p->n && !over; i++) over = take_stage(c, &p->stages[i]);
  conclude(ctx, c, over);
}

// Determinism and robustness are questions of their own, for engines of their own; true: its answer is the answer. Without one the others are asked all the same.
static bool settle_apart(course *c, ir_check check) {
  uint32_t own = 1u << check;
  if (!(c->open & own)) return false;
  bool alone = c->open == own;
  stage s = {.engine = engine_for(check)->name, .budget = check == IR_CHECK_ROBUST && !alone ? 1000000 : 0};
  engine_ctx ctx = check == IR_CHECK_ROBUST ? context_for(c, own) : *c->whole;
  stage_end end = run_stage(&ctx, &s);
  if (c->whole->result->verdict == VERDICT_UNSAFE) return true;
  if (end == STAGE_ANSWERED) {
    settle(c, own);
    return !c->open;
  }
  if (end == STAGE_STOPPED || alone) return true;
  remember(c, own, end);
  c->open &= ~own;
  c->apart |= own;
  return false;
}

// Runs that never end are questions of their own, too, about another form of the program.
static bool settle_endless_runs(course *c) {
  uint32_t own = c->open & IR_CHECKS_OF_ENDLESS_RUNS;
  if (!own) return false;
  CHECK(c->whole->prepare || own == c->open, "another form of the program is needed");
  stage s = {.engine = engine_for(IR_CHECK_PROGRESS)->name};
  engine_ctx ctx = context_for(c, own);
  stage_end end = run_stage(&ctx, &s);
  if (c->whole->result->verdict == VERDICT_UNSAFE) return true;
  if (end == STAGE_ANSWERED && !c->weak) {
    settle(c, own);
    return !c->open;
  }
  if (end == STAGE_ANSWERED) discard_proof(c, own);
  if (end != STAGE_ANSWERED) remember(c, own, end);
  if (end == STAGE_STOPPED || c->open == own) return true;
  c->open &= ~own;
  c->apart |= own;
  return false;
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
    if (alone) s = (stage){.engine = s.engine, .scope = s.scope};
    own[p.n++] = s;
  }
  course c;
  course_init(&c, ctx);
  run_plan(ctx, &c, &p);
  course_fini(&c);
}

// One part of several (--shard): a lane of its own, as far as there are engines.
static void run_part(engine_ctx *ctx, course *c, const plan *p, uint32_t part, uint32_t count) {
  uint32_t lanes = engines_before(p, NULL);
  if (part < lanes) {
    plan all = *p;
    run_lane(ctx, part, count < lanes ? count : lanes, &all);
    return;
  }
  result_add_reason(ctx->result, (result_reason){.text = "there are fewer engines than parts (--shard)"});
  conclude_unknown(c, ctx->result, NULL);
}

// A log of questions, and a solver that is a process already, cannot be shared.
static bool can_share(const options *o) { return o->solver == OPT_SOLVER_Z3 && !o->given[OPTION_smt_log]; }

// Another memory model: what the others show is shown for sequential consistency, which says something only where DRF-SC does.
static bool needs_graphs(const engine_ctx *ctx) {
  return ctx->options->memory_model != OPT_MEMORY_MODEL_SC && ctx->ir->scheduler == IR_SCHED_INTERLEAVE &&
         !memory_may_be_drf(ctx->ir, ctx->sem->options.checks);
}

static void run_auto(engine_ctx *ctx) {
  course c;
  course_init(&c, ctx);
  if (needs_graphs(ctx)) {
    c.weak = true;
    plan p = {weak_stages, sizeof weak_stages / sizeof *weak_stages};
    if (settle_endless_runs(&c))
      conclude(ctx, &c, ctx->result->verdict == VERDICT_UNSAFE || ctx->limits->hit);
    else
      run_plan(ctx, &c, &p);
    course_fini(&c);
    return;
  }
  bool over = settle_apart(&c, IR_CHECK_DETERMINISM) || settle_apart(&c, IR_CHECK_ROBUST) || settle_endless_runs(&c);
  bool threads = ctx->ir->scheduler == IR_SCHED_INTERLEAVE;
  for (size_t i = 0; i < sizeof without_running / sizeof *without_running && threads && ctx->prepare && !over; i++)
    over = take_stage(&c, &without_running[i]);
  if (!over && threads) over = take_stage(&c, &first_look);
  plan p = plan_of(ctx->ir, c.facts.most_procs);
  uint32_t lanes = engines_before(&p, NULL), jobs = (uint32_t)ctx->options->jobs;
  if (lanes > jobs) lanes = jobs;
  if (lanes > PORTFOLIO_MOST) lanes = PORTFOLIO_MOST;
  bool endless = ctx->sem->options.checks & IR_CHECKS_OF_ENDLESS_RUNS;
  uint32_t part = 0, count = 0;
  if (*ctx->options->shard) parts_parse(ctx->options->shard, &part, &count);
  if (!over && count > 1)
    run_part(ctx, &c, &p, part - 1, count);
  else if (!over && lanes > 1 && can_share(ctx->options) && !endless)
    portfolio_run(ctx, lanes, run_lane, &p);
  else if (!over)
    run_plan(ctx, &c, &p);
  else if (ctx->result->verdict == VERDICT_SAFE)
    conclude(ctx, &c, true);
  course_fini(&c);
}

const engine app_engine_auto = {
    .name = "auto",
    .help = "the others in turn, until one answers; the result says which",
    .kind = ENGINE_CHOOSES,
    .checks = ENGINE_ALL_CHECKS,
    .schedulers = ENGINE_THREADS | ENGINE_KERNEL,
    .proves = true,
    .run = run_auto,
};
