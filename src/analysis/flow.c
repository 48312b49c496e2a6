#include "analysis/flow_impl.h"
#include "base/hash.h"

enum { LISTED_MAX = 4096, EVAL_WORK = 50, CHANNELS_MAX = 512 };
#define WORK_MAX UINT64_C(400000000)

static uint64_t key2(uint32_t a, uint32_t b) { return (uint64_t)a << 32 | b; }

void flow_give_up(flow *f, const char *why) {
  f->gave_up = true;
  if (!f->why) f->why = why;
}

static const ir_func_info *func_of(const flow *f, uint32_t ctx) { return &f->m->funcs[f->contexts.data[ctx].func]; }

static flow_set number(flow *f, const ir_operand *o) {
  uint32_t bits = ir_type_get(f->m, o->type)->bits;
  uint64_t v = bits && bits < 64 ? o->value & (((uint64_t)1 << bits) - 1) : o->value;
  return sets_one(&f->sets, (flow_atom){.offset = v});
}

flow_set flow_eval_operand(flow *f, uint32_t ctx, const ir_operand *o) {
  switch (o->kind) {
  case IR_OPERAND_REG: return f->contexts.data[ctx].regs[o->value];
  case IR_OPERAND_INT: return number(f, o);
  case IR_OPERAND_PROC: return sets_one(&f->sets, (flow_atom){.offset = o->value});
  case IR_OPERAND_NULL: return f->zero;
  case IR_OPERAND_GLOBAL: return sets_one(&f->sets, (flow_atom){.obj = (uint32_t)o->value, .offset = o->offset});
  case IR_OPERAND_FUNC: return sets_one(&f->sets, (flow_atom){.obj = FLOW_FUNC + (uint32_t)o->value});
  case IR_OPERAND_NONE:
  case IR_OPERAND_WIDE:
  case IR_OPERAND_UPDATE: break;
  }
  return f->integer;
}

// The one number that an operand is, or FLOW_ANY.
static uint64_t number_of(const flow *f, flow_set s) {
  uint32_t n;
  const flow_atom *a = sets_atoms(&f->sets, s, &n);
  return n == 1 && a[0].obj == 0 ? a[0].offset : FLOW_ANY;
}

// --- memory ---------------------------------------------------------------------------------------------------------

static uint32_t made_at(flow *f, uint32_t ctx, uint32_t pc, const ir_instr *i) {
  uint64_t known;
  if (map64_get(&f->made, key2(ctx, pc), &known)) return (uint32_t)known;
  // Executed again in a frame that exists already it is the object that it made there.
  if (i->op == IR_LOCAL && f->contexts.data[ctx].begun)
    flow_give_up(f, "a local object of a frame that exists already");
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
    store(f, args[0], size,
          i->sub == IR_RMW_XCHG || !args[1] ? args[1] : sets_blur(&f->sets, sets_join(&f->sets, old, args[1])));
    return old;
  case IR_CAS: store(f, args[0], size, args[2]); return load(f, args[0], size);
  case IR_COPY: copy(f, args[0], args[1], number_of(f, args[2])); return 0;
  case IR_FILL: store(f, args[0], number_of(f, args[2]), f->integer); return 0;
  case IR_FREE:
  case IR_END: free_objects(f, args[0]); return 0;
  case IR_LOCAL:
  case IR_NEW: return sets_one(&f->sets, (flow_atom){.obj = made_at(f, ctx, pc, i)});
  case IR_SHADOW: flow_give_up(f, "objects that belong to addresses"); return 0;
  case IR_SEAL: return 0;
  default: return f->integer;
  }
}

// --- one instruction ------------------------------------------------------------------------------------------------

static uint64_t channel_key(uint32_t update, flow_atom argument) {
  return hash_combine(hash_combine(update, argument.obj), argument.offset);
}

static uint32_t find_channel(const flow *f, uint32_t update, flow_atom argument) {
  uint64_t k = 0;
  map64_get(&f->channel_of, channel_key(update, argument), &k);
  for (; k; k = f->channels.data[k].next) {
    const flow_channel *c = &f->channels.data[k];
    if (c->update == update && c->argument.obj == argument.obj && c->argument.offset == argument.offset) break;
  }
  return (uint32_t)k;
}

// All that came after the last channel that was kept apart.
static const flow_atom other_channels = {.offset = FLOW_ANY};

uint32_t flow_update_root(const flow *f, uint32_t update, flow_atom argument) {
  uint32_t k = find_channel(f, update, argument);
  return f->channels.data[k ? k : find_channel(f, update, other_channels)].root;
}

