// Contexts: which calls are kept apart, where they return to and where what they throw lands.
//
// A function that may wait has one context per chain of calls, since a process can stand in it: the chain says which.
// All others are never looked up by their chain, so calls of them may share a context: those with the same arguments
// share one, and where there are many, those with the same first argument, and in the end all. Sharing loses which
// caller a value comes from, nothing else: arguments of all callers are joined, results go to all of them.
#include "analysis/flow_impl.h"
#include "base/hash.h"

enum { CONTEXTS_MAX = 100000, CONTEXTS_MANY = 40000, DEPTH_MAX = 64, APART_BY_ALL = 8, APART_BY_FIRST = 40 };

static uint64_t key2(uint32_t a, uint32_t b) { return (uint64_t)a << 32 | b; }
static uint64_t call_key(uint32_t parent, uint32_t pc, uint32_t func) {
  return (uint64_t)parent << 42 | (uint64_t)(pc & 0x3fffff) << 20 | (func & 0xfffff);
}

static const ir_func_info *func_of(const flow *f, uint32_t ctx) { return &f->m->funcs[f->contexts.data[ctx].func]; }

uint32_t flow_context_new(flow *f, uint32_t proc, uint32_t parent, uint32_t func, uint32_t call_pc) {
  const ir_func_info *fi = &f->m->funcs[func];
  uint32_t id = (uint32_t)f->contexts.len;
  flow_context c = {.proc = proc, .parent = parent, .func = func, .call_pc = call_pc, .root = id};
  if (parent) {
    c.root = f->contexts.data[parent].root;
    c.depth = f->contexts.data[parent].depth + 1;
    vec_push(&c.callers, ((flow_caller){parent, call_pc}));
  }
  c.regs = MEM_NEW_N(flow_set, fi->n_regs + 1);
  c.reached = bitset_new(fi->n_code + 1);
  c.worklist = bitset_new(fi->n_code + 1);
  // Registers are zero at first; only those that may be read before they are written can show it.
  for (uint32_t r = fi->n_params + 1; r <= fi->n_regs; r++) {
    if (fi->n_code && live_at(f->live, (ir_func){func}, 0, (ir_reg){r})) c.regs[r] = f->zero;
  }
  vec_push(&f->contexts, c);
  bool deep = f->waits[func] && c.depth > DEPTH_MAX;  // a chain that is looked up
  if (f->contexts.len > CONTEXTS_MAX || deep) flow_give_up(f, "too many chains of calls");
  if (fi->n_code == 0) flow_give_up(f, "code that is missing");
  return id;
}

void flow_bind(flow *f, uint32_t parent, uint32_t pc, uint32_t func, uint32_t ctx) {
  map64_put(&f->context_of, call_key(parent, pc, func), ctx);
}

uint32_t flow_callee(const flow *f, uint32_t ctx, uint32_t pc, uint32_t func) {
  uint64_t inner = 0;
  map64_get(&f->context_of, call_key(ctx, pc, func), &inner);
  return (uint32_t)inner;
}

// What the entry function does after its last start concerns no process.
static bool matters(flow *f, uint32_t ctx, uint32_t pc) {
  if (f->contexts.data[ctx].proc || f->contexts.data[f->contexts.data[ctx].root].is_update) return true;
  for (; ctx; ctx = f->contexts.data[ctx].parent) {
    const flow_context *c = &f->contexts.data[ctx];
    if (c->callers.len > 1 || restarts_after(f->restarts, c->func, pc)) return true;
    pc = c->call_pc + 1;
  }
  return false;
}

// --- what is to be looked at ----------------------------------------------------------------------------------------

static bool reads_outside(const ir_instr *i) {
  return i->op == IR_LOAD || i->op == IR_RMW || i->op == IR_CAS || i->op == IR_COPY || i->op == IR_LANDING;
}

static void count_uses(const ir_func_info *fi, uint32_t *count, uint32_t *at) {
  for (uint32_t pc = 0; pc < fi->n_code; pc++) {
    for (uint32_t a = 0; a < fi->code[pc].n_args; a++) {
      const ir_operand *o = &fi->code[pc].args[a];
      if (o->kind != IR_OPERAND_REG) continue;
      if (at) at[count[o->value]] = pc;
      count[o->value]++;
    }
  }
}

static const flow_uses *uses_of(flow *f, uint32_t func) {
  flow_uses *u = &f->uses[func];
  if (u->first) return u;
  const ir_func_info *fi = &f->m->funcs[func];
  uint32_t *count = MEM_NEW_N(uint32_t, fi->n_regs + 2);
  count_uses(fi, count, NULL);
  u->first = MEM_NEW_N(uint32_t, fi->n_regs + 2);
  for (uint32_t r = 1; r <= fi->n_regs + 1; r++) u->first[r] = u->first[r - 1] + count[r - 1];
  u->at = MEM_NEW_N(uint32_t, u->first[fi->n_regs + 1] + 1);
  for (uint32_t r = 0; r <= fi->n_regs; r++) count[r] = u->first[r];
  count_uses(fi, count, u->at);
  mem_free(count);
  for (uint32_t pc = 0; pc < fi->n_code; pc++)
    if (reads_outside(&fi->code[pc])) vec_push(&u->outside, pc);
  return u;
}

