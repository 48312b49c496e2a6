// Variables that get one and the same constant before anybody reads them: their first value does not matter, so they are that
// constant (globals that hold the address of what was allocated, above all). A read is good if on every way to it, of the
// process or of those that started it, the variable was assigned. Terms do not show reads and assignments of variables that
// are constants, so these are noted while a round walks, and judged again after it.
#include "engine/cegar/cfa.h"

void cfa_note_late_read(cfa *c, uint32_t var, uint32_t loc) { vec_push(&c->late_reads, ((late_use){var, loc})); }
void cfa_note_late_write(cfa *c, uint32_t var, uint32_t edge) { vec_push(&c->late_writes, ((late_use){var, edge})); }

typedef struct judge {
  cfa *c;
  uint32_t var;
  bitset writes;    // edges that assign it
  bitset assigned;  // locations before which it was assigned for certain
} judge;

static void lower(judge *j, uint32_t loc, bool after, bool *changed) {
  if (after || !bitset_has(&j->assigned, loc)) return;
  bitset_remove(&j->assigned, loc);
  *changed = true;
}

// Greatest fixed point.
static void find_assigned(judge *j) {
  const cfa *c = j->c;
  for (size_t l = 1; l < c->locs.len; l++) bitset_add(&j->assigned, l);
  for (uint32_t p = 1; p <= c->ir->n_procs; p++) bitset_remove(&j->assigned, c->insts.data[p].start);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 1; i < c->edges.len; i++) {
      const cedge *e = &c->edges.data[i];
      bool before = bitset_has(&j->assigned, e->from), after = before || bitset_has(&j->writes, i);
      lower(j, e->to, after, &changed);
      // A `spawn` is the first operation of its edge: what the edge assigns comes later, but inside of a region, with which the
      // edge ends, before the new process can step.
      bool in_region = c->locs.data[e->from].depth > 0;
      if (e->sync == CSYNC_SPAWN) lower(j, c->insts.data[e->child].start, in_region ? after : before, &changed);
    }
  }
}

static void open_judge(judge *j, cfa *c, uint32_t var) {
  *j = (judge){.c = c, .var = var, .writes = bitset_new(c->edges.len), .assigned = bitset_new(c->locs.len)};
}

static void close_judge(judge *j) {
  bitset_fini(&j->writes);
  bitset_fini(&j->assigned);
}

static bool reads(cfa *c, expr term, expr sym, expr_vec *scratch) {
  if (!expr_some(term)) return false;
  vec_clear(scratch);
  expr_collect_vars(c->terms, term, scratch);
  for (size_t i = 0; i < scratch->len; i++)
    if (expr_same(scratch->data[i], sym)) return true;
  return false;
}

static bool edge_reads(cfa *c, const cedge *e, expr sym, expr_vec *scratch) {
  bool found = reads(c, e->guard, sym, scratch) || reads(c, e->operand, sym, scratch);
  for (size_t k = 0; k < e->updates.len && !found; k++) found = reads(c, e->updates.data[k].value, sym, scratch);
  return found;
}

bool cfa_is_late(cfa *c, uint32_t var) {
  if (c->entry) return false;  // who starts whom is the kernel's business
  judge j;
  open_judge(&j, c, var);
  for (size_t i = 1; i < c->edges.len; i++)
    for (size_t k = 0; k < c->edges.data[i].updates.len; k++)
      if (c->edges.data[i].updates.data[k].var == var) bitset_add(&j.writes, i);
  find_assigned(&j);
  bool ok = true;
  expr_vec scratch = {0};
  for (size_t i = 1; i < c->edges.len && ok; i++)
    if (!bitset_has(&j.assigned, c->edges.data[i].from))
      ok = !edge_reads(c, &c->edges.data[i], c->vars.data[var].sym, &scratch);
  vec_free(&scratch);
  close_judge(&j);
  return ok;
}

// A variable whose notes do not fit any more varies.
static void judge_again(cfa *c, uint32_t var) {
  judge j;
  open_judge(&j, c, var);
  for (size_t i = 0; i < c->late_writes.len; i++)
    if (c->late_writes.data[i].var == var) bitset_add(&j.writes, c->late_writes.data[i].at);
  find_assigned(&j);
  bool ok = true;
  for (size_t i = 0; i < c->late_reads.len && ok; i++)
    if (c->late_reads.data[i].var == var) ok = bitset_has(&j.assigned, c->late_reads.data[i].at);
  close_judge(&j);
  if (ok) return;
  cvar *v = &c->vars.data[var];
  v->fixed = v->late = false;
  v->init = v->first;
  v->varies = c->grew = true;
}

void cfa_check_late(cfa *c) {
  for (uint32_t v = 1; v < c->vars.len; v++)
    if (c->vars.data[v].late) judge_again(c, v);
}
