// Contexts, processes, and the way to where nothing grows any more.
//
// Three rounds: the first finds out which mutexes are held at all accesses to an object and who accesses it; the second uses that;
// the third looks at every reached instruction once more, when all is known, and judges.
#include <stdlib.h>

#include "base/hash.h"
#include "engine/values/values.h"

static context *context_at(const values *v, uint32_t c) { return &v->contexts.data[c]; }
static const ir_func_info *func_of(const values *v, const context *c) { return &v->m->funcs[c->func]; }

// --- contexts ------------------------------------------------------------------------------------------------------------

static uint32_t width_of(const values *v, ir_type t) {
  uint32_t bits = ir_type_is_scalar(v->m, t) ? val_bits(v, t) : 1;
  return bits < NUMBER_MOST_BITS ? bits : NUMBER_MOST_BITS;
}

static uint32_t regs_of(const values *v, const context *c) { return c->base + func_of(v, c)->n_regs + 1; }

static void forget_result(const values *v, context *c) {
  c->result = val_none();
  c->told = (reg){0};
  for (uint32_t k = 0; k <= func_of(v, c)->n_params; k++) c->params[k] = val_none();
}

static void open_context(values *v, context *c) {
  const ir_func_info *f = func_of(v, c);
  uint32_t n = regs_of(v, c);
  c->in = MEM_NEW_N(vstate, f->n_blocks + 1);
  c->joins = MEM_NEW_N(uint16_t, f->n_blocks + 1);
  c->due = MEM_NEW_N(bool, f->n_blocks + 1);
  c->reads = mem_zalloc(sizeof *c->reads * (f->n_blocks + 1));
  c->site = MEM_NEW_N(uint32_t, f->n_code + 1);
  c->bits = MEM_NEW_N(uint32_t, n);
  if (c->parent) memcpy(c->bits, context_at(v, c->parent)->bits, c->base * sizeof *c->bits);
  for (uint32_t r = 1; r <= f->n_regs; r++) c->bits[c->base + r] = width_of(v, f->regs[r].type);
  c->params = MEM_NEW_N(val, f->n_params + 1);
  forget_result(v, c);
  v->registers += (uint64_t)n * f->n_blocks;
  if (v->registers > MOST_REGISTERS || v->contexts.len > MOST_CONTEXTS) values_give_up(v, "too many contexts");
}

static uint32_t context_for(values *v, uint32_t parent, uint32_t pc, uint32_t func, uint32_t root_id) {
  uint64_t key = hash_combine(hash_combine((uint64_t)parent << 32 | pc, func), parent ? 0 : root_id), at;
  for (; map64_get(&v->context_index, key, &at); key++) {
    const context *c = context_at(v, (uint32_t)at);
    if (c->parent == parent && c->pc == pc && c->func == func && c->root == root_id) return (uint32_t)at;
  }
  context c = {.func = func, .parent = parent, .pc = pc, .root = root_id, .once = true};
  if (parent) {
    const context *p = context_at(v, parent);
    c.base = regs_of(v, p);
    c.once = p->once && !vflow_comes_again(v, p->func, pc);
  }
  vec_push(&v->contexts, c);
  map64_put(&v->context_index, key, v->contexts.len - 1);
  open_context(v, &v->contexts.data[v->contexts.len - 1]);
  return (uint32_t)v->contexts.len - 1;
}

static void clear_context(values *v, context *c) {
  for (uint32_t b = 1; b <= func_of(v, c)->n_blocks; b++) {
    vstate_free(&c->in[b]);
    c->joins[b] = 0;
    c->due[b] = false;
    vec_clear(&c->reads[b]);
  }
  vstate_free(&c->exit);
  forget_result(v, c);
  c->returns = false;
}

static void close_context(values *v, context *c) {
  clear_context(v, c);
  for (uint32_t b = 1; b <= func_of(v, c)->n_blocks; b++) vec_free(&c->reads[b]);
  mem_free(c->in);
  mem_free(c->joins);
  mem_free(c->due);
  mem_free(c->reads);
  mem_free(c->site);
  mem_free(c->bits);
  mem_free(c->params);
}

void vflow_note_read(values *v, uint32_t obj) {
  context *c = context_at(v, v->now);
  for (size_t i = 0; i < c->reads[v->block].len; i++)
    if (c->reads[v->block].data[i] == obj) return;
  vec_push(&c->reads[v->block], obj);
}

