// Deadlocks of processes that wait in loops (doc/semantics-threads.md 3): hand-written spin locks taken in a circle, a flag that
// nobody will set. Each live process is blocked, or goes round: alone, from this state, whatever happens for no reason, it comes back
// to where it stood, and has done nothing in between that others can see. At least one of them waits: it is blocked, or the loop has
// a way out. Who waits for the end of another one waits for what that one does.
//
// Why nobody will ever go on: what a process does depends on its own part of the state, which its rounds restore, and on what
// others can see, which nobody changes. Mutexes that are taken and given back in a round keep others waiting for a while, or for ever;
// only who tries to take one of them sees more: then the answer is `perhaps`.
//
// What a round does to the memory of models (shadow objects: who waits for a condition variable), to thread-local variables, to mutexes that the process held at its begin
// and to what is pinned (where misuse counts) may be seen between, if the round undoes it and no other process looks at that object or wants that mutex, neither in its rounds nor
// where it is blocked: a wait with a time limit that is over again and again. The states between the rounds' steps are then products of what each process does alone.
//
// Such states form a set that no step leaves. So persistent sets with the cycle proviso find one if there is one: take a run to one
// of them. Either it contains a step of the set chosen at its begin, which can be made first and leaves a shorter run to the
// same state; or the chosen step can be made at its end as well as at its begin, and leads from there to a state of the set again, by a
// run that is not longer; and somewhere on each cycle all steps are chosen.
//
// Where values are symbolic, the process may come back for some inputs and go on for others: then the state is looked at again
// for those with which it came back. Inputs that it draws in the round may differ next time: it must come back for all of them.
#include "analysis/cfg.h"
#include "base/mem.h"
#include "sem/sem_impl.h"

enum { FIRST_STEPS = 6, MOST_STEPS = 400, MOST_NESTED = 24 };

// A mutex that a process takes, tries to take, or gives back in its rounds, or waits for; memory of models, or thread-local, that it looks at or changes;
// what it pins, or writes.
typedef struct use {
  proc_id p;
  event_id mutex;  // of memory the object alone; WHOLE_OBJECT: of what is pinned or written
  bool taken, tried, changed;
} use;

typedef struct follower {
  world *m;
  const state *s;
  proc_id p;
  uint32_t steps;     // that are left
  VEC(state *) open;  // states in which the process goes on
  VEC(state *) back;  // where it has come back
  VEC(use) uses;      // of all processes
  sem_out out;
  bool leaves, longer;  // it has done something, or ended; it was followed for long enough
  bool waits;           // some loop that was seen has a way out, or somebody is blocked
} follower;

// --- what others can see ---------------------------------------------------------------------------------------------

// Two states' memory: `same` is the condition under which what was compared so far is equal, NONE: always.
typedef struct comparison {
  world *m;
  expr same;
  bool differs, unclear;
} comparison;

static void compare_values(comparison *c, value a, value b) {
  expr_table *t = c->m->base.terms;
  if (value_same(a, b)) return;
  if (a.obj != b.obj || value_is_special(a) || (value_is_concrete(a) && value_is_concrete(b))) {
    c->differs = true;
    return;
  }
  expr x = value_is_concrete(a) ? expr_const(t, expr_width(t, b.e), a.bits) : a.e;
  expr y = value_is_concrete(b) ? expr_const(t, expr_width(t, a.e), b.bits) : b.e;
  expr equal = expr_eq(t, x, y);
  c->same = expr_some(c->same) ? expr_and(t, c->same, equal) : equal;
}

static void compare_chunks(comparison *c, const chunk *a, const chunk *b) {
  if (a == b) return;
  if (a->n != b->n || a->odd != b->odd) {
    c->differs = c->unclear = true;
    return;
  }
  for (uint32_t i = 0; i < a->n && !c->differs; i++) compare_values(c, a->slots[i], b->slots[i]);
}

