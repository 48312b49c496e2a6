// Sample runs of the automata, and what they suggest as predicates (guess and check).
//
// Interpolants and preconditions of single paths often say how far a loop has come, not what it keeps. Equations that
// all
// states of some sample runs satisfy are good guesses of what it keeps. They go into the precision as candidates; the
// abstraction keeps them where the solver proves them, bit-precisely, and loses them elsewhere.
#include "engine/cegar/mine.h"

#include "base/hash.h"
#include "base/rng.h"

enum { RUNS = 60, RUN_STEPS = 240, MOST_VARS = 24, MOST_ROWS = 240, MOST_GROUPS = 96 };
enum { STATES_PER_GROUP = 8, ROWS_PER_GROUP = 40, MOST_MINED = 8, MOST_BEGINS = 24, LEAST_PART = 8 };

typedef struct runner {
  cegar *g;
  rng random;
  uint64_t largest;  // input of this run
  model *now;        // symbol -> value
  anode at;
  const id_vec *vars;
  sample_groups *out;
} runner;

static uint64_t draw(runner *r, uint64_t n) { return rng_below(&r->random, n); }

static void begin_run(runner *r) {
  cegar *g = r->g;
  static const uint64_t ranges[] = {4, 7, 7, 30};
  r->largest = ranges[draw(r, sizeof ranges / sizeof ranges[0])];
  r->now = model_new();
  for (uint32_t v = 1; v < g->c->vars.len; v++)
    if (expr_some(g->c->vars.data[v].init)) model_set(r->now, g->c->vars.data[v].sym, g->c->vars.data[v].init);
  for (uint32_t v = 1; v < g->c->vars.len; v++)
    if (!g->c->vars.data[v].width) model_set(r->now, g->c->vars.data[v].sym, g->c->vars.data[v].sym);
  arg_first(g, &r->at);
}

static void end_run(runner *r) {
  model_free(r->now);
  arg_free_node(&r->at);
  r->at = (anode){0};
}

// A term of the step, with the current values and the inputs still open.
static expr with_values(runner *r, const cedge *e, expr term) {
  cegar *g = r->g;
  term = discrete_subst(g, &r->at, e, term);
  expr_vec syms = {0}, values = {0};
  expr_collect_vars(g->t, term, &syms);
  size_t n = 0;
  for (size_t i = 0; i < syms.len; i++) {
    expr known = cfa_var_of(g->c, syms.data[i]) ? model_get(r->now, syms.data[i]) : EXPR_NONE;
    if (!expr_some(known)) continue;
    syms.data[n++] = syms.data[i];
    vec_push(&values, known);
  }
  expr known_part = n ? expr_subst(g->t, term, syms.data, values.data, n) : term;
  vec_free(&syms);
  vec_free(&values);
  return known_part;
}

// Cells of arrays that a term reads and that have no value yet.
static void open_cells(const runner *r, expr term, expr_vec *out) {
  const expr_table *t = r->g->t;
  expr_vec worklist = {0};
  map64 seen = {0};
  vec_push(&worklist, term);
  while (worklist.len) {
    expr x = vec_pop(&worklist);
    if (!map64_put(&seen, x.id, 1)) continue;
    for (unsigned i = 0; i < expr_arity(t, x); i++) vec_push(&worklist, expr_arg(t, x, i));
    if (expr_get_op(t, x) != EXPR_SELECT || !expr_is_const(t, expr_arg(t, x, 1))) continue;
    if (expr_get_op(t, expr_arg(t, x, 0)) == EXPR_VAR) vec_push(out, x);
  }
  vec_free(&worklist);
  map64_fini(&seen);
}

// Inputs of a step, and cells, that let it pass; small ones where that is possible, so that runs come to their end.
static bool solve_open(runner *r, expr guard, const expr_vec *open, model **out) {
  cegar *g = r->g;
  smt_answer a = SMT_UNKNOWN;
  for (uint32_t attempt = 0; attempt < 4 && a != SMT_SAT; attempt++) {
    expr_vec conj = {0};
    vec_push(&conj, guard);
    for (size_t i = 0; i < open->len; i++) {
      if (expr_sort(g->t, open->data[i]).elem) continue;
      uint32_t w = expr_width(g->t, open->data[i]);
      expr small = expr_const(g->t, w, draw(r, w == 1 ? 2 : r->largest));
      if (attempt < 2 && draw(r, attempt + 1) == 0)
        vec_push(&conj, expr_eq(g->t, open->data[i], small));
      else if (attempt < 3 && w > 3)
        vec_push(&conj, expr_ult(g->t, open->data[i], expr_const(g->t, w, r->largest)));
    }
    a = smt_check(g->solver, conj.data, conj.len, out);
    vec_free(&conj);
  }
  return a == SMT_SAT;
}

