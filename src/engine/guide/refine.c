#include "engine/guide/refine.h"

#include <string.h>

enum { MOST_AT_FIRST = 14, MOST_CANDIDATES = 10, MOST_PER_ROUND = 6, MOST_AUTO = 28, LONGEST_WAY = 400 };

static expr before(cfin *c, const fedge *e, expr x) {
  expr_vec from = {0}, to = {0};
  for (size_t k = 0; k < e->updates.len; k++) {
    vec_push(&from, c->vars.data[e->updates.data[k].var].sym);
    vec_push(&to, e->updates.data[k].value);
  }
  expr r = from.len ? expr_subst(c->terms, x, from.data, to.data, from.len) : x;
  vec_free(&from);
  vec_free(&to);
  return r;
}

static void add_atoms(cfin *c, expr e, preds *p, uint32_t most) {
  expr_vec atoms = {0};
  preds_atoms(c, e, &atoms);
  for (size_t k = 0; k < atoms.len && p->n < most; k++) preds_add(c, p, atoms.data[k]);
  vec_free(&atoms);
}

// Counters seldom fall below their first value: where that is so, it tells many states apart for ever.
static void add_bounds(cfin *c, preds *p) {
  expr_vec vars = {0};
  for (uint32_t k = 0; k < p->n; k++) expr_collect_vars(c->terms, p->list[k], &vars);
  for (size_t k = 0; k < vars.len && p->n < MOST_AT_FIRST; k++) {
    const fvar *v = &c->vars.data[cfin_var_of(c, vars.data[k])];
    if (v->width > 1 && ir_type_get(c->ir, v->type)->kind == IR_TYPE_INT)
      preds_add(c, p,
                ir_type_get(c->ir, v->type)->is_signed ? expr_slt(c->terms, v->sym, v->init)
                                                       : expr_ult(c->terms, v->sym, v->init));
  }
  vec_free(&vars);
}

void refine_begin(cfin *c, uint32_t goal, preds *p) {
  expr_vec found = {0};
  preds_candidates(c, goal, &found);
  for (size_t k = 0; k < found.len && found.len <= MOST_CANDIDATES; k++) preds_add(c, p, found.data[k]);
  vec_free(&found);
  add_bounds(c, p);
  uint32_t n = p->n;
  for (uint32_t k = 0; k < n && p->n < MOST_AT_FIRST; k++)
    for (size_t e = 1; e < c->edges.len && p->n < MOST_AT_FIRST; e++)
      if (c->edges.data[e].to) add_atoms(c, before(c, &c->edges.data[e], p->list[k]), p, MOST_AT_FIRST);
}

// --- one way --------------------------------------------------------------------------------------------------------

typedef VEC(uint32_t) edge_vec;

// Edges of C_fin from the first state along falling distances; the last one is that of the goal.
static bool shortest(boolprog *b, edge_vec *out) {
  uint32_t s = 0;
  if (b->states.data[0].dist > LONGEST_WAY) return false;
  while (b->states.data[s].dist) {
    size_t k = 0;
    while (b->log.data[k].from != s || b->states.data[b->log.data[k].to].dist != b->states.data[s].dist - 1) k++;
    vec_push(out, b->log.data[k].via);
    s = b->log.data[k].to;
  }
  const uint32_t *locs = &b->loc_table.data[(size_t)b->states.data[s].locs * b->c->ir->n_procs];
  for (uint32_t p = 0; p < b->c->ir->n_procs; p++) {
    const floc *l = &b->c->locs.data[locs[p]];
    for (size_t k = 0; k < l->out.len; k++) {
      const fedge *e = &b->c->edges.data[l->out.data[k]];
      if (e->to || !(b->options.goal >> e->check & 1) ||
          !bool_effect_of(b, l->out.data[k], b->states.data[s].bits)->possible)
        continue;
      vec_push(out, l->out.data[k]);
      return true;
    }
  }
  return false;
}

// The values of all variables behind an edge; its inputs are new ones each time.
static void step_values(cfin *c, const fedge *e, expr_vec *syms, expr_vec *values, expr *guard) {
  expr_vec from = {0}, to = {0}, next = {0};
  for (size_t k = 0; k < e->inputs.len; k++) {
    expr_var_info info = {.name = "input"};
    vec_push(&from, e->inputs.data[k]);
    vec_push(&to, expr_var(c->terms, expr_sort(c->terms, e->inputs.data[k]), &info));
  }
  for (size_t v = 0; v < syms->len; v++) {
    vec_push(&from, syms->data[v]);
    vec_push(&to, values->data[v]);
  }
  *guard = expr_subst(c->terms, e->guard, from.data, to.data, from.len);
  for (size_t k = 0; k < e->updates.len; k++)
    vec_push(&next, expr_subst(c->terms, e->updates.data[k].value, from.data, to.data, from.len));
  for (size_t k = 0; k < e->updates.len; k++) values->data[e->updates.data[k].var - 1] = next.data[k];
  vec_free(&from);
  vec_free(&to);
  vec_free(&next);
}

