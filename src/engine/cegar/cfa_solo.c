// Variables that one process has for itself while it lives: others touch them before it is started or after they have
// joined
// it. Its accesses to them commute with everything, so they end no block (a finer notion of a local operation than
// "uses no global variable" [AAPOR]).
#include <string.h>

#include "engine/cegar/cfa.h"

// Processes whose end a location has certainly waited for.
static void find_joined(const cfa *c, bitset *joined) {
  bitset *reached = MEM_NEW_N(bitset, 1);
  *reached = bitset_new(c->locs.len);
  for (size_t p = 1; p < c->insts.len; p++) bitset_add(reached, c->insts.data[p].start);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 1; i < c->edges.len; i++) {
      const cedge *e = &c->edges.data[i];
      if (!bitset_has(reached, e->from)) continue;
      bool first = !bitset_has(reached, e->to);
      bitset_add(reached, e->to);
      changed |= first;
      for (size_t p = 1; p < c->insts.len; p++) {
        bool here = bitset_has(&joined[e->from], p) || (e->sync == CSYNC_JOIN && expr_is_const(c->terms, e->operand) &&
                                                        expr_const_u64(c->terms, e->operand) == p);
        if (first && here) bitset_add(&joined[e->to], p);
        if (!first && !here && bitset_has(&joined[e->to], p)) {
          bitset_remove(&joined[e->to], p);
          changed = true;
        }
      }
    }
  }
  bitset_fini(reached);
  mem_free(reached);
}

// Is p not started yet while its ancestor stands at l?
static bool before_start(const cfa *c, const cloc *l, uint32_t p) {
  for (uint32_t at = p; c->insts.data[at].parent; at = c->insts.data[at].parent)
    if (c->insts.data[at].parent == l->inst) return c->insts.data[at].k > l->k;
  return false;
}

static void note(cfa *c, const bitset *joined, const cedge *e, uint32_t v, bool writes) {
  const cloc *l = &c->locs.data[e->from];
  for (uint32_t p = 1; p < c->insts.len; p++) {
    if (p == e->inst || bitset_has(&joined[e->from], p) || before_start(c, l, p)) continue;
    c->solo[(size_t)v * c->insts.len + p] &= (uint8_t) ~(writes ? SOLO_ALL | SOLO_READS : SOLO_ALL);
  }
}

static void note_reads(cfa *c, const bitset *joined, const cedge *e, expr term, expr_vec *scratch) {
  if (!expr_some(term)) return;
  vec_clear(scratch);
  expr_collect_vars(c->terms, term, scratch);
  for (size_t i = 0; i < scratch->len; i++) {
    uint32_t v = cfa_var_of(c, scratch->data[i]);
    if (v && !c->vars.data[v].ctx) note(c, joined, e, v, false);
  }
}

bool cfa_find_solo(cfa *c) {
  size_t n = c->vars.len * c->insts.len;
  uint8_t *old = c->solo;
  size_t old_n = c->n_solo, old_vars = c->solo_vars;
  c->solo = MEM_NEW_N(uint8_t, n);
  c->n_solo = n;
  c->solo_vars = c->vars.len;
  memset(c->solo, SOLO_ALL | SOLO_READS, n);
  bitset *joined = MEM_NEW_N(bitset, c->locs.len);
  for (size_t l = 0; l < c->locs.len; l++) joined[l] = bitset_new(c->insts.len);
  find_joined(c, joined);
  expr_vec scratch = {0};
  for (size_t i = 1; i < c->edges.len; i++) {
    const cedge *e = &c->edges.data[i];
    note_reads(c, joined, e, e->guard, &scratch);
    note_reads(c, joined, e, e->operand, &scratch);
    for (size_t k = 0; k < e->updates.len; k++) {
      note_reads(c, joined, e, e->updates.data[k].value, &scratch);
      note(c, joined, e, e->updates.data[k].var, true);
    }
  }
  vec_free(&scratch);
  for (size_t l = 0; l < c->locs.len; l++) bitset_fini(&joined[l]);
  mem_free(joined);
  bool same = old && old_n == n && old_vars == c->vars.len && !memcmp(old, c->solo, n);
  mem_free(old);
  return !same;
}

bool cfa_is_solo(const cfa *c, uint32_t var, uint32_t inst, bool writes) {
  size_t at = (size_t)var * c->insts.len + inst;
  // Of the round before: what was not known then is shared.
  if (!c->solo || var >= c->solo_vars || c->n_solo != c->solo_vars * c->insts.len || at >= c->n_solo) return false;
  return c->solo[at] & (writes ? SOLO_ALL : SOLO_READS);
}
