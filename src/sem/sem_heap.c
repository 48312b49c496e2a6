// Dynamic objects and their names.
//
// A name is (process, function, code index, frame depth for locals, counter), numbered by the sem in order of first
// use: it does not depend on the schedule, so equal heaps reached by different orders are equal states. The counter of
// a dead object is used again only when no value of the state refers to it any more: a use after free always meets a
// dead name, and a program that allocates and frees for ever has finitely many states.
//
// Under heap=type (symcpp-explicit-symbolic.md 4.3) a name is (type, number of elements, counter): who allocates and where does not
// show, only which places of the type are taken. The places are common to the whole exploration. A dead place that is still
// referred to counts as taken, for the same reason as above.
#include <string.h>

#include "base/bitset.h"
#include "base/hash.h"
#include "base/mem.h"
#include "sem/sem_impl.h"

#define MAX_CELLS ((uint64_t)1 << 24)

static alloc_site *find_site(world *m, uint32_t proc, uint32_t func, uint32_t pc, uint32_t depth) {
  uint64_t h = hash_combine(hash_combine(proc, func), hash_combine(pc, depth)), found;
  // Sites with one hash are chained by trying the next key.
  for (; map64_get(&m->site_index, h, &found); h++) {
    alloc_site *s = &m->sites.data[found];
    if (s->proc == proc && s->func == func && s->pc == pc && s->depth == depth) return s;
  }
  map64_put(&m->site_index, h, m->sites.len);
  vec_push(&m->sites, ((alloc_site){.proc = proc, .func = func, .pc = pc, .depth = depth}));
  return &vec_last(&m->sites);
}

typedef struct scan {
  uint32_t first, n;
  bitset used;
} scan;

static void note_object(scan *c, uint32_t obj) {
  if (obj >= c->first && obj - c->first < c->n) bitset_add(&c->used, obj - c->first);
}

static void note_value(void *arg, const value *v) { note_object(arg, v->obj); }

// All dynamic objects that some value, wait or pending notification refers to.
static void scan_references(const world *m, const state *s, scan *c) {
  *c = (scan){.first = m->env->first_dynamic, .n = m->base.ir->n_globals + m->n_dynamic};
  c->used = bitset_new(c->n + 1);
  state_each_pointer(s, note_value, c);
  for (proc_id p = 1; p <= s->k->n && m->base.ir->scheduler == IR_SCHED_SYSTEMC; p++) {
    const wait_rec *w = state_wait(s, p);
    for (uint32_t i = 0; w && i < w->n; i++) note_object(c, w->list[i].e.obj);
  }
  for (uint32_t i = 0; s->pending && i < s->pending->n; i++) note_object(c, s->pending->list[i].e.obj);
  for (uint32_t i = 0; s->made && i < s->made->n; i++) note_object(c, s->made->procs[i].obj);
  // Who refers to a shadow object must not meet that of a later object.
  for (size_t i = m->env->shadows.len; i-- > 0;) {
    const shadow_name *sh = &m->env->shadows.data[i];
    if (bitset_has(&c->used, sh->name - c->first)) note_object(c, sh->base);
  }
}

bitset heap_referenced(const world *m, const state *s) {
  scan c;
  scan_references(m, s, &c);
  return c.used;
}

// What a process knew where it stood is not given again to something else: the places would look equal.
static void note_place(void *arg, const past *x) {
  for (const frame *f = x->top; f; f = f->caller)
    for (uint32_t i = 0; i <= f->n_regs; i++) note_object(arg, f->regs[i].obj);
  for (uint32_t i = 0; i < x->n_locals; i++)
    for (uint32_t k = 0; k < x->locals[i]->n_pages; k++)
      for (uint32_t j = 0; j < x->locals[i]->pages[k]->n; j++) note_object(arg, x->locals[i]->pages[k]->slots[j].obj);
}

// Behind the names of moved globals.
static uint32_t new_name(world *m, const alloc_site *site) {
  vec_push(&m->made_at, site ? (uint32_t)(site - m->sites.data) + 1 : 0);
  return m->env->first_dynamic + m->base.ir->n_globals + m->n_dynamic++;
}