// The number of edges of which the last one cannot be taken behind the others; 0: all can.
static size_t where_it_ends(boolprog *b, const edge_vec *way) {
  cfin *c = b->c;
  expr_vec syms = {0}, values = {0}, conjuncts = {0};
  for (size_t v = 1; v < c->vars.len; v++) {
    vec_push(&syms, c->vars.data[v].sym);
    vec_push(&values, c->vars.data[v].init);
  }
  size_t end = 0;
  for (size_t k = 0; k < way->len && !end; k++) {
    expr guard;
    step_values(c, &c->edges.data[way->data[k]], &syms, &values, &guard);
    vec_push(&conjuncts, guard);
    b->queries++;
    if (expr_is_false(c->terms, guard) ||
        smt_check_within(b->solver, conjuncts.data, conjuncts.len, NULL, BOOLPROG_QUESTION) == SMT_UNSAT)
      end = k + 1;
  }
  vec_free(&syms);
  vec_free(&values);
  vec_free(&conjuncts);
  return end;
}

bool refine_by_path(boolprog *b, preds *p) {
  if (!b->goal_found || !b->states.len || b->states.data[0].dist == BOOL_INFINITE || p->n >= MOST_AUTO) return false;
  edge_vec way = {0};
  uint32_t had = p->n;
  size_t end = shortest(b, &way) ? where_it_ends(b, &way) : 0;
  uint32_t most = had + MOST_PER_ROUND < MOST_AUTO ? had + MOST_PER_ROUND : MOST_AUTO;
  if (end) {
    expr w = b->c->edges.data[way.data[end - 1]].guard;
    add_atoms(b->c, w, p, most);
    for (size_t k = end - 1; k-- > 0 && p->n < most;) {
      const fedge *e = &b->c->edges.data[way.data[k]];
      w = expr_and(b->c->terms, e->guard, before(b->c, e, w));
      add_atoms(b->c, w, p, most);
    }
  }
  vec_free(&way);
  return p->n > had;
}

// --- slots ----------------------------------------------------------------------------------------------------------

enum { MOST_SLOTS_OF_TYPE = 8 };

static const ftop *top_of_input(const cfin *c, expr input) {
  for (size_t k = 0; k < c->tops.len; k++)
    if (expr_same(c->tops.data[k].input, input)) return &c->tops.data[k];
  return NULL;
}

static bool more_slots(memory_config *config, const char *type) {
  for (size_t k = 0; k < config->len; k++) {
    memory_config_line *l = &config->data[k];
    if (strcmp(l->type, type)) continue;
    if (l->slots >= MOST_SLOTS_OF_TYPE) return false;
    l->slots *= 2;
    return true;
  }
  vec_push(config, ((memory_config_line){type, 1}));
  return true;
}

typedef VEC(ir_type) type_vec;

// The types of the objects that may lie where the value was read, each once.
static void add_types(const cfin *c, const ftop *top, type_vec *out) {
  const bitset *may = points_of(c->points, top->func, top->at);
  for (uint32_t f = 1; f <= c->ir->n_funcs; f++) {
    const ir_func_info *info = &c->ir->funcs[f];
    for (uint32_t pc = 0; pc < info->n_code; pc++) {
      if (info->code[pc].op != IR_NEW || !bitset_has(may, points_site(c->points, f, pc))) continue;
      bool seen = false;
      for (size_t k = 0; k < out->len && !seen; k++) seen = out->data[k].id == info->code[pc].type.id;
      if (!seen) vec_push(out, info->code[pc].type);
    }
  }
}

bool refine_memory(boolprog *b, memory_config *config) {
  const cfin *c = b->c;
  if (!b->goal_found || !b->states.len || b->states.data[0].dist == BOOL_INFINITE || !c->tops.len) return false;
  edge_vec way = {0};
  type_vec types = {0};
  bool grew = false;
  if (shortest(b, &way) && !where_it_ends(b, &way)) {
    for (size_t k = 0; k < way.len; k++) {
      const fedge *e = &c->edges.data[way.data[k]];
      for (size_t n = 0; n < e->inputs.len; n++) {
        const ftop *top = top_of_input(c, e->inputs.data[n]);
        if (top) add_types(c, top, &types);
      }
    }
  }
  for (size_t k = 0; k < types.len; k++) grew |= more_slots(config, ir_type_text(c->ir, types.data[k]));
  vec_free(&types);
  vec_free(&way);
  return grew;
}