// The cells keep the values that the step has found.
static void fix_cells(runner *r, const expr_vec *cells, const model *m) {
  expr_table *t = r->g->t;
  for (size_t i = 0; i < cells->len; i++) {
    expr array = expr_arg(t, cells->data[i], 0), index = expr_arg(t, cells->data[i], 1);
    expr now = model_get(r->now, array);
    model_set(r->now, array, expr_store(t, now, index, expr_eval(t, cells->data[i], m)));
  }
}

static bool solve_inputs(runner *r, const cedge *e, model **out) {
  cegar *g = r->g;
  expr guard = with_values(r, e, e->guard);
  *out = NULL;
  if (expr_is_false(g->t, guard)) return false;
  expr_vec open = {0}, cells = {0};
  open_cells(r, guard, &cells);
  for (size_t i = 0; i < e->updates.len; i++) open_cells(r, with_values(r, e, e->updates.data[i].value), &cells);
  for (size_t i = 0; i < e->inputs.len; i++) vec_push(&open, e->inputs.data[i]);
  for (size_t i = 0; i < cells.len; i++) vec_push(&open, cells.data[i]);
  bool ok = open.len ? solve_open(r, guard, &open, out) : expr_is_true(g->t, guard);
  if (ok && cells.len) fix_cells(r, &cells, *out);
  vec_free(&open);
  vec_free(&cells);
  return ok;
}

// Arrays stay terms: what nobody has read is still open.
static expr value_after(runner *r, const cedge *e, expr term, const model *inputs) {
  cegar *g = r->g;
  expr v = with_values(r, e, term);
  if (!expr_sort(g->t, v).elem) return expr_eval(g->t, v, inputs);
  expr_vec syms = {0}, values = {0};
  for (size_t i = 0; i < e->inputs.len; i++) {
    vec_push(&syms, e->inputs.data[i]);
    vec_push(&values, expr_eval(g->t, e->inputs.data[i], inputs));
  }
  if (syms.len) v = expr_subst(g->t, v, syms.data, values.data, syms.len);
  vec_free(&syms);
  vec_free(&values);
  return v;
}

static void make_step(runner *r, const cedge *e, const model *inputs) {
  cegar *g = r->g;
  expr_vec values = {0};
  for (size_t i = 0; i < e->updates.len; i++) vec_push(&values, value_after(r, e, e->updates.data[i].value, inputs));
  anode to = {0};
  discrete_apply(g, &r->at, e, &to);
  for (size_t i = 0; i < e->updates.len; i++)
    model_set(r->now, g->c->vars.data[e->updates.data[i].var].sym, values.data[i]);
  vec_free(&values);
  arg_free_node(&r->at);
  r->at = to;
}

// One step of a process that the reduction would choose. False: the run is over.
static bool step(runner *r) {
  cegar *g = r->g;
  por_choose(g, &r->at);
  id_vec edges = {0};
  for (uint32_t p = 1; p < g->c->insts.len; p++) {
    if (!bitset_has(&r->at.chosen, p)) continue;
    const cloc *l = &g->c->locs.data[r->at.locs[p]];
    for (size_t i = 0; i < l->out.len; i++)
      if (g->c->locs.data[g->c->edges.data[l->out.data[i]].to].kind != CLOC_PARKED) vec_push(&edges, l->out.data[i]);
  }
  bool done = false;
  while (edges.len && !done) {
    size_t i = draw(r, edges.len);
    const cedge *e = &g->c->edges.data[edges.data[i]];
    edges.data[i] = vec_pop(&edges);
    model *inputs;
    done = solve_inputs(r, e, &inputs);
    if (done) make_step(r, e, inputs);
    model_free(inputs);
  }
  vec_free(&edges);
  return done;
}

static bool all_started(const runner *r) {
  for (size_t p = 1; p < r->g->c->insts.len; p++)
    if (!r->at.locs[p]) return false;
  return true;
}

