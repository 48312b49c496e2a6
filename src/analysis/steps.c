#include "analysis/steps.h"

#include "analysis/draws.h"
#include "analysis/points.h"
#include "base/map64.h"

#include <string.h>

// A calling context: the function and where it returns to in its caller's context. Context 0 is "none".
typedef struct context {
  uint32_t proc, parent, func, ret_pc, depth;
} context;

typedef VEC(uint32_t) id_vec;

struct steps {
  const ir_module *m;
  steps_options options;
  points *pts;
  draws *draws;
  VEC(step_info) list;      // [0] unused
  id_vec context_of_step;   // parallel to list; 0 for summaries
  VEC(context) contexts;    // [0] unused
  map64 context_of;         // (parent, call pc, callee) -> context
  map64 step_of;            // (context, pc) -> step
  uint32_t *root;           // process -> its outermost context
  uint32_t *summary;        // process -> summary step, 0 if it has steps of its own
  id_vec *deps, *enablers;  // per step
};

enum { CONTEXTS_PER_PROCESS = 4096, DEPTH_MAX = 64 };

static uint64_t key2(uint32_t a, uint32_t b) { return (uint64_t)a << 32 | b; }
static uint64_t context_key(uint32_t parent, uint32_t pc, uint32_t func) {
  return (uint64_t)parent << 42 | (uint64_t)(pc & 0x3fffff) << 20 | (func & 0xfffff);
}

static uint32_t context_new(steps *st, context c) {
  vec_push(&st->contexts, c);
  return (uint32_t)st->contexts.len - 1;
}

static uint32_t step_new(steps *st, uint32_t ctx, uint32_t proc, uint32_t func, uint32_t pc) {
  step_info s = {.proc = proc, .func = func, .pc = pc};
  vec_push(&st->list, s);
  vec_push(&st->context_of_step, ctx);
  return (uint32_t)st->list.len - 1;
}

// --- accesses of one instruction ------------------------------------------------------------------------------------

static void add_access(step_info *s, step_access a) {
  for (size_t i = 0; i < s->accesses.len; i++) {
    const step_access *b = &s->accesses.data[i];
    if (b->mode == a.mode && b->detail == a.detail && b->obj == a.obj && b->offset == a.offset && b->size == a.size) {
      return;
    }
  }
  vec_push(&s->accesses, a);
}

static bool is_one_location(const steps *st, uint32_t obj) {
  if (!st->options.as_documented || obj > st->m->n_globals) return false;
  return ir_type_get(st->m, st->m->globals[obj].type)->kind == IR_TYPE_ARRAY;
}

// Calls add for each object that the operand may point to.
static void each_target(steps *st, ir_func f, const ir_operand *o, uint64_t size, step_access a, step_info *s) {
  uint32_t obj;
  uint64_t offset;
  if (points_exact(st->pts, f, o, &obj, &offset)) {
    bool whole = is_one_location(st, obj) && a.mode <= ACCESS_UPDATE;
    a.obj = obj;
    a.offset = whole ? 0 : offset;
    a.size = whole ? ACCESS_WHOLE : size;
    add_access(s, a);
    return;
  }
  const bitset *set = points_of(st->pts, f, o);
  a.offset = 0;
  a.size = ACCESS_WHOLE;
  for (uint32_t i = 1; i <= points_objects(st->pts); i++) {
    if (!bitset_has(set, i) || points_private(st->pts, i)) continue;
    a.obj = i;
    add_access(s, a);
  }
}

static void memory_access(steps *st, ir_func f, const ir_instr *i, uint32_t arg, access_mode mode, step_info *s) {
  step_access a = {.mode = mode};
  if (mode == ACCESS_UPDATE) {
    uint32_t obj;
    uint64_t offset;
    bool direct = points_exact(st->pts, f, &i->args[arg], &obj, &offset);
    a.detail = i->sub;
    if (!direct && st->options.as_documented) a = (step_access){.mode = ACCESS_WRITE};
  }
  bool ranged = i->op == IR_COPY || i->op == IR_FILL || i->op == IR_FREE;
  each_target(st, f, &i->args[arg], ranged ? ACCESS_WHOLE : ir_type_get(st->m, i->type)->size, a, s);
}

