// Steps on known values, computed once: with values alone the outcome of a step depends on the few variables that it reads, and
// interleavings repeat the same steps again and again.
#include "base/hash.h"
#include "engine/cegar/arg.h"

static uint64_t key_of(const cedge *e, const expr *known) {
  uint64_t h = hash_u64(e->id);
  for (size_t i = 0; i <= e->uses.len; i++) h = hash_combine(h, known[i].id);
  return h;
}

// Of each variable that the step reads, and of its operation on locks; EXPR_NONE: not known.
static void collect_known(cegar *g, const anode *n, const adata *from, const cedge *e, expr *known) {
  for (size_t i = 0; i < e->uses.len; i++) {
    known[i] = binding_value(&n->exact, e->uses.data[i]);
    if (!expr_some(known[i])) known[i] = binding_value(&from->values, e->uses.data[i]);
  }
  known[e->uses.len] = discrete_result(g, n, e);
}

static bool same_known(const step_memo *m, size_t at, const expr *known, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!expr_same(m->terms.data[at + i], known[i])) return false;
  return true;
}

static void compute(cegar *g, const cedge *e, const expr *known) {
  expr_vec syms = {0}, values = {0};
  for (size_t i = 0; i <= e->uses.len; i++) {
    if (!expr_some(known[i])) continue;
    vec_push(&syms, i < e->uses.len ? g->c->vars.data[e->uses.data[i]].sym : e->result);
    vec_push(&values, known[i]);
  }
  for (size_t i = 0; i <= e->updates.len; i++) {
    expr term = i ? e->updates.data[i - 1].value : e->guard;
    if (syms.len && !expr_is_const(g->t, term)) term = expr_subst(g->t, term, syms.data, values.data, syms.len);
    vec_push(&g->memo.terms, term);
  }
  vec_free(&syms);
  vec_free(&values);
}

const expr *memo_step(cegar *g, const anode *n, const adata *from, const cedge *e) {
  step_memo *m = &g->memo;
  size_t width = e->uses.len + 1;
  vec_clear(&m->known);
  for (size_t i = 0; i < width; i++) vec_push(&m->known, EXPR_NONE);
  expr *known = m->known.data;
  collect_known(g, n, from, e, known);
  uint64_t key = key_of(e, known), first = 0;
  map64_get(&m->index, key, &first);
  for (uint64_t at = first; at; at = m->entries.data[at].next) {
    const memo_entry *x = &m->entries.data[at];
    if (x->edge == e->id && same_known(m, x->terms, known, width)) return &m->terms.data[x->terms + width];
  }
  if (!m->entries.len) vec_push(&m->entries, ((memo_entry){0}));
  map64_put(&m->index, key, m->entries.len);
  vec_push(&m->entries, ((memo_entry){e->id, (uint32_t)first, m->terms.len}));
  size_t begin = m->terms.len;
  for (size_t i = 0; i < width; i++) vec_push(&m->terms, known[i]);
  compute(g, e, known);
  return &m->terms.data[begin + width];
}

void memo_drop(cegar *g) {
  map64_fini(&g->memo.index);
  vec_free(&g->memo.entries);
  vec_free(&g->memo.terms);
  vec_free(&g->memo.known);
}
