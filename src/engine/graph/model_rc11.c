// RC11 (Lahav, Vafeiadis, Kang, Hur and Dreyer, PLDI 2017): C11 with its sc accesses and fences repaired, and without load buffering.
#include "engine/graph/model.h"

enum { HB_TO, SCB, ECO_HB, PSC, REACH };  // rows: what comes behind an event

static bool is_sc(const event *e) {
  return e->atomic && e->order == IR_SC && (event_is_access(e) || e->kind == EVENT_FENCE);
}

static bool counts(const event *e) { return event_is_access(e) && !(e->kind == EVENT_WRITE && !e->placed); }

static bool same_loc(const event *a, const event *b) { return counts(a) && counts(b) && a->loc == b->loc; }

// Turns predecessors round.
static void behind(relations *x, bits_vec *from, bits_vec *to) {
  rows_clear(x, to, x->n);
  for (uint32_t b = 0; b < x->n; b++)
    for (uint32_t w = 0; w < x->words; w++)
      for (uint64_t left = row(x, from, b)[w]; left; left &= left - 1)
        row_add(row(x, to, 64 * w + (uint32_t)__builtin_ctzll(left)), b);
}

static void join_all(relations *x, uint64_t *r, const uint64_t *of, bits_vec *m) {
  for (uint32_t w = 0; w < x->words; w++)
    for (uint64_t left = of[w]; left; left &= left - 1)
      row_join(x, r, row(x, m, 64 * w + (uint32_t)__builtin_ctzll(left)));
}

// Does the event a, or b, stand in the relation: sequenced before, at different places?
static bool sb_elsewhere(const relations *x, uint32_t a, uint32_t b) {
  const event *ea = &x->g->events.data[a], *eb = &x->g->events.data[b];
  return a < b && ea->proc == eb->proc && !same_loc(ea, eb);
}

// scb = sb u (sb elsewhere; hb; sb elsewhere) u hb at one place u mo u rb.
static void make_scb(relations *x) {
  const graph *g = x->g;
  bits_vec *hb = &x->rows[HB_TO];
  rows_clear(x, &x->rows[SCB], x->n);
  rows_clear(x, &x->rows[REACH], 2);
  for (uint32_t a = 0; a < x->n; a++) {
    const event *ea = &g->events.data[a];
    uint64_t *r = row(x, &x->rows[SCB], a), *near = row(x, &x->rows[REACH], 0), *far = row(x, &x->rows[REACH], 1);
    memset(near, 0, x->words * sizeof *near);
    memset(far, 0, x->words * sizeof *far);
    for (uint32_t b = a + 1; b < x->n; b++)
      if (sb_elsewhere(x, a, b)) row_add(near, b);
    join_all(x, far, near, hb);
    for (uint32_t b = 0; b < x->n; b++) {
      const event *eb = &g->events.data[b];
      if (a == b) continue;
      bool in = a < b && ea->proc == eb->proc;
      if (!in && same_loc(ea, eb)) {
        bool ordered = x->pos.data[a] < x->pos.data[b] && is_write_in(eb);  // mo, or reads before
        in = ordered || row_has(row(x, hb, a), b);
      }
      for (uint32_t d = 0; d < b && !in; d++) in = row_has(far, d) && sb_elsewhere(x, d, b);
      if (in) row_add(r, b);
    }
  }
}

// hb u hb;eco;hb from a.
static void fence_order(relations *x, uint32_t a, uint64_t *r) {
  const graph *g = x->g;
  bits_vec *hb = &x->rows[HB_TO];
  const uint64_t *from = row(x, hb, a);
  row_join(x, r, from);
  for (uint32_t b = 0; b < x->n; b++) {
    if (!row_has(from, b) || !counts(&g->events.data[b])) continue;
    for (uint32_t c = 0; c < x->n; c++)
      if (b != c && same_loc(&g->events.data[b], &g->events.data[c]) && relations_eco(x, b, c))
        row_join(x, r, row(x, hb, c));
  }
}

// Partial order of sc accesses and fences: psc_base u psc_F, from each of them to each of them.
static void make_psc(relations *x, edges *all) {
  const graph *g = x->g;
  bits_vec *hb = &x->rows[HB_TO], *scb = &x->rows[SCB];
  rows_clear(x, &x->rows[PSC], 2);
  for (uint32_t a = 0; a < x->n; a++) {
    const event *ea = &g->events.data[a];
    if (!is_sc(ea)) continue;
    bool fence = ea->kind == EVENT_FENCE;
    uint64_t *r = row(x, &x->rows[PSC], 0), *f = row(x, &x->rows[PSC], 1);
    memset(r, 0, 2 * x->words * sizeof *r);
    row_join(x, r, row(x, scb, a));
    if (fence) {
      join_all(x, r, row(x, hb, a), scb);
      fence_order(x, a, f);
    }
    for (uint32_t b = 0; b < x->n; b++) {
      const event *eb = &g->events.data[b];
      if (!is_sc(eb)) continue;
      bool in = row_has(r, b);
      for (uint32_t c = 0; c < x->n && !in && eb->kind == EVENT_FENCE; c++)
        in = row_has(r, c) && row_has(row(x, hb, c), b);
      if (!in && fence && eb->kind == EVENT_FENCE) in = row_has(f, b);
      if (!in) continue;
      vec_push(&all->from, a);
      vec_push(&all->to, b);
    }
  }
}

static bool consistent(relations *x, edges *all) {
  if (!relations_atomic(x)) return false;
  relations_hb(x);
  if (!relations_coherent(x, &x->hb)) return false;
  uint32_t sc = 0;
  for (uint32_t i = 0; i < x->n; i++) sc += is_sc(&x->g->events.data[i]);
  if (sc < 2) return true;
  behind(x, &x->hb, &x->rows[HB_TO]);
  make_scb(x);
  vec_clear(&all->from);
  vec_clear(&all->to);
  make_psc(x, all);
  return relations_acyclic(x, all);
}

const memory_model model_rc11 = {.name = "rc11", .undefined_races = true, .consistent = consistent};