// Debug builds search after all. Parts of states that come together as views know other parts' names.
static void check_free(const world *m, const state *s, uint32_t name) {
#ifdef NDEBUG
  (void)m, (void)s, (void)name;
#else
  scan c;
  if (m->views) return;
  scan_references(m, s, &c);
  CHECK(!bitset_has(&c.used, name - c.first), "a name is given again to which something refers");
  bitset_fini(&c.used);
#endif
}

// A name of the site that no live object has and nothing refers to.
static uint32_t free_name(world *m, const state *s, alloc_site *site) {
  scan c = {0};
  bool scanned = false;
  uint32_t name = 0;
  memo_reads_all(m);  // for what refers to dead names
  for (size_t k = 0; k < site->objects.len && !name; k++) {
    uint32_t obj = site->objects.data[k];
    if (state_object(s, obj)) continue;
    if (state_object_dead(s, obj)) {
      if (m->base.needs.weak) continue;  // an old write may hold it
      if (!scanned) {
        scan_references(m, s, &c);
        spin_each_place(s, note_place, &c);
      }
      scanned = true;
      if (bitset_has(&c.used, obj - c.first)) continue;
    }
    name = obj;
  }
  if (scanned) bitset_fini(&c.used);
  if (name) {
    if (!scanned) check_free(m, s, name);
    return name;
  }
  name = new_name(m, site);
  vec_push(&site->objects, name);
  return name;
}

// Where the size may be small, runs with a large one are given up (sem_needs.small_sizes).
static void prefer_small(run *r, expr size) {
  expr_table *t = r->m->base.terms;
  expr small = expr_ult(t, size, expr_const(t, 64, r->m->base.options.fan_out));
  smt_answer may = pathcond_may(r->m->base.solver, r->s->pc, small);
  if (may == SMT_SAT) fork_add(r, r->s, small, may);
}

// Number of elements of an allocation: the layout's own times the operand. False: stopped.
static bool count_elements(run *r, const ir_instr *i, const layout **l, uint64_t *elements) {
  uint64_t count;
  value v = run_operand(r, &i->args[0]);
  expr_table *t = r->m->base.terms;
  const char *negative = "negative number of elements";
  if (!value_is_concrete(v) && !fork_guard(r, expr_sle(t, expr_const(t, 64, 0), v.e), IR_CHECK_BOUNDS, negative))
    return false;
  if (r->m->base.needs.small_sizes && !value_is_concrete(v)) prefer_small(r, v.e);
  if (!fork_concretise(r, v, 64, "the size of an object", &count)) return false;
  if ((int64_t)count < 0) {
    fork_violation(r, IR_CHECK_BOUNDS, negative);
    return false;
  }
  *l = layout_of(r->m->env->layouts, i->type);
  uint64_t per = (*l)->count * ((*l)->n_cells ? (*l)->n_cells : 1);
  if ((*l)->too_large || (per && count > MAX_CELLS / per)) {
    fork_unknown(r, "an object has more than %llu scalars", (unsigned long long)MAX_CELLS);
    return false;
  }
  *elements = (*l)->count * count;
  return true;
}

bool heap_any_constant(const ir_module *ir) {
  for (uint32_t f = 1; f <= ir->n_funcs; f++)
    for (uint32_t c = 0; c < ir->funcs[f].n_code; c++)
      if (ir->funcs[f].code[c].flags & IR_CONST) return true;
  return false;
}

// Something that belongs to an address: memory of a model.
bool heap_is_shadow(const world *m, uint32_t obj) {
  uint32_t first = m->env->first_dynamic + m->base.ir->n_globals;
  return obj >= first && obj - first < m->made_at.len && !m->made_at.data[obj - first];
}

bool heap_is_aside(const world *m, uint32_t obj) {
  const alloc_site *site = heap_site(m, obj);
  return heap_is_shadow(m, obj) || (site && site->func == SITE_THREAD_LOCAL);
}

const alloc_site *heap_site(const world *m, uint32_t obj) {
  uint32_t first = m->env->first_dynamic + m->base.ir->n_globals;
  if (obj < first || obj - first >= m->made_at.len || !m->made_at.data[obj - first]) return NULL;
  return &m->sites.data[m->made_at.data[obj - first] - 1];
}

bool sem_object_slot(const sem *base, uint32_t obj, ir_type *type, uint32_t *slot) {
  const alloc_site *site = heap_site((const world *)base, obj);
  if (!site || site->func != SITE_BY_TYPE || site->pc != 1) return false;
  *type = (ir_type){site->proc};
  for (size_t k = 0; k < site->objects.len; k++) {
    *slot = (uint32_t)k + 1;
    if (site->objects.data[k] == obj) return true;
  }
  return false;
}