static void process_access(steps *st, const ir_operand *o, access_mode mode, step_info *s) {
  if (o->kind == IR_OPERAND_PROC) {
    add_access(s, (step_access){.mode = mode, .obj = (uint32_t)o->value, .size = ACCESS_WHOLE});
    return;
  }
  for (uint32_t p = 1; p <= st->m->n_procs; p++) {
    add_access(s, (step_access){.mode = mode, .obj = p, .size = ACCESS_WHOLE});
  }
}

static uint32_t wait_events(const ir_instr *i) { return i->sub & IR_WAIT_TIMEOUT ? i->n_args - 1 : i->n_args; }

static void kernel_accesses(steps *st, ir_func f, const ir_instr *i, step_info *s) {
  switch ((int)i->op) {
    case IR_WAIT:
      for (uint32_t a = 0; a < wait_events(i); a++) {
        each_target(st, f, &i->args[a], 1, (step_access){.mode = ACCESS_WAIT}, s);
      }
      break;
    case IR_NOTIFY:
      each_target(st, f, &i->args[0], 1, (step_access){.mode = ACCESS_NOTIFY}, s);
      break;
    case IR_NOTIFY_AFTER:
      each_target(st, f, &i->args[0], 1, (step_access){.mode = ACCESS_NOTIFY_LATER}, s);
      break;
    case IR_CANCEL:
      each_target(st, f, &i->args[0], 1, (step_access){.mode = ACCESS_NOTIFY_LATER, .detail = 1}, s);
      break;
    case IR_SUSPEND:
    case IR_DISABLE:
    case IR_ENABLE:
    case IR_KILL:
    case IR_RESET:
      process_access(st, &i->args[0], ACCESS_SUSPEND, s);
      break;
    case IR_RESUME:
      process_access(st, &i->args[0], ACCESS_RESUME, s);
      break;
  }
}

// An instruction at which a violation can be found, by itself or by a check of its own.
static bool may_fail(steps *st, ir_func f, const ir_instr *i) {
  uint32_t obj;
  uint64_t offset;
  if (i->op == IR_CHECK || i->op == IR_UNSUPPORTED || i->op == IR_THROW || i->op == IR_FREE) return true;
  if (i->op == IR_NOTIFY_AFTER || (i->op == IR_WAIT && (i->sub & IR_WAIT_TIMEOUT))) {
    return i->args[i->n_args - 1].kind != IR_OPERAND_INT;
  }
  if (!strchr(ir_op_flags(i->op), 'M') || i->op == IR_LOCAL || i->op == IR_NEW) return i->op == IR_NEW;
  return i->op == IR_COPY || i->op == IR_FILL || !points_exact(st->pts, f, &i->args[0], &obj, &offset);
}

static void collect(steps *st, ir_func f, const ir_instr *i, step_info *s) {
  uint32_t pc = (uint32_t)(i - ir_func_get(st->m, f)->code);
  if (i->op == IR_ASSUME && !draws_only(st->draws, f, pc)) add_access(s, (step_access){.mode = ACCESS_ASSUME, .size = 1});
  if (may_fail(st, f, i)) add_access(s, (step_access){.mode = ACCESS_CHECK, .size = 1});
  switch ((int)i->op) {
    case IR_LOAD:
      memory_access(st, f, i, 0, ACCESS_READ, s);
      break;
    case IR_STORE:
    case IR_FILL:
    case IR_FREE:
    case IR_NONDET_MEM:
      memory_access(st, f, i, 0, ACCESS_WRITE, s);
      break;
    case IR_RMW:
      memory_access(st, f, i, 0, i->dst.id || !ir_rmw_commutative(i->sub) ? ACCESS_WRITE : ACCESS_UPDATE, s);
      break;
    case IR_CAS:
      memory_access(st, f, i, 0, ACCESS_WRITE, s);
      break;
    case IR_COPY:
      memory_access(st, f, i, 0, ACCESS_WRITE, s);
      memory_access(st, f, i, 1, ACCESS_READ, s);
      break;
  }
  kernel_accesses(st, f, i, s);
}

// --- walking from a resume point to the next switches ---------------------------------------------------------------

