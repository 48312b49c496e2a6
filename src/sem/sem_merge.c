// State merging: where the arms of a branch meet again soon, an open condition does not fork the state.
//
// Each arm is run on a copy of the state to the instruction at which all of them come together (analysis/joins.h). If
// every one gets there and the states differ in values alone, the step goes on from one state in which such a value is an
// if-then-else over the condition [Kuznetsov, Kinder, Bucur, Candea: Efficient state merging, PLDI 2012]. The result stands
// for the same runs as the separate states. Whatever else happens in an arm ends the attempt, and the state forks as
// ever: a check that may fail, an input, a wait, another fork, too many instructions. Branches at which attempts fail more
// often than they succeed are left alone.
//
// While an arm runs, the instruction at the join is marked in the decoded code (D_JOIN), so that nothing else pays.
#include <string.h>

#include "analysis/joins.h"
#include "base/hash.h"
#include "base/mem.h"
#include "sem/sem_impl.h"

#define ARM_INSTRUCTIONS 20000u  // of one arm, with the arms inside of it
#define MAX_NESTED 24u
#define MAX_VALUES 256u  // values that become if-then-else in one merge
#define PATIENCE 4u      // failures more than twice the successes

typedef struct join_mark {
  uint32_t func, branch, depth, pc;
  uint8_t op;
} join_mark;
typedef struct score {
  uint32_t merged, failed;
} score;

struct merging {
  uint32_t **joins;  // by function: joins_new, made when first asked for
  VEC(score) scores;
  map64 score_of;         // function << 32 | code index of the branch -> index in scores
  VEC(join_mark) marks;   // of the arms that are running
  VEC(uint32_t) globals;  // with contents, in the order of their roots and slots
};

// --- life cycle ------------------------------------------------------------------------------------------------------

static bool lies_before(const placement *a, const placement *b) {
  return a->first != b->first ? a->first < b->first : a->base < b->base;
}

// By insertion: placements are given in about this order.
static void sort_globals(const world *m, struct merging *x) {
  for (uint32_t g = 1; g <= m->base.ir->n_globals; g++) {
    const placement *p = &m->env->statics[g];
    if (!p->elements || !p->l->n_cells) continue;
    vec_push(&x->globals, g);
    for (size_t k = x->globals.len - 1; k > 0 && lies_before(p, &m->env->statics[x->globals.data[k - 1]]); k--) {
      x->globals.data[k] = x->globals.data[k - 1];
      x->globals.data[k - 1] = g;
    }
  }
}

static struct merging *merging_of(world *m) {
  if (m->merging) return m->merging;
  m->merging = MEM_NEW(struct merging);
  m->merging->joins = MEM_NEW_N(uint32_t *, m->base.ir->n_funcs + 1);
  sort_globals(m, m->merging);
  return m->merging;
}

void merge_free(world *m) {
  struct merging *x = m->merging;
  if (!x) return;
  for (uint32_t f = 0; f <= m->base.ir->n_funcs; f++) mem_free(x->joins[f]);
  mem_free(x->joins);
  vec_free(&x->scores);
  map64_fini(&x->score_of);
  vec_free(&x->marks);
  vec_free(&x->globals);
  mem_free(x);
}

// --- values ----------------------------------------------------------------------------------------------------------

// What is merged: `one` becomes the result, where `when` holds it is as it was, elsewhere as `other`.
typedef struct merger {
  world *m;
  state *one;
  const state *other;
  expr when;
  uint32_t values;  // that differed
} merger;

// Values of one form; bits: its width if it is an integer, 0: of another kind. False: they cannot be one.
static bool merge_value(merger *x, uint32_t bits, value a, value b, value *out) {
  expr_table *t = x->m->base.terms;
  *out = a;
  if (value_same(a, b)) return true;
  if (++x->values > MAX_VALUES || value_is_special(a) || value_is_special(b)) return false;
  if (a.obj != b.obj || (!a.obj && !bits)) return false;
  expr e = a.obj ? expr_ite(t, x->when, value_is_concrete(a) ? expr_const(t, 64, a.bits) : a.e,
                            value_is_concrete(b) ? expr_const(t, 64, b.bits) : b.e)
                 : expr_ite(t, x->when, term_of(x->m, a, bits), term_of(x->m, b, bits));
  *out = value_from_term(t, e);
  out->obj = a.obj;
  return true;
}