// An object that only one of them has is a local one that nobody else has come to know, or the memory differs in the pointer to it.
static void compare_objects(comparison *c, const body *a, const body *b) {
  if (a == b) return;
  if (!a || !b || a->l != b->l || a->n_pages != b->n_pages || a->elements != b->elements) {
    c->differs |= !a || !b ? (a ? a : b)->is_heap : true;
    return;
  }
  for (uint32_t i = 0; i < a->n_pages && !c->differs; i++) compare_chunks(c, a->pages[i], b->pages[i]);
}

// Shadows and thread-local variables are compared where it is asked for. No pointer tells that they are there.
static void compare_leaf(comparison *c, uint32_t first, const dir_leaf *x, const dir_leaf *y, bool shadows) {
  uint32_t kept = (x ? x->kept : 0) | (y ? y->kept : 0);
  for (uint32_t i = 0; i < DIR_LEAF && !c->differs; i++) {
    const body *o = x ? x->obj[i] : NULL, *other = y ? y->obj[i] : NULL;
    if (o == other || kept >> i & 1) continue;
    if (!heap_is_aside(c->m, first + i))
      compare_objects(c, o, other);
    else if (shadows && o && other)
      compare_objects(c, o, other);
    else
      c->differs |= shadows;
  }
}

static void compare_memory(comparison *c, const state *a, const state *b, bool shadows) {
  for (uint32_t i = 0; i < a->shape->n_mem && !c->differs; i++) compare_chunks(c, a->root[i], b->root[i]);
  uint32_t n = a->objects ? a->objects->n : 0, others = b->objects ? b->objects->n : 0;
  for (uint32_t k = 0; (k < n || k < others) && !c->differs && a->objects != b->objects; k++) {
    const dir_leaf *x = k < n ? a->objects->leaf[k] : NULL, *y = k < others ? b->objects->leaf[k] : NULL;
    if (x != y) compare_leaf(c, c->m->env->first_dynamic + (k << DIR_LEAF_BITS), x, y, shadows);
  }
}

static bool is_pinned(const pend *list, event_id e) {
  for (uint32_t i = 0; list && i < list->n; i++) {
    const pend_entry *x = &list->list[i];
    if (x->kind == PEND_USED && x->e.obj == e.obj && x->e.offset == e.offset) return true;
  }
  return false;
}

static bool all_pinned(const pend *a, const pend *in) {
  for (uint32_t i = 0; a && a != in && i < a->n; i++)
    if (a->list[i].kind == PEND_USED && !is_pinned(in, a->list[i].e)) return false;
  return true;
}

// Is what others can see in s what it was at the start, with that of models if the process has come back? If that depends on inputs, s goes on with those for which it is.
static bool is_unchanged(follower *w, state *s, bool back) {
  comparison c = {.m = w->m};
  smt *solver = w->m->base.solver;
  compare_memory(&c, w->s, s, back);
  c.differs |= back && !(all_pinned(s->pending, w->s->pending) && all_pinned(w->s->pending, s->pending));
  w->longer |= c.unclear;
  if (c.differs || !expr_some(c.same)) return !c.differs;
  if (pathcond_may(solver, s->pc, expr_not(w->m->base.terms, c.same)) == SMT_UNSAT) return true;
  smt_answer may = pathcond_may(solver, s->pc, c.same);
  w->leaves = true;
  if (may != SMT_UNSAT) state_set_pathcond(s, pathcond_add(solver, s->pc, c.same, may));
  return may != SMT_UNSAT;
}

// --- one process -----------------------------------------------------------------------------------------------------