typedef struct walk {
  steps *st;
  uint32_t step;
  VEC(uint64_t) work;   // (context, pc)
  map64 seen;
  id_vec *fresh;        // steps found whose own walk is still to do
  bool give_up;         // recursion or too many contexts: summary needed
} walk;

static void go(walk *w, uint32_t ctx, uint32_t pc) {
  if (map64_put(&w->seen, key2(ctx, pc), 1)) vec_push(&w->work, key2(ctx, pc));
}

static void go_block(walk *w, uint32_t ctx, const ir_func_info *fi, ir_block b) { go(w, ctx, fi->blocks[b.id].first); }

static void add_waker(step_info *s, step_access a) {
  for (size_t i = 0; i < s->wakers.len; i++) {
    const step_access *b = &s->wakers.data[i];
    if (b->obj == a.obj && b->offset == a.offset && b->size == a.size) return;
  }
  vec_push(&s->wakers, a);
}

// The step after a context switch at (ctx, pc); `i` is the switching instruction.
static void resume_after(walk *w, uint32_t ctx, uint32_t pc, const ir_instr *i) {
  steps *st = w->st;
  const context *c = &st->contexts.data[ctx];
  uint64_t id;
  if (!map64_get(&st->step_of, key2(ctx, pc), &id)) {
    id = step_new(st, ctx, c->proc, c->func, pc);
    map64_put(&st->step_of, key2(ctx, pc), id);
    vec_push(w->fresh, (uint32_t)id);
  }
  if (i->op != IR_WAIT) return;
  step_info tmp = {0};
  kernel_accesses(st, (ir_func){c->func}, i, &tmp);
  for (size_t k = 0; k < tmp.accesses.len; k++) add_waker(&st->list.data[id], tmp.accesses.data[k]);
  vec_free(&tmp.accesses);
}

static void enter(walk *w, uint32_t ctx, uint32_t pc, uint32_t callee) {
  steps *st = w->st;
  context from = st->contexts.data[ctx];
  for (uint32_t c = ctx; c; c = st->contexts.data[c].parent) w->give_up |= st->contexts.data[c].func == callee;
  if (w->give_up || from.depth >= DEPTH_MAX || st->contexts.len > CONTEXTS_PER_PROCESS * (size_t)from.proc) {
    w->give_up = true;
    return;
  }
  uint64_t inner;
  uint64_t key = context_key(ctx, pc, callee);
  if (!map64_get(&st->context_of, key, &inner)) {
    inner = context_new(st, (context){from.proc, ctx, callee, pc + 1, from.depth + 1});
    map64_put(&st->context_of, key, inner);
  }
  go(w, (uint32_t)inner, 0);
}

static void enter_call(walk *w, uint32_t ctx, uint32_t pc, const ir_instr *i) {
  const ir_module *m = w->st->m;
  if (i->args[0].kind == IR_OPERAND_FUNC) {
    enter(w, ctx, pc, (uint32_t)i->args[0].value);
    return;
  }
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    if (m->funcs[f].n_params == i->n_args - 1) enter(w, ctx, pc, f);
  }
}

static void leave(walk *w, uint32_t ctx) {
  const context *c = &w->st->contexts.data[ctx];
  if (c->parent) go(w, c->parent, c->ret_pc);
}

// A throw lands in the nearest caller whose call has an unwind block; all of them are taken.
static void unwind(walk *w, uint32_t ctx) {
  for (const context *c = &w->st->contexts.data[ctx]; c->parent; c = &w->st->contexts.data[c->parent]) {
    const ir_func_info *caller = &w->st->m->funcs[w->st->contexts.data[c->parent].func];
    const ir_instr *call = &caller->code[c->ret_pc - 1];
    if (call->n_targets && call->targets[0].id) go_block(w, c->parent, caller, call->targets[0]);
  }
}

// Does the instruction end the step for sure, possibly, or not at all?
typedef enum ends { ENDS_NO, ENDS_MAYBE, ENDS_YES } ends;
static ends ends_step(const ir_instr *i, uint32_t proc) {
  if (i->op == IR_WAIT) return ENDS_YES;
  if (i->op == IR_SUSPEND) {
    if (i->args[0].kind != IR_OPERAND_PROC) return ENDS_MAYBE;
    return i->args[0].value == proc ? ENDS_YES : ENDS_NO;
  }
  return ir_op_flags(i->op)[0] == 'K' && ir_op_flags(i->op)[1] == 'B' ? ENDS_MAYBE : ENDS_NO;
}