static uint32_t number_bits(const cell *c) { return c->is_pointer ? 0 : c->bits; }

typedef const cell *cell_at(const merger *x, const void *arg, uint32_t slot);

// Pages or chunks of the same cells; *own: to be written, made when something differs.
static bool merge_slots(merger *x, const chunk *a, const chunk *b, cell_at *at, const void *arg,
                        chunk *(*own)(merger *x, const void *arg), const void *own_arg) {
  if (a == b) return true;
  if (a->n != b->n || a->odd != b->odd) return false;
  for (uint32_t i = 0; i < a->n; i++) {
    if (value_same(a->slots[i], b->slots[i])) continue;
    const cell *c = a->odd & CHUNK_ARRAY ? NULL : at(x, arg, i);
    value v;
    if (!c || !merge_value(x, number_bits(c), a->slots[i], b->slots[i], &v)) return false;
    chunk *to = own(x, own_arg);
    to->slots[i] = v;
    a = to;
  }
  return true;
}

// --- globals ---------------------------------------------------------------------------------------------------------

// The cell in a slot of a root.
static const cell *root_cell(const merger *x, const void *arg, uint32_t slot) {
  uint32_t root = *(const uint32_t *)arg;
  const struct merging *g = x->m->merging;
  size_t lo = 0, hi = g->globals.len;  // the last one that begins at or before the slot
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    const placement *p = &x->m->env->statics[g->globals.data[mid]];
    if (p->first < root || (p->first == root && p->base <= slot))
      lo = mid + 1;
    else
      hi = mid;
  }
  if (!lo) return NULL;
  const placement *p = &x->m->env->statics[g->globals.data[lo - 1]];
  uint64_t number = (root - p->first) * ((uint64_t)1 << p->shift) + slot - p->base;
  if (p->shift == SHARED_CHUNK && root != p->first) return NULL;
  return number < p->elements * p->l->n_cells ? layout_cell(p->l, number) : NULL;
}

static chunk *own_root(merger *x, const void *arg) { return state_chunk_rw(x->one, *(const uint32_t *)arg); }

static bool merge_globals(merger *x) {
  for (uint32_t root = 0; root < x->one->shape->n_mem; root++) {
    if (x->one->root[root] == x->other->root[root]) continue;
    memo_reads(x->m, root);
    if (!merge_slots(x, x->one->root[root], x->other->root[root], root_cell, &root, own_root, &root)) return false;
  }
  return true;
}

// --- dynamic objects -------------------------------------------------------------------------------------------------

typedef struct page_of {
  const body *b;
  uint32_t obj, page;
} page_of;

static const cell *page_cell(const merger *x, const void *arg, uint32_t slot) {
  const page_of *p = arg;
  (void)x;
  uint64_t number = ((uint64_t)p->page << p->b->page_shift) + slot;
  return number < p->b->elements * p->b->l->n_cells ? layout_cell(p->b->l, number) : NULL;
}

static chunk *own_page(merger *x, const void *arg) {
  const page_of *p = arg;
  return state_object_page_rw(x->one, p->obj, p->page);
}

static bool merge_body(merger *x, uint32_t obj, const body *b) {
  const body *a = state_object(x->one, obj);
  if (a == b) return true;
  if (a->l != b->l || a->elements != b->elements || a->is_heap != b->is_heap || a->uninit != b->uninit) return false;
  for (uint32_t p = 0; p < b->n_pages; p++) {
    a = state_object(x->one, obj);  // the last page may have made another of it
    page_of at = {b, obj, p};
    if (!merge_slots(x, a->pages[p], b->pages[p], page_cell, &at, own_page, &at)) return false;
  }
  return true;
}

