// The engine `horn`: proofs of programs of every language by facts about their control states.
//
// The summary (summary/summary.h) is the program as points and rules, made by the interpreter that the searches use. Facts for its points
// are looked for and proved as in invariants.h. It follows no runs: what it cannot prove may hold all the same.
#include "base/mem.h"
#include "engine/horn/invariants.h"
#include "summary/summary.h"

#define FIRST_EFFORT 2000000ull  // of the Horn engine, in units of Z3
#define LAST_EFFORT 2000000000ull
enum { MOST_RULES = 20000, GROWTH = 4 };

static uint32_t product_point(uint32_t point) { return FIRST_POINT + point - 1; }

// --- from the summary to points and rules ------------------------------------------------------------------------------

static void add_inputs(product *p, expr e, prule *r, map64 *seen) {
  expr_vec syms = {0};
  expr_collect_vars(p->t, e, &syms);
  for (size_t i = 0; i < syms.len; i++)
    if (!product_is_var(p, syms.data[i]) && map64_put(seen, syms.data[i].id, 1)) vec_push(&r->inputs, syms.data[i]);
  vec_free(&syms);
}

static void set_values(product *p, prule *r, const summary_ids *vars, const expr_vec *values) {
  for (size_t i = 0; i < vars->len; i++) r->values[vars->data[i]] = values->data[i];
  map64 seen = {0};
  add_inputs(p, r->guard, r, &seen);
  for (size_t i = 0; i < vars->len; i++) add_inputs(p, values->data[i], r, &seen);
  map64_fini(&seen);
  vec_push(&p->rules, *r);
}

static void add_rule(product *p, const summary *x, const summary_rule *from) {
  static const summary_ids none = {0};
  static const expr_vec nothing = {0};
  uint32_t to = from->to                      ? product_point(from->to)
                : from->kind == SEM_VIOLATION ? (uint32_t)POINT_ERROR
                                              : (uint32_t)POINT_GAP;
  prule r = product_rule(p, product_point(from->from), to);
  for (size_t i = 0; i < from->guard.len; i++) r.guard = expr_and(p->t, r.guard, from->guard.data[i]);
  set_values(p, &r, from->to ? summary_point_vars(x, from->to) : &none, from->to ? &from->values : &nothing);
}

static bool build(product *p, const engine_ctx *ctx, const summary *x, bool apart) {
  *p = (product){.t = ctx->sem->terms,
                 .solver = ctx->sem->solver,
                 .limits = ctx->limits,
                 .log = ctx->log,
                 .n_points = FIRST_POINT + (uint32_t)summary_n_points(x),
                 .apart = apart};
  for (uint32_t v = 0; v < summary_n_vars(x); v++) product_add_var(p, summary_var(x, v), EXPR_NONE);
  if (summary_n_rules(x) > MOST_RULES) return false;
  const expr_vec *first;
  uint32_t start = summary_start(x, &first);
  prule r = product_rule(p, POINT_START, product_point(start));
  set_values(p, &r, summary_point_vars(x, start), first);
  for (size_t i = 0; i < summary_n_rules(x); i++) add_rule(p, x, summary_rule_at(x, i));
  product_simplify(p);
  return true;
}

// --- the stages --------------------------------------------------------------------------------------------------------

// What runs show of numbers; then of cells of arrays and of rules one by one; then the Horn engine.
static prove_end by_runs(invariants *x, product *p, bool with_arrays) {
  prove_end end = invariants_begin(x, p, with_arrays);
  return end == PROVE_EFFORT ? invariants_check(x) : end;
}

static bool error_taken(const product *p) {
  for (size_t i = 0; i < p->rules.len; i++)
    if (p->rules.data[i].taken && point_is_bad(p->rules.data[i].to)) return true;
  return false;
}

static prove_end by_horn(invariants *x, product *p) {
  prove_end end = PROVE_EFFORT;
  product_simplify(p);
  for (uint64_t effort = FIRST_EFFORT; end == PROVE_EFFORT && effort <= LAST_EFFORT && !limits_hit(p->limits);
       effort *= GROWTH)
    end = invariants_by_horn(x, effort);
  return end;
}

static void log_vars(const engine_ctx *ctx, const summary *x) {
  strbuf names = {0};
  for (uint32_t v = 0; v < summary_n_vars(x); v++) {
    if (v) sb_puts(&names, ", ");
    summary_var_name(x, v, &names);
  }
  log_line(ctx->log, LOG_DEBUG, "variables: %s", sb_text(&names));
  sb_fini(&names);
}

static prove_end prove(const engine_ctx *ctx, const summary *x) {
  product p;
  invariants f = {0};
  log_vars(ctx, x);
  prove_end end = PROVE_FAILED;
  for (int apart = 0; apart < 2 && end == PROVE_FAILED; apart++) {
    bool fits = build(&p, ctx, x, apart);
    if (fits) end = by_runs(&f, &p, apart);
    log_line(ctx->log, LOG_DEBUG, "%zu points, %zu rules, %zu after joining, over %zu variables: %s",
             summary_n_points(x), summary_n_rules(x), p.rules.len, p.syms.len,
             end == PROVE_DONE ? "proved" : "not proved by runs");
    bool over = !fits || error_taken(&p);
    if (fits && error_taken(&p)) log_line(ctx->log, LOG_DEBUG, "a run of the rules comes to an error or a gap");
    if (end == PROVE_FAILED && apart && !over) end = by_horn(&f, &p);
    invariants_drop(&f);
    product_fini(&p);
    if (over) break;
  }
  return end;
}

// --- the engine --------------------------------------------------------------------------------------------------------

static bool may_go_on(void *arg) {
  engine_ctx *ctx = arg;
  ctx->limits->transitions++;
  ctx->result->counters.transitions++;
  return !limits_hit(ctx->limits);
}

static void run(engine_ctx *ctx) {
  summary_options o = summary_default_options();
  o.few_points = (uint32_t)ctx->options->told_apart;
  o.may_go_on = may_go_on;
  o.arg = ctx;
  summary *x = summary_new(ctx->sem, &o);
  ctx->result->counters.states = summary_n_points(x);
  if (summary_failed(x))
    engine_note_unknown(ctx, PLACE_NONE, summary_failed(x));
  else if (prove(ctx, x) != PROVE_DONE)
    engine_note_unknown(ctx, PLACE_NONE, "no invariants were found that prove the program");
  summary_free(x);
  engine_conclude(ctx);
}

// Checks that the interpreter makes at single steps.
enum {
  PLACES = ENGINE_USUAL_CHECKS & ~(1u << IR_CHECK_DEADLOCK | 1u << IR_CHECK_STARVATION | 1u << IR_CHECK_RACE |
                                   1u << IR_CHECK_LEAK | 1u << IR_CHECK_UNINIT | 1u << IR_CHECK_MISUSE)
};

const engine engine_horn = {
    .name = "horn",
    .help = "invariants of all control states at once: proves programs of every language with unbounded data",
    .kind = ENGINE_OVERAPPROXIMATES,
    .checks = PLACES,
    .schedulers = ENGINE_THREADS | ENGINE_KERNEL,
    .proves = true,
    .blind = 1u << IR_CHECK_MISUSE,
    .run = run,
};
