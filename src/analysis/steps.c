#include "analysis/steps_impl.h"

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

// --- walking from a resume point to the next switches ---------------------------------------------------------------

typedef struct walk {
  steps *st;
  uint32_t step;
  VEC(uint64_t) work;  // (context, pc)
  map64 seen;
  map64 below;    // contexts of the flow whose accesses are in the step
  id_vec *fresh;  // steps found whose own walk is still to do
  bool give_up;   // recursion or too many contexts: summary needed
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
  step_kernel_accesses(&(step_site){st, {c->func}, c->flow, &tmp}, i);
  for (size_t k = 0; k < tmp.accesses.len; k++) add_waker(&st->list.data[id], tmp.accesses.data[k]);
  vec_free(&tmp.accesses);
}

// An elaborated design: deeper calls of a function that never waits there are the outermost one (analysis/flow.h).
static void enter_again(walk *w, uint32_t ctx, uint32_t pc, uint32_t outer) {
  const ir_func_info *fi = &w->st->m->funcs[w->st->contexts.data[ctx].func];
  const ir_instr *i = &fi->code[pc];
  go(w, outer, 0);
  go(w, ctx, pc + 1);
  if (i->n_targets && i->targets[0].id) go_block(w, ctx, fi, i->targets[0]);
}

// A throw lands in the nearest caller whose call has an unwind block; all of them are taken.
static void unwind(walk *w, uint32_t ctx) {
  for (const context *c = &w->st->contexts.data[ctx]; c->parent; c = &w->st->contexts.data[c->parent]) {
    const ir_func_info *caller = &w->st->m->funcs[w->st->contexts.data[c->parent].func];
    const ir_instr *call = &caller->code[c->ret_pc - 1];
    if (call->n_targets && call->targets[0].id) go_block(w, c->parent, caller, call->targets[0]);
  }
}

// An elaborated design: a call that does not wait is one instruction with all that it may touch.
static void pass_over(walk *w, uint32_t ctx, uint32_t pc, uint32_t known) {
  const ir_func_info *fi = &w->st->m->funcs[w->st->contexts.data[ctx].func];
  const ir_instr *i = &fi->code[pc];
  step_collect_below(w->st, &w->st->list.data[w->step], &w->below, known);
  if (flow_returns(w->st->flow, known)) go(w, ctx, pc + 1);
  if (!flow_throws(w->st->flow, known)) return;
  if (i->n_targets && i->targets[0].id) go_block(w, ctx, fi, i->targets[0]);
  unwind(w, ctx);
}

