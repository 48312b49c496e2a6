// The precision: tracked variables and predicates, and which of them matter where.
#include "engine/cegar/arg.h"

void precision_begin(cegar *g) {
  size_t n = cfa_objects(g->c);
  g->prec = (precision){.tracked = bitset_new(n), .used = bitset_new(n), .class_of = MEM_NEW_N(uint32_t, n)};
  g->prec.wide = bitset_new(n);
  g->prec.n_values = MEM_NEW_N(uint32_t, n);
  vec_push(&g->prec.preds, ((pred){0}));
  for (uint32_t v = 0; v < n; v++) g->prec.class_of[v] = v;
  // Discrete objects are never abstracted from [AAPOR], nor is what decides about them.
  for (size_t o = g->c->vars.len; o < n; o++) bitset_add(&g->prec.used, o);
  bitset_union(&g->prec.used, &g->exact_vars);
}

void precision_fini(cegar *g) {
  bitset_fini(&g->prec.tracked);
  vec_free(&g->prec.track_list);
  bitset_fini(&g->prec.used);
  bitset_fini(&g->prec.wide);
  map64_fini(&g->prec.values);
  mem_free(g->prec.n_values);
  for (size_t i = 0; i < g->prec.preds.len; i++) vec_free(&g->prec.preds.data[i].vars);
  vec_free(&g->prec.preds);
  map64_fini(&g->prec.pred_index);
  mem_free(g->prec.class_of);
}

bool precision_track(cegar *g, uint32_t var) {
  // The values of an array are not told apart.
  if (bitset_has(&g->prec.tracked, var) || !g->c->vars.data[var].width) return false;
  id_vec *list = &g->prec.track_list;
  vec_push(list, var);
  for (size_t i = list->len - 1; i > 0 && list->data[i - 1] > var; i--) {
    list->data[i] = list->data[i - 1];
    list->data[i - 1] = var;
  }
  bitset_add(&g->prec.tracked, var);
  bitset_add(&g->prec.used, var);
  g->prec.version++;
  return true;
}

// Registers that all edges which assign them compute from tracked variables alone, and others that some edge assigns.
static void find_copies(const cegar *g, bitset *copies, bitset *others) {
  for (size_t e = 1; e < g->c->edges.len; e++) {
    const cedge *x = &g->c->edges.data[e];
    for (size_t k = 0; k < x->updates.len; k++) {
      bool told = cfa_speaks_only_of(g->c, x->updates.data[k].value, &g->prec.tracked);
      bitset_add(told ? copies : others, x->updates.data[k].var);
    }
  }
}

void precision_track_copies(cegar *g) {
  bitset copies = bitset_new(g->c->vars.len), others = bitset_new(g->c->vars.len);
  g->prec.wants_copies = false;
  for (bool grew = true; grew;) {
    grew = false;
    bitset_clear(&copies);
    bitset_clear(&others);
    find_copies(g, &copies, &others);
    for (uint32_t v = 1; v < g->c->vars.len; v++)
      if (g->c->vars.data[v].ctx && bitset_has(&copies, v) && !bitset_has(&others, v)) grew |= precision_track(g, v);
  }
  bitset_fini(&copies);
  bitset_fini(&others);
}

// To keep no value is always sound: a data part says what is known.
bool precision_keeps_value(cegar *g, uint32_t var, expr known) {
  enum { MOST_VALUES = 32 };
  precision *p = &g->prec;
  if (bitset_has(&p->wide, var)) return false;
  if (p->n_values[var] > MOST_VALUES || !map64_put(&p->values, (uint64_t)var << 32 | known.id, 1)) return true;
  if (++p->n_values[var] <= MOST_VALUES) return true;
  if (g->config.domain == DOMAIN_BOTH)
    bitset_add(&p->wide, var);
  else
    p->wants_copies = !g->ctx->options->as_documented;
  return !bitset_has(&p->wide, var);
}