void flow_uses_free(flow *f) {
  for (uint32_t g = 0; f->uses && g <= f->m->n_funcs; g++) {
    mem_free(f->uses[g].first);
    mem_free(f->uses[g].at);
    vec_free(&f->uses[g].outside);
  }
  mem_free(f->uses);
}

static void look_at(flow_context *c, const uint32_t *at, size_t n) {
  for (size_t k = 0; k < n; k++) {
    if (!bitset_has(&c->reached, at[k])) continue;
    bitset_add(&c->worklist, at[k]);
    c->dirty = true;
  }
}

void flow_look_again(flow *f, uint32_t ctx) {
  const flow_uses *u = uses_of(f, f->contexts.data[ctx].func);
  look_at(&f->contexts.data[ctx], u->outside.data, u->outside.len);
}

void flow_reach(flow *f, uint32_t ctx, uint32_t pc) {
  flow_context *c = &f->contexts.data[ctx];
  if (bitset_has(&c->reached, pc) || !matters(f, ctx, pc)) return;
  bitset_add(&c->reached, pc);
  bitset_add(&c->worklist, pc);
  c->dirty = true;
}

void flow_reach_block(flow *f, uint32_t ctx, ir_block b) { flow_reach(f, ctx, func_of(f, ctx)->blocks[b.id].first); }

void flow_assign(flow *f, uint32_t ctx, uint32_t reg, flow_set v) {
  flow_context *c = &f->contexts.data[ctx];
  flow_set joined = sets_join(&f->sets, c->regs[reg], v);
  if (!reg || joined == c->regs[reg]) return;
  c->regs[reg] = joined;
  const flow_uses *u = uses_of(f, c->func);
  look_at(c, u->at + u->first[reg], u->first[reg + 1] - u->first[reg]);
}

// --- functions that may wait ----------------------------------------------------------------------------------------

bool *flow_waits_new(const ir_module *m) {
  bool *waits = MEM_NEW_N(bool, m->n_funcs + 1);
  for (uint32_t g = 1; g <= m->n_funcs; g++) {
    for (uint32_t i = 0; i < m->funcs[g].n_code; i++) {
      const char *flags = ir_op_flags(m->funcs[g].code[i].op);
      waits[g] |= flags[0] == 'K' && flags[1] == 'B';
    }
  }
  return waits;
}

bool flow_find_waits(flow *f) {
  VEC(uint32_t) work = {0};
  bool grew = false;
  for (uint32_t c = 1; c < f->contexts.len; c++)
    if (f->waits[f->contexts.data[c].func]) vec_push(&work, c);
  while (work.len) {
    const flow_context *c = &f->contexts.data[vec_pop(&work)];
    for (size_t k = 0; k < c->callers.len; k++) {
      uint32_t from = c->callers.data[k].ctx, func = f->contexts.data[from].func;
      if (f->waits[func]) continue;
      grew = f->waits[func] = true;
      for (uint32_t other = 1; other < f->contexts.len; other++)
        if (f->contexts.data[other].func == func) vec_push(&work, other);
    }
  }
  vec_free(&work);
  return grew;
}

// --- what comes back ------------------------------------------------------------------------------------------------

static void leave_to(flow *f, flow_caller to, flow_set result) {
  const ir_instr *from = &func_of(f, to.ctx)->code[to.pc];
  if (from->dst.id) flow_assign(f, to.ctx, from->dst.id, result);
  flow_reach(f, to.ctx, to.pc + 1);
}

void flow_leave(flow *f, uint32_t ctx, flow_set result) {
  flow_context *c = &f->contexts.data[ctx];
  flow_set joined = sets_join(&f->sets, c->result, result);
  if (c->returns && joined == c->result) return;
  c->returns = true;
  c->result = joined;
  for (size_t k = 0; k < f->contexts.data[ctx].callers.len; k++) {
    leave_to(f, f->contexts.data[ctx].callers.data[k], joined);
  }
}

static void land(flow *f, flow_caller at) {
  const ir_instr *from = &func_of(f, at.ctx)->code[at.pc];
  if (from->n_targets && from->targets[0].id) flow_reach_block(f, at.ctx, from->targets[0]);
}

// Something leaves ctx by an exception. It may land in every caller, whoever else is on the way.
static void escape(flow *f, uint32_t ctx) {
  VEC(uint32_t) work = {0};
  vec_push(&work, ctx);
  while (work.len) {
    flow_context *c = &f->contexts.data[vec_pop(&work)];
    if (c->throws) continue;
    c->throws = true;
    for (size_t k = 0; k < c->callers.len; k++) {
      land(f, c->callers.data[k]);
      vec_push(&work, c->callers.data[k].ctx);
    }
  }
  vec_free(&work);
}