// --- edges ---------------------------------------------------------------------------------------------------------------

// `from` is used up.
static void enter(values *v, uint32_t id, uint32_t block, vstate *from) {
  enum { HEAD_EXACT = 3, HEAD_NEAR = 30, EXACT = 40, NEAR = 80 };
  context *c = context_at(v, id);
  if (v->judging || !from->reached) return;
  bool head = vflow_graph(v, c->func)->is_loop_head[block];
  c = context_at(v, id);
  uint32_t n = c->joins[block];
  int widen = n > NEAR ? 2 : head && n > HEAD_NEAR ? 2 : n > EXACT ? 1 : head && n > HEAD_EXACT ? 1 : 0;
  if (!vstate_join(v, &c->in[block], from, c->bits, widen)) return;
  c->due[block] = true;
  c->joins[block] += c->joins[block] < UINT16_MAX;
}

static void follow(values *v, const vstate *s, uint32_t pc, uint32_t block, const ir_operand *o, const number *is,
                   int truth) {
  vstate t;
  vstate_copy(&t, s);
  if (truth >= 0)
    refine_condition(v, &t, pc, o, truth, 0);
  else if (is)
    refine_value(v, &t, pc, o, *is);
  enter(v, v->now, block, &t);
  vstate_free(&t);
}

static void leave_branch(values *v, const vstate *s, uint32_t pc, const ir_instr *i) {
  number c = step_operand(v, s, &i->args[0]).n;
  if (number_has(c, 1)) follow(v, s, pc, i->targets[0].id, &i->args[0], NULL, 1);
  if (number_has(c, 0)) follow(v, s, pc, i->targets[1].id, &i->args[0], NULL, 0);
}

static void leave_switch(values *v, const vstate *s, uint32_t pc, const ir_instr *i) {
  val a = step_operand(v, s, &i->args[0]);
  uint32_t bits = val_bits(v, i->args[0].type);
  if (a.ptrs || bits > NUMBER_MOST_BITS) values_give_up(v, "addresses are computed with");
  number rest = a.n;
  for (uint32_t k = 1; k < i->n_args; k++) {
    number one = step_operand(v, s, &i->args[k]).n, left = one;
    if (number_has(a.n, one.lo)) follow(v, s, pc, i->targets[k].id, &i->args[0], &one, -1);
    number_refine(IR_NE, true, &rest, &left, bits);
  }
  if (!number_is_none(rest)) follow(v, s, pc, i->targets[0].id, &i->args[0], &rest, -1);
}

static void forget_locals(values *v, vstate *s, const context *c) {
  const ir_func_info *f = func_of(v, c);
  for (uint32_t pc = 0; pc < f->n_code; pc++)
    if (c->site[pc] && f->code[pc].op == IR_LOCAL) vmem_forget(v, s, c->site[pc]);
}

static void cut_frames(vstate *s, uint32_t n) {
  if (s->n_regs > n) s->n_regs = n;
}

static bool join_params(values *v, context *c, const vstate *s) {
  const ir_func_info *f = func_of(v, c);
  bool changed = false;
  for (uint32_t k = 1; k <= f->n_params; k++) {
    val joined = val_join(v, c->params[k], s->regs[c->base + k].v);
    changed |= !val_same(joined, c->params[k]);
    c->params[k] = joined;
  }
  return changed;
}

void vflow_return(values *v, vstate *s, reg returned) {
  context *c = context_at(v, v->now);
  bool late = !c->returns;
  c->returns = true;
  if (!c->parent) vmem_give_back_all(v, s);
  if (!c->parent || v->judging) return;
  late |= join_params(v, c, s);
  // The result is renamed with the rest: it travels in register 0 of the function.
  s->regs[c->base] = returned;
  uint32_t keep = c->base + 1;
  cut_frames(s, keep);
  forget_locals(v, s, c);
  reg told = s->regs[c->base];
  cut_frames(s, c->base);
  bool same_part = told.obj == c->told.obj && told.size == c->told.size && told.off == c->told.off;
  if (val_is_none(c->result)) {
    c->told = told;
  } else if (!same_part && c->told.obj) {
    c->told.obj = 0;
    late = true;
  }
  val joined = val_join(v, c->result, told.v);
  late |= !val_same(joined, c->result);
  c->result = joined;
  late |= vstate_join(v, &c->exit, s, c->bits, 0);
  if (!late) return;
  context *p = context_at(v, c->parent);
  const ir_func_info *f = func_of(v, p);
  for (uint32_t b = 1; b <= f->n_blocks; b++)
    if (c->pc >= f->blocks[b].first && c->pc < f->blocks[b].first + f->blocks[b].count) p->due[b] = true;
}

