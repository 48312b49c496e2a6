// Where processes stood at the ends of their steps: what sem_spin.c compares. Frames and bodies are shared with the states they
// come from, so that a place costs two references and the copy of a frame.
#include "base/mem.h"
#include "state/state_impl.h"

// The registers behind the function's own hold the local objects of a frame.
static uint32_t first_local(const state *s, const frame *f) { return s->env->ir->funcs[f->func].n_regs + 1; }

static void past_unref(past *x) {
  while (x && --x->refs == 0) {
    past *older = x->older;
    frame_unref(x->top);
    if (x->held && --x->held->hd.refs == 0) part_free(x->held);
    for (uint32_t i = 0; i < x->n_locals; i++) body_unref(x->locals[i]);
    mem_free(x);
    x = older;
  }
}

void trail_unref(trail *t) {
  if (!t || --t->hd.refs > 0) return;
  for (uint32_t p = 0; p <= t->n; p++) past_unref(t->of[p].newest);
  part_free(t);
}

const past *trail_of(const state *s, proc_id p) { return s->trail && p <= s->trail->n ? s->trail->of[p].newest : NULL; }

// The record with one owner and room for p.
static trail *trail_rw(state *s, proc_id p) {
  trail *old = s->trail;
  if (old && old->hd.refs == 1 && p <= old->n) return old;
  uint32_t n = p > s->k->n ? p : s->k->n;
  trail *t = part_new(sizeof(trail) + (n + 1) * sizeof(((trail *)0)->of[0]));
  t->n = n;
  for (uint32_t i = 0; old && i <= old->n; i++) {
    t->of[i] = old->of[i];
    if (t->of[i].newest) t->of[i].newest->refs++;
  }
  trail_unref(old);
  return s->trail = t;
}

uint32_t trail_looks(const state *s, proc_id p) { return trail_of(s, p) ? s->trail->of[p].looks : 0; }

void trail_look(state *s, proc_id p) {
  if (trail_of(s, p)) trail_rw(s, p)->of[p].looks++;
}

void trail_clear(state *s, proc_id p) {
  if (!trail_of(s, p)) return;
  trail *t = trail_rw(s, p);
  past_unref(t->of[p].newest);
  t->of[p].newest = NULL;
  t->of[p].looks = 0;
}

static uint32_t count_locals(const state *s, const frame *f) {
  uint32_t n = 0;
  for (; f; f = f->caller)
    for (uint32_t i = first_local(s, f); i <= f->n_regs; i++) n += state_object(s, f->regs[i].obj) != NULL;
  return n;
}

void trail_add(state *s, proc_id p) {
  frame *top = state_top(s, p);
  uint32_t n = count_locals(s, top);
  trail *t = trail_rw(s, p);
  past *x = mem_zalloc(sizeof(past) + n * sizeof(body *));
  *x = (past){.refs = 1,
              .n = t->of[p].newest ? t->of[p].newest->n + 1 : 1,
              .n_locals = n,
              .looks = t->of[p].looks,
              .older = t->of[p].newest,
              .top = top,
              .held = s->pending};
  top->hd.refs++;
  if (x->held) x->held->hd.refs++;
  uint32_t k = 0;
  for (const frame *f = top; f; f = f->caller) {
    for (uint32_t i = first_local(s, f); i <= f->n_regs; i++) {
      body *b = state_object(s, f->regs[i].obj);
      if (!b) continue;
      b->hd.refs++;
      x->locals[k++] = b;
    }
  }
  t->of[p].newest = x;
}

// --- mutexes ----------------------------------------------------------------------------------------------------------

static bool is_held(const pend_entry *e, proc_id p) { return e->kind == PEND_HELD && e->update == p; }

static bool holds(const pend *list, proc_id p, event_id mutex) {
  for (uint32_t i = 0; list && i < list->n; i++) {
    const pend_entry *e = &list->list[i];
    if (is_held(e, p) && e->e.obj == mutex.obj && e->e.offset == mutex.offset) return true;
  }
  return false;
}

static uint32_t count_held(const pend *list, proc_id p) {
  uint32_t n = 0;
  for (uint32_t i = 0; list && i < list->n; i++) n += is_held(&list->list[i], p);
  return n;
}

bool trail_same_mutexes(const state *s, proc_id p, const past *then) {
  const pend *now = s->pending;
  if (now == then->held) return true;
  if (count_held(now, p) != count_held(then->held, p)) return false;
  for (uint32_t i = 0; now && i < now->n; i++)
    if (is_held(&now->list[i], p) && !holds(then->held, p, now->list[i].e)) return false;
  return true;
}

// It was taken and has been held since: the places are the newest.
void trail_release(state *s, proc_id p, event_id mutex) {
  const past *newest = trail_of(s, p);
  if (!newest || !holds(newest->held, p, mutex)) return;
  trail *t = trail_rw(s, p);
  past *kept = t->of[p].newest;
  while (kept && holds(kept->held, p, mutex)) kept = kept->older;
  if (kept) kept->refs++;
  past_unref(t->of[p].newest);
  t->of[p].newest = kept;
}

bool trail_held(const state *s, proc_id p, event_id mutex) {
  const past *oldest = trail_of(s, p);
  while (oldest && oldest->older) oldest = oldest->older;
  return oldest && holds(oldest->held, p, mutex);
}

// --- local objects ----------------------------------------------------------------------------------------------------

static bool same_values(const value *a, const value *b, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (!value_same(a[i], b[i])) return false;
  return true;
}

static bool same_body(const body *a, const body *b) {
  if (a == b) return true;
  if (a->l != b->l || a->elements != b->elements || a->uninit != b->uninit || a->n_pages != b->n_pages) return false;
  for (uint32_t i = 0; i < a->n_pages; i++) {
    const chunk *x = a->pages[i], *y = b->pages[i];
    if (x != y && (x->n != y->n || x->odd != y->odd || !same_values(x->slots, y->slots, x->n))) return false;
  }
  return true;
}

bool trail_same_locals(const state *s, proc_id p, const past *then) {
  uint32_t k = 0;
  for (const frame *f = state_top(s, p); f; f = f->caller) {
    for (uint32_t i = first_local(s, f); i <= f->n_regs; i++) {
      const body *b = state_object(s, f->regs[i].obj);
      if (!b) continue;
      if (k == then->n_locals || !same_body(b, then->locals[k++])) return false;
    }
  }
  return k == then->n_locals;
}
