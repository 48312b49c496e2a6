// States of the search in the abstraction: locations, truth of predicates, distance (symcpp-explicit-symbolic.md 5.6).
#include "engine/exsym/guide.h"

#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "engine/guide/boolprog.h"
#include "sem/peek.h"

enum { MOST_STATES = 1 << 20, MOST_TEXT = 1 << 24 };

// Violations that an edge of C_fin stands for; the others are properties of whole runs.
#define CHECKS_OF_RUNS \
  (1u << IR_CHECK_LEAK | 1u << IR_CHECK_DEADLOCK | 1u << IR_CHECK_RACE | 1u << IR_CHECK_UNINIT | 1u << IR_CHECK_DETERMINISM)
// Raised by accesses; a run ends there whether they count or not.
#define CHECKS_OF_ACCESSES \
  (1u << IR_CHECK_NULL | 1u << IR_CHECK_BOUNDS | 1u << IR_CHECK_FREED | 1u << IR_CHECK_DOUBLE_FREE)

struct guide {
  engine_ctx *ctx;
  cfin *c;
  boolprog *b;
  VEC(uint32_t) locs;       // of the state that is looked up
  expr_vec from, to;        // values of the variables of a predicate
  VEC(expr_vec) vars;       // by predicate: its variables
};

// --- making it ------------------------------------------------------------------------------------------------------

static char *read_text(engine_ctx *ctx, const char *path) {
  const char *why;
  char *text = file_read(path, MOST_TEXT, NULL, &why);
  if (!text) result_add_note(ctx->result, "no guidance: %s: %s", path, why);
  return text;
}

static bool read_config(engine_ctx *ctx, arena *mem, memory_config *out) {
  if (!ctx->options->memory_config[0]) return true;
  char *text = read_text(ctx, ctx->options->memory_config);
  const char *why = NULL;
  bool ok = text && memory_config_parse(mem, text, out, &why);
  if (text && !ok) result_add_note(ctx->result, "no guidance: %s: %s", ctx->options->memory_config, why);
  mem_free(text);
  return ok;
}

static bool read_predicates(engine_ctx *ctx, cfin *c, preds *out) {
  const char *file = ctx->options->predicates;
  if (!file[0] || !strcmp(file, "auto")) return true;
  char *text = read_text(ctx, file);
  const char *why = NULL;
  bool ok = text && preds_parse(c, text, out, &why);
  if (text && !ok) result_add_note(ctx->result, "no guidance: %s: %s", file, why);
  mem_free(text);
  return ok;
}

// The violation that is looked for: `goal`, if the module has such a check.
static uint32_t goal_checks(const cfin *c) {
  uint32_t all = 0, goal = 0;
  for (size_t e = 1; e < c->edges.len; e++) {
    if (c->edges.data[e].to) continue;
    all |= 1u << c->edges.data[e].check;
    if (!strcmp(ir_check_kind(c->edges.data[e].check), "goal")) goal |= 1u << c->edges.data[e].check;
  }
  return (goal ? goal : all) & c->checks;
}

static void count_work(engine_ctx *ctx, const boolprog *b, double since) {
  counters *n = &ctx->result->counters;
  n->abstract_states = b->states.len;
  n->abstract_transitions = b->log.len;
  n->abstract_queries += b->queries;
  n->abstract_ms += (uint64_t)((clock_wall() - since) * 1000);
}

static bool make_abstraction(guide *g, double since) {
  engine_ctx *ctx = g->ctx;
  preds p = {.n = 0};
  if (!read_predicates(ctx, g->c, &p)) return false;
  uint32_t goal = goal_checks(g->c);
  preds_goal(g->c, goal, &p);
  bool_options o = {.mode = ctx->options->abstraction == OPT_ABSTRACTION_CUBES ? BOOL_CUBES : BOOL_FLY,
                    .cube_length = (uint32_t)ctx->options->cube_length,
                    .drop_inconsistent = ctx->options->drop_inconsistent,
                    .most_states = MOST_STATES,
                    .goal = goal,
                    .errors = ctx->sem->options.checks | CHECKS_OF_ACCESSES,
                    .stop = ctx->sem->stop};
  g->b = boolprog_new(g->c, ctx->sem->solver, &p, &o);
  count_work(ctx, g->b, since);
  if (g->b->refused) result_add_note(ctx->result, "no guidance: %s", g->b->refused);
  return !g->b->refused;
}