// --- calls and processes -------------------------------------------------------------------------------------------------

static bool is_active(const values *v, uint32_t func) {
  for (uint32_t c = v->now; c; c = context_at(v, c)->parent)
    if (context_at(v, c)->func == func) return true;
  return false;
}

static bool is_amiss(const values *v, const ir_instr *i, uint32_t func) {
  const ir_func_info *f = &v->m->funcs[func];
  return f->n_code == 0 || !ir_call_fits(v->m, i, f);
}

static void add_frame(vstate *s, uint32_t n_regs, uint32_t base, const val *args, uint32_t n_args) {
  reg *all = MEM_NEW_N(reg, n_regs);
  uint32_t kept = base < s->n_regs ? base : s->n_regs;
  if (kept) memcpy(all, s->regs, kept * sizeof *all);
  for (uint32_t r = base; r < n_regs; r++) all[r] = (reg){.v = val_number(number_one(0))};
  for (uint32_t k = 0; k < n_args; k++) all[base + 1 + k].v = args[k];
  mem_free(s->regs);
  s->regs = all;
  s->n_regs = n_regs;
}

// Calls one function; what holds behind it is joined into *behind, its result into *yields.
static void call_one(values *v, const vstate *s, uint32_t pc, const ir_instr *i, uint32_t func, vstate *behind,
                     val *yields) {
  if (is_amiss(v, i, func))
    values_give_up(v, "a function is called that has no code or other parameters");
  else if (is_active(v, func))
    values_give_up(v, "recursion");
  if (v->given_up) return;
  uint32_t callee = context_for(v, v->now, pc, func, context_at(v, v->now)->root), n = i->n_args - 1;
  val *args = MEM_NEW_N(val, n + 1);
  for (uint32_t k = 0; k < n; k++) args[k] = step_operand(v, s, &i->args[k + 1]);
  vstate in;
  vstate_copy(&in, s);
  add_frame(&in, regs_of(v, context_at(v, callee)), context_at(v, callee)->base, args, n);
  enter(v, callee, 1, &in);
  vstate_free(&in);
  mem_free(args);
  const context *c = context_at(v, callee);
  if (!c->exit.reached) return;
  vstate out;
  vstate_copy(&out, &c->exit);
  vstate_join(v, behind, &out, context_at(v, v->now)->bits, 0);
  vstate_free(&out);
  *yields = val_join(v, *yields, c->result);
}

// The callee may have come back for some arguments alone.
static void learn_arguments(values *v, vstate *s, uint32_t pc, const ir_instr *i) {
  uint32_t func = (uint32_t)i->args[0].value, id = context_for(v, v->now, pc, func, context_at(v, v->now)->root);
  const ir_func_info *f = &v->m->funcs[func];
  for (uint32_t k = 1; k <= f->n_params && s->reached; k++) {
    bool kept = i->args[k].kind == IR_OPERAND_REG;
    for (uint32_t c = 0; c < f->n_code; c++) kept &= f->code[c].dst.id != k;
    val old = step_operand(v, s, &i->args[k]), now = context_at(v, id)->params[k];
    number cut = number_cut(old.n, now.n.lo, now.n.hi);
    if (kept && !old.ptrs && !now.ptrs && !number_same(cut, old.n)) refine_value(v, s, pc, &i->args[k], cut);
  }
}

// The result is what the callee has loaded from a piece that is still there.
static void take_origin(values *v, vstate *s, uint32_t pc, const ir_instr *i) {
  uint32_t id = context_for(v, v->now, pc, (uint32_t)i->args[0].value, context_at(v, v->now)->root);
  reg from = context_at(v, id)->told;
  if (!from.obj || !vmem_find(s, from.obj)) return;
  reg *to = &s->regs[context_at(v, v->now)->base + i->dst.id];
  from.v = to->v;
  *to = from;
}

