// One state of those that differ in a common summand of counters (analysis/shifts.h): the first of each group is zero.
#include "sem/sem_impl.h"

// The cell of a global, or NULL if it holds something else than an integer of its type.
static const value *cell_of(const world *m, const state *s, uint32_t global, uint32_t *root, uint32_t *slot) {
  const placement *p = &m->env->statics[global];
  if (!p->l->uniform || p->elements != 1 || p->l->cells[0].bits != type_bits(m, m->base.ir->globals[global].type))
    return NULL;
  *root = p->first + (p->base >> p->shift);
  *slot = p->base & ((1u << p->shift) - 1);
  const chunk *c = s->root[*root];
  return c->odd || c->slots[*slot].obj ? NULL : &c->slots[*slot];
}

static value minus(world *m, value v, value k, uint32_t width) {
  uint64_t mask = width == 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
  if (value_is_concrete(v) && value_is_concrete(k)) return value_word((v.bits - k.bits) & mask);
  expr_table *t = m->base.terms;
  return value_from_term(t, expr_sub(t, term_of(m, v, width), term_of(m, k, width)));
}

// Subtracts the first global of the group from all of them. `s` is forked before it is changed.
static void move_group(world *m, state **s, const uint32_t *group, size_t n, bool *forked) {
  uint32_t root, slot;
  const value *first = cell_of(m, *s, group[0], &root, &slot);
  if (!first || (value_is_concrete(*first) && first->bits == 0)) return;
  for (size_t i = 1; i < n; i++) {
    if (!cell_of(m, *s, group[i], &root, &slot)) return;
  }
  value k = *first;
  if (!*forked) *s = state_fork(*s);
  *forked = true;
  uint32_t width = type_bits(m, m->base.ir->globals[group[0]].type);
  for (size_t i = 0; i < n; i++) {
    value v = *cell_of(m, *s, group[i], &root, &slot);
    state_chunk_rw(*s, root)->slots[slot] = minus(m, v, k, width);
  }
}

static void add_points(const state *s, proc_id p, shift_point_vec *out) {
  uint32_t is_top = 1;
  for (const frame *f = state_top(s, p); f; f = f->caller) {
    vec_push(out, ((shift_point){f->func, f->pc, is_top}));
    is_top = 0;
  }
}

static state *shifted(sem *base, state *s) {
  world *m = (world *)base;
  bool possible = m->scheduler == &threads_scheduler && !base->options.as_documented && !s->interrupted &&
                  s->k->phase == PHASE_EVAL;
  if (!possible) return state_ref(s);
  if (!m->shifts) m->shifts = shifts_new(base->ir, m->live);
  if (!shifts_possible(m->shifts)) return state_ref(s);
  vec_clear(&m->points);
  for (proc_id p = 1; p <= s->k->n; p++) add_points(s, p, &m->points);
  shift_groups g = shifts_from(m->shifts, &m->points);
  state *made = s;
  bool forked = false;
  for (size_t i = 0, n; i < g.n; i += n + 1) {
    for (n = 0; g.list[i + n]; n++) {}
    move_group(m, &made, g.list + i, n, &forked);
  }
  return forked ? made : state_ref(s);
}

state *sem_normal(sem *m, state *s) {
  state *moved = shifted(m, s), *named = sem_canonical(m, moved);
  state_unref(moved);
  return named;
}