guide *guide_new(engine_ctx *ctx) {
  double since = clock_wall();
  guide *g = MEM_NEW(guide);
  g->ctx = ctx;
  arena *mem = arena_new();
  memory_config config = {0};
  bool ok = read_config(ctx, mem, &config);
  if (ok) {
    g->c = cfin_new(ctx->ir, ctx->sem->terms, ctx->sem->options.checks, &config);
    ok = !g->c->refused;
    if (!ok && g->c->refused_at.line)
      result_add_note(ctx->result, "no guidance: line %u: %s", g->c->refused_at.line, g->c->refused);
    else if (!ok)
      result_add_note(ctx->result, "no guidance: %s", g->c->refused);
  }
  vec_free(&config);
  arena_free(mem);
  if (ok) ok = make_abstraction(g, since);
  for (uint32_t k = 0; ok && k < g->b->preds.n; k++) {
    expr_vec vars = {0};
    expr_collect_vars(g->c->terms, g->b->preds.list[k], &vars);
    vec_push(&g->vars, vars);
  }
  if (ok) return g;
  guide_free(g);
  return NULL;
}

void guide_free(guide *g) {
  if (!g) return;
  for (size_t k = 0; k < g->vars.len; k++) vec_free(&g->vars.data[k]);
  vec_free(&g->vars);
  vec_free(&g->locs);
  vec_free(&g->from);
  vec_free(&g->to);
  boolprog_free(g->b);
  cfin_free(g->c);
  mem_free(g);
}

// --- looking up -----------------------------------------------------------------------------------------------------

// The location of a process; 0: it stands where no step of C_fin begins.
static uint32_t location(guide *g, const state *s, uint32_t p, bool begun) {
  sem_chain chain = {0};
  sem_location(g->ctx->sem, s, p, &chain);
  uint32_t loc = 0;
  if (!begun) {
    loc = g->c->start.data[p];
  } else if (!chain.len) {
    loc = cfin_loc_at(g->c, p, UINT32_MAX);
  } else if (chain.len == 1) {
    const ir_func_info *f = ir_func_get(g->ctx->ir, g->ctx->ir->procs[p].func);
    uint32_t pc = chain.data[0].pc;
    loc = cfin_loc_at(g->c, p, pc);
    for (unsigned hops = 0; !loc && hops < 16 && f->code[pc].op == IR_JUMP; hops++) {
      pc = f->blocks[f->code[pc].targets[0].id].first;
      loc = cfin_loc_at(g->c, p, pc);
    }
  }
  vec_free(&chain);
  return loc;
}

static bool locations(guide *g, const state *s) {
  sem_chain kernel = {0};
  sem_location(g->ctx->sem, s, PROC_KERNEL, &kernel);
  bool begun = !kernel.len;
  vec_free(&kernel);
  vec_clear(&g->locs);
  for (uint32_t p = 1; p <= g->ctx->ir->n_procs; p++) {
    uint32_t loc = location(g, s, p, begun);
    if (!loc) return false;
    vec_push(&g->locs, loc);
  }
  return true;
}

// An address of the search as one of C_fin.
static bool address(guide *g, value v, uint64_t *out) {
  if (!value_is_concrete(v)) return false;
  *out = 0;
  if (!v.obj && !v.bits) return true;
  uint32_t obj = v.obj <= g->ctx->ir->n_globals ? v.obj : 0;
  *out = g->c->top;
  if (!obj) return v.obj != 0;
  const fobj *x = &g->c->objs.data[obj];
  for (uint32_t k = 0; k < x->n; k++) {
    if (g->c->vars.data[x->first + k].offset != v.bits) continue;
    *out = g->c->vars.data[x->first + k].index;
    return true;
  }
  return false;
}

