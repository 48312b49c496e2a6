// RC11 (Lahav, Vafeiadis, Kang, Hur and Dreyer, PLDI 2017): C11 with its sc accesses and fences repaired, and without load buffering.
#include "engine/graph/model.h"

// Rows of what comes behind an event: in happens-before, in its process, in its process but not at its place, in scb; the accesses of a place.
enum { HB_TO, SB, ELSEWHERE, SCB, PLACE, PSC };

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

// Sequenced before, and the same between accesses of different places.
static void make_sb(relations *x) {
  const graph *g = x->g;
  rows_clear(x, &x->rows[PLACE], (uint32_t)g->locs.len + 1);
  rows_clear(x, &x->rows[SB], x->n);
  rows_clear(x, &x->rows[ELSEWHERE], x->n);
  for (uint32_t i = 0; i < x->n; i++)
    if (counts(&g->events.data[i])) row_add(row(x, &x->rows[PLACE], g->events.data[i].loc), i);
  for (uint32_t i = x->n; i-- > 0;) {
    const event *e = &g->events.data[i];
    uint64_t *sb = row(x, &x->rows[SB], i), *elsewhere = row(x, &x->rows[ELSEWHERE], i);
    uint32_t b = x->before.data[i];
    const uint64_t *same = counts(e) ? row(x, &x->rows[PLACE], e->loc) : NULL;
    for (uint32_t w = 0; w < x->words; w++) elsewhere[w] = same ? sb[w] & ~same[w] : sb[w];
    if (b == GRAPH_NONE || g->events.data[b].proc != e->proc) continue;
    row_add(row(x, &x->rows[SB], b), i);
    row_join(x, row(x, &x->rows[SB], b), sb);
  }
}

static uint32_t first_of(const relations *x, const uint64_t *r) {
  for (uint32_t w = 0; w < x->words; w++)
    if (r[w]) return 64 * w + (uint32_t)__builtin_ctzll(r[w]);
  return GRAPH_NONE;
}

// scb = sb u (sb elsewhere; hb; sb elsewhere) u hb at one place u mo u rb.
static void make_scb(relations *x) {
  const graph *g = x->g;
  bits_vec *hb = &x->rows[HB_TO];
  rows_clear(x, &x->rows[SCB], x->n);
  for (uint32_t a = 0; a < x->n; a++) {
    const event *ea = &g->events.data[a];
    uint64_t *r = row(x, &x->rows[SCB], a);
    row_join(x, r, row(x, &x->rows[SB], a));
    // Happens-before contains the order of the process: what comes behind the first of them comes behind all.
    uint32_t first = first_of(x, row(x, &x->rows[ELSEWHERE], a));
    if (first != GRAPH_NONE) join_all(x, r, row(x, hb, first), &x->rows[ELSEWHERE]);
    if (!counts(ea)) continue;
    const uint64_t *same = row(x, &x->rows[PLACE], ea->loc);
    for (uint32_t w = 0; w < x->words; w++) {
      r[w] |= same[w] & row(x, hb, a)[w];
      for (uint64_t left = same[w] & ~r[w]; left; left &= left - 1) {
        uint32_t b = 64 * w + (uint32_t)__builtin_ctzll(left);
        if (a != b && x->pos.data[a] < x->pos.data[b] && is_write_in(&g->events.data[b])) row_add(r, b);
      }
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

static bool rows_meet(const relations *x, const uint64_t *a, const uint64_t *b) {
  for (uint32_t w = 0; w < x->words; w++)
    if (a[w] & b[w]) return true;
  return false;
}

// Partial order of sc accesses and fences: psc_base u psc_F, from each of them to each of them. False: one comes before itself.
static bool make_psc(relations *x, edges *all) {
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
      if (!in && eb->kind == EVENT_FENCE) in = rows_meet(x, r, row(x, &x->hb, b)) || (fence && row_has(f, b));
      if (in && a == b) return false;
      if (in) edges_add(all, a, b);
    }
  }
  return true;
}

static bool consistent(relations *x, edges *all) {
  if (relations_sequential(x, all)) return true;  // that is stronger
  if (!relations_atomic(x)) return false;
  relations_hb(x);
  if (!relations_coherent(x, &x->hb)) return false;
  uint32_t sc = 0;
  for (uint32_t i = 0; i < x->n; i++) sc += is_sc(&x->g->events.data[i]);
  if (sc < 2) return true;
  behind(x, &x->hb, &x->rows[HB_TO]);
  make_sb(x);
  make_scb(x);
  vec_clear(&all->from);
  vec_clear(&all->to);
  return make_psc(x, all) && relations_acyclic(x, all);
}

const memory_model model_rc11 = {.name = "rc11", .undefined_races = true, .consistent = consistent};