static void request_one(flow *f, uint32_t update, flow_atom argument) {
  uint32_t func = f->m->updates[update].func.id;
  flow_atom name = argument;
  if (!find_channel(f, update, name) && f->channels.len > CHANNELS_MAX) name = other_channels;
  uint32_t k = find_channel(f, update, name);
  if (!k) {
    uint64_t key = channel_key(update, name), next = 0;
    map64_get(&f->channel_of, key, &next);
    k = (uint32_t)f->channels.len;
    uint32_t root = flow_context_new(f, 0, 0, func, 0);
    vec_push(&f->channels, ((flow_channel){update, root, (uint32_t)next, name}));
    map64_put(&f->channel_of, key, k);
    f->contexts.data[root].is_update = true;
  }
  if (f->gave_up) return;
  uint32_t root = f->channels.data[k].root;
  if (f->m->funcs[func].n_params) flow_assign(f, root, 1, sets_one(&f->sets, argument));
  flow_reach(f, root, 0);
}

// An update runs for one object: each has contexts of its own, so that it is known which events it notifies.
static void request(flow *f, uint32_t update, flow_set argument) {
  uint32_t n;
  if (!f->m->funcs[f->m->updates[update].func.id].n_params) argument = f->zero;
  sets_atoms(&f->sets, argument, &n);
  for (uint32_t k = 0; k < n && !f->gave_up; k++) request_one(f, update, sets_atoms(&f->sets, argument, &n)[k]);
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
    if (v == FLOW_ANY || (v & 1)) flow_reach_block(f, ctx, i->targets[0]);
    if (v == FLOW_ANY || !(v & 1)) flow_reach_block(f, ctx, i->targets[1]);
    return;
  }
  bool found = false;
  for (uint32_t k = 1; k < i->n_args; k++) {
    bool fits = v == FLOW_ANY || i->args[k].kind != IR_OPERAND_INT || i->args[k].value == v;
    if (fits) flow_reach_block(f, ctx, i->targets[k]);
    found |= fits && v != FLOW_ANY && i->args[k].kind == IR_OPERAND_INT;
  }
  if (!found) flow_reach_block(f, ctx, i->targets[0]);
}

