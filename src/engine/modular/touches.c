// What steps touch: which objects are shared, and data races (doc/semantics-threads.md 5).
#include "engine/modular/modular.h"

void modular_note_plan(modular *a) {
  if (views_changed(a->views)) a->changed = a->replanned = true;
}

void modular_give_up(modular *a, place at, const char *why) {
  a->given_up = true;
  modular_note_plan(a);
  if (!a->changed) engine_note_unknown(a->ctx, at, why);
}

static bool is_access(const touch *t) {
  return t->mode == TOUCH_READ || t->mode == TOUCH_WRITE || t->mode == TOUCH_UPDATE || t->mode == TOUCH_AWAIT;
}

// Touches of memory, whatever their kind; others name processes and places in the code.
static bool is_memory(const touch *t) {
  return is_access(t) || t->mode == TOUCH_DIE || t->mode == TOUCH_LOOK || t->mode == TOUCH_ACQUIRE ||
         t->mode == TOUCH_RELEASE || t->mode == TOUCH_TRY;
}

static void note_private(modular *a, proc_id p, uint32_t obj) {
  proc_id creator = views_creator(a->views, obj);
  if (creator == p) return;
  if (creator) {
    if (views_is_crowd(a->views, creator))
      modular_give_up(a, PLACE_NONE, "objects of processes in a crowd are shared");
    else
      views_share(a->views, obj);
    return;
  }
  uint64_t first;
  if (views_is_crowd(a->views, p))
    views_share(a->views, obj);
  else if (!map64_get(&a->toucher, obj, &first))
    map64_put(&a->toucher, obj, p);
  else if (first != p)
    views_share(a->views, obj);
}

void modular_note_touches(modular *a, proc_id p, const footprint *touched) {
  for (size_t i = 0; i < touched->len; i++) {
    const touch *t = &touched->data[i];
    if (!is_memory(t)) continue;
    if (!views_is_shared(a->views, t->obj)) {
      note_private(a, p, t->obj);
      continue;
    }
    if (t->mode == TOUCH_DIE) a->dies = true;
    if (is_access(t)) footprint_add(&a->step, *t);
  }
}

// --- races ---------------------------------------------------------------------------------------------------------

static bool writes(const touch *t) { return t->mode == TOUCH_WRITE || t->mode == TOUCH_UPDATE; }

static bool races(const touch *a, const touch *b) {
  if (a->obj != b->obj || (!writes(a) && !writes(b)) || (a->flags & b->flags & TOUCH_ATOMIC)) return false;
  if ((a->flags | b->flags) & TOUCH_APART) return false;
  return a->offset <= b->offset ? b->offset - a->offset < a->size : a->offset - b->offset < b->size;
}

static bool same_touch(const touch *a, const touch *b) {
  return a->mode == b->mode && a->obj == b->obj && a->flags == b->flags && a->offset == b->offset && a->size == b->size;
}

static bool is_recorded(const modular *a, const common_part *c, uint32_t mine) {
  for (size_t i = 0; i < c->records.len; i++) {
    const record *r = &c->records.data[i];
    if (r->kind != mine || r->count != a->step.len) continue;
    bool same = true;
    for (uint32_t k = 0; k < r->count && same; k++)
      same = same_touch(&a->accesses.data[r->first + k], &a->step.data[k]);
    if (same) return true;
  }
  return false;
}

static bool some_race(const modular *a, const record *r) {
  for (uint32_t k = 0; k < r->count; k++)
    for (size_t i = 0; i < a->step.len; i++)
      if (races(&a->accesses.data[r->first + k], &a->step.data[i])) return true;
  return false;
}

void modular_check_races(modular *a, uint32_t common, uint32_t own) {
  common_part *c = &a->commons.data[common];
  uint32_t mine = a->owns.data[own].kind;
  if (!(a->ctx->sem->options.checks >> IR_CHECK_RACE & 1) || a->step.len == 0 || is_recorded(a, c, mine)) return;
  record made = {mine, (uint32_t)a->accesses.len, (uint32_t)a->step.len};
  for (size_t i = 0; i < a->step.len; i++) vec_push(&a->accesses, a->step.data[i]);
  vec_push(&c->records, made);
  for (size_t i = 0; i < c->records.len && !a->given_up; i++) {
    const record *r = &c->records.data[i];
    if (modular_can_meet(a, r->kind, mine) && some_race(a, r))
      modular_give_up(a, PLACE_NONE, "a data race is possible as far as each process by itself shows");
  }
}