static void note_uses(follower *w, const footprint *touched, proc_id p) {
  for (size_t i = 0; i < touched->len; i++) {
    const touch *t = &touched->data[i];
    bool taken = t->mode == TOUCH_ACQUIRE, tried = t->mode == TOUCH_TRY || (taken && t->flags & TOUCH_VARIES);
    bool changed = t->mode == TOUCH_WRITE || t->mode == TOUCH_UPDATE;
    if (taken || tried)
      vec_push(&w->uses, ((use){p, {t->offset, t->obj}, taken, tried, false}));
    else if ((changed || t->mode == TOUCH_READ || t->mode == TOUCH_AWAIT) && heap_is_aside(w->m, t->obj))
      vec_push(&w->uses, ((use){p, {0, t->obj}, false, false, changed}));
    else if (changed && w->m->base.options.checks >> IR_CHECK_MISUSE & 1)  // over what another one may pin
      vec_push(&w->uses, ((use){p, {WHOLE_OBJECT, t->obj}, false, false, false}));
  }
}

// Given back while it was held at the start of the round: whoever wants it can have it. Pinned: nobody may write there.
static void note_given(follower *w) {
  for (size_t i = 0; i < w->m->rounds.given.len; i++)
    vec_push(&w->uses, ((use){w->p, w->m->rounds.given.data[i], false, false, true}));
  vec_clear(&w->m->rounds.given);
}

// What those who are blocked wait for.
static void note_blocked(follower *w) {
  footprint waits = {0};
  for (proc_id p = 1; p <= w->s->k->n; p++) {
    vec_clear(&waits);
    sem_waits(&w->m->base, w->s, p, &waits);
    note_uses(w, &waits, p);
  }
  vec_free(&waits);
}

static uint32_t block_of(const ir_func_info *f, uint32_t pc) {
  for (uint32_t b = 1; b <= f->n_blocks; b++)
    if (pc >= f->blocks[b].first && pc - f->blocks[b].first < f->blocks[b].count) return b;
  UNREACHABLE("code lies in blocks");
}

static const frame *at_depth(const frame *f, uint32_t depth) {
  while (f && f->depth > depth) f = f->caller;
  return f;
}

// The loop around all places of the round, in the frame of this depth. One that was left and entered again may be another function's.
static cfg_loop loop_at(const world *m, const past *newest, const past *oldest, uint32_t depth) {
  uint32_t func = at_depth(newest->top, depth)->func;
  for (const past *x = newest; x != oldest->older; x = x->older)
    if (at_depth(x->top, depth)->func != func) return CFG_NO_LOOP;
  const ir_func_info *f = m->funcs[func].ir;
  cfg *g = cfg_new(f);
  bool *in = MEM_NEW_N(bool, f->n_blocks + 1);
  for (const past *x = newest; x != oldest->older; x = x->older) in[block_of(f, at_depth(x->top, depth)->pc)] = true;
  cfg_loop found = cfg_loop_around(g, f, in);
  mem_free(in);
  cfg_free(g);
  return found;
}

// Is there a way out of the loop in which the process has come back? The loop lies in the innermost frame that has one and that
// the process was in all the time.
static bool has_way_out(const world *m, const past *newest, const past *oldest) {
  uint32_t depth = UINT32_MAX;
  for (const past *x = newest; x != oldest->older; x = x->older)
    if (x->top->depth < depth) depth = x->top->depth;
  for (; depth; depth--) {
    if (!at_depth(newest->top, depth)) break;
    cfg_loop loop = loop_at(m, newest, oldest, depth);
    if (loop != CFG_NO_LOOP) return loop == CFG_HAS_EXIT;
  }
  return true;
}

// A complete step has led to s.
static void take_next(follower *w, state *s) {
  uint8_t flags = s->k->flags[w->p];
  if (!is_unchanged(w, s, flags & PROC_SPINS)) {
    w->leaves = true;
    state_unref(s);
  } else if (flags & PROC_SPINS) {
    w->waits = w->waits || has_way_out(w->m, trail_of(s, w->p), w->m->rounds.since);
    vec_push(&w->back, s);
  } else if (w->m->rounds.acted || !threads_live(s->k, w->p) || !threads_may_step(w->m, s, w->p)) {
    w->leaves = true;  // if it is blocked now, the search comes to the state in which it is
    state_unref(s);
  } else if (w->m->rounds.too_long) {
    w->leaves = w->longer = true;
    state_unref(s);
  } else {
    vec_push(&w->open, s);
  }
}

