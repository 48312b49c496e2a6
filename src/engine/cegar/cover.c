// Covering: which expanded node stands for another one [AAPOR].
//
// A node is covered by one of the same discrete part that says nothing which it does not say itself. Nodes that may cover are kept by
// what their data parts speak of (a *shape*: variables and predicates) and by what they say about it. A node that is looked up is cut
// down to each shape of its discrete part and finds those that say just that: with values there are few shapes and many values, so
// that nobody goes through all nodes of a discrete part. Entries are hints: a node may have been removed, covered, or have learnt
// more since (then it was noted again), so that each is judged as it is now.
#include "base/hash.h"
#include "engine/cegar/arg.h"

static void shape_of(const adata *d, cover_shape *s) {
  for (size_t i = 0; i < d->values.len; i++) vec_push(&s->vars, d->values.data[i].var);
  for (size_t i = 0; i < d->literals.len; i++) vec_push(&s->preds, d->literals.data[i] / 2);
}

static void free_shape(cover_shape *s) {
  vec_free(&s->vars);
  vec_free(&s->preds);
}

static bool same_ids(const id_vec *a, const id_vec *b) {
  if (a->len != b->len) return false;
  for (size_t i = 0; i < a->len; i++)
    if (a->data[i] != b->data[i]) return false;
  return true;
}

// What a data part says about a shape, as a key; false: it does not speak of all of it.
static bool key_of(const adata *d, uint32_t shape, const cover_shape *s, uint64_t *key) {
  uint64_t h = hash_u64(shape);
  size_t at = 0;
  for (size_t k = 0; k < s->vars.len; k++) {
    while (at < d->values.len && d->values.data[at].var < s->vars.data[k]) at++;
    if (at == d->values.len || d->values.data[at].var != s->vars.data[k]) return false;
    h = hash_combine(h, d->values.data[at].value.id);
  }
  at = 0;
  for (size_t k = 0; k < s->preds.len; k++) {
    while (at < d->literals.len && d->literals.data[at] / 2 < s->preds.data[k]) at++;
    if (at == d->literals.len || d->literals.data[at] / 2 != s->preds.data[k]) return false;
    h = hash_combine(h, d->literals.data[at]);
  }
  *key = h;
  return true;
}

static uint32_t find_shape(cover_index *x, const anode *n) {
  uint64_t first = 0;
  map64_get(&x->first_shape, n->hash, &first);
  cover_shape s = {.next = (uint32_t)first};
  shape_of(&n->data, &s);
  for (uint32_t i = (uint32_t)first; i; i = x->shapes.data[i].next) {
    if (!same_ids(&x->shapes.data[i].vars, &s.vars) || !same_ids(&x->shapes.data[i].preds, &s.preds)) continue;
    free_shape(&s);
    return i;
  }
  vec_push(&x->shapes, s);
  map64_put(&x->first_shape, n->hash, x->shapes.len - 1);
  return (uint32_t)x->shapes.len - 1;
}

void cover_begin(cegar *g) {
  vec_push(&g->index.shapes, ((cover_shape){0}));
  vec_push(&g->index.entries, ((cover_entry){0}));
}

void cover_drop(cegar *g) {
  for (size_t i = 0; i < g->index.shapes.len; i++) free_shape(&g->index.shapes.data[i]);
  vec_free(&g->index.shapes);
  vec_free(&g->index.entries);
  map64_fini(&g->index.first_shape);
  map64_fini(&g->index.first_entry);
}

void cover_note(cegar *g, uint32_t id) {
  cover_index *x = &g->index;
  const anode *n = &g->nodes.data[id];
  uint64_t key, first = 0;
  uint32_t shape = find_shape(x, n);
  if (!key_of(&n->data, shape, &x->shapes.data[shape], &key)) return;
  map64_get(&x->first_entry, key, &first);
  for (uint32_t i = (uint32_t)first; i; i = x->entries.data[i].next)
    if (x->entries.data[i].node == id) return;
  vec_push(&x->entries, ((cover_entry){id, (uint32_t)first}));
  map64_put(&x->first_entry, key, x->entries.len - 1);
}

bool cover_holds(const cegar *g, const anode *m, const anode *n) {
  return m != n && !m->removed && m->expanded && !m->covered_by && discrete_same(g, m, n) &&
         domain_leq(&n->data, &m->data);
}

uint32_t cover_find(const cegar *g, const anode *n) {
  const cover_index *x = &g->index;
  uint64_t shape = 0;
  map64_get(&x->first_shape, n->hash, &shape);
  for (; shape; shape = x->shapes.data[shape].next) {
    uint64_t key, at = 0;
    if (!key_of(&n->data, (uint32_t)shape, &x->shapes.data[shape], &key)) continue;
    map64_get(&x->first_entry, key, &at);
    for (; at; at = x->entries.data[at].next)
      if (cover_holds(g, &g->nodes.data[x->entries.data[at].node], n)) return x->entries.data[at].node;
  }
  return 0;
}