bool vflow_call(values *v, vstate *s, uint32_t pc) {
  const ir_instr *i = &func_of(v, context_at(v, v->now))->code[pc];
  val f = step_operand(v, s, &i->args[0]), yields = val_none();
  const target_set set = *val_targets(v, f);
  vstate behind = {0};
  if (i->n_targets && i->targets[0].id) values_give_up(v, "exceptions");
  if (!number_is_none(f.n)) values_unproved(v, "null may be called");
  for (uint32_t k = 0; k < set.n && !v->given_up; k++) {
    if (set.data[k].obj < FUNC_BASE || !number_is_one(set.data[k].at, 0))
      values_give_up(v, "what is called is not a function");
    else
      call_one(v, s, pc, i, set.data[k].obj - FUNC_BASE, &behind, &yields);
  }
  vstate_free(s);
  *s = behind;
  if (s->reached && i->args[0].kind == IR_OPERAND_FUNC && !v->given_up) learn_arguments(v, s, pc, i);
  if (s->reached && i->dst.id) step_set(v, s, i->dst.id, yields);
  if (s->reached && i->dst.id && i->args[0].kind == IR_OPERAND_FUNC && !v->given_up) take_origin(v, s, pc, i);
  return s->reached;
}

// There may be several processes of this root after all, and of all that these start. What was found so far took them for one.
static void multiply(values *v, uint32_t r) {
  if (!v->roots.data[r].single) return;
  v->roots.data[r].single = false;
  v->multiplied = true;
  for (uint32_t child = 1; child < v->roots.len; child++)
    if (v->roots.data[child].parent == r) multiply(v, child);
}

static uint32_t root_for(values *v, uint32_t pc, uint32_t func) {
  uint32_t own = context_at(v, v->now)->root;
  for (uint32_t r = own; r; r = v->roots.data[r].parent) {
    if (v->roots.data[r].func != func) continue;
    multiply(v, r);  // it starts itself, and those between it and this one
    return r;
  }
  for (uint32_t r = 1; r < v->roots.len; r++) {
    const context *c = context_at(v, v->roots.data[r].ctx);
    if (v->roots.data[r].parent == own && v->roots.data[r].func == func && v->roots.data[r].maker == v->now &&
        c->pc == pc)
      return r;
  }
  const context *c = context_at(v, v->now);
  root made = {.parent = own, .func = func, .maker = v->now};
  made.single = v->roots.data[own].single && c->once && !vflow_comes_again(v, c->func, pc);
  vec_push(&v->roots, made);
  uint32_t id = (uint32_t)v->roots.len - 1, ctx = context_for(v, 0, pc, func, id);
  v->roots.data[id].ctx = ctx;
  return id;
}

// Processes have numbers from 1 on: one for each process of the program, and for each pair of how many its parent had started before
// and of a function. Who spawns in loops has any number of them.
static wide last_process(const values *v) {
  uint64_t n = v->roots.len;
  for (uint32_t r = 1; r < v->roots.len; r++)
    if (!v->roots.data[r].single) return INT32_MAX;
  return (wide)v->m->n_procs + (wide)n * (wide)n;
}

number vflow_process(values *v) {
  v->asked = true;
  return number_between(0, last_process(v));
}

static void begin_process(values *v, uint32_t root_id, const vstate *s, const val *args, uint32_t n) {
  uint32_t ctx = v->roots.data[root_id].ctx;
  vstate in = {.reached = true};
  if (s) {  // the only process goes on with what the elaboration has left
    vstate_copy(&in, s);
    in.locks = 0;
    in.depth = 0;
  }
  mem_free(in.regs);
  in.regs = NULL;
  in.n_regs = 0;
  add_frame(&in, regs_of(v, context_at(v, ctx)), 0, args, n);
  enter(v, ctx, 1, &in);
  vstate_free(&in);
}

static void spawn_one(values *v, vstate *s, uint32_t pc, const ir_instr *i, uint32_t func) {
  if (is_amiss(v, i, func)) values_give_up(v, "a function is called that has no code or other parameters");
  if (v->given_up) return;
  uint32_t n = i->n_args - 1;
  val *args = MEM_NEW_N(val, n + 1);
  for (uint32_t k = 0; k < n; k++) args[k] = step_operand(v, s, &i->args[k + 1]);
  begin_process(v, root_for(v, pc, func), NULL, args, n);
  mem_free(args);
}