static void visit(walk *w, uint32_t ctx, uint32_t pc) {
  steps *st = w->st;
  context c = st->contexts.data[ctx];
  const ir_func_info *fi = &st->m->funcs[c.func];
  const ir_instr *i = &fi->code[pc];
  collect(st, (ir_func){c.func}, i, &st->list.data[w->step]);
  ends e = ends_step(i, c.proc);
  if (e != ENDS_NO) resume_after(w, ctx, pc + 1, i);
  if (e == ENDS_YES || i->op == IR_EXIT || i->op == IR_UNSUPPORTED || i->op == IR_UNREACHABLE) return;
  if (i->op == IR_RETURN) {
    leave(w, ctx);
  } else if (i->op == IR_THROW) {
    unwind(w, ctx);
  } else if (i->op == IR_CALL) {
    enter_call(w, ctx, pc, i);
  } else if (ir_op_ends_block(i->op)) {
    for (uint32_t t = 0; t < i->n_targets; t++) go_block(w, ctx, fi, i->targets[t]);
  } else {
    go(w, ctx, pc + 1);
  }
}

static bool walk_step(steps *st, uint32_t step, uint32_t ctx, uint32_t pc, id_vec *fresh) {
  walk w = {.st = st, .step = step, .fresh = fresh};
  go(&w, ctx, pc);
  while (w.work.len && !w.give_up) {
    uint64_t at = vec_pop(&w.work);
    visit(&w, (uint32_t)(at >> 32), (uint32_t)at);
  }
  vec_free(&w.work);
  map64_fini(&w.seen);
  return !w.give_up;
}

// --- whole processes --------------------------------------------------------------------------------------------------

// One step for everything a process can ever do: all functions (a safe over-approximation).
static void summarise(steps *st, uint32_t proc) {
  uint32_t id = step_new(st, 0, proc, st->m->procs[proc].func.id, 0);
  st->summary[proc] = id;
  st->list.data[id].is_summary = true;
  for (uint32_t f = 1; f <= st->m->n_funcs; f++) {
    for (uint32_t c = 0; c < st->m->funcs[f].n_code; c++) {
      collect(st, (ir_func){f}, &st->m->funcs[f].code[c], &st->list.data[id]);
    }
  }
  step_info *s = &st->list.data[id];
  for (size_t k = 0; k < s->accesses.len; k++) {
    if (s->accesses.data[k].mode == ACCESS_WAIT) add_waker(s, s->accesses.data[k]);
  }
}

// Forgets the steps from `first` on: the process gets a summary instead, and its chains are never looked up.
static void drop_steps(steps *st, uint32_t first) {
  while (st->list.len > first) {
    step_info s = vec_pop(&st->list);
    vec_free(&s.accesses);
    vec_free(&s.wakers);
  }
  st->context_of_step.len = first;
}

static void find_steps(steps *st, uint32_t proc) {
  st->root[proc] = context_new(st, (context){.proc = proc, .func = st->m->procs[proc].func.id});
  uint32_t entry = step_new(st, st->root[proc], proc, st->m->procs[proc].func.id, 0);
  map64_put(&st->step_of, key2(st->root[proc], 0), entry);
  id_vec fresh = {0};
  vec_push(&fresh, entry);
  bool fine = true;
  for (size_t i = 0; i < fresh.len && fine; i++) {
    uint32_t id = fresh.data[i];
    fine = walk_step(st, id, st->context_of_step.data[id], st->list.data[id].pc, &fresh);
  }
  vec_free(&fresh);
  if (fine) return;
  drop_steps(st, entry);
  summarise(st, proc);
}

// --- relations --------------------------------------------------------------------------------------------------------

static bool overlap(const step_access *a, const step_access *b) {
  if (a->obj != b->obj) return false;
  if (a->size == ACCESS_WHOLE || b->size == ACCESS_WHOLE) return true;
  return a->offset < b->offset + b->size && b->offset < a->offset + a->size;
}