void flow_unwind(flow *f, uint32_t ctx, flow_set thrown) {
  flow_set joined = sets_join(&f->sets, f->thrown, thrown);
  for (size_t k = 0; joined != f->thrown && k < f->landed.len; k++) flow_look_again(f, f->landed.data[k]);
  f->thrown = joined;
  escape(f, ctx);
}

flow_set flow_land(flow *f, uint32_t ctx) {
  if (!f->contexts.data[ctx].lands) vec_push(&f->landed, ctx);
  f->contexts.data[ctx].lands = true;
  return f->thrown;
}

// --- calls ----------------------------------------------------------------------------------------------------------

// The context of `func` in the chain of calls that ends with ctx, or 0.
static uint32_t in_chain(const flow *f, uint32_t ctx, uint32_t func) {
  while (ctx && f->contexts.data[ctx].func != func) ctx = f->contexts.data[ctx].parent;
  return ctx;
}

static uint32_t enter_also(flow *f, uint32_t inner, flow_caller from) {
  flow_context *c = &f->contexts.data[inner];
  vec_push(&c->callers, from);
  if (c->proc == 0) c->dirty |= bitset_union(&c->worklist, &c->reached);  // more of it may matter now
  return inner;
}

// Which calls of a function that does not wait have the same context: a number for them.
static uint64_t share_key(flow *f, uint32_t ctx, const ir_instr *i, uint32_t func) {
  uint64_t who = key2(f->contexts.data[ctx].root, func), count = 0;
  map64_get(&f->apart, who, &count);
  bool many = f->contexts.len > CONTEXTS_MANY;
  uint32_t args = many || count >= APART_BY_FIRST ? 1 : count >= APART_BY_ALL && i->n_args > 2 ? 2 : i->n_args;
  uint64_t key = hash_combine(who, args);
  for (uint32_t a = 1; a < args; a++) key = hash_combine(key, flow_eval_operand(f, ctx, &i->args[a]));
  return key;
}

// Numbers that are equal by chance make two calls of one function share, which is always allowed; of two, not.
static uint32_t enter_shared(flow *f, uint32_t ctx, uint32_t pc, const ir_instr *i, uint32_t func) {
  uint32_t root = f->contexts.data[ctx].root;
  uint64_t key = share_key(f, ctx, i, func), known;
  if (map64_get(&f->shared, key, &known)) {
    const flow_context *c = &f->contexts.data[known];
    if (c->func == func && c->root == root) return enter_also(f, (uint32_t)known, (flow_caller){ctx, pc});
  }
  uint64_t count = 0;
  map64_get(&f->apart, key2(root, func), &count);
  map64_put(&f->apart, key2(root, func), count + 1);
  uint32_t inner = flow_context_new(f, f->contexts.data[ctx].proc, ctx, func, pc);
  f->contexts.data[inner].shared = true;
  map64_put(&f->shared, key, inner);
  return inner;
}

static uint32_t find_context(flow *f, uint32_t ctx, uint32_t pc, const ir_instr *i, uint32_t func) {
  uint32_t outer = in_chain(f, ctx, func);
  if (outer) {
    f->contexts.data[outer].recursive = true;
    return enter_also(f, outer, (flow_caller){ctx, pc});
  }
  if (!f->waits[func]) return enter_shared(f, ctx, pc, i, func);
  return flow_context_new(f, f->contexts.data[ctx].proc, ctx, func, pc);
}

static void enter(flow *f, uint32_t ctx, uint32_t pc, const ir_instr *i, uint32_t func) {
  if (f->m->funcs[func].n_params != i->n_args - 1) return;  // ends UNKNOWN
  uint32_t inner = flow_callee(f, ctx, pc, func);
  if (!inner) {
    inner = find_context(f, ctx, pc, i, func);
    flow_bind(f, ctx, pc, func, inner);
  }
  for (uint32_t a = 1; a < i->n_args; a++) flow_assign(f, inner, a, flow_eval_operand(f, ctx, &i->args[a]));
  if (f->gave_up) return;
  flow_reach(f, inner, 0);
  flow_context c = f->contexts.data[inner];
  if (c.returns) leave_to(f, (flow_caller){ctx, pc}, c.result);
  if (!c.throws) return;
  land(f, (flow_caller){ctx, pc});
  escape(f, ctx);
}

void flow_call(flow *f, uint32_t ctx, uint32_t pc, const ir_instr *i) {
  if (i->args[0].kind == IR_OPERAND_FUNC) {
    enter(f, ctx, pc, i, (uint32_t)i->args[0].value);
    return;
  }
  uint32_t n;
  flow_set s = flow_eval_operand(f, ctx, &i->args[0]);
  sets_atoms(&f->sets, s, &n);
  for (uint32_t k = 0; k < n && !f->gave_up; k++) {
    flow_atom a = sets_atoms(&f->sets, s, &n)[k];
    if (a.obj >= FLOW_FUNC && (a.offset == 0 || a.offset == FLOW_ANY)) enter(f, ctx, pc, i, a.obj - FLOW_FUNC);
  }
}