static void enter(walk *w, uint32_t ctx, uint32_t pc, uint32_t callee) {
  steps *st = w->st;
  context from = st->contexts.data[ctx];
  uint32_t known = st->flow ? flow_callee(st->flow, from.flow, pc, callee) : 0;
  if (st->flow && !known) return;
  if (known && flow_shared(st->flow, known)) {
    pass_over(w, ctx, pc, known);
    return;
  }
  for (uint32_t c = ctx; c; c = st->contexts.data[c].parent) {
    if (st->contexts.data[c].func != callee) continue;
    if (st->flow) {
      enter_again(w, ctx, pc, c);
      return;
    }
    w->give_up = true;
  }
  if (w->give_up || from.depth >= DEPTH_MAX || st->contexts.len > CONTEXTS_PER_PROCESS * (size_t)from.proc) {
    w->give_up = true;
    return;
  }
  uint64_t inner;
  uint64_t key = context_key(ctx, pc, callee);
  if (!map64_get(&st->context_of, key, &inner)) {
    inner = context_new(st, (context){from.proc, ctx, callee, pc + 1, from.depth + 1, known});
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
  if (w->st->flow) {
    uint32_t n;
    const flow_atom *a = flow_operand(w->st->flow, w->st->contexts.data[ctx].flow, &i->args[0], &n);
    for (uint32_t k = 0; k < n; k++)
      if (a[k].obj >= FLOW_FUNC) enter(w, ctx, pc, a[k].obj - FLOW_FUNC);
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
  if (st->flow && !flow_reached(st->flow, c.flow, pc)) return;
  step_collect(&(step_site){st, {c.func}, c.flow, &st->list.data[w->step]}, i);
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
  map64_fini(&w.below);
  step_accesses_done(&st->list.data[step]);
  return !w.give_up;
}

// --- whole processes ------------------------------------------------------------------------------------------------

// One step for everything a process can ever do: all functions (a safe over-approximation).
static void summarise(steps *st, uint32_t proc) {
  uint32_t id = step_new(st, 0, proc, st->m->procs[proc].func.id, 0);
  st->summary[proc] = id;
  st->list.data[id].is_summary = true;
  for (uint32_t f = 1; f <= st->m->n_funcs; f++) {
    for (uint32_t c = 0; c < st->m->funcs[f].n_code; c++) {
      step_collect(&(step_site){st, {f}, 0, &st->list.data[id]}, &st->m->funcs[f].code[c]);
    }
  }
  step_info *s = &st->list.data[id];
  step_accesses_done(s);
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

static void add_beginner(void *to, flow_atom event) {
  add_waker(to, (step_access){.mode = ACCESS_WAIT, .obj = event.obj, .offset = event.offset, .size = 1});
}

// False: an elaborated design has a process whose contexts are too many; nothing stands for all of it then.
static bool find_steps(steps *st, uint32_t proc) {
  uint32_t known = st->flow ? flow_root(st->flow, proc) : 0;
  if (st->flow && !known) return true;  // it has ended
  uint32_t func = st->flow ? flow_func(st->flow, known) : st->m->procs[proc].func.id;
  st->root[proc] = context_new(st, (context){.proc = proc, .func = func, .flow = known});
  uint32_t entry = step_new(st, st->root[proc], proc, func, 0);
  map64_put(&st->step_of, key2(st->root[proc], 0), entry);
  if (known) flow_each_armed(st->flow, proc, add_beginner, &st->list.data[entry]);
  id_vec fresh = {0};
  vec_push(&fresh, entry);
  bool fine = true;
  for (size_t i = 0; i < fresh.len && fine; i++) {
    uint32_t id = fresh.data[i];
    fine = walk_step(st, id, st->context_of_step.data[id], st->list.data[id].pc, &fresh);
  }
  vec_free(&fresh);
  if (fine || st->flow) return fine;
  drop_steps(st, entry);
  summarise(st, proc);
  return true;
}

steps *steps_new(const ir_module *m, const steps_options *o, flow *known) {
  steps *st = MEM_NEW(steps);
  st->m = m;
  st->options = *o;
  st->flow = known;
  if (!known) st->pts = points_new(m);
  st->n_procs = known ? flow_procs(known) : m->n_procs;
  st->n_objects = known ? flow_objects(known) : points_objects(st->pts);
  st->draws = draws_new(m);
  if (known) st->below = MEM_NEW_N(below, flow_contexts(known) + 1);
  vec_push(&st->list, (step_info){0});
  vec_push(&st->context_of_step, 0u);
  vec_push(&st->contexts, (context){0});
  st->root = MEM_NEW_N(uint32_t, st->n_procs + 1);
  st->summary = MEM_NEW_N(uint32_t, st->n_procs + 1);
  bool fine = true;
  for (uint32_t p = 1; p <= st->n_procs && fine; p++) fine = find_steps(st, p);
  steps_relate(st);
  if (fine) return st;
  steps_free(st);
  return NULL;
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
  for (uint32_t k = 0; st->below && k <= flow_contexts(st->flow); k++) {
    vec_free(&st->below[k].accesses);
    vec_free(&st->below[k].calls);
  }
  mem_free(st->below);
  points_free(st->pts);
  flow_free(st->flow);
  draws_free(st->draws);
  mem_free(st);
}

uint32_t steps_procs(const steps *st) { return st->n_procs; }
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