static bool is_memory(access_mode m) { return m == ACCESS_READ || m == ACCESS_WRITE || m == ACCESS_UPDATE; }
static bool is_process(access_mode m) { return m == ACCESS_SUSPEND || m == ACCESS_RESUME; }

static bool is_ending(access_mode m) { return m == ACCESS_ASSUME || m == ACCESS_CHECK; }

bool access_conflict(const step_access *a, const step_access *b, bool ieee_pending) {
  if (is_ending(a->mode) || is_ending(b->mode)) return is_ending(a->mode) && is_ending(b->mode) && a->mode != b->mode;
  if (!overlap(a, b)) return false;
  if (is_memory(a->mode) || is_memory(b->mode)) {
    if (!is_memory(a->mode) || !is_memory(b->mode)) return false;
    if (a->mode == ACCESS_READ && b->mode == ACCESS_READ) return false;
    bool same_update = a->mode == ACCESS_UPDATE && b->mode == ACCESS_UPDATE && a->detail == b->detail;
    return !same_update || a->offset != b->offset || a->size != b->size;
  }
  if (is_process(a->mode) || is_process(b->mode)) return is_process(a->mode) && is_process(b->mode) && a->mode != b->mode;
  access_mode lo = a->mode < b->mode ? a->mode : b->mode, hi = a->mode < b->mode ? b->mode : a->mode;
  if (lo == ACCESS_NOTIFY && hi == ACCESS_WAIT) return true;
  if (lo == ACCESS_NOTIFY && hi == ACCESS_NOTIFY_LATER) return ieee_pending || a->detail || b->detail;
  return lo == ACCESS_NOTIFY_LATER && hi == ACCESS_NOTIFY_LATER && (a->detail || b->detail);
}

// Rule (c): one can suspend the process of the other.
static bool suspends(const step_info *a, const step_info *b) {
  for (size_t i = 0; i < a->accesses.len; i++) {
    if (a->accesses.data[i].mode == ACCESS_SUSPEND && a->accesses.data[i].obj == b->proc) return true;
  }
  return false;
}

static bool conflict(const steps *st, const step_info *a, const step_info *b) {
  if (a->proc == b->proc) return false;
  for (size_t i = 0; i < a->accesses.len; i++) {
    for (size_t k = 0; k < b->accesses.len; k++) {
      if (access_conflict(&a->accesses.data[i], &b->accesses.data[k], st->options.ieee_pending)) return true;
    }
  }
  return suspends(a, b) || suspends(b, a);
}

static bool enables(const step_info *a, const step_info *b) {
  if (a->proc == b->proc) return false;
  for (size_t i = 0; i < a->accesses.len; i++) {
    if (a->accesses.data[i].mode != ACCESS_NOTIFY) continue;
    for (size_t k = 0; k < b->wakers.len; k++) {
      if (overlap(&a->accesses.data[i], &b->wakers.data[k])) return true;
    }
  }
  return false;
}

// Steps by what they touch, so that only pairs with something in common are compared: slot = object, or process.
typedef struct touchers { id_vec *by_object, *by_process; } touchers;

static void index_steps(const steps *st, touchers *t) {
  t->by_object = MEM_NEW_N(id_vec, points_objects(st->pts) + 1);
  t->by_process = MEM_NEW_N(id_vec, st->m->n_procs + 1);
  for (uint32_t a = 1; a < st->list.len; a++) {
    const step_info *s = &st->list.data[a];
    for (size_t i = 0; i < s->accesses.len + s->wakers.len; i++) {
      const step_access *x = i < s->accesses.len ? &s->accesses.data[i] : &s->wakers.data[i - s->accesses.len];
      id_vec *slot = is_process(x->mode) ? &t->by_process[x->obj] : &t->by_object[x->obj];
      if (slot->len == 0 || vec_last(slot) != a) vec_push(slot, a);
    }
    id_vec *own = &t->by_process[s->proc];
    if (own->len == 0 || vec_last(own) != a) vec_push(own, a);
  }
}

static void free_index(const steps *st, touchers *t) {
  for (uint32_t i = 0; i <= points_objects(st->pts); i++) vec_free(&t->by_object[i]);
  for (uint32_t i = 0; i <= st->m->n_procs; i++) vec_free(&t->by_process[i]);
  mem_free(t->by_object);
  mem_free(t->by_process);
}

