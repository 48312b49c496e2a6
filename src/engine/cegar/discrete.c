// The discrete part of a node: locations, mutexes, atomic regions, and exact values of what decides about them.
#include <string.h>

#include "base/hash.h"
#include "engine/cegar/arg.h"

static const cloc *loc_of(const cegar *g, const anode *n, uint32_t inst) { return &g->c->locs.data[n->locs[inst]]; }

// All edges of a location begin with the same operation: the first one tells.
static const cedge *first_edge(const cegar *g, const cloc *l) {
  return l->out.len ? &g->c->edges.data[l->out.data[0]] : NULL;
}

static expr with_exact(cegar *g, const anode *n, expr term) {
  if (!expr_some(term) || expr_is_const(g->t, term) || !n->exact.len) return term;
  expr_vec vars = {0}, values = {0};
  for (size_t i = 0; i < n->exact.len; i++) {
    vec_push(&vars, g->c->vars.data[n->exact.data[i].var].sym);
    vec_push(&values, n->exact.data[i].value);
  }
  expr r = expr_subst(g->t, term, vars.data, values.data, vars.len);
  vec_free(&vars);
  vec_free(&values);
  return r;
}

static uint32_t owner_of(const anode *n, expr mutex) {
  for (size_t i = 0; i < n->owners.len; i++)
    if (expr_same(n->owners.data[i].value, mutex)) return n->owners.data[i].var;
  return 0;
}

// Whether a run comes there is judged as for errors.
static bool lose(cegar *g, const cedge *e, const char *why) {
  if (g->lost) return false;
  g->lost = why;
  g->lost_at = e->at;
  return false;
}

static bool not_known(cegar *g, const cedge *e) {
  return lose(g, e,
              e->sync == CSYNC_JOIN ? "which process is joined is not known exactly"
                                    : "which mutex is meant is not known exactly");
}

void discrete_note_lost(cegar *g, anode *n) {
  if (g->lost && !n->lost) {
    n->lost = g->lost;
    n->lost_at = g->lost_at;
  }
  g->lost = NULL;
}

static bool can_join(cegar *g, const anode *n, const cedge *e, expr who) {
  uint64_t p = expr_const_u64(g->t, who);
  if (!p || p >= g->c->insts.len || !n->locs[p]) return lose(g, e, "a process is joined that does not exist");
  return loc_of(g, n, (uint32_t)p)->kind == CLOC_ENDED;
}

// Could it take its next step, if nobody were inside of a region?
static bool could_proceed(cegar *g, const anode *n, uint32_t inst) {
  if (!n->locs[inst]) return false;
  const cloc *l = loc_of(g, n, inst);
  const cedge *e = l->kind == CLOC_CODE ? first_edge(g, l) : NULL;
  if (!e) return false;
  if (n->kern) return n->holder == inst || kernel_lets_step(g, n->kern, inst);
  if (e->sync != CSYNC_LOCK && e->sync != CSYNC_JOIN) return true;
  expr operand = with_exact(g, n, e->operand);
  if (!expr_is_const(g->t, operand)) return not_known(g, e);
  return e->sync == CSYNC_JOIN ? can_join(g, n, e, operand) : !owner_of(n, operand);
}

bool discrete_enabled(cegar *g, const anode *n, uint32_t inst) {
  if (n->holder && n->holder != inst) return false;
  return could_proceed(g, n, inst);
}

bool discrete_waits_for(cegar *g, const anode *n, uint32_t inst, uint32_t *joined, expr *mutex) {
  const cedge *e = first_edge(g, loc_of(g, n, inst));
  *joined = 0;
  *mutex = EXPR_NONE;
  if (!e || (e->sync != CSYNC_LOCK && e->sync != CSYNC_JOIN)) return false;
  expr operand = with_exact(g, n, e->operand);
  if (!expr_is_const(g->t, operand)) return false;
  if (e->sync == CSYNC_LOCK)
    *mutex = operand;
  else
    *joined = (uint32_t)expr_const_u64(g->t, operand);
  return true;
}

static void set_owner(anode *n, expr mutex, uint32_t inst) {
  size_t at = 0;
  while (at < n->owners.len && n->owners.data[at].value.id < mutex.id) at++;
  bool there = at < n->owners.len && expr_same(n->owners.data[at].value, mutex);
  if (there && inst) return;
  if (there) {
    for (size_t i = at; i + 1 < n->owners.len; i++) n->owners.data[i] = n->owners.data[i + 1];
    n->owners.len--;
  } else if (inst) {
    vec_push(&n->owners, ((binding){0}));
    for (size_t i = n->owners.len - 1; i > at; i--) n->owners.data[i] = n->owners.data[i - 1];
    n->owners.data[at] = (binding){inst, mutex};
  }
}

