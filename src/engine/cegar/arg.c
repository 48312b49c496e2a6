// Construction of the abstract reachability graph with covering [AAPOR].
#include "engine/cegar/arg.h"

#include <string.h>

static anode *node(cegar *g, uint32_t id) { return &g->nodes.data[id]; }

// --- the waiting nodes: a heap by the search order
// --------------------------------------------------------------------

static uint64_t distance_of(const cegar *g, const anode *n) {
  uint64_t best = UINT32_MAX;
  for (size_t p = 1; p < g->c->insts.len; p++) {
    if (!n->locs[p]) continue;
    uint64_t d = g->c->locs.data[n->locs[p]].distance;
    if (d < best) best = d;
  }
  return best;
}

static uint64_t order_key(cegar *g, const anode *n) {
  uint64_t s = ++g->sequence;
  switch (g->config.search) {
  case OPT_SEARCH_BFS: return ((uint64_t)n->depth << 40) + s;
  case OPT_SEARCH_DFS: return UINT64_MAX - s;
  case OPT_SEARCH_ERR: return (distance_of(g, n) << 32) + s;
  case OPT_SEARCH_BEST:
  case OPT_SEARCH_WASTAR: break;  // of the engine exsym
  }
  UNREACHABLE("an order of no known kind");
}

void arg_requeue(cegar *g, uint32_t id) {
  anode *n = node(g, id);
  if (n->queued || n->removed) return;
  n->queued = true;
  vec_push(&g->queue, ((queued){order_key(g, n), id}));
  for (size_t i = g->queue.len - 1; i > 0 && g->queue.data[i].key < g->queue.data[(i - 1) / 2].key; i = (i - 1) / 2) {
    queued tmp = g->queue.data[i];
    g->queue.data[i] = g->queue.data[(i - 1) / 2];
    g->queue.data[(i - 1) / 2] = tmp;
  }
}

static uint32_t take(cegar *g) {
  DCHECK(g->queue.len, "no node waits");
  uint32_t id = g->queue.data[0].node;
  queued last = vec_pop(&g->queue);
  size_t n = g->queue.len, i = 0;
  if (n) g->queue.data[0] = last;
  for (;;) {
    size_t k = 2 * i + 1;
    if (k >= n) break;
    if (k + 1 < n && g->queue.data[k + 1].key < g->queue.data[k].key) k++;
    if (g->queue.data[i].key <= g->queue.data[k].key) break;
    queued tmp = g->queue.data[i];
    g->queue.data[i] = g->queue.data[k];
    g->queue.data[k] = tmp;
    i = k;
  }
  node(g, id)->queued = false;
  return id;
}

// --- nodes ----------------------------------------------------------------------------------------------------------

static uint32_t add_node(cegar *g, anode n) {
  n.id = (uint32_t)g->nodes.len;
  vec_push(&g->nodes, n);
  return n.id;
}

static void clear_sets(anode *n) {
  bitset_fini(&n->enabled);
  bitset_fini(&n->chosen);
  bitset_fini(&n->left_out);
  bitset_fini(&n->inside);
}

void arg_free_node(anode *n) {
  mem_free(n->locs);
  vec_free(&n->exact);
  vec_free(&n->owners);
  kernel_free(n->kern);
  adata_fini(&n->data);
  vec_free(&n->children);
  vec_free(&n->covers);
  clear_sets(n);
}

void arg_drop(cegar *g) {
  for (size_t i = 0; i < g->nodes.len; i++) arg_free_node(&g->nodes.data[i]);
  vec_free(&g->nodes);
  vec_free(&g->queue);
  cover_drop(g);
}

// Values of the exact variables at the start.
static void begin_exact(cegar *g, anode *root) {
  for (size_t i = 0; i < g->exact_list.len; i++) {
    uint32_t v = g->exact_list.data[i];
    if (cfa_var_matters(g->c, v, root->locs) && expr_some(g->c->vars.data[v].init))
      vec_push(&root->exact, ((binding){v, g->c->vars.data[v].init}));
  }
}

void arg_first(cegar *g, anode *root) {
  *root = (anode){.locs = MEM_NEW_N(uint32_t, g->c->insts.len), .turn = g->config.turns ? 1 : 0};
  size_t first = g->c->entry ? g->c->insts.len - 1 : g->ctx->ir->n_procs;
  for (uint32_t p = 1; p <= first; p++) root->locs[p] = g->c->insts.data[p].start;
  if (g->c->entry) root->kern = kernel_first(g);
  begin_exact(g, root);
  root->hash = discrete_hash(g, root);
}

void arg_begin(cegar *g) {
  arg_drop(g);
  vec_push(&g->nodes, ((anode){.removed = true}));
  cover_begin(g);
  anode root;
  arg_first(g, &root);
  add_node(g, root);
  adata d = domain_initial(g);
  node(g, 1)->data = d;
  arg_requeue(g, 1);
}

// n has its discrete part.
static void add_child(cegar *g, uint32_t parent, const cedge *e, anode n, adata data) {
  DCHECK(!node(g, parent)->removed && !node(g, parent)->covered_by, "only open nodes are expanded");
  n.parent = parent;
  n.edge = e->id;
  n.depth = node(g, parent)->depth + 1;
  n.data = data;
  cloc_kind kind = g->c->locs.data[e->to].kind;
  n.error = kind == CLOC_ERROR || kind == CLOC_GAP || (n.kern && n.kern->lost) || (n.lost && !g->lost_noted);
  uint32_t id = add_node(g, n);
  vec_push(&node(g, parent)->children, id);
  g->ctx->result->counters.states++;
  arg_requeue(g, id);
}