static void mark_slot(const id_vec *slot, bitset *candidates) {
  for (size_t i = 0; i < slot->len; i++) bitset_add(candidates, slot->data[i]);
}

static void relate(steps *st) {
  size_t n = st->list.len;
  st->deps = MEM_NEW_N(id_vec, n);
  st->enablers = MEM_NEW_N(id_vec, n);
  touchers t;
  index_steps(st, &t);
  bitset candidates = bitset_new(n);
  for (uint32_t a = 1; a < n; a++) {
    const step_info *s = &st->list.data[a];
    bitset_clear(&candidates);
    mark_slot(&t.by_process[s->proc], &candidates);
    for (size_t i = 0; i < s->accesses.len; i++) {
      const step_access *x = &s->accesses.data[i];
      mark_slot(is_process(x->mode) ? &t.by_process[x->obj] : &t.by_object[x->obj], &candidates);
    }
    for (size_t i = 0; i < s->wakers.len; i++) mark_slot(&t.by_object[s->wakers.data[i].obj], &candidates);
    for (uint32_t b = 1; b < n; b++) {
      if (!bitset_has(&candidates, b)) continue;
      if (conflict(st, s, &st->list.data[b])) vec_push(&st->deps[a], b);
      if (enables(&st->list.data[b], s)) vec_push(&st->enablers[a], b);
    }
  }
  bitset_fini(&candidates);
  free_index(st, &t);
}

steps *steps_new(const ir_module *m, const steps_options *o) {
  steps *st = MEM_NEW(steps);
  st->m = m;
  st->options = *o;
  st->pts = points_new(m);
  st->draws = draws_new(m);
  vec_push(&st->list, (step_info){0});
  vec_push(&st->context_of_step, 0u);
  vec_push(&st->contexts, (context){0});
  st->root = MEM_NEW_N(uint32_t, m->n_procs + 1);
  st->summary = MEM_NEW_N(uint32_t, m->n_procs + 1);
  for (uint32_t p = 1; p <= m->n_procs; p++) find_steps(st, p);
  relate(st);
  return st;
}

void steps_free(steps *st) {
  if (!st) return;
  for (size_t i = 0; i < st->list.len; i++) {
    vec_free(&st->list.data[i].accesses);
    vec_free(&st->list.data[i].wakers);
    vec_free(&st->deps[i]);
    vec_free(&st->enablers[i]);
  }
  vec_free(&st->list);
  vec_free(&st->contexts);
  vec_free(&st->context_of_step);
  map64_fini(&st->context_of);
  map64_fini(&st->step_of);
  mem_free(st->root);
  mem_free(st->summary);
  mem_free(st->deps);
  mem_free(st->enablers);
  points_free(st->pts);
  draws_free(st->draws);
  mem_free(st);
}

uint32_t steps_count(const steps *st) { return (uint32_t)st->list.len - 1; }
const step_info *steps_get(const steps *st, uint32_t step) { return &st->list.data[step]; }

uint32_t steps_find(const steps *st, uint32_t proc, const code_loc *chain, size_t n) {
  if (st->summary[proc]) return st->summary[proc];
  uint64_t at = st->root[proc];
  for (size_t i = 0; i + 1 < n; i++) {
    bool known = map64_get(&st->context_of, context_key((uint32_t)at, chain[i].pc - 1, chain[i + 1].func), &at);
    CHECK(known, "a chain of calls that the static analysis did not see");
  }
  uint64_t id = 0;
  bool known = map64_get(&st->step_of, key2((uint32_t)at, chain[n - 1].pc), &id);
  CHECK(known, "a resume point that the static analysis did not see");
  return (uint32_t)id;
}

const uint32_t *steps_deps(const steps *st, uint32_t step, uint32_t *n) {
  *n = (uint32_t)st->deps[step].len;
  return st->deps[step].data;
}

const uint32_t *steps_enablers(const steps *st, uint32_t step, uint32_t *n) {
  *n = (uint32_t)st->enablers[step].len;
  return st->enablers[step].data;
}

bool steps_dependent(const steps *st, uint32_t a, uint32_t b) {
  for (size_t i = 0; i < st->deps[a].len; i++) {
    if (st->deps[a].data[i] == b) return true;
  }
  return false;
}