static void link(precision *p, uint32_t n, uint32_t a, uint32_t b) {
  uint32_t from = p->class_of[b], to = p->class_of[a];
  if (from == to) return;
  for (uint32_t v = 0; v < n; v++)
    if (p->class_of[v] == from) p->class_of[v] = to;
}

// Predicates are kept in one polarity.
static expr positive(cegar *g, expr e) { return expr_get_op(g->t, e) == EXPR_NOT ? expr_arg(g->t, e, 0) : e; }

bool precision_add(cegar *g, expr term) {
  precision *p = &g->prec;
  term = positive(g, term);
  if (expr_is_const(g->t, term) || map64_get(&p->pred_index, term.id, NULL)) return false;
  expr_vec syms = {0};
  expr_collect_vars(g->t, term, &syms);
  pred q = {.term = term};
  bool ok = true;
  for (size_t i = 0; i < syms.len && ok; i++) {
    uint32_t v = cfa_var_of(g->c, syms.data[i]);
    ok = v != 0;  // an input has no value between steps
    vec_push(&q.vars, v);
  }
  vec_free(&syms);
  if (!ok) {
    vec_free(&q.vars);
    return false;
  }
  for (size_t i = 0; i < q.vars.len; i++) {
    bitset_add(&p->used, q.vars.data[i]);
    link(p, (uint32_t)g->c->vars.len, q.vars.data[0], q.vars.data[i]);
  }
  map64_put(&p->pred_index, term.id, p->preds.len);
  vec_push(&p->preds, q);
  p->version++;
  return true;
}

// Is it a connective on truth values?
static bool is_connective(const cegar *g, expr e) {
  expr_op op = expr_get_op(g->t, e);
  if (expr_sort(g->t, e).elem || expr_width(g->t, e) != 1) return false;
  if (op == EXPR_EQ) return !expr_sort(g->t, expr_arg(g->t, e, 0)).elem && expr_width(g->t, expr_arg(g->t, e, 0)) == 1;
  return op == EXPR_AND || op == EXPR_OR || op == EXPR_XOR || op == EXPR_NOT || op == EXPR_ITE;
}

// Atoms (or conjuncts) of a formula, without recursion on its depth.
bool precision_add_split(cegar *g, expr term) {
  if (g->config.split == OPT_PREDSPLIT_WHOLE) return precision_add(g, term);
  bool atoms = g->config.split == OPT_PREDSPLIT_ATOMS, any = false;
  expr_vec worklist = {0};
  map64 seen = {0};
  vec_push(&worklist, term);
  while (worklist.len) {
    expr e = vec_pop(&worklist);
    if (!map64_put(&seen, e.id, 1)) continue;
    expr_op op = expr_get_op(g->t, e);
    bool open = op == EXPR_NOT || (is_connective(g, e) && (atoms || op == EXPR_AND));
    if (!open) any |= precision_add(g, e);
    for (unsigned i = 0; open && i < expr_arity(g->t, e); i++) vec_push(&worklist, expr_arg(g->t, e, i));
  }
  vec_free(&worklist);
  map64_fini(&seen);
  return any;
}

expr precision_literal(const cegar *g, uint32_t literal) {
  expr q = g->prec.preds.data[literal / 2].term;
  return literal % 2 ? expr_not(g->t, q) : q;
}

// Can the value of a variable still matter at these locations?
bool cfa_var_matters(const cfa *c, uint32_t var, const uint32_t *locs) {
  const cvar *v = &c->vars.data[var];
  if (!v->inst) return true;
  const cloc *l = &c->locs.data[locs[v->inst]];
  if (!locs[v->inst] || l->kind != CLOC_CODE) return false;
  if (!v->ctx) return true;
  uint32_t pc = l->pc;
  for (uint32_t x = l->ctx; x; pc = c->ctxs.data[x].call_pc, x = c->ctxs.data[x].parent) {
    if (x != v->ctx) continue;
    ir_func f = c->ctxs.data[x].func;
    return x == l->ctx ? live_at(c->live, f, pc, (ir_reg){v->reg}) : live_across(c->live, f, pc, (ir_reg){v->reg});
  }
  return false;
}