// The value of a variable as a term; EXPR_NONE: not known.
static expr value_of(guide *g, const state *s, const fvar *v) {
  cfin *c = g->c;
  sem *m = g->ctx->sem;
  value x = {0};
  if (v->proc) {
    if (!sem_register(m, s, v->proc, (ir_reg){v->reg}, &x)) return EXPR_NONE;
  } else {
    const fobj *o = &c->objs.data[v->obj];
    if (o->kind != FOBJ_GLOBAL || !sem_value_at(m, s, o->global, v->offset, v->type, &x)) return EXPR_NONE;
  }
  if (ir_type_get(c->ir, v->type)->kind == IR_TYPE_PTR) {
    uint64_t number;
    return address(g, x, &number) ? expr_const(c->terms, v->width, number) : EXPR_NONE;
  }
  if (x.obj) return EXPR_NONE;
  return value_is_concrete(x) ? expr_const(c->terms, v->width, x.bits) : x.e;
}

typedef enum truth { TRUTH_NO, TRUTH_YES, TRUTH_BOTH } truth;

static truth truth_of(guide *g, state *s, uint32_t pred) {
  expr_table *t = g->c->terms;
  const expr_vec *vars = &g->vars.data[pred];
  vec_clear(&g->from);
  vec_clear(&g->to);
  for (size_t k = 0; k < vars->len; k++) {
    expr v = value_of(g, s, &g->c->vars.data[cfin_var_of(g->c, vars->data[k])]);
    if (!expr_some(v)) return TRUTH_BOTH;
    vec_push(&g->from, vars->data[k]);
    vec_push(&g->to, v);
  }
  expr e = expr_subst(t, g->b->preds.list[pred], g->from.data, g->to.data, g->from.len);
  if (expr_is_const(t, e)) return expr_is_true(t, e) ? TRUTH_YES : TRUTH_NO;
  smt *solver = g->ctx->sem->solver;
  if (pathcond_may(solver, state_pathcond(s), e) == SMT_UNSAT) return TRUTH_NO;
  return pathcond_may(solver, state_pathcond(s), expr_not(t, e)) == SMT_UNSAT ? TRUTH_YES : TRUTH_BOTH;
}

uint32_t guide_h(guide *g, state *s) {
  if (sem_interrupted(s) || !locations(g, s)) return 0;
  uint64_t bits = 0, known = 0;
  for (uint32_t k = 0; k < g->b->preds.n; k++) {
    truth x = truth_of(g, s, k);
    if (x != TRUTH_BOTH) known |= (uint64_t)1 << k;
    if (x == TRUTH_YES) bits |= (uint64_t)1 << k;
  }
  uint64_t all = g->b->preds.n == 64 ? ~(uint64_t)0 : ((uint64_t)1 << g->b->preds.n) - 1;
  uint32_t h;
  if (known == all) {
    uint32_t at = boolprog_find(g->b, g->locs.data, bits);
    h = at == UINT32_MAX ? BOOL_INFINITE : g->b->states.data[at].dist;
  } else {
    h = boolprog_distance(g->b, g->locs.data, bits, known);
  }
  return h == BOOL_INFINITE ? GUIDE_INFINITE : h;
}

bool guide_unreachable(const guide *g) {
  if (g->b->goal_found || g->b->error_found) return false;
  if (g->ctx->sem->options.checks & CHECKS_OF_RUNS) return false;
  // An old address of a slot that is in use again counts as one of the new object: what such an access would report is open.
  return !(g->c->frees && g->c->pools.len);
}

bool guide_is_sound(const guide *g) {
  (void)g;
  return true;
}