uint32_t heap_only_name(world *m, uint32_t proc, uint32_t func, uint32_t pc) {
  alloc_site *site = find_site(m, proc, func, pc, 0);
  if (site->objects.len == 0) vec_push(&site->objects, new_name(m, site));
  return site->objects.data[0];
}

act heap_new(run *r, const ir_instr *i) {
  const layout *l;
  uint64_t elements;
  if (!count_elements(r, i, &l, &elements)) return ACT_STOP;
  // The old value of the result register is dead: it must not keep a name busy.
  run_set(r, value_word(0));
  uint32_t count = l->count ? (uint32_t)(elements / l->count) : 0;
  alloc_site *site = r->m->base.needs.heap == SEM_HEAP_SITE ? find_site(r->m, r->p, r->f->func, r->f->pc, 0)
                                                            : find_site(r->m, i->type.id, SITE_BY_TYPE, count, 0);
  uint32_t obj = free_name(r->m, r->s, site);
  if (ir_order(i)) mem_touch(r, TOUCH_READ, 0, run_operand(r, ir_order(i)), NULL, 1);
  reuse_begins(r, obj);
  state_object_put(r->s, obj, i->flags & IR_UNINIT ? body_new_uninit(l, elements, true) : body_new(l, elements, true));
  r->s->acted = true;
  run_set(r, value_pointer(obj, 0));
  return ACT_NEXT;
}

// Is there more to the object than its contents, a shadow or a held mutex? That ends with it.
static bool has_company(const run *r, uint32_t obj) {
  const state_env *env = r->m->env;
  uint64_t at = 0;
  if (env->shadows.len) map64_get(&env->shadow_head, obj, &at);
  for (; at; at = env->shadows.data[at - 1].next)
    if (state_object(r->s, env->shadows.data[at - 1].name)) return true;
  for (uint32_t i = 0; r->s->pending && i < r->s->pending->n; i++)
    if (r->s->pending->list[i].e.obj == obj) return true;
  return false;
}

// Executed again in one frame a LOCAL is the same object, zeroed; with another size, or if its shadow or a mutex in it is to end, it is
// a new one and the old dies.
act heap_local(run *r, const ir_instr *i) {
  const layout *l;
  uint64_t elements;
  if (!count_elements(r, i, &l, &elements)) return ACT_STOP;
  value *mine = &r->f->regs[r->df->local[r->f->pc]];
  const body *old = mine->obj ? state_object(r->s, mine->obj) : NULL;
  uint32_t obj = mine->obj;
  body *fresh = i->flags & IR_UNINIT ? body_new_uninit(l, elements, false) : body_new(l, elements, false);
  // Its cells may have changed, the number of its bytes has not.
  if (old && old->elements * old->l->stride == elements * l->stride && !has_company(r, obj)) {
    r->s->acted |= !state_object_kept(r->s, obj);
    state_object_replace(r->s, obj, fresh);
  } else {
    r->s->acted |= old != NULL;
    if (old && !threads_may_end(r, obj)) {
      body_unref(fresh);
      return ACT_STOP;
    }
    if (old) heap_kill(r, obj);
    *mine = value_word(0);
    run_set(r, value_word(0));
    obj = free_name(r->m, r->s, find_site(r->m, r->p, r->f->func, r->f->pc, r->f->depth));
    state_object_put(r->s, obj, fresh);
    state_object_keep(r->s, obj, true);
  }
  *mine = value_pointer(obj, 0);
  run_set(r, *mine);
  return ACT_NEXT;
}

// C's main ends the program, and nothing in it is destroyed. With its first frame a thread ends, and what is its own.
bool heap_may_end_frame(run *r, const frame *f) {
  if (LIKELY(!r->s->pending)) return true;
  const dfunc *df = &r->m->funcs[f->func];
  if (!f->caller && !tls_may_end(r)) return false;
  bool ends_program = strcmp(df->ir->name, "main") == 0 && strcmp(r->m->base.ir->language, "c") == 0;
  if (ends_program) return true;
  for (uint32_t i = df->ir->n_regs + 1; i <= f->n_regs; i++)
    if (f->regs[i].obj && !threads_may_end(r, f->regs[i].obj)) return false;
  return true;
}

