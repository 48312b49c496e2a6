#include "engine/graph/relations.h"

void relations_fini(relations *x) {
  vec_free(&x->before);
  vec_free(&x->joined);
  vec_free(&x->pos);
  vec_free(&x->porf);
  vec_free(&x->hb);
  vec_free(&x->rel);
  vec_free(&x->acq);
  vec_free(&x->apart);
  for (size_t i = 0; i < sizeof x->rows / sizeof *x->rows; i++) vec_free(&x->rows[i]);
  vec_free(&x->last);
  vec_free(&x->fence);
  vec_free(&x->first);
  vec_free(&x->targets);
  vec_free(&x->degree);
  vec_free(&x->queue);
}

void rows_clear(relations *x, bits_vec *m, uint32_t n) {
  size_t size = (size_t)n * x->words;
  vec_reserve(m, size + 1);
  m->len = size;
  memset(m->data, 0, size * sizeof *m->data);
}

static void fill(u32_vec *v, uint32_t n, uint32_t with) {
  vec_reserve(v, n + 1);
  v->len = n;
  for (uint32_t i = 0; i < n; i++) v->data[i] = with;
}

static uint32_t find(const graph *g, event_kind kind, proc_id proc, uint32_t other, uint32_t end) {
  for (uint32_t i = 0; i < end; i++) {
    const event *e = &g->events.data[i];
    if (e->kind == kind && (kind == EVENT_SPAWN ? e->other == other : e->proc == proc)) return i;
  }
  return GRAPH_NONE;
}

static void find_positions(relations *x) {
  const graph *g = x->g;
  fill(&x->pos, x->n, 0);
  for (size_t l = 0; l < g->locs.len; l++) {
    uint32_t k = 0;
    for (uint32_t w = g->locs.data[l].mo_first; w != GRAPH_NONE; w = g->events.data[w].mo_next) x->pos.data[w] = ++k;
  }
  for (uint32_t i = 0; i < x->n; i++) {
    const event *e = &g->events.data[i];
    if (is_read_in(e) && !is_write_in(e)) x->pos.data[i] = e->rf == GRAPH_NONE ? 0 : x->pos.data[e->rf];
  }
}

void relations_begin(relations *x, const graph *g) {
  x->g = g;
  x->n = (uint32_t)g->events.len;
  x->words = (x->n + 63) / 64;
  if (!x->words) x->words = 1;
  proc_id most = 0;
  for (uint32_t i = 0; i < x->n; i++)
    if (g->events.data[i].proc > most) most = g->events.data[i].proc;
  fill(&x->last, most + 1, GRAPH_NONE);
  fill(&x->before, x->n, GRAPH_NONE);
  fill(&x->joined, x->n, GRAPH_NONE);
  for (uint32_t i = 0; i < x->n; i++) {
    const event *e = &g->events.data[i];
    uint32_t last = x->last.data[e->proc];
    x->before.data[i] = last != GRAPH_NONE ? last : find(g, EVENT_SPAWN, 0, e->proc, i);
    if (e->kind == EVENT_JOIN) x->joined.data[i] = find(g, EVENT_END, e->other, 0, i);
    x->last.data[e->proc] = i;
  }
  find_positions(x);
}

static void join_with(relations *x, bits_vec *m, uint64_t *r, uint32_t e) {
  if (e == GRAPH_NONE) return;
  row_add(r, e);
  row_join(x, r, row(x, m, e));
}

void relations_porf(relations *x) {
  rows_clear(x, &x->porf, x->n);
  for (uint32_t i = 0; i < x->n; i++) {
    const event *e = &x->g->events.data[i];
    uint64_t *r = row(x, &x->porf, i);
    join_with(x, &x->porf, r, x->before.data[i]);
    join_with(x, &x->porf, r, x->joined.data[i]);
    if (is_read_in(e)) join_with(x, &x->porf, r, e->rf);
  }
}

static bool acquires(const event *e) {
  return e->atomic && (e->order == IR_SC || e->order == IR_ACQ_REL || e->order == IR_ACQ);
}
static bool releases(const event *e) {
  return e->atomic && (e->order == IR_SC || e->order == IR_ACQ_REL || e->order == IR_REL);
}

// What a read that synchronises with the write i learns of.
static void release_through(relations *x, uint32_t i) {
  const event *e = &x->g->events.data[i];
  uint64_t *r = row(x, &x->rel, i);
  bool goes_on = e->kind == EVENT_UPDATE && e->rf != GRAPH_NONE && x->g->events.data[e->rf].atomic;
  if (releases(e)) join_with(x, &x->hb, r, i);
  if (goes_on) row_join(x, r, row(x, &x->rel, e->rf));
  if (!e->lock) {
    join_with(x, &x->hb, r, x->fence.data[e->proc]);
    return;
  }
  if (releases(e) && !e->shared) join_with(x, &x->hb, row(x, &x->apart, i), i);
  if (goes_on) row_join(x, row(x, &x->apart, i), row(x, &x->apart, e->rf));
}