static void take_sample(runner *r) {
  cegar *g = r->g;
  uint64_t key = hash_combine(r->at.turn, r->at.rounds);
  for (size_t p = 1; p < g->c->insts.len; p++) key = hash_combine(key, r->at.locs[p]);
  size_t k = 0;
  while (k < r->out->len && r->out->data[k].key != key) k++;
  if (k == r->out->len && k >= MOST_GROUPS) return;
  if (k == r->out->len) vec_push(r->out, ((sample_group){.key = key}));
  sample_group *s = &r->out->data[k];
  if (s->rows >= MOST_ROWS) return;
  for (size_t i = 0; i < r->vars->len; i++) {
    expr v = model_get(r->now, g->c->vars.data[r->vars->data[i]].sym);
    uint64_t bits = expr_some(v) ? expr_const_u64(g->t, v) : 0;
    uint32_t w = g->c->vars.data[r->vars->data[i]].width;
    vec_push(&s->values, (int64_t)(bits << (64 - w)) >> (64 - w));
  }
  s->rows++;
}

void mine_samples(cegar *g, const id_vec *vars, sample_groups *out) {
  runner r = {.g = g, .vars = vars, .out = out, .random = rng_new(1)};
  for (uint32_t i = 0; i < RUNS && !limits_hit(g->ctx->limits); i++) {
    begin_run(&r);
    for (uint32_t k = 0; k < RUN_STEPS; k++) {
      if (all_started(&r)) take_sample(&r);
      if (!step(&r)) break;
    }
    end_run(&r);
  }
}

// --- what is looked at -----------------------------------------------------------------------------------------------

// Parameters first (nobody writes them once all run), then registers, then the rest: later ones are expressed by
// earlier ones.
static uint32_t rank_of(const cegar *g, uint32_t v) {
  const cvar *x = &g->c->vars.data[v];
  for (size_t e = 1; e < g->c->edges.len; e++) {
    const cedge *d = &g->c->edges.data[e];
    if (!bitset_has(&d->writes, v)) continue;
    if (d->inst != 1 || g->c->locs.data[d->from].k) return x->ctx ? 1 : 2;
  }
  return 0;
}

static bool interesting(const cegar *g, uint32_t v, uint32_t width) {
  const cvar *x = &g->c->vars.data[v];
  if (x->fixed || x->width != width || bitset_has(&g->exact_vars, v)) return false;
  bool carried = !x->ctx;
  bool used = false;
  for (size_t e = 1; e < g->c->edges.len && !(carried && used); e++) {
    const cedge *d = &g->c->edges.data[e];
    if (d->inst == 1 && !g->c->locs.data[d->from].k) continue;
    used |= bitset_has(&d->reads, v) || bitset_has(&d->writes, v);
    carried |= bitset_has(&d->reads, v) && bitset_has(&d->writes, v);
  }
  return used && carried;
}

static void collect_vars(const cegar *g, uint32_t width, id_vec *out) {
  for (uint32_t rank = 0; rank < 3; rank++)
    for (uint32_t v = 1; v < g->c->vars.len && out->len < MOST_VARS; v++)
      if (interesting(g, v, width) && rank_of(g, v) == rank) vec_push(out, v);
}

// --- which equations are worth a predicate
// ----------------------------------------------------------------------------

typedef struct candidate {
  expr term;
  uint32_t support;  // states that satisfy it
} candidate;
typedef VEC(candidate) candidate_vec;

typedef VEC(model *) model_vec;

// Some states of each group.
static void pick_states(cegar *g, const id_vec *vars, const sample_groups *groups, model_vec *out) {
  for (size_t i = 0; i < groups->len; i++) {
    const sample_group *s = &groups->data[i];
    for (size_t r = 0; r < s->rows && r < STATES_PER_GROUP; r++) {
      model *m = model_new();
      size_t row = r * s->rows / (s->rows < STATES_PER_GROUP ? s->rows : STATES_PER_GROUP);
      for (size_t k = 0; k < vars->len; k++) {
        const cvar *v = &g->c->vars.data[vars->data[k]];
        model_set(m, v->sym, expr_const(g->t, v->width, (uint64_t)s->values.data[row * vars->len + k]));
      }
      vec_push(out, m);
    }
  }
}

static uint32_t support_of(cegar *g, expr e, const model_vec *states) {
  uint32_t n = 0;
  for (size_t i = 0; i < states->len; i++) n += expr_eval_true(g->t, e, states->data[i]);
  return n;
}