void heap_end_frame(run *r, const frame *f) {
  for (uint32_t i = r->df->ir->n_regs + 1; i <= f->n_regs; i++) {
    uint32_t obj = f->regs[i].obj;
    if (!obj) continue;
    bool kept = state_object_kept(r->s, obj);
    heap_kill(r, obj);
    if (kept) state_object_forget(r->s, obj);
  }
}

// The end of a block. What refers to the object may live on in its frame, so the name is not free by itself.
act heap_end(run *r, const ir_instr *i) {
  uint32_t obj = run_operand(r, &i->args[0]).obj;
  for (uint32_t k = r->df->ir->n_regs + 1; obj && k <= r->f->n_regs; k++) {
    if (r->f->regs[k].obj != obj) continue;
    if (!threads_may_end(r, obj)) return ACT_STOP;
    r->s->acted |= !state_object_kept(r->s, obj);
    keep_not(r->s, obj);
    r->f->regs[k] = value_word(0);
    heap_kill(r, obj);
    break;
  }
  return ACT_NEXT;
}

// The text of the instruction that made it.
static const char *made_as(const world *m, uint32_t obj) {
  const alloc_site *site = heap_site(m, obj);
  if (!site || site->func == SITE_BY_TYPE || site->func == SITE_THREAD_LOCAL) return NULL;
  return m->base.ir->funcs[site->func].code[site->pc].text;
}

act heap_free(run *r, const ir_instr *i) {
  value ptr = run_operand(r, &i->args[0]);
  if (ptr.obj == 0 && value_is_concrete(ptr) && ptr.bits == 0) return ACT_NEXT;
  expr_table *t = r->m->base.terms;
  bool dynamic = ptr.obj > r->m->base.ir->n_globals && ptr.obj < STATE_FUNC_BASE;
  const body *b = dynamic ? state_object(r->s, ptr.obj) : NULL;
  if (!b || !b->is_heap || (value_is_concrete(ptr) && ptr.bits)) return fork_violation(r, IR_CHECK_DOUBLE_FREE, NULL);
  if (!value_is_concrete(ptr) && !fork_guard(r, expr_eq(t, ptr.e, expr_const(t, 64, 0)), IR_CHECK_DOUBLE_FREE, NULL))
    return ACT_STOP;
  objref o;
  mem_object(r->m, r->s, ptr.obj, &o);
  mem_touch(r, TOUCH_WRITE, 0, value_pointer(ptr.obj, 0), &o, o.size ? o.size : 1);
  bool asked = r->m->base.options.checks >> IR_CHECK_DOUBLE_FREE & 1;  // else the run goes on, as it does natively
  if (UNLIKELY(i->text) && asked && !ir_deletion_fits(made_as(r->m, ptr.obj), i->text, o.size))
    return fork_violation(r, IR_CHECK_DOUBLE_FREE, ir_deletion_message(i));
  if (ir_order(i)) mem_touch(r, TOUCH_WRITE, 0, run_operand(r, ir_order(i)), NULL, 1);
  if (!threads_may_end(r, ptr.obj)) return ACT_STOP;
  heap_kill(r, ptr.obj);
  if (i->n_args > 2) reuse_replaced(r, ptr.obj, run_operand(r, &i->args[2]).obj);
  return ACT_NEXT;
}

act heap_size(run *r, const ir_instr *i) {
  objref o;
  if (!mem_resolve(r, value_pointer(run_operand(r, &i->args[0]).obj, 0), 0, &o)) return ACT_STOP;
  mem_touch(r, TOUCH_LOOK, 0, value_pointer(o.obj, 0), NULL, 1);
  run_set(r, value_word(o.size));
  return ACT_NEXT;
}

// --- shadow objects ------------------------------------------------------------------------------------------------

static shadow_name *find_shadow(const state_env *env, uint32_t obj, uint64_t offset) {
  uint64_t at = 0;
  map64_get(&env->shadow_head, obj, &at);
  while (at && env->shadows.data[at - 1].offset != offset) at = env->shadows.data[at - 1].next;
  return at ? &env->shadows.data[at - 1] : NULL;
}