// The same objects live. One that is dead in one state and was never there in the other is dead; nothing refers to it there.
static bool merge_leaf(merger *x, uint32_t first, const dir_leaf *a, const dir_leaf *b) {
  static const dir_leaf none = {0};
  const dir_leaf *l = a ? a : &none, *r = b ? b : &none;
  if (l == r) return true;
  if (l->used != r->used || (l->dead & r->used) || (r->dead & l->used)) return false;
  uint32_t dead = r->dead & ~l->dead, unkept = l->kept & ~r->kept;
  for (uint32_t i = 0; i < DIR_LEAF; i++) {
    if (r->used >> i & 1 && !merge_body(x, first + i, r->obj[i])) return false;
    if (dead >> i & 1) state_object_kill(x->one, first + i);
    if (unkept >> i & 1) state_object_keep(x->one, first + i, false);
  }
  return true;
}

static bool merge_objects(merger *x) {
  const dir *b = x->other->objects;
  uint32_t n = x->one->objects ? x->one->objects->n : 0;
  if (b && b->n > n) n = b->n;
  for (uint32_t i = 0; i < n && x->one->objects != b; i++) {
    const dir *a = x->one->objects;  // may be another one after each leaf
    const dir_leaf *l = a && i < a->n ? a->leaf[i] : NULL, *r = b && i < b->n ? b->leaf[i] : NULL;
    if (!merge_leaf(x, x->m->env->first_dynamic + (i << DIR_LEAF_BITS), l, r)) return false;
  }
  return true;
}

// --- the frame, the kernel --------------------------------------------------------------------------------------------

// Registers that nothing reads any more need not agree.
static bool merge_frame(merger *x, proc_id stack) {
  frame *a = state_own_top(x->one, stack);
  const frame *b = state_top(x->other, stack);
  const dfunc *df = &x->m->funcs[a->func];
  if (a->func != b->func || a->pc != b->pc || a->caller != b->caller) return false;
  for (uint32_t r = 0; r <= df->n_regs; r++) {
    if (value_same(a->regs[r], b->regs[r])) continue;
    bool own = r >= 1 && r <= df->ir->n_regs;
    if (own && !live_at(x->m->live, (ir_func){a->func}, a->pc, (ir_reg){r})) {
      a->regs[r] = value_word(0);
      continue;
    }
    const ir_type_info *t = own ? &x->m->base.ir->types[df->ir->regs[r].type.id] : NULL;
    if (!t || !merge_value(x, t->kind == IR_TYPE_PTR ? 0 : t->bits, a->regs[r], b->regs[r], &a->regs[r])) return false;
  }
  return true;
}

static bool same_kern(const kern *a, const kern *b) {
  return a == b ||
         (a->phase == b->phase && a->started == b->started && a->stop == b->stop && a->has_bound == b->has_bound &&
          a->exclusive == b->exclusive && a->one_delta == b->one_delta && a->pause == b->pause &&
          a->bound == b->bound && a->n == b->n && !memcmp(a->flags, b->flags, a->n + 1));
}

static bool same_pending(const pend *a, const pend *b) {
  uint32_t n = a ? a->n : 0;
  if (a == b) return true;
  if (n != (b ? b->n : 0)) return false;
  for (uint32_t i = 0; i < n; i++) {
    const pend_entry *l = &a->list[i], *r = &b->list[i];
    if (l->at != r->at || l->e.obj != r->e.obj || l->e.offset != r->e.offset || l->kind != r->kind ||
        l->update != r->update)
      return false;
  }
  return true;
}

static bool same_design(const design *a, const design *b) {
  if (a == b) return true;
  return a && b && a->ran == b->ran && a->delta == b->delta && a->n == b->n && a->n_calls == b->n_calls &&
         !memcmp(a->procs, b->procs, a->n * sizeof *a->procs + a->n_calls * sizeof(uint32_t));
}

