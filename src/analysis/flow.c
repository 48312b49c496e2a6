#include "analysis/flow_impl.h"

enum { CONTEXTS_MAX = 100000, DEPTH_MAX = 64, LISTED_MAX = 4096 };

static uint64_t key2(uint32_t a, uint32_t b) { return (uint64_t)a << 32 | b; }
static uint64_t call_key(uint32_t parent, uint32_t pc, uint32_t func) {
  return (uint64_t)parent << 42 | (uint64_t)(pc & 0x3fffff) << 20 | (func & 0xfffff);
}

static void give_up(flow *f, const char *why) {
  f->gave_up = true;
  if (!f->why) f->why = why;
}

static const ir_func_info *func_of(const flow *f, uint32_t ctx) { return &f->m->funcs[f->contexts.data[ctx].func]; }

// --- contexts -------------------------------------------------------------------------------------------------------

static uint32_t context_new(flow *f, uint32_t proc, uint32_t parent, uint32_t func, uint32_t call_pc) {
  const ir_func_info *fi = &f->m->funcs[func];
  flow_context c = {.proc = proc, .parent = parent, .func = func, .call_pc = call_pc, .dirty = true};
  c.depth = parent ? f->contexts.data[parent].depth + 1 : 0;
  c.regs = MEM_NEW_N(flow_set, fi->n_regs + 1);
  c.reached = bitset_new(fi->n_code + 1);
  // Registers are zero at first; only those that may be read before they are written can show it.
  for (uint32_t r = fi->n_params + 1; r <= fi->n_regs; r++) {
    if (fi->n_code && live_at(f->live, (ir_func){func}, 0, (ir_reg){r})) c.regs[r] = f->zero;
  }
  vec_push(&f->contexts, c);
  if (f->contexts.len > CONTEXTS_MAX || c.depth > DEPTH_MAX) give_up(f, "too many chains of calls");
  if (fi->n_code == 0) give_up(f, "code that is missing");
  return (uint32_t)f->contexts.len - 1;
}

// What the entry function does after its last start concerns no process.
static bool matters(flow *f, uint32_t ctx, uint32_t pc) {
  for (; ctx && !f->contexts.data[ctx].is_update; ctx = f->contexts.data[ctx].parent) {
    const flow_context *c = &f->contexts.data[ctx];
    if (c->proc || restarts_after(f->restarts, c->func, pc)) return true;
    for (size_t k = 0; k < c->again.len; k++) {
      uint64_t at = c->again.data[k];
      if (restarts_after(f->restarts, f->contexts.data[at >> 32].func, (uint32_t)at + 1)) return true;
    }
    pc = c->call_pc + 1;
  }
  return ctx != 0;
}

static void reach(flow *f, uint32_t ctx, uint32_t pc) {
  flow_context *c = &f->contexts.data[ctx];
  if (bitset_has(&c->reached, pc) || !matters(f, ctx, pc)) return;
  bitset_add(&c->reached, pc);
  c->dirty = true;
}

static void reach_block(flow *f, uint32_t ctx, ir_block b) { reach(f, ctx, func_of(f, ctx)->blocks[b.id].first); }

static void assign(flow *f, uint32_t ctx, uint32_t reg, flow_set v) {
  flow_context *c = &f->contexts.data[ctx];
  flow_set joined = sets_join(&f->sets, c->regs[reg], v);
  if (!reg || joined == c->regs[reg]) return;
  c->regs[reg] = joined;
  c->dirty = true;
}

flow_set flow_eval_operand(flow *f, uint32_t ctx, const ir_operand *o) {
  switch (o->kind) {
    case IR_OPERAND_REG: return f->contexts.data[ctx].regs[o->value];
    case IR_OPERAND_INT: case IR_OPERAND_PROC: return sets_one(&f->sets, (flow_atom){.offset = o->value});
    case IR_OPERAND_NULL: return f->zero;
    case IR_OPERAND_GLOBAL: return sets_one(&f->sets, (flow_atom){.obj = (uint32_t)o->value, .offset = o->offset});
    case IR_OPERAND_FUNC: return sets_one(&f->sets, (flow_atom){.obj = FLOW_FUNC + (uint32_t)o->value});
    case IR_OPERAND_NONE: case IR_OPERAND_WIDE: case IR_OPERAND_UPDATE: break;
  }
  return f->integer;
}