uint32_t heap_find_shadow(const world *m, uint32_t obj, uint64_t offset) {
  const shadow_name *known = find_shadow(m->env, obj, offset);
  return known ? known->name : 0;
}

// An address has one name for its shadow, so names do not depend on the schedule more than those of the objects do.
uint32_t heap_shadow_name(world *m, uint32_t obj, uint64_t offset) {
  state_env *env = m->env;
  const shadow_name *known = find_shadow(env, obj, offset);
  if (known) return known->name;
  uint32_t name = new_name(m, NULL);
  uint64_t head = 0;
  map64_get(&env->shadow_head, obj, &head);
  vec_push(&env->shadows, ((shadow_name){offset, name, obj, (uint32_t)head}));
  map64_put(&env->shadow_head, obj, env->shadows.len);
  return name;
}

act heap_shadow(run *r, const ir_instr *i) {
  state_env *env = r->m->env;
  value ptr = run_operand(r, &i->args[0]);
  objref o;
  uint64_t offset;
  if (!mem_resolve(r, ptr, 0, &o)) return ACT_STOP;
  if (!fork_concretise(r, (value){ptr.bits, ptr.e, 0}, 64, "an offset into an object", &offset)) return ACT_STOP;
  mem_touch(r, TOUCH_LOOK, 0, value_pointer(o.obj, 0), NULL, 1);
  keep_not(r->s, ptr.obj);
  uint32_t name = heap_shadow_name(r->m, ptr.obj, offset);
  if (!state_object(r->s, name)) {
    const layout *l = layout_of(env->layouts, i->type);
    if (l->too_large) return fork_unknown(r, "a shadow object of too many parts");
    state_object_put(r->s, name, body_new(l, l->count, false));
  }
  run_set(r, value_pointer(name, 0));
  return ACT_NEXT;
}

static void kill_one(run *r, uint32_t obj) {
  if (r->m->scheduler == &threads_scheduler) mem_touch(r, TOUCH_DIE, 0, value_pointer(obj, 0), NULL, 1);
  state_object_kill(r->s, obj);
}

// What was said about what is in it; a mutex that is held stays so, and keeps the name of the object.
static void forget_lives(run *r, uint32_t obj) {
  for (uint32_t i = r->s->pending ? r->s->pending->n : 0; i-- > 0;) {
    const pend_entry *e = &r->s->pending->list[i];
    bool said = e->kind == PEND_LIFE || e->kind == PEND_USED || e->kind == PEND_SEALED;
    if (said && e->e.obj == obj) pend_remove(r->s, i);
  }
}

static void kill_shadows(run *r, uint32_t obj, bool followed, void (*also)(run *, uint32_t)) {
  const state_env *env = r->m->env;
  VEC(uint32_t) dying = {0};  // shadows may have shadows
  vec_push(&dying, obj);
  while (dying.len > 0) {
    uint64_t at = 0;
    map64_get(&env->shadow_head, vec_pop(&dying), &at);
    for (; at; at = env->shadows.data[at - 1].next) {
      uint32_t name = env->shadows.data[at - 1].name;
      uint64_t offset = env->shadows.data[at - 1].offset;
      if (!state_object(r->s, name)) continue;
      if (followed && (offset == SHADOW_ADDRESS || offset == SHADOW_RECORD)) continue;
      if (also) also(r, name);
      kill_one(r, name);
      vec_push(&dying, name);
    }
  }
  vec_free(&dying);
}

void heap_kill(run *r, uint32_t obj) {
  objref o;
  bool followed = reuse_follows(r->m, obj) && mem_object(r->m, r->s, obj, &o);
  forget_lives(r, obj);
  kill_one(r, obj);
  if (followed) reuse_ends(r, obj, o.size);
  if (UNLIKELY(r->m->env->shadows.len)) kill_shadows(r, obj, followed, NULL);
}

static void forget_mutexes(run *r, uint32_t obj) {
  for (uint32_t i = r->s->pending ? r->s->pending->n : 0; i-- > 0;) {
    const pend_entry *e = &r->s->pending->list[i];
    if (e->kind == PEND_HELD && e->e.obj == obj) pend_remove(r->s, i);
  }
  forget_lives(r, obj);
}

// It keeps its address: that is no shadow of a model.
void heap_anew(run *r, uint32_t obj) {
  forget_mutexes(r, obj);
  kill_shadows(r, obj, true, forget_mutexes);
}