static void step_aside(follower *w, state *s) {
  sem_out_clear(&w->out);
  w->m->rounds.acted = false;
  w->m->scheduler->ops->step(&w->m->base, s, w->p, &w->out);
  note_uses(w, &w->out.touched, w->p);
  note_given(w);
  for (size_t i = 0; i < w->out.succs.len; i++) {
    sem_succ *x = &w->out.succs.data[i];
    if (x->kind == SEM_INTERRUPTED || x->kind == SEM_NEXT) {
      if (x->kind == SEM_NEXT)
        take_next(w, x->s);
      else
        vec_push(&w->open, x->s);
      x->s = NULL;
    } else {
      w->leaves = true;  // it fails, or ends the run, or is not understood: the search will see
    }
  }
  w->steps--;
}

static void drop(follower *w) {
  while (w->open.len) state_unref(vec_pop(&w->open));
  while (w->back.len) state_unref(vec_pop(&w->back));
}

// An input of the round may let the process out.
static bool lets_out(const follower *w) { return w->leaves && !w->longer && w->m->rounds.drew; }

// Follows p from s, alone, for at most so many steps. What came back stays in w->back.
static void follow(follower *w, proc_id p, uint32_t most) {
  drop(w);
  w->p = p;
  w->steps = most;
  w->leaves = w->m->rounds.drew = false;
  vec_clear(&w->m->rounds.given);
  w->m->rounds.on = true;
  w->m->rounds.too_long = w->m->rounds.acted = false;
  state *first = state_fork((state *)w->s);
  run_trim(w->m, first, p);
  trail_clear(first, p);
  trail_add(first, p);
  vec_push(&w->open, first);
  while (w->open.len && w->steps && !lets_out(w)) step_aside(w, vec_pop(&w->open));
  if (w->open.len && !lets_out(w)) w->leaves = w->longer = true;
  w->m->rounds.on = false;
}

// --- all of them -----------------------------------------------------------------------------------------------------

// Somebody tries to take a mutex that another one takes for a while: what he sees depends on when.
static bool any_conflict(const follower *w) {
  for (size_t i = 0; i < w->uses.len; i++) {
    for (size_t k = 0; k < w->uses.len; k++) {
      const use *a = &w->uses.data[i], *b = &w->uses.data[k];
      if (a->p != b->p && a->taken && b->tried && a->mutex.obj == b->mutex.obj && a->mutex.offset == b->mutex.offset)
        return true;
    }
  }
  return false;
}

// Somebody changes for a while what another one looks at, or gives back a mutex that he wants: he may go on.
static bool any_disturbed(const follower *w) {
  for (size_t i = 0; i < w->uses.len; i++) {
    for (size_t k = 0; k < w->uses.len && w->uses.data[i].changed; k++) {
      const use *a = &w->uses.data[i], *b = &w->uses.data[k];
      if (a->p != b->p && a->mutex.obj == b->mutex.obj && a->mutex.offset == b->mutex.offset) return true;
    }
  }
  return false;
}

static stuck look(world *m, const state *s, const proc_vec *able, bool blocked, uint32_t depth, pathcond **how);

// For some inputs the process comes back, for others it does not.
static stuck look_closer(follower *w, const proc_vec *able, bool blocked, uint32_t depth, pathcond **how) {
  stuck answer = STUCK_NOT;
  for (size_t i = 0; i < w->back.len && answer == STUCK_NOT; i++) {
    pathcond *pc = w->back.data[i]->pc;
    if (pathcond_length(pc) == pathcond_length(w->s->pc)) continue;
    if (depth >= MOST_NESTED) return STUCK_PERHAPS;
    state *part = state_fork((state *)w->s);
    state_set_pathcond(part, pathcond_ref(pc));
    answer = look(w->m, part, able, blocked, depth + 1, how);
    state_unref(part);
  }
  return answer;
}

