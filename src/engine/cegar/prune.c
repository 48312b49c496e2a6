// Pruning after a refinement [AAPOR]: the whole graph, or what lies behind the first node that is wrong.
#include "engine/cegar/path.h"

enum { MOST_TOGETHER = 64 };  // data parts that one step of a path may lead to

static void add_distinct(adata_vec *all, adata d) {
  for (size_t i = 0; i < all->len; i++) {
    if (!domain_same(&all->data[i], &d)) continue;
    adata_fini(&d);
    return;
  }
  vec_push(all, d);
}

static void free_all(adata_vec *all) {
  for (size_t i = 0; i < all->len; i++) adata_fini(&all->data[i]);
  vec_free(all);
}

// Does the path from its i-th node on, with the data part d, end before its end under the precision? Of several
// successors all have to; where they are too many it counts as alive.
static bool dies(path *p, size_t i, const adata *d) {
  cegar *g = p->g;
  adata first = {0};
  for (size_t k = 0; k < d->values.len; k++) vec_push(&first.values, d->values.data[k]);
  for (size_t k = 0; k < d->literals.len; k++) vec_push(&first.literals, d->literals.data[k]);
  adata_vec now = {0};
  vec_push(&now, first);
  for (; i < p->last && now.len && now.len <= MOST_TOGETHER; i++) {
    adata_vec next = {0};
    for (size_t k = 0; k < now.len; k++) {
      adata_vec out = {0};
      domain_post(g, path_node(p, i), &now.data[k], path_edge(p, i), path_node(p, i + 1), &out);
      for (size_t m = 0; m < out.len; m++) add_distinct(&next, out.data[m]);
      vec_free(&out);
    }
    free_all(&now);
    now = next;
  }
  bool dead = !now.len;
  free_all(&now);
  return dead;
}

static bool touches(const cedge *e, uint32_t var) { return bitset_has(&e->reads, var) || bitset_has(&e->writes, var); }

static void add_value(adata *d, binding b) {
  for (size_t i = 0; i < d->values.len; i++)
    if (d->values.data[i].var == b.var) return;
  vec_push(&d->values, b);
  for (size_t i = d->values.len - 1; i > 0 && d->values.data[i - 1].var > b.var; i--) {
    d->values.data[i] = d->values.data[i - 1];
    d->values.data[i - 1] = b;
  }
}

static void add_literal(adata *d, uint32_t l) {
  for (size_t i = 0; i < d->literals.len; i++)
    if (d->literals.data[i] / 2 == l / 2) return;
  vec_push(&d->literals, l);
  for (size_t i = d->literals.len - 1; i > 0 && d->literals.data[i - 1] > l; i--) {
    d->literals.data[i] = d->literals.data[i - 1];
    d->literals.data[i - 1] = l;
  }
}

// What nobody has written yet still has its first value: the nodes up to there learn it without being cut. Returns the
// first step that touches a new variable.
static size_t strengthen_values(path *p, const bitset *old) {
  cegar *g = p->g;
  size_t first = p->last;
  for (uint32_t v = 1; v < g->c->vars.len; v++) {
    if (!bitset_has(&g->prec.tracked, v) || bitset_has(old, v)) continue;
    size_t i = 0;
    for (; i < p->last; i++) {
      anode *n = &g->nodes.data[p->nodes.data[i]];
      if (expr_some(g->c->vars.data[v].init) && cfa_var_matters(g->c, v, n->locs))
        add_value(&n->data, (binding){v, g->c->vars.data[v].init});
      if (touches(path_edge(p, i), v)) break;
    }
    if (i < first) first = i;
  }
  return first;
}

static void strengthen_literals(path *p, uint32_t old_preds) {
  cegar *g = p->g;
  adata d = domain_initial(g);
  for (size_t k = 0; k < d.literals.len; k++) {
    uint32_t q = d.literals.data[k] / 2;
    if (q < old_preds) continue;
    const pred *x = &g->prec.preds.data[q];
    bool untouched = true;
    for (size_t i = 0; i < p->last && untouched; i++) {
      add_literal(&g->nodes.data[p->nodes.data[i]].data, d.literals.data[k]);
      for (size_t j = 0; j < x->vars.len && untouched; j++)
        untouched = !bitset_has(&path_edge(p, i)->writes, x->vars.data[j]);
    }
  }
  adata_fini(&d);
}

static void cut_at(path *p, size_t i) {
  cegar *g = p->g;
  uint32_t parent = p->nodes.data[i], edge = p->edges.data[i];
  id_vec *children = &g->nodes.data[parent].children;
  id_vec kept = {0}, gone = {0};
  for (size_t k = 0; k < children->len; k++)
    if (g->nodes.data[children->data[k]].edge == edge)
      vec_push(&gone, children->data[k]);
    else
      vec_push(&kept, children->data[k]);
  vec_free(children);
  g->nodes.data[parent].children = kept;
  for (size_t k = 0; k < gone.len; k++) arg_remove_subtree(g, gone.data[k], true);
  vec_free(&gone);
  arg_requeue(g, parent);
}

// All preserved sets are looked at again (Algorithm 4); nodes whose sets grow explore what is missing only.
static void revalidate(cegar *g) {
  for (uint32_t i = 1; i < g->nodes.len; i++)
    if (!g->nodes.data[i].covered_by && por_revalidate(g, &g->nodes.data[i])) arg_requeue(g, i);
}

static bool dies_from_start(path *p) {
  adata d = domain_initial(p->g);
  bool dead = dies(p, 0, &d);
  adata_fini(&d);
  return dead;
}

bool prune_all(path *p) {
  if (!dies_from_start(p)) return false;
  arg_begin(p->g);
  return true;
}

bool prune_path(path *p, uint32_t old_preds, const bitset *old_tracked) {
  cegar *g = p->g;
  if (!g->config.lazy) return prune_all(p);
  size_t first = strengthen_values(p, old_tracked);
  strengthen_literals(p, old_preds);
  for (size_t i = 0; i <= p->last; i++) {
    arg_uncover_all(g, p->nodes.data[i]);
    if (g->nodes.data[p->nodes.data[i]].expanded) cover_note(g, p->nodes.data[i]);
  }
  size_t at = first < p->last ? first : p->last - 1;
  for (size_t back = 1; !dies(p, at, &path_node(p, at)->data); back *= 2) {
    if (at == 0) return prune_all(p);
    at = at > back ? at - back : 0;
  }
  cut_at(p, at);
  revalidate(g);
  return true;
}