// The one number that an operand is, or FLOW_ANY.
static uint64_t number_of(const flow *f, flow_set s) {
  uint32_t n;
  const flow_atom *a = sets_atoms(&f->sets, s, &n);
  return n == 1 && a[0].obj == 0 ? a[0].offset : FLOW_ANY;
}

// --- calls ----------------------------------------------------------------------------------------------------------

// The context of `func` in the chain of calls that ends with ctx, or 0.
static uint32_t in_chain(const flow *f, uint32_t ctx, uint32_t func) {
  while (ctx && f->contexts.data[ctx].func != func) ctx = f->contexts.data[ctx].parent;
  return ctx;
}

// A function that calls itself has one context for all depths. The call may return, or land, as soon as it is made.
static uint32_t enter_again(flow *f, uint32_t ctx, uint32_t pc, const ir_instr *i, uint32_t outer) {
  flow_context *c = &f->contexts.data[outer];
  c->recursive = true;
  vec_push(&c->again, key2(ctx, pc));
  c->dirty = true;  // its results reach the new call too
  if (i->n_targets && i->targets[0].id) reach_block(f, ctx, i->targets[0]);
  return outer;
}

static void enter(flow *f, uint32_t ctx, uint32_t pc, const ir_instr *i, uint32_t func) {
  if (f->m->funcs[func].n_params != i->n_args - 1) return;  // ends UNKNOWN
  uint64_t inner;
  if (!map64_get(&f->context_of, call_key(ctx, pc, func), &inner)) {
    uint32_t outer = in_chain(f, ctx, func);
    inner = outer ? enter_again(f, ctx, pc, i, outer) : context_new(f, f->contexts.data[ctx].proc, ctx, func, pc);
    map64_put(&f->context_of, call_key(ctx, pc, func), inner);
  }
  for (uint32_t a = 1; a < i->n_args; a++) assign(f, (uint32_t)inner, a, flow_eval_operand(f, ctx, &i->args[a]));
  if (!f->gave_up) reach(f, (uint32_t)inner, 0);
}