// Is everything the same but values of memory and of the top frame of `stack`?
static bool same_shape(const state *a, const state *b, proc_id stack) {
  if (a->shape != b->shape || a->inputs != b->inputs || a->time != b->time || a->trail != b->trail ||
      a->before != b->before || a->acted != b->acted || a->looked != b->looked)
    return false;
  for (uint32_t root = a->shape->n_mem; root < a->shape->n_roots; root++)
    if (root != stack_root(a, stack) && a->root[root] != b->root[root]) return false;
  return same_kern(a->k, b->k) && same_pending(a->pending, b->pending) && same_design(a->made, b->made);
}

// --- arms ------------------------------------------------------------------------------------------------------------

static void mark_join(const run *r, uint32_t pc) {
  dinstr *d = &r->m->funcs[r->f->func].code[pc];
  vec_push(&r->m->merging->marks, ((join_mark){r->f->func, r->f->pc, r->f->depth, pc, d->op}));
  d->op = D_JOIN;
}

static void unmark_join(world *m) {
  join_mark k = vec_pop(&m->merging->marks);
  m->funcs[k.func].code[k.pc].op = k.op;
}

// Runs an arm from the state of r, which stays as it is. NULL: it does not get to the join as it should.
static state *run_arm(const run *r, const fork_arm *arm, uint32_t join, pathcond **begin) {
  run sub = *r;
  sub.s = state_fork(r->s);
  fork_add(&sub, sub.s, arm->when, arm->may);
  *begin = pathcond_ref(sub.s->pc);
  state_own_top(sub.s, r->stack)->pc = arm->pc;
  sub.left = r->left < ARM_INSTRUCTIONS ? r->left : ARM_INSTRUCTIONS;
  sub.m->nested++;
  act a = run_code(&sub);
  sub.m->nested--;
  bool arrived = a == ACT_JOINED && sub.f->func == r->f->func && sub.f->depth == r->f->depth && sub.f->pc == join;
  if (arrived) return sub.s;
  state_unref(sub.s);
  return NULL;
}

// The conditions that were added since `begin`, as one; false: they cannot be told.
static bool added_since(const world *m, const state *s, const pathcond *begin, expr *out) {
  expr_table *t = m->base.terms;
  *out = expr_bool(t, true);
  if (s->pc == begin) return true;
  expr_vec now = {0}, before = {0};
  pathcond_conjuncts(s->pc, &now);
  pathcond_conjuncts(begin, &before);
  bool ok = before.len <= now.len;
  for (size_t i = 0; i < before.len && ok; i++) ok = before.data[i].id == now.data[i].id;
  for (size_t i = before.len; i < now.len && ok; i++) *out = expr_and(t, *out, now.data[i]);
  vec_free(&now);
  vec_free(&before);
  return ok;
}

typedef struct arrival {
  state *s;
  pathcond *begin;
} arrival;

// The states of all arms as one; consumes none of them.
static state *merge_states(run *r, const fork_arm *arms, const arrival *at, size_t n) {
  expr_table *t = r->m->base.terms;
  merger x = {.m = r->m, .one = state_fork(at[n - 1].s)};
  state_set_pathcond(x.one, pathcond_ref(r->s->pc));
  bool ok = true;
  for (size_t k = n; k-- > 0 && ok;) {
    expr more;
    ok = added_since(r->m, at[k].s, at[k].begin, &more);
    if (ok && !expr_is_true(t, more)) {
      expr c = expr_implies(t, arms[k].when, more);
      smt_answer may = pathcond_may(r->m->base.solver, x.one->pc, c);
      if (may == SMT_UNSAT) may = SMT_UNKNOWN;  // it holds in the runs of this arm: no answer is to be trusted here
      fork_add(r, x.one, c, may);
    }
    if (!ok || k == n - 1) continue;
    x.other = at[k].s;
    x.when = expr_not(t, arms[k].when);
    ok = same_shape(x.one, x.other, r->stack) && merge_frame(&x, r->stack) && merge_globals(&x) && merge_objects(&x);
  }
  if (ok) return x.one;
  state_unref(x.one);
  return NULL;
}