void vflow_spawn(values *v, vstate *s, uint32_t pc) {
  const ir_instr *i = &func_of(v, context_at(v, v->now))->code[pc];
  vmem_publish_globals(v, s);
  for (uint32_t k = 1; k < i->n_args; k++) {
    val a = step_operand(v, s, &i->args[k]);
    vmem_publish_value(v, s, &a);
  }
  val f = step_operand(v, s, &i->args[0]);
  const target_set set = *val_targets(v, f);
  if (!number_is_none(f.n)) values_unproved(v, "null may be called");
  for (uint32_t k = 0; k < set.n && !v->given_up; k++) {
    if (set.data[k].obj < FUNC_BASE || !number_is_one(set.data[k].at, 0))
      values_give_up(v, "what is called is not a function");
    else
      spawn_one(v, s, pc, i, set.data[k].obj - FUNC_BASE);
  }
  if (i->dst.id) step_set(v, s, i->dst.id, val_number(vflow_process(v)));
}

// The elaboration makes the processes of the program live; what it does behind that is the end of the run.
void vflow_start(values *v, vstate *s) {
  bool one = v->m->n_procs == 1;
  if (!one) vmem_publish_globals(v, s);
  for (uint32_t p = 1; p <= v->m->n_procs && !v->given_up; p++) {
    uint32_t id = 0;
    for (uint32_t r = 1; r < v->roots.len; r++)
      if (v->roots.data[r].proc == p) id = r;
    if (!id) {
      vec_push(&v->roots, ((root){.func = v->m->procs[p].func.id, .single = true, .proc = p}));
      id = (uint32_t)v->roots.len - 1;
      uint32_t ctx = context_for(v, 0, 0, v->m->procs[p].func.id, id);
      v->roots.data[id].ctx = ctx;
    }
    begin_process(v, id, one ? s : NULL, NULL, 0);
  }
}

// --- rounds --------------------------------------------------------------------------------------------------------------

static reg returned(values *v, const vstate *s, const ir_instr *i) {
  if (!i->n_args) return (reg){.v = val_number(number_one(0))};
  reg all = i->args[0].kind == IR_OPERAND_REG ? s->regs[context_at(v, v->now)->base + i->args[0].value] : (reg){0};
  all.v = step_operand(v, s, &i->args[0]);
  return all;
}

static void run_block(values *v, uint32_t id, uint32_t block) {
  const context *c = context_at(v, id);
  const ir_func_info *f = func_of(v, c);
  vstate s;
  vstate_copy(&s, &c->in[block]);
  v->now = id;
  v->block = block;
  uint32_t end = f->blocks[block].first + f->blocks[block].count;
  for (uint32_t pc = f->blocks[block].first; pc < end && !v->given_up; pc++) {
    const ir_instr *i = &f->code[pc];
    v->i = i;
    if (++v->work > MOST_WORK) values_give_up(v, "too much to follow");
    if (!step_instr(v, &s, pc)) break;
    if (i->op == IR_JUMP) follow(v, &s, pc, i->targets[0].id, NULL, NULL, -1);
    if (i->op == IR_BRANCH) leave_branch(v, &s, pc, i);
    if (i->op == IR_SWITCH) leave_switch(v, &s, pc, i);
    if (i->op == IR_RETURN) vflow_return(v, &s, returned(v, &s, i));
  }
  vstate_free(&s);
}

// Points that have read what has changed since.
static bool tell_readers(values *v) {
  bool any = false;
  for (uint32_t id = 1; id < v->contexts.len; id++) {
    context *c = context_at(v, id);
    for (uint32_t b = 1; b <= func_of(v, c)->n_blocks; b++)
      for (size_t k = 0; k < c->reads[b].len && !c->due[b]; k++)
        if (v->objects.data[c->reads[b].data[k]].changed) c->due[b] = any = true;
  }
  for (size_t o = 1; o < v->objects.len; o++) v->objects.data[o].changed = false;
  return any;
}

static bool run_due(values *v, uint32_t id) {
  bool any = false;
  const cfg *g = vflow_graph(v, context_at(v, id)->func);
  for (uint32_t k = 0; k < g->n_order && !v->given_up; k++) {
    uint32_t b = g->order[k];
    if (!context_at(v, id)->due[b]) continue;
    context_at(v, id)->due[b] = false;
    any = true;
    run_block(v, id, b);
  }
  return any;
}

static void begin_round(values *v) {
  for (uint32_t id = 1; id < v->contexts.len; id++) clear_context(v, context_at(v, id));
  for (size_t k = 1; k < v->objects.len; k++) {
    object *o = &v->objects.data[k];
    vec_clear(&o->c.slots);
    o->c.zeroed = o->freed = o->changed = false;
    o->grown = 0;
    o->known = o->kind == OBJECT_SHADOW || (o->kind == OBJECT_GLOBAL && v->m->globals[k].is_thread_local);
  }
  vstate in = {.reached = true, .alone = true};
  add_frame(&in, regs_of(v, context_at(v, 1)), 0, NULL, 0);
  v->now = 1;
  enter(v, 1, 1, &in);
  vstate_free(&in);
}