// Says it nothing but the value of one variable?
static bool is_value(cegar *g, expr e) {
  expr_vec syms = {0};
  expr_collect_vars(g->t, e, &syms);
  bool one = syms.len < 2;
  vec_free(&syms);
  return one;
}

static void consider(cegar *g, candidate_vec *list, expr e, const model_vec *states) {
  if (expr_is_const(g->t, e) || (cfa_has_arrays(g->c) && is_value(g, e))) return;
  for (size_t i = 0; i < list->len; i++)
    if (expr_same(list->data[i].term, e)) return;
  candidate c = {e, support_of(g, e, states)};
  vec_push(list, c);
  for (size_t i = list->len - 1; i > 0 && list->data[i - 1].support < c.support; i--) {
    list->data[i] = list->data[i - 1];
    list->data[i - 1] = c;
  }
}

// An equation between loops that go round in step, while one of them is ahead: what the other one will add is read from the
// same array. No sample tells whether it holds.
static void add_ahead(cegar *g, const candidate_vec *from, size_t n) {
  for (size_t i = 0; i < n && i < from->len; i++) {
    for (size_t e = 1; e < g->c->edges.len; e++) {
      const cedge *d = &g->c->edges.data[e];
      if (d->inst == 1 || d->inputs.len || expr_some(d->result) || !d->backward) continue;
      expr s = cfa_before(g->c, d, from->data[i].term);
      expr_vec syms = {0};
      expr_collect_vars(g->t, s, &syms);
      bool reads = false;
      for (size_t k = 0; k < syms.len; k++) reads |= expr_sort(g->t, syms.data[k]).elem != 0;
      vec_free(&syms);
      if (reads) vec_push(&g->guesses, s);
    }
  }
}

static bool over_samples(const cegar *g, expr term, const id_vec *vars) {
  expr_vec syms = {0};
  expr_collect_vars(g->t, term, &syms);
  bool all = true;
  for (size_t i = 0; i < syms.len && all; i++) {
    bool found = false;
    for (size_t k = 0; k < vars->len && !found; k++)
      found = expr_same(g->c->vars.data[vars->data[k]].sym, syms.data[i]);
    all = found;
  }
  vec_free(&syms);
  return all;
}

static void add_shifted(cegar *g, const id_vec *vars, const candidate_vec *from, size_t n, const model_vec *states,
                        candidate_vec *out) {
  for (size_t i = 0; i < n; i++) {
    if (from->data[i].support == states->len) continue;
    for (size_t e = 1; e < g->c->edges.len; e++) {
      const cedge *d = &g->c->edges.data[e];
      if (d->inst == 1 || d->inputs.len || expr_some(d->result)) continue;
      expr s = cfa_before(g->c, d, from->data[i].term);
      if (!expr_same(s, from->data[i].term) && over_samples(g, s, vars)) consider(g, out, s, states);
    }
  }
}

// Equations of all states become predicates at once, others later: each costs, and tells nodes apart.
static bool keep_best(cegar *g, const candidate_vec *list, size_t states, size_t most) {
  bool any = false;
  for (size_t i = 0; i < list->len && i < most; i++) {
    if (list->data[i].support == states)
      any |= precision_add(g, list->data[i].term);
    else if (list->data[i].support * LEAST_PART >= states)
      vec_push(&g->guesses, list->data[i].term);
  }
  return any;
}

// Does a step begin something: gives a variable of the term a constant?
static bool begins(const cegar *g, const cedge *e, expr term) {
  expr_vec syms = {0};
  expr_collect_vars(g->t, term, &syms);
  bool found = false;
  for (size_t k = 0; k < e->updates.len && !found; k++)
    for (size_t i = 0; i < syms.len && !found; i++)
      found = expr_is_const(g->t, e->updates.data[k].value) &&
              expr_same(g->c->vars.data[e->updates.data[k].var].sym, syms.data[i]);
  vec_free(&syms);
  return found;
}

// An equation with counters of loops holds at their begin because something simpler does.
static bool add_begins(cegar *g, const candidate_vec *list, size_t states) {
  expr_vec worklist = {0};
  bool any = false;
  for (size_t i = 0; i < list->len; i++)
    if (list->data[i].support == states) vec_push(&worklist, list->data[i].term);
  for (size_t i = 0; i < worklist.len && worklist.len < MOST_BEGINS; i++) {
    for (size_t e = 1; e < g->c->edges.len; e++) {
      const cedge *d = &g->c->edges.data[e];
      if (d->inst == 1 || d->inputs.len || expr_some(d->result) || !begins(g, d, worklist.data[i])) continue;
      expr x = cfa_before(g->c, d, worklist.data[i]);
      if (!precision_add(g, x)) continue;
      vec_push(&worklist, x);
      any = true;
    }
  }
  vec_free(&worklist);
  return any;
}