static void call(flow *f, uint32_t ctx, uint32_t pc, const ir_instr *i) {
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

static void leave_to(flow *f, uint32_t ctx, uint32_t call_pc, flow_set result) {
  const ir_instr *from = &func_of(f, ctx)->code[call_pc];
  if (from->dst.id) assign(f, ctx, from->dst.id, result);
  reach(f, ctx, call_pc + 1);
}

static void leave(flow *f, uint32_t ctx, const ir_instr *i) {
  const flow_context *c = &f->contexts.data[ctx];
  flow_set result = i->n_args ? flow_eval_operand(f, ctx, &i->args[0]) : 0;
  if (c->parent) leave_to(f, c->parent, c->call_pc, result);
  for (size_t k = 0; k < f->contexts.data[ctx].again.len; k++) {
    uint64_t at = f->contexts.data[ctx].again.data[k];
    leave_to(f, (uint32_t)(at >> 32), (uint32_t)at, result);
  }
}

static void unwind(flow *f, uint32_t ctx, const ir_instr *i) {
  flow_set joined = sets_join(&f->sets, f->thrown, flow_eval_operand(f, ctx, &i->args[0]));
  for (uint32_t c = 1; joined != f->thrown && c < f->contexts.len; c++) f->contexts.data[c].dirty = true;
  f->thrown = joined;
  for (uint32_t c = ctx; f->contexts.data[c].parent; c = f->contexts.data[c].parent) {
    uint32_t up = f->contexts.data[c].parent;
    const ir_instr *from = &func_of(f, up)->code[f->contexts.data[c].call_pc];
    if (from->n_targets && from->targets[0].id) reach_block(f, up, from->targets[0]);
  }
}

// --- memory ---------------------------------------------------------------------------------------------------------

static uint32_t made_at(flow *f, uint32_t ctx, uint32_t pc, const ir_instr *i) {
  uint64_t known;
  if (map64_get(&f->made, key2(ctx, pc), &known)) return (uint32_t)known;
  // Executed again in a frame that exists already it is the object that it made there.
  if (i->op == IR_LOCAL && f->contexts.data[ctx].begun) give_up(f, "a local object of a frame that exists already");
  vec_push(&f->objects, ((flow_object){.fresh = i->flags & IR_UNINIT ? f->integer : f->zero}));
  map64_put(&f->made, key2(ctx, pc), f->objects.len - 1);
  return (uint32_t)f->objects.len - 1;
}

static flow_set load(flow *f, flow_set at, uint64_t size) {
  uint32_t n;
  flow_set out = 0;
  sets_atoms(&f->sets, at, &n);
  for (uint32_t k = 0; k < n; k++) {
    flow_atom a = sets_atoms(&f->sets, at, &n)[k];
    out = sets_join(&f->sets, out, flow_memory_read(f, a.obj, a.offset, size));
  }
  return out;
}

static void store(flow *f, flow_set at, uint64_t size, flow_set v) {
  uint32_t n;
  sets_atoms(&f->sets, at, &n);
  for (uint32_t k = 0; k < n; k++) {
    flow_atom a = sets_atoms(&f->sets, at, &n)[k];
    flow_memory_write(f, a.obj, a.offset, size, v);
  }
}

static void copy(flow *f, flow_set to, flow_set from, uint64_t bytes) {
  uint32_t n, k;
  sets_atoms(&f->sets, to, &n);
  sets_atoms(&f->sets, from, &k);
  for (uint32_t a = 0; a < n; a++) {
    for (uint32_t b = 0; b < k; b++) {
      flow_memory_copy(f, sets_atoms(&f->sets, to, &n)[a], sets_atoms(&f->sets, from, &k)[b], bytes);
    }
  }
}

static void free_objects(flow *f, flow_set at) {
  uint32_t n;
  const flow_atom *a = sets_atoms(&f->sets, at, &n);
  for (uint32_t k = 0; k < n; k++) {
    if (a[k].obj && a[k].obj < f->objects.len) f->objects.data[a[k].obj].freed = true;
  }
}

// Memory operations; the result, or 0.
static flow_set eval_memory(flow *f, uint32_t ctx, uint32_t pc, const ir_instr *i, const flow_set *args) {
  uint64_t size = ir_type_get(f->m, i->type)->size;
  flow_set old;
  switch ((int)i->op) {
    case IR_LOAD: return load(f, args[0], size);
    case IR_STORE: store(f, args[0], size, args[1]); return 0;
    case IR_NONDET_MEM: store(f, args[0], size, f->integer); return 0;
    case IR_RMW:
      old = load(f, args[0], size);
      store(f, args[0], size, i->sub == IR_RMW_XCHG || !args[1] ? args[1]
                                  : sets_blur(&f->sets, sets_join(&f->sets, old, args[1])));
      return old;
    case IR_CAS: store(f, args[0], size, args[2]); return load(f, args[0], size);
    case IR_COPY: copy(f, args[0], args[1], number_of(f, args[2])); return 0;
    case IR_FILL: store(f, args[0], number_of(f, args[2]), f->integer); return 0;
    case IR_FREE: free_objects(f, args[0]); return 0;
    case IR_LOCAL: case IR_NEW: return sets_one(&f->sets, (flow_atom){.obj = made_at(f, ctx, pc, i)});
    case IR_SHADOW: give_up(f, "objects that belong to addresses"); return 0;
    default: return f->integer;
  }
}

// --- one instruction ------------------------------------------------------------------------------------------------

static void request(flow *f, uint32_t update, flow_set argument) {
  uint32_t func = f->m->updates[update].func.id, *root = &f->update_roots[update];
  if (!*root) *root = context_new(f, 0, 0, func, 0);
  f->contexts.data[*root].is_update = true;
  if (f->gave_up) return;
  if (f->m->funcs[func].n_params) assign(f, *root, 1, argument);
  reach(f, *root, 0);
}

static flow_set self(const flow *f, uint32_t ctx, const ir_instr *i) {
  uint32_t proc = f->contexts.data[ctx].proc;
  if (ir_type_get(f->m, i->type)->kind != IR_TYPE_PTR) return f->integer;
  return proc ? f->self[proc] : f->zero;
}

static void branch(flow *f, uint32_t ctx, const ir_instr *i, flow_set cond) {
  uint64_t v = number_of(f, cond);
  if (cond == 0) return;
  if (i->op == IR_BRANCH) {
    if (v == FLOW_ANY || (v & 1)) reach_block(f, ctx, i->targets[0]);
    if (v == FLOW_ANY || !(v & 1)) reach_block(f, ctx, i->targets[1]);
    return;
  }
  bool found = false;
  for (uint32_t k = 1; k < i->n_args; k++) {
    bool fits = v == FLOW_ANY || i->args[k].kind != IR_OPERAND_INT || i->args[k].value == v;
    if (fits) reach_block(f, ctx, i->targets[k]);
    found |= fits && v != FLOW_ANY && i->args[k].kind == IR_OPERAND_INT;
  }
  if (!found) reach_block(f, ctx, i->targets[0]);
}

// Where control goes from an instruction that ends its block, or from a call.
static bool eval_control(flow *f, uint32_t ctx, uint32_t pc, const ir_instr *i, const flow_set *args) {
  switch ((int)i->op) {
    case IR_JUMP: reach_block(f, ctx, i->targets[0]); return true;
    case IR_BRANCH: case IR_SWITCH: branch(f, ctx, i, args[0]); return true;
    case IR_CALL: call(f, ctx, pc, i); return true;
    case IR_RETURN: leave(f, ctx, i); return true;
    case IR_THROW: unwind(f, ctx, i); return true;
    case IR_UNREACHABLE: case IR_UNSUPPORTED: case IR_EXIT: case IR_HALT: return true;
    default: return false;
  }
}

enum { ARGS_MAX = 8 };

static void eval(flow *f, uint32_t ctx, uint32_t pc) {
  const ir_instr *i = &func_of(f, ctx)->code[pc];
  flow_set args[ARGS_MAX] = {0};
  for (uint32_t a = 0; a < i->n_args && a < ARGS_MAX; a++) args[a] = flow_eval_operand(f, ctx, &i->args[a]);
  if (eval_control(f, ctx, pc, i, args)) return;
  flow_set v = 0;
  if (i->op == IR_SPAWN || i->op == IR_ARM) give_up(f, "processes that are made while the design runs");
  else if (i->op == IR_SWITCH_TO) give_up(f, "processes that are killed, reset or interrupted");
  else if (i->op == IR_SELF) v = self(f, ctx, i);
  else if (i->op == IR_LANDING) v = f->thrown;
  else if (i->op == IR_REQUEST_UPDATE) request(f, (uint32_t)i->args[0].value, args[1]);
  else if (ir_op_flags(i->op)[0] == 'M') v = eval_memory(f, ctx, pc, i, args);
  else v = flow_eval_value(f, i, args);
  if (i->dst.id) assign(f, ctx, i->dst.id, v);
  if (!f->gave_up) reach(f, ctx, pc + 1);
}

static bool eval_context(flow *f, uint32_t ctx) {
  flow_context *c = &f->contexts.data[ctx];
  if (!c->dirty) return false;
  c->dirty = false;
  f->current = ctx;
  uint32_t n = func_of(f, ctx)->n_code;
  for (uint32_t pc = 0; pc < n && !f->gave_up; pc++) {
    if (bitset_has(&f->contexts.data[ctx].reached, pc)) eval(f, ctx, pc);
  }
  return true;
}

static void run(flow *f) {
  for (bool again = true; again && !f->gave_up;) {
    again = false;
    for (uint32_t ctx = 1; ctx < f->contexts.len && !f->gave_up; ctx++) again |= eval_context(f, ctx);
  }
}

// --- who touches what -----------------------------------------------------------------------------------------------

static void touch(flow *f, uint32_t ctx, const ir_operand *o, bool write) {
  uint32_t n, who = f->contexts.data[ctx].proc + 1;
  const flow_atom *a = flow_operand(f, ctx, o, &n);
  for (uint32_t k = 0; k < n; k++) {
    if (a[k].obj == 0 || a[k].obj >= f->objects.len) continue;
    flow_object *obj = &f->objects.data[a[k].obj];
    obj->toucher = obj->toucher == 0 || obj->toucher == who ? who : TOUCHED_BY_MANY;
    obj->written |= write;
  }
}

// The pointers in the array that a wait is over.
static void list_events(flow *f, uint32_t ctx, uint32_t pc, const ir_instr *i) {
  uint64_t size = f->m->pointer_bits / 8, many = number_of(f, flow_eval_operand(f, ctx, &i->args[1]));
  flow_set at = flow_eval_operand(f, ctx, &i->args[0]), out = 0;
  uint32_t n;
  sets_atoms(&f->sets, at, &n);
  for (uint32_t k = 0; k < n; k++) {
    flow_atom p = sets_atoms(&f->sets, at, &n)[k];
    bool exact = many <= LISTED_MAX && p.offset != FLOW_ANY;
    for (uint64_t e = 0; exact && e < many; e++) {
      out = sets_join(&f->sets, out, flow_memory_read(f, p.obj, p.offset + e * size, size));
    }
    if (!exact) out = sets_join(&f->sets, out, flow_memory_read(f, p.obj, FLOW_ANY, size));
  }
  map64_put(&f->listed, key2(ctx, pc), out);
}

// A process that waits below a call of itself stands where no chain of contexts leads.
static void refuse_deep_waits(flow *f, uint32_t ctx) {
  for (uint32_t c = ctx; c; c = f->contexts.data[c].parent)
    if (f->contexts.data[c].recursive) give_up(f, "recursion that waits");
}

static void look_at(flow *f, uint32_t ctx, uint32_t pc, const ir_instr *i) {
  const char *flags = ir_op_flags(i->op);
  if (flags[0] == 'K' && flags[1] == 'B') refuse_deep_waits(f, ctx);
  if (i->op == IR_WAIT && (i->sub & IR_WAIT_ARRAY)) {
    list_events(f, ctx, pc, i);
    touch(f, ctx, &i->args[0], false);
  }
  if (ir_op_flags(i->op)[0] != 'M' || i->op == IR_LOCAL || i->op == IR_NEW) return;
  touch(f, ctx, &i->args[0], i->op != IR_LOAD && i->op != IR_SIZE && i->op != IR_VALID);
  if (i->op == IR_COPY) touch(f, ctx, &i->args[1], false);
}

// The kernel's own code (process 0) runs between phases: no process can be exchanged with it.
static void find_touchers(flow *f) {
  for (uint32_t ctx = 1; ctx < f->contexts.len; ctx++) {
    const ir_func_info *fi = func_of(f, ctx);
    for (uint32_t pc = 0; pc < fi->n_code && f->contexts.data[ctx].proc; pc++) {
      if (bitset_has(&f->contexts.data[ctx].reached, pc)) look_at(f, ctx, pc, &fi->code[pc]);
    }
  }
}

// --- the moment -----------------------------------------------------------------------------------------------------

static void seed_stack(flow *f, const flow_stack *s) {
  uint32_t parent = 0;
  for (uint32_t k = 0; k < s->n && !f->gave_up; k++) {
    const flow_frame *fr = &s->frames[k];
    const ir_func_info *fi = &f->m->funcs[fr->func];
    uint32_t call_pc = k ? s->frames[k - 1].pc - 1 : 0;
    uint32_t ctx = context_new(f, s->proc, parent, fr->func, call_pc);
    if (k) map64_put(&f->context_of, call_key(parent, call_pc, fr->func), ctx);
    else if (s->proc) f->roots[s->proc] = ctx;
    for (uint32_t r = 1; r <= fi->n_regs; r++) {
      bool live = fr->pc == 0 ? r <= fi->n_params : live_at(f->live, (ir_func){fr->func}, fr->pc, (ir_reg){r});
      if (live) assign(f, ctx, r, sets_one(&f->sets, fr->regs[r]));
    }
    f->contexts.data[ctx].begun = fr->pc != 0;
    if (k + 1 == s->n) reach(f, ctx, fr->pc);
    parent = ctx;
  }
  if (s->proc && s->n && f->m->funcs[s->frames[0].func].n_params) {
    f->self[s->proc] = sets_one(&f->sets, s->frames[0].regs[1]);
  }
}

flow *flow_new(const ir_module *m, const flow_seed *seed, const char **why) {
  flow *f = MEM_NEW(flow);
  f->m = m;
  f->seed = *seed;
  f->live = live_new(m);
  f->restarts = restarts_new(m);
  sets_init(&f->sets);
  f->integer = sets_one(&f->sets, (flow_atom){.offset = FLOW_ANY});
  f->zero = sets_one(&f->sets, (flow_atom){0});
  vec_push(&f->contexts, (flow_context){0});
  for (uint32_t o = 0; o <= seed->n_objects; o++) vec_push(&f->objects, (flow_object){0});
  f->roots = MEM_NEW_N(uint32_t, seed->n_procs + 1);
  f->self = MEM_NEW_N(flow_set, seed->n_procs + 1);
  f->update_roots = MEM_NEW_N(uint32_t, m->n_updates + 1);
  if (m->n_funcs > 0xfffff) give_up(f, "too many functions");
  for (uint32_t k = 0; k < seed->n_stacks && !f->gave_up; k++) seed_stack(f, &seed->stacks[k]);
  for (uint32_t k = 0; k < seed->n_requested && !f->gave_up; k++) {
    request(f, seed->requested[k].who, sets_one(&f->sets, seed->requested[k].at));
  }
  for (uint32_t k = 0; k < seed->n_armed; k++) vec_push(&f->armed, seed->armed[k]);
  run(f);
  if (!f->gave_up) find_touchers(f);
  if (f->gave_up) {
    *why = f->why;
    flow_free(f);
    return NULL;
  }
  return f;
}

void flow_free(flow *f) {
  if (!f) return;
  for (size_t i = 0; i < f->contexts.len; i++) {
    mem_free(f->contexts.data[i].regs);
    bitset_fini(&f->contexts.data[i].reached);
    vec_free(&f->contexts.data[i].again);
  }
  for (size_t i = 0; i < f->objects.len; i++) {
    vec_free(&f->objects.data[i].entries);
    vec_free(&f->objects.data[i].readers);
  }
  map64_fini(&f->reads);
  vec_free(&f->contexts);
  vec_free(&f->armed);
  vec_free(&f->objects);
  map64_fini(&f->context_of);
  map64_fini(&f->made);
  map64_fini(&f->listed);
  sets_fini(&f->sets);
  mem_free(f->roots);
  mem_free(f->self);
  mem_free(f->update_roots);
  live_free(f->live);
  restarts_free(f->restarts);
  mem_free(f);
}

// --- questions ------------------------------------------------------------------------------------------------------

uint32_t flow_objects(const flow *f) { return (uint32_t)f->objects.len - 1; }
uint32_t flow_procs(const flow *f) { return f->seed.n_procs; }
uint32_t flow_root(const flow *f, uint32_t proc) { return f->roots[proc]; }

uint32_t flow_callee(const flow *f, uint32_t ctx, uint32_t pc, uint32_t func) {
  uint64_t inner = 0;
  map64_get(&f->context_of, call_key(ctx, pc, func), &inner);
  return (uint32_t)inner;
}

uint32_t flow_func(const flow *f, uint32_t ctx) { return f->contexts.data[ctx].func; }
bool flow_reached(const flow *f, uint32_t ctx, uint32_t pc) { return bitset_has(&f->contexts.data[ctx].reached, pc); }

const flow_atom *flow_operand(const flow *f, uint32_t ctx, const ir_operand *o, uint32_t *n) {
  return sets_atoms(&f->sets, flow_eval_operand((flow *)f, ctx, o), n);
}

const flow_atom *flow_listed(const flow *f, uint32_t ctx, uint32_t pc, uint32_t *n) {
  uint64_t set = 0;
  map64_get(&f->listed, key2(ctx, pc), &set);
  return sets_atoms(&f->sets, (flow_set)set, n);
}

void flow_each_armed(const flow *f, uint32_t proc, void (*each)(void *to, flow_atom event), void *to) {
  for (size_t k = 0; k < f->armed.len; k++)
    if (f->armed.data[k].who == proc) each(to, f->armed.data[k].at);
}

bool flow_unshared(const flow *f, uint32_t obj) {
  const flow_object *o = &f->objects.data[obj];
  return o->toucher != TOUCHED_BY_MANY || !o->written;
}

bool flow_may_be_freed(const flow *f, uint32_t obj) {
  return obj > f->seed.n_objects || f->objects.data[obj].freed;
}