// --- attempts --------------------------------------------------------------------------------------------------------

static uint32_t join_of(world *m, const run *r) {
  struct merging *x = merging_of(m);
  uint32_t func = r->f->func;
  const ir_func_info *f = r->df->ir;
  if (!x->joins[func]) x->joins[func] = joins_new(f);
  uint32_t lo = 1, hi = f->n_blocks;  // the block of the branch
  while (lo < hi) {
    uint32_t mid = (lo + hi + 1) / 2;
    if (f->blocks[mid].first <= r->f->pc)
      lo = mid;
    else
      hi = mid - 1;
  }
  return x->joins[func][lo];
}

static score *score_at(world *m, uint32_t func, uint32_t pc) {
  struct merging *x = m->merging;
  uint64_t at;
  if (!map64_get(&x->score_of, (uint64_t)func << 32 | pc, &at)) {
    at = x->scores.len;
    map64_put(&x->score_of, (uint64_t)func << 32 | pc, at);
    vec_push(&x->scores, (score){0});
  }
  return &x->scores.data[at];
}

// Is an arm of this very branch running, in the same activation? Then it is that of a loop.
static bool goes_round(const run *r) {
  const struct merging *x = r->m->merging;
  for (size_t i = 0; i < x->marks.len; i++) {
    const join_mark *k = &x->marks.data[i];
    if (k->func == r->f->func && k->branch == r->f->pc && k->depth == r->f->depth) return true;
  }
  return false;
}

// As if the attempt had not been: what it announced is taken back.
static void take_back(run *r, size_t succs, size_t touched, const sem_out *before) {
  sem_out *o = r->out;
  for (size_t i = succs; i < o->succs.len; i++) state_unref(o->succs.data[i].s);
  o->succs.len = succs;
  mem_untouch(r, touched);
  o->forks = before->forks;
  o->printed = before->printed;
}

static bool attempt(run *r, const fork_arm *arms, size_t n, uint32_t join) {
  const sem_out before = *r->out;
  arrival *at = MEM_NEW_N(arrival, n);
  uint64_t executed = r->m->base.instructions;
  bool ok = true;
  mark_join(r, join);
  for (size_t k = 0; k < n && ok; k++) ok = (at[k].s = run_arm(r, &arms[k], join, &at[k].begin)) != NULL;
  unmark_join(r->m);
  ok = ok && r->out->succs.len == before.succs.len && r->out->printed == before.printed;
  state *merged = ok ? merge_states(r, arms, at, n) : NULL;
  for (size_t k = 0; k < n; k++) {
    state_unref(at[k].s);
    pathcond_unref(at[k].begin);
  }
  mem_free(at);
  if (!merged) {
    take_back(r, before.succs.len, before.touched.len, &before);
    return false;
  }
  executed = r->m->base.instructions - executed;
  r->left -= executed < r->left ? executed : r->left;
  state_unref(r->s);
  r->s = merged;
  r->f = state_own_top(r->s, r->stack);
  return true;
}

bool merge_arms(run *r, const fork_arm *arms, size_t n) {
  world *m = r->m;
  if (!m->base.options.merge || m->scheduler != &systemc_scheduler || m->nested >= MAX_NESTED) return false;
  uint32_t block = join_of(m, r), func = r->f->func, pc = r->f->pc;
  if (!block) return false;
  uint32_t join = r->df->ir->blocks[block].first;
  score *s = score_at(m, func, pc);
  if (s->failed > PATIENCE + 2 * s->merged) return false;
  bool ok = !goes_round(r) && attempt(r, arms, n, join);
  s = score_at(m, func, pc);  // attempts within may have made others
  if (ok)
    s->merged++;
  else
    s->failed++;
  return ok;
}