static void find_relations(cegar *g, const id_vec *vars, const sample_group *s, expr_vec *out) {
  expr_vec syms = {0};
  for (size_t i = 0; i < vars->len; i++) vec_push(&syms, g->c->vars.data[vars->data[i]].sym);
  relations_find(g->t, &syms, s, out);
  vec_free(&syms);
}

// What holds in all states, wherever the processes stand.
static void mine_everywhere(cegar *g, const id_vec *vars, const sample_groups *groups, expr_vec *out) {
  sample_group all = {0};
  for (size_t i = 0; i < groups->len; i++) {
    const sample_group *s = &groups->data[i];
    for (size_t r = 0; r < s->rows && r < ROWS_PER_GROUP; r++, all.rows++) {
      size_t row = r * s->rows / (s->rows < ROWS_PER_GROUP ? s->rows : ROWS_PER_GROUP);
      for (size_t k = 0; k < vars->len; k++) vec_push(&all.values, s->values.data[row * vars->len + k]);
    }
  }
  find_relations(g, vars, &all, out);
  vec_free(&all.values);
}

static bool mine_width(cegar *g, uint32_t width) {
  id_vec vars = {0};
  sample_groups groups = {0};
  expr_vec found = {0};
  model_vec states = {0};
  candidate_vec list = {0}, shifted = {0};
  collect_vars(g, width, &vars);
  if (vars.len > 1) mine_samples(g, &vars, &groups);
  mine_everywhere(g, &vars, &groups, &found);
  for (size_t i = 0; i < groups.len; i++) find_relations(g, &vars, &groups.data[i], &found);
  pick_states(g, &vars, &groups, &states);
  for (size_t i = 0; i < found.len; i++) consider(g, &list, found.data[i], &states);
  size_t most = cfa_has_arrays(g->c) ? 2 * MOST_MINED : MOST_MINED;
  add_shifted(g, &vars, &list, list.len < MOST_MINED ? list.len : MOST_MINED, &states, &shifted);
  bool any = keep_best(g, &list, states.len, most);
  add_ahead(g, &list, most);
  any |= add_begins(g, &list, states.len);
  keep_best(g, &shifted, states.len, MOST_MINED);
  for (size_t i = 0; i < groups.len; i++) vec_free(&groups.data[i].values);
  for (size_t i = 0; i < states.len; i++) model_free(states.data[i]);
  vec_free(&states);
  vec_free(&list);
  vec_free(&shifted);
  vec_free(&found);
  vec_free(&groups);
  vec_free(&vars);
  return any;
}

// The other side of an order: whoever counts up to a bound stops exactly there.
static bool add_reversed(cegar *g) {
  bool any = false;
  for (size_t e = 1; e < g->c->edges.len; e++) {
    expr q = g->c->edges.data[e].guard;
    if (g->c->edges.data[e].inst == 1) continue;
    if (expr_get_op(g->t, q) == EXPR_NOT) q = expr_arg(g->t, q, 0);
    expr_op op = expr_get_op(g->t, q);
    if (op != EXPR_ULT && op != EXPR_SLT) continue;
    any |= precision_add(g, q);
    any |= precision_add(g, expr_binary(g->t, op, expr_arg(g->t, q, 1), expr_arg(g->t, q, 0)));
  }
  return any;
}

static bool has_loops(const cegar *g) {
  for (size_t e = 1; e < g->c->edges.len; e++)
    if (g->c->edges.data[e].backward) return true;
  return false;
}

bool refine_by_samples(cegar *g) {
  if (g->mined || !has_loops(g)) return false;
  g->mined = true;
  bool any = mine_width(g, 32);
  any |= mine_width(g, 64);
  if (!any || cfa_has_arrays(g->c)) any |= refine_by_guesses(g);
  any |= mine_array_facts(g);
  return add_reversed(g) || any;
}

bool refine_by_guesses(cegar *g) {
  bool any = false;
  for (size_t i = 0; i < g->guesses.len; i++) any |= precision_add(g, g->guesses.data[i]);
  vec_free(&g->guesses);
  return any;
}