static void run_until_stable(values *v) {
  begin_round(v);
  for (bool any = true; any && !v->given_up;) {
    any = false;
    for (uint32_t id = 1; id < v->contexts.len && !v->given_up; id++) any |= run_due(v, id);
    any |= tell_readers(v);
  }
}

// Once more, if processes were found whose numbers had been thought not to exist, or several where one had been thought to be, or
// globals accessed in several ways that had been thought to be counted.
static void run_round(values *v) {
  wide last;
  do {
    last = last_process(v);
    v->asked = v->multiplied = v->tore = false;
    run_until_stable(v);
  } while (!v->given_up && (v->multiplied || v->tore || (v->asked && last_process(v) != last)));
}

static int ascending(const void *a, const void *b) {
  wide x = *(const wide *)a, y = *(const wide *)b;
  return x < y ? -1 : x > y;
}

// Constants of the program and their neighbours are where bounds are likely to stop.
static void find_thresholds(values *v) {
  const ir_module *m = v->m;
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      const ir_instr *i = &m->funcs[f].code[c];
      for (uint32_t a = 0; a < i->n_args; a++) {
        if (i->args[a].kind != IR_OPERAND_INT || ir_type_get(m, i->args[a].type)->kind != IR_TYPE_INT) continue;
        uint32_t bits = ir_type_get(m, i->args[a].type)->bits;
        wide t = bits > 1 ? number_fit(number_one((wide)i->args[a].value), bits).lo : (wide)i->args[a].value;
        for (int k = -1; k <= 1; k++) vec_push(&v->thresholds, t + k);
      }
    }
  }
  for (int k = 8; k <= 32; k *= 2) {
    vec_push(&v->thresholds, number_least((uint32_t)k));
    vec_push(&v->thresholds, number_greatest((uint32_t)k));
    vec_push(&v->thresholds, ((wide)1 << k) - 1);
  }
  size_t n = 0;
  if (v->thresholds.len) qsort(v->thresholds.data, v->thresholds.len, sizeof(wide), ascending);
  for (size_t i = 0; i < v->thresholds.len; i++)
    if (!n || v->thresholds.data[n - 1] != v->thresholds.data[i]) v->thresholds.data[n++] = v->thresholds.data[i];
  v->thresholds.len = n;
}

static void add_globals(values *v) {
  vec_push(&v->objects, (object){0});
  for (uint32_t g = 1; g <= v->m->n_globals; g++) {
    uint64_t size = ir_type_get(v->m, v->m->globals[g].type)->size;
    vec_push(&v->objects,
             ((object){.kind = OBJECT_GLOBAL, .least = size, .most = size, .sized = true, .locks = UINT64_MAX}));
  }
}

static void judge_all(values *v) {
  v->judging = true;
  for (uint32_t id = 1; id < v->contexts.len && !v->given_up; id++)
    for (uint32_t b = 1; b <= func_of(v, context_at(v, id))->n_blocks && !v->given_up; b++)
      if (context_at(v, id)->in[b].reached) run_block(v, id, b);
}

void vflow_run(values *v) {
  v->graphs = MEM_NEW_N(cfg *, v->m->n_funcs + 1);
  v->cycles = MEM_NEW_N(bitset, v->m->n_funcs + 1);
  v->before = MEM_NEW_N(uint32_t *, v->m->n_funcs + 1);
  vec_push(&v->sets, (target_set){0});
  vec_push(&v->contexts, (context){0});
  vec_push(&v->roots, (root){0});
  vec_push(&v->roots, ((root){.func = v->m->entry.id, .single = true}));
  add_globals(v);
  find_thresholds(v);
  v->counted = counted_new(v->m);
  v->torn = bitset_new(v->m->n_globals + 1);
  v->roots.data[1].ctx = context_for(v, 0, 0, v->m->entry.id, 1);
  run_round(v);
  v->protects = true;
  if (!v->given_up) run_round(v);
  if (!v->given_up) judge_all(v);
  for (uint32_t id = 1; id < v->contexts.len; id++) close_context(v, context_at(v, id));
}