void relations_hb(relations *x) {
  const graph *g = x->g;
  rows_clear(x, &x->hb, x->n);
  rows_clear(x, &x->rel, x->n);
  rows_clear(x, &x->apart, x->n);
  rows_clear(x, &x->acq, (uint32_t)x->last.len);
  fill(&x->fence, (uint32_t)x->last.len, GRAPH_NONE);
  for (uint32_t i = 0; i < x->n; i++) {
    const event *e = &g->events.data[i];
    uint64_t *r = row(x, &x->hb, i);
    join_with(x, &x->hb, r, x->before.data[i]);
    join_with(x, &x->hb, r, x->joined.data[i]);
    if (is_read_in(e) && e->atomic && e->rf != GRAPH_NONE && g->events.data[e->rf].atomic) {
      const uint64_t *learned = row(x, e->shared ? &x->apart : &x->rel, e->rf);
      if (acquires(e))
        row_join(x, r, learned);
      else if (!e->lock)
        row_join(x, row(x, &x->acq, e->proc), learned);
    }
    if (e->kind == EVENT_FENCE && acquires(e)) row_join(x, r, row(x, &x->acq, e->proc));
    if (e->kind == EVENT_FENCE && releases(e)) x->fence.data[e->proc] = i;
    if (is_write_in(e) && e->atomic) release_through(x, i);
  }
}

bool relations_eco(const relations *x, uint32_t a, uint32_t b) {
  const event *ea = &x->g->events.data[a], *eb = &x->g->events.data[b];
  uint32_t pa = x->pos.data[a], pb = x->pos.data[b];
  if (is_write_in(ea) && !is_write_in(eb)) return pa <= pb;
  return pa < pb;
}

bool relations_atomic(const relations *x) {
  for (uint32_t i = 0; i < x->n; i++) {
    const event *e = &x->g->events.data[i];
    if (e->kind != EVENT_UPDATE || !e->placed) continue;
    if (e->mo_prev != e->rf) return false;
  }
  return true;
}

bool relations_coherent(const relations *x, bits_vec *order) {
  for (uint32_t b = 0; b < x->n; b++) {
    const event *eb = &x->g->events.data[b];
    if (!event_is_access(eb) || (eb->kind == EVENT_WRITE && !eb->placed)) continue;
    const uint64_t *r = row(x, order, b);
    for (uint32_t w = 0; w < x->words; w++) {
      for (uint64_t left = r[w]; left; left &= left - 1) {
        uint32_t a = 64 * w + (uint32_t)__builtin_ctzll(left);
        const event *ea = &x->g->events.data[a];
        if (event_is_access(ea) && ea->loc == eb->loc && !(ea->kind == EVENT_WRITE && !ea->placed) &&
            relations_eco(x, b, a))
          return false;
      }
    }
  }
  return true;
}

// The targets of the edges by their sources: those of i from x->first[i] on.
static void sort_edges(relations *x, const edges *e) {
  fill(&x->first, x->n + 1, 0);
  fill(&x->targets, (uint32_t)e->to.len, 0);
  for (size_t i = 0; i < e->from.len; i++) x->first.data[e->from.data[i]]++;
  uint32_t sum = 0;
  for (uint32_t i = 0; i <= x->n; i++) x->first.data[i] = sum += x->first.data[i];
  for (size_t i = 0; i < e->from.len; i++) x->targets.data[--x->first.data[e->from.data[i]]] = e->to.data[i];
}

// Kahn's algorithm.
bool relations_acyclic(relations *x, const edges *e) {
  fill(&x->degree, x->n, 0);
  vec_clear(&x->queue);
  sort_edges(x, e);
  for (size_t i = 0; i < e->to.len; i++) x->degree.data[e->to.data[i]]++;
  for (uint32_t i = 0; i < x->n; i++)
    if (!x->degree.data[i]) vec_push(&x->queue, i);
  for (size_t head = 0; head < x->queue.len; head++) {
    uint32_t from = x->queue.data[head];
    for (uint32_t i = x->first.data[from]; i < x->first.data[from + 1]; i++)
      if (--x->degree.data[x->targets.data[i]] == 0) vec_push(&x->queue, x->targets.data[i]);
  }
  return x->queue.len == x->n;
}

void edges_add(edges *e, uint32_t from, uint32_t to) {
  if (from == GRAPH_NONE || to == GRAPH_NONE || from == to) return;
  vec_push(&e->from, from);
  vec_push(&e->to, to);
}

bool relations_sequential(relations *x, edges *scratch) {
  const graph *g = x->g;
  if (!relations_atomic(x)) return false;
  vec_clear(&scratch->from);
  vec_clear(&scratch->to);
  for (uint32_t i = 0; i < x->n; i++) {
    const event *e = &g->events.data[i];
    edges_add(scratch, x->before.data[i], i);
    edges_add(scratch, x->joined.data[i], i);
    if (is_write_in(e)) edges_add(scratch, i, e->mo_next);
    if (!is_read_in(e)) continue;
    edges_add(scratch, e->rf, i);
    edges_add(scratch, i, e->rf == GRAPH_NONE ? g->locs.data[e->loc].mo_first : g->events.data[e->rf].mo_next);
  }
  return relations_acyclic(x, scratch);
}