// Where control goes from an instruction that ends its block, or from a call.
static bool eval_control(flow *f, uint32_t ctx, uint32_t pc, const ir_instr *i, const flow_set *args) {
  switch ((int)i->op) {
  case IR_JUMP: flow_reach_block(f, ctx, i->targets[0]); return true;
  case IR_BRANCH:
  case IR_SWITCH: branch(f, ctx, i, args[0]); return true;
  case IR_CALL: flow_call(f, ctx, pc, i); return true;
  case IR_RETURN: flow_leave(f, ctx, i->n_args ? args[0] : 0); return true;
  case IR_THROW: flow_unwind(f, ctx, args[0]); return true;
  case IR_UNREACHABLE:
  case IR_UNSUPPORTED:
  case IR_EXIT:
  case IR_HALT: return true;
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
  if (i->op == IR_SPAWN || i->op == IR_ARM)
    flow_give_up(f, "processes that are made while the design runs");
  else if (i->op == IR_SWITCH_TO)
    flow_give_up(f, "processes that are killed, reset or interrupted");
  else if (i->op == IR_SELF)
    v = self(f, ctx, i);
  else if (i->op == IR_LANDING)
    v = flow_land(f, ctx);
  else if (i->op == IR_REQUEST_UPDATE)
    request(f, (uint32_t)i->args[0].value, args[1]);
  else if (ir_op_flags(i->op)[0] == 'M')
    v = eval_memory(f, ctx, pc, i, args);
  else
    v = flow_eval_value(f, i, args);
  if (i->dst.id) flow_assign(f, ctx, i->dst.id, v);
  if (!f->gave_up) flow_reach(f, ctx, pc + 1);
}

static bool eval_context(flow *f, uint32_t ctx) {
  if (!f->contexts.data[ctx].dirty) return false;
  f->current = ctx;
  size_t words = (func_of(f, ctx)->n_code + 63) / 64;
  while (f->contexts.data[ctx].dirty && !f->gave_up) {
    f->contexts.data[ctx].dirty = false;
    for (size_t w = 0; w < words && !f->gave_up; w++) {
      for (uint64_t bits; (bits = f->contexts.data[ctx].worklist.words[w]) && !f->gave_up;) {
        uint32_t pc = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(bits);
        bitset_remove(&f->contexts.data[ctx].worklist, pc);
        eval(f, ctx, pc);
        f->sets.work += EVAL_WORK;
        if (f->sets.work > WORK_MAX) flow_give_up(f, "too much that pointers may point to");
      }
    }
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
    if (f->contexts.data[c].recursive) flow_give_up(f, "recursion that waits");
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
    uint32_t ctx = flow_context_new(f, s->proc, parent, fr->func, call_pc);
    if (k)
      flow_bind(f, parent, call_pc, fr->func, ctx);
    else if (s->proc)
      f->roots[s->proc] = ctx;
    for (uint32_t r = 1; r <= fi->n_regs; r++) {
      bool live = fr->pc == 0 ? r <= fi->n_params : live_at(f->live, (ir_func){fr->func}, fr->pc, (ir_reg){r});
      if (live) flow_assign(f, ctx, r, sets_one(&f->sets, fr->regs[r]));
    }
    f->contexts.data[ctx].begun = fr->pc != 0;
    if (k + 1 == s->n) flow_reach(f, ctx, fr->pc);
    parent = ctx;
  }
  if (s->proc && s->n && f->m->funcs[s->frames[0].func].n_params) {
    f->self[s->proc] = sets_one(&f->sets, s->frames[0].regs[1]);
  }
}

static flow *analyse(const ir_module *m, const flow_seed *seed, const flow *known) {
  flow *f = MEM_NEW(flow);
  f->m = m;
  f->seed = *seed;
  f->waits = known->waits;
  f->uses = MEM_NEW_N(flow_uses, m->n_funcs + 1);
  f->live = known->live;
  f->restarts = known->restarts;
  sets_init(&f->sets);
  f->integer = sets_one(&f->sets, (flow_atom){.offset = FLOW_ANY});
  f->zero = sets_one(&f->sets, (flow_atom){0});
  vec_push(&f->contexts, (flow_context){0});
  for (uint32_t o = 0; o <= seed->n_objects; o++) vec_push(&f->objects, (flow_object){0});
  f->roots = MEM_NEW_N(uint32_t, seed->n_procs + 1);
  f->self = MEM_NEW_N(flow_set, seed->n_procs + 1);
  vec_push(&f->channels, (flow_channel){0});
  if (m->n_funcs > 0xfffff) flow_give_up(f, "too many functions");
  for (uint32_t k = 0; k < seed->n_stacks && !f->gave_up; k++) seed_stack(f, &seed->stacks[k]);
  for (uint32_t k = 0; k < seed->n_requested && !f->gave_up; k++) {
    request(f, seed->requested[k].who, sets_one(&f->sets, seed->requested[k].at));
  }
  for (uint32_t k = 0; k < seed->n_armed; k++) vec_push(&f->armed, seed->armed[k]);
  run(f);
  return f;
}

// Rounds until no further function turns out to wait.
flow *flow_new(const ir_module *m, const flow_seed *seed, const char **why) {
  live_info *live = live_new(m);
  flow known = {.live = live, .restarts = restarts_new(m), .waits = flow_waits_new(m)};
  flow *f = analyse(m, seed, &known);
  while (flow_find_waits(f)) {
    flow_free(f);
    f = analyse(m, seed, &known);
  }
  if (!f->gave_up) find_touchers(f);
  live_free(live);
  restarts_free(known.restarts);
  mem_free(known.waits);
  f->live = NULL;
  f->restarts = NULL;
  f->waits = NULL;
  if (!f->gave_up) return f;
  *why = f->why;
  flow_free(f);
  return NULL;
}

void flow_free(flow *f) {
  if (!f) return;
  for (size_t i = 0; i < f->contexts.len; i++) {
    mem_free(f->contexts.data[i].regs);
    bitset_fini(&f->contexts.data[i].reached);
    bitset_fini(&f->contexts.data[i].worklist);
    vec_free(&f->contexts.data[i].callers);
  }
  for (size_t i = 0; i < f->objects.len; i++) {
    vec_free(&f->objects.data[i].entries);
    vec_free(&f->objects.data[i].readers);
  }
  flow_uses_free(f);
  map64_fini(&f->reads);
  vec_free(&f->contexts);
  vec_free(&f->armed);
  vec_free(&f->landed);
  vec_free(&f->objects);
  map64_fini(&f->context_of);
  map64_fini(&f->shared);
  map64_fini(&f->apart);
  map64_fini(&f->made);
  map64_fini(&f->listed);
  sets_fini(&f->sets);
  mem_free(f->roots);
  mem_free(f->self);
  vec_free(&f->channels);
  map64_fini(&f->channel_of);
  flow_wakes_free(f);
  mem_free(f);
}

// --- questions ------------------------------------------------------------------------------------------------------

uint32_t flow_objects(const flow *f) { return (uint32_t)f->objects.len - 1; }
uint32_t flow_contexts(const flow *f) { return (uint32_t)f->contexts.len - 1; }
uint32_t flow_procs(const flow *f) { return f->seed.n_procs; }
uint32_t flow_root(const flow *f, uint32_t proc) { return f->roots[proc]; }

bool flow_shared(const flow *f, uint32_t ctx) { return f->contexts.data[ctx].shared; }
bool flow_returns(const flow *f, uint32_t ctx) { return f->contexts.data[ctx].returns; }
bool flow_throws(const flow *f, uint32_t ctx) { return f->contexts.data[ctx].throws; }
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

bool flow_may_be_freed(const flow *f, uint32_t obj) { return obj > f->seed.n_objects || f->objects.data[obj].freed; }