void arg_uncover_all(cegar *g, uint32_t id) {
  id_vec covered = node(g, id)->covers;
  node(g, id)->covers = (id_vec){0};
  for (size_t i = 0; i < covered.len; i++) {
    anode *n = node(g, covered.data[i]);
    if (n->removed || n->covered_by != id) continue;
    n->covered_by = 0;
    arg_requeue(g, n->id);
  }
  vec_free(&covered);
}

void arg_remove_subtree(cegar *g, uint32_t id, bool itself) {
  id_vec worklist = {0}, gone = {0};
  for (size_t i = 0; i < node(g, id)->children.len; i++) vec_push(&worklist, node(g, id)->children.data[i]);
  vec_clear(&node(g, id)->children);
  if (itself) vec_push(&worklist, id);
  while (worklist.len) {
    anode *n = node(g, vec_pop(&worklist));
    if (n->removed) continue;
    n->removed = true;
    vec_push(&gone, n->id);
    for (size_t i = 0; i < n->children.len; i++) vec_push(&worklist, n->children.data[i]);
  }
  for (size_t i = 0; i < gone.len; i++) arg_uncover_all(g, gone.data[i]);
  if (!itself) arg_uncover_all(g, id);
  vec_free(&worklist);
  vec_free(&gone);
}

void arg_path(const cegar *g, uint32_t id, id_vec *edges, id_vec *nodes) {
  size_t first = edges->len, n = 0;
  for (uint32_t at = id; g->nodes.data[at].parent; at = g->nodes.data[at].parent) n++;
  for (size_t i = 0; i < n; i++) vec_push(edges, 0);
  for (size_t i = 0; i <= n; i++) vec_push(nodes, 0);
  for (uint32_t at = id; n > 0; at = g->nodes.data[at].parent, n--) {
    edges->data[first + n - 1] = g->nodes.data[at].edge;
    nodes->data[nodes->len - (edges->len - first) - 1 + n] = at;
  }
  nodes->data[nodes->len - (edges->len - first) - 1] = 1;
}

// --- construction ---------------------------------------------------------------------------------------------------

// Covered nodes are not expanded. Only an expanded node covers, so that covering never goes in circles.
static bool cover(cegar *g, uint32_t id) {
  DCHECK(!node(g, id)->expanded && !node(g, id)->covered_by, "a node is covered once, instead of being expanded");
  uint32_t by = cover_find(g, node(g, id));
  if (!by) return false;
  node(g, id)->covered_by = by;
  vec_push(&node(g, by)->covers, id);
  g->covered++;
  return true;
}

static bool was_taken(const cegar *g, const anode *n, uint32_t edge) {
  for (size_t i = 0; i < n->children.len; i++)
    if (g->nodes.data[n->children.data[i]].edge == edge) return true;
  return false;
}

static void take_edge(cegar *g, uint32_t id, const cedge *e) {
  anode to = {0};
  g->explored++;
  g->ctx->limits->transitions++;
  g->ctx->result->counters.transitions++;
  if (domain_excludes(g, node(g, id), e)) return;
  discrete_apply(g, node(g, id), e, &to);
  // Races are looked for in the graph: there, nothing is left out because of where errors lie.
  bool dead = !g->config.source && discrete_hopeless(g, &to);
  if (g->prec.wants_copies) precision_track_copies(g);
  adata_vec posts = {0};
  if (!dead) domain_post(g, node(g, id), &node(g, id)->data, e, &to, &posts);
  // The last one takes over the discrete part.
  for (size_t i = 0; i < posts.len; i++) {
    bool last = i + 1 == posts.len;
    anode n = last ? to : (anode){0};
    if (!last) discrete_apply(g, node(g, id), e, &n);
    add_child(g, id, e, n, posts.data[i]);
  }
  if (!posts.len) arg_free_node(&to);
  vec_free(&posts);
}

// Takes the chosen steps that were not taken before.
static void expand(cegar *g, uint32_t id, const bitset *done) {
  for (uint32_t p = 1; p < g->c->insts.len; p++) {
    if (!bitset_has(&node(g, id)->chosen, p) || (done && bitset_has(done, p))) continue;
    const cloc *l = &g->c->locs.data[node(g, id)->locs[p]];
    for (size_t i = 0; i < l->out.len; i++)
      if (!was_taken(g, node(g, id), l->out.data[i])) take_edge(g, id, &g->c->edges.data[l->out.data[i]]);
  }
}

uint32_t arg_build(cegar *g) {
  // Nobody waits any more: complete, unless somebody was passed over on a cycle.
  while (!limits_hit(g->ctx->limits) && !cegar_slice_is_over(g)) {
    if (!g->queue.len && !por_check_races(g) && !por_check_cycles(g)) break;
    uint32_t id = take(g);
    anode *n = node(g, id);
    if (n->removed || n->covered_by) continue;
    if (n->error) {
      arg_requeue(g, id);
      CHECK_GROWN(g->iterations, arg_fault(g));
      return id;
    }
    if (!n->expanded && cover(g, id)) continue;
    if (!n->expanded) {
      por_choose(g, n);
      if (n->lost && !g->lost_noted) {
        clear_sets(n);
        n->error = true;
        arg_requeue(g, id);
        return id;
      }
      n->expanded = true;
      cover_note(g, id);
    }
    expand(g, id, NULL);
    if (g->ctx->progress) g->ctx->progress(g->ctx->progress_arg, g->ctx->result, node(g, id)->depth, g->queue.len);
  }
  CHECK_WHOLE(arg_fault(g));
  return 0;
}