// What a trylock or `holds` finds; the time.
static expr found(cegar *g, const anode *n, const cedge *e) {
  if (e->sync == CSYNC_TIME) return expr_const(g->t, 64, n->kern->time);
  expr mutex = with_exact(g, n, e->operand);
  if (!expr_is_const(g->t, mutex)) return EXPR_NONE;  // the node behind it is lost
  uint32_t owner = owner_of(n, mutex);
  return expr_bool(g->t, e->sync == CSYNC_TRYLOCK ? !owner : owner == e->inst);
}

expr discrete_result(cegar *g, const anode *n, const cedge *e) {
  return expr_some(e->result) ? found(g, n, e) : EXPR_NONE;
}

expr discrete_subst(cegar *g, const anode *n, const cedge *e, expr term) {
  term = with_exact(g, n, term);
  if (!expr_some(e->result) || expr_is_const(g->t, term)) return term;
  expr r = discrete_result(g, n, e);
  return expr_some(r) ? expr_subst(g->t, term, &e->result, &r, 1) : term;
}

expr binding_value(const binding_vec *known, uint32_t var) {
  size_t lo = 0, hi = known->len;
  while (lo < hi) {
    size_t mid = lo + (hi - lo) / 2;
    if (known->data[mid].var < var)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < known->len && known->data[lo].var == var ? known->data[lo].value : EXPR_NONE;
}

static void apply_sync(cegar *g, const anode *from, const cedge *e, anode *to) {
  if (e->sync == CSYNC_SPAWN) to->locs[e->child] = g->c->insts.data[e->child].start;
  bool lock = e->sync == CSYNC_LOCK || e->sync == CSYNC_TRYLOCK;
  if (!lock && e->sync != CSYNC_UNLOCK && e->sync != CSYNC_HOLDS) return;
  expr mutex = with_exact(g, from, e->operand);
  if (!expr_is_const(g->t, mutex))
    not_known(g, e);
  else if (e->sync != CSYNC_HOLDS)
    set_owner(to, mutex, lock ? e->inst : 0);
}

static void apply_exact(cegar *g, const anode *from, const cedge *e, anode *to) {
  for (size_t i = 0; i < g->exact_list.len; i++) {
    uint32_t v = g->exact_list.data[i];
    expr val = EXPR_NONE;
    for (size_t k = 0; k < e->updates.len; k++)
      if (e->updates.data[k].var == v) val = e->updates.data[k].value;
    bool updated = expr_some(val);
    if (!updated) val = binding_value(&from->exact, v);
    if (!expr_some(val)) continue;
    if ((updated || edge_moves(e, g->c->vars.data[v].inst)) && !cfa_var_matters(g->c, v, to->locs)) continue;
    if (updated) val = discrete_subst(g, from, e, val);
    if (expr_is_const(g->t, val)) vec_push(&to->exact, ((binding){v, val}));
  }
}

// Turns count rounds of loops: what comes before the first one is nobody's turn.
static void take_turn(const cegar *g, const anode *from, const cedge *e, anode *to) {
  to->turn = from->turn;
  to->rounds = from->rounds;
  if (!g->config.turns || !g->c->locs.data[e->from].looped) return;
  uint32_t rounds = (from->turn == e->inst ? from->rounds : 0) + e->backward, pace = g->config.paces ? e->pace : 1;
  bool over = (e->backward && rounds >= pace) || loc_of(g, to, e->inst)->kind != CLOC_CODE;
  to->turn = !over ? e->inst : e->inst + 1 < g->c->insts.len ? e->inst + 1 : 1;
  to->rounds = over ? 0 : rounds;
}

void discrete_apply(cegar *g, const anode *from, const cedge *e, anode *to) {
  size_t n = g->c->insts.len;
  to->locs = MEM_NEW_N(uint32_t, n);
  memcpy(to->locs, from->locs, n * sizeof *to->locs);
  to->locs[e->inst] = e->to;
  for (size_t i = 0; i < from->owners.len; i++) vec_push(&to->owners, from->owners.data[i]);
  apply_sync(g, from, e, to);
  apply_exact(g, from, e, to);
  if (from->kern) {
    kernel_apply(g, from, e, to);
    to->hash = discrete_hash(g, to);
    return;
  }
  const cloc *l = loc_of(g, to, e->inst);
  // Whoever is blocked inside of a region lets the others run (doc/semantics-threads.md 2).
  to->holder = l->kind == CLOC_CODE && l->depth && could_proceed(g, to, e->inst) ? e->inst : 0;
  discrete_note_lost(g, to);
  take_turn(g, from, e, to);
  to->hash = discrete_hash(g, to);
}

// No process can come to an error any more: each way there waits for one that stands still for ever.
bool discrete_hopeless(const cegar *g, const anode *n) {
  for (uint32_t p = 1; p < g->c->insts.len; p++) {
    if (!n->locs[p]) continue;
    const cloc *l = loc_of(g, n, p);
    if (l->kind == CLOC_ERROR || l->kind == CLOC_GAP) return false;
    if (l->kind != CLOC_CODE || !l->hopeful) continue;
    bool stuck = false;
    for (uint32_t q = 1; q < g->c->insts.len && !stuck; q++)
      stuck = bitset_has(&l->must_join, q) && n->locs[q] && loc_of(g, n, q)->kind == CLOC_PARKED;
    if (!stuck) return false;
  }
  return true;
}

// Variables that flow into the operands of joins and locks; their values along a path are known or the path is UNKNOWN.
void discrete_find_exact(cegar *g) {
  cfa *c = g->c;
  g->exact_vars = bitset_new(cfa_objects(c));
  expr_vec vars = {0};
  for (size_t i = 1; i < c->edges.len; i++) {
    const cedge *e = &c->edges.data[i];
    if (expr_some(e->operand)) expr_collect_vars(g->t, e->operand, &vars);
    for (size_t k = 0; k < e->acts.len; k++) {
      if (expr_some(e->acts.data[k].what)) expr_collect_vars(g->t, e->acts.data[k].what, &vars);
      if (expr_some(e->acts.data[k].amount)) expr_collect_vars(g->t, e->acts.data[k].amount, &vars);
    }
  }
  // Who was made is told by where the program stands, nearly always.
  for (size_t o = 1; o < c->objs.len; o++) {
    uint32_t made = c->objs.data[o].made;
    if (made && !c->vars.data[made].fixed) bitset_add(&g->exact_vars, made);
  }
  bool grew = vars.len > 0;
  while (grew) {
    for (size_t k = 0; k < vars.len; k++) {
      uint32_t v = cfa_var_of(c, vars.data[k]);
      if (v) bitset_add(&g->exact_vars, v);
    }
    size_t before = vars.len;
    for (size_t i = 1; i < c->edges.len; i++)
      for (size_t k = 0; k < c->edges.data[i].updates.len; k++)
        if (bitset_has(&g->exact_vars, c->edges.data[i].updates.data[k].var))
          expr_collect_vars(g->t, c->edges.data[i].updates.data[k].value, &vars);
    grew = vars.len > before;
  }
  vec_free(&vars);
  for (uint32_t v = 1; v < c->vars.len; v++)
    if (bitset_has(&g->exact_vars, v)) vec_push(&g->exact_list, v);
}

uint64_t discrete_hash(const cegar *g, const anode *n) {
  uint64_t h = hash_combine(hash_combine(n->holder, n->turn), n->rounds);
  if (n->kern) h = hash_combine(h, kernel_hash(n->kern));
  for (size_t p = 1; p < g->c->insts.len; p++) h = hash_combine(h, n->locs[p]);
  for (size_t i = 0; i < n->exact.len; i++)
    h = hash_combine(hash_combine(h, n->exact.data[i].var), n->exact.data[i].value.id);
  for (size_t i = 0; i < n->owners.len; i++)
    h = hash_combine(hash_combine(h, n->owners.data[i].var), n->owners.data[i].value.id);
  return h;
}

static bool same_bindings(const binding *a, size_t na, const binding *b, size_t nb) {
  if (na != nb) return false;
  for (size_t i = 0; i < na; i++)
    if (a[i].var != b[i].var || !expr_same(a[i].value, b[i].value)) return false;
  return true;
}

bool discrete_same(const cegar *g, const anode *a, const anode *b) {
  return a->holder == b->holder && a->turn == b->turn && a->rounds == b->rounds &&
         !memcmp(a->locs, b->locs, g->c->insts.len * sizeof *a->locs) &&
         same_bindings(a->exact.data, a->exact.len, b->exact.data, b->exact.len) &&
         same_bindings(a->owners.data, a->owners.len, b->owners.data, b->owners.len) &&
         (!a->kern || kernel_same(a->kern, b->kern));
}