// Those who do something soon are found before any other is followed for long.
static stuck look(world *m, const state *s, const proc_vec *able, bool blocked, uint32_t depth, pathcond **how) {
  follower w = {.m = m, .s = s, .waits = blocked};
  stuck answer = STUCK_FOR_EVER;
  for (int all = 0; all < 2 && answer == STUCK_FOR_EVER; all++) {
    vec_clear(&w.uses);
    for (size_t i = 0; i < able->len && answer == STUCK_FOR_EVER; i++) {
      w.longer = false;
      follow(&w, able->data[i], all ? MOST_STEPS : FIRST_STEPS);
      if (!w.leaves || (w.longer && !all)) continue;
      bool drew = m->rounds.drew;
      answer = w.back.len && !drew ? look_closer(&w, able, blocked, depth, how) : STUCK_NOT;
      if (answer == STUCK_NOT && w.longer && !drew) m->base.long_rounds = true;
      if (answer != STUCK_NOT) goto known;
    }
  }
  if (answer == STUCK_FOR_EVER && !w.waits) answer = STUCK_NOT;
  if (answer == STUCK_FOR_EVER) note_blocked(&w);
  if (answer == STUCK_FOR_EVER && any_disturbed(&w)) answer = STUCK_NOT;
  if (answer == STUCK_FOR_EVER && any_conflict(&w)) answer = STUCK_PERHAPS;
  if (answer == STUCK_FOR_EVER && how) *how = s->pc ? pathcond_ref(s->pc) : NULL;
known:
  drop(&w);
  vec_free(&w.open);
  vec_free(&w.back);
  vec_free(&w.uses);
  sem_out_fini(&w.out);
  return answer;
}

// Everything that a look aside must not change.
typedef struct aside {
  sem_needs needs;
  memo *memo;
  uint64_t instructions;
  map64 touch_index;
} aside;

static aside step_out(world *m) {
  aside kept = {m->base.needs, m->memo, m->base.instructions, m->touch_index};
  m->base.needs.spin = m->base.needs.footprints = m->base.needs.aside = true;
  m->base.needs.outputs = false;
  m->memo = NULL;
  m->touch_index = (map64){0};
  return kept;
}

static void step_in(world *m, aside *kept) {
  DCHECK(m->base.needs.aside, "who comes back was away");
  m->base.needs = kept->needs;
  m->memo = kept->memo;
  m->base.instructions = kept->instructions;
  map64_fini(&m->touch_index);
  m->touch_index = kept->touch_index;
}

static bool is_joining(const world *m, const frame *f) { return m->funcs[f->func].ir->code[f->pc].op == IR_JOIN; }

stuck stuck_all(world *m, const state *s, pathcond **how) {
  proc_vec able = {0};
  bool blocked = false, may = true;
  for (proc_id p = 1; p <= s->k->n && may; p++) {
    if (s->k->flags[p] & (PROC_STOPPED | PROC_CUT)) may = false;
    if (!threads_live(s->k, p)) continue;
    bool observes = p <= m->base.ir->n_procs && m->base.ir->procs[p].observer;
    if (!threads_may_step(m, s, p)) {
      blocked |= !observes && !is_joining(m, state_top(s, p));
      continue;
    }
    const thread_rec *t = state_thread(s, p);
    if (observes || (t && (t->depth || t->guard)) || !spin_may_wait(m, state_top(s, p)))
      may = false;
    else
      vec_push(&able, p);
  }
  stuck answer = STUCK_NOT;
  if (may && able.len) {
    aside kept = step_out(m);
    answer = look(m, s, &able, blocked, 0, how);
    step_in(m, &kept);
  }
  vec_free(&able);
  return answer;
}
