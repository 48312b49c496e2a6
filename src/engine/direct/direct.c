// The engine `direct`: memory safety of programs in which every access names its object, without running anything.
//
// An access is direct if its address is a global or a local object of the same function, at a constant offset, and lies within the
// object: such an object is alive, the address is not null, and the access stays inside, in every run. A program all of
// whose accesses are direct has no other violation of memory safety than leaks, and without heap objects no leaks. Many
// programs with threads are of this kind, however hard their data are.
#include "analysis/callgraph.h"
#include "base/mem.h"
#include "base/vec.h"
#include "engine/engine.h"

#define KIND(name) (1u << IR_CHECK_##name)
#define DEREFS (KIND(BOUNDS) | KIND(NULL) | KIND(FREED) | KIND(DOUBLE_FREE) | KIND(READ_ONLY) | KIND(OVERLAP))

typedef struct definition {
  uint32_t count, pc, block;
} definition;

typedef struct direct {
  engine_ctx *ctx;
  const ir_module *m;
  callgraph *calls;
  bitset reached;    // functions
  definition *defs;  // registers of the function that is looked at
  uint32_t func;
} direct;

static void give_up(direct *d, const ir_instr *i, const char *why) { engine_note_unknown(d->ctx, i->at, why); }

// --- functions that may run ------------------------------------------------------------------------------------------

static void add_spawned(direct *d, const ir_instr *i) {
  for (uint32_t f = 1; f <= d->m->n_funcs; f++) {
    bool direct_target = i->args[0].kind == IR_OPERAND_FUNC && i->args[0].value == f;
    bool by_pointer = i->args[0].kind != IR_OPERAND_FUNC && callgraph_address_taken(d->calls, (ir_func){f});
    if (direct_target || by_pointer) bitset_union(&d->reached, callgraph_reach(d->calls, (ir_func){f}));
  }
}

static void find_reached(direct *d) {
  const ir_module *m = d->m;
  d->reached = bitset_new(m->n_funcs + 1);
  bitset_union(&d->reached, callgraph_reach(d->calls, m->entry));
  for (uint32_t p = 1; p <= m->n_procs; p++) bitset_union(&d->reached, callgraph_reach(d->calls, m->procs[p].func));
  bitset looked = bitset_new(m->n_funcs + 1);
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t f = 1; f <= m->n_funcs; f++) {
      if (!bitset_has(&d->reached, f) || bitset_has(&looked, f)) continue;
      bitset_add(&looked, f);
      grew = true;
      for (uint32_t c = 0; c < m->funcs[f].n_code; c++)
        if (m->funcs[f].code[c].op == IR_SPAWN) add_spawned(d, &m->funcs[f].code[c]);
    }
  }
  bitset_fini(&looked);
}

// --- addresses -------------------------------------------------------------------------------------------------------

static void find_definitions(direct *d) {
  const ir_func_info *fi = &d->m->funcs[d->func];
  mem_free(d->defs);
  d->defs = MEM_NEW_N(definition, fi->n_regs + 1);
  for (uint32_t b = 1; b <= fi->n_blocks; b++) {
    for (uint32_t c = fi->blocks[b].first; c < fi->blocks[b].first + fi->blocks[b].count; c++) {
      uint32_t r = fi->code[c].dst.id;
      if (r) d->defs[r] = (definition){d->defs[r].count + 1, c, b};
    }
  }
}

// A register that is written once, certainly before it is read at pc in the block. Parameters are written by the caller.
static const ir_instr *definition_at(const direct *d, uint64_t reg, uint32_t pc, uint32_t block, uint32_t *at,
                                     uint32_t *in) {
  const ir_func_info *fi = &d->m->funcs[d->func];
  const definition *def = &d->defs[reg];
  if (reg <= fi->n_params || def->count != 1) return NULL;
  if (def->block == block ? def->pc >= pc : def->block != 1) return NULL;
  *at = def->pc;
  *in = def->block;
  return &fi->code[def->pc];
}

static bool count_of(const ir_instr *i, uint64_t *n) {
  *n = i->args[0].value;
  return i->args[0].kind == IR_OPERAND_INT && *n < IR_SIZE_MAX;
}

// Is the operand the address of `size` bytes inside of a global or of a local object of this frame, which may be written?
static bool is_direct(const direct *d, const ir_operand *o, uint32_t pc, uint32_t block, uint64_t size, bool writes) {
  enum { STEPS = 32 };
  uint64_t offset = 0, whole = 0, n;
  for (int n_steps = 0; n_steps < STEPS; n_steps++) {
    if (o->kind == IR_OPERAND_GLOBAL) {
      offset += o->offset;
      whole = ir_type_get(d->m, d->m->globals[o->value].type)->size;
      if (writes && d->m->globals[o->value].is_const) return false;
      if (writes && ir_type_const_at(d->m, d->m->globals[o->value].type, offset, size)) return false;
      return offset <= whole && size <= whole - offset;
    }
    const ir_instr *def = o->kind == IR_OPERAND_REG ? definition_at(d, o->value, pc, block, &pc, &block) : NULL;
    if (!def) return false;
    if (def->op == IR_LOCAL && count_of(def, &n)) {
      if (writes && (def->flags & IR_CONST || ir_type_const_at(d->m, def->type, offset, size))) return false;
      uint64_t each = ir_type_get(d->m, def->type)->size;
      whole = each && n > IR_SIZE_MAX / each ? 0 : each * n;
      return offset <= whole && size <= whole - offset;
    }
    if (def->op != IR_MOV && !(def->op == IR_PTRADD && def->args[1].kind == IR_OPERAND_INT)) return false;
    if (def->op == IR_PTRADD) offset += def->args[1].value;
    o = &def->args[0];
  }
  return false;
}

// --- instructions ----------------------------------------------------------------------------------------------------

static bool is_direct_range(const direct *d, const ir_instr *i, uint32_t arg, uint32_t pc, uint32_t block,
                            bool writes) {
  const ir_operand *bytes = &i->args[2];
  return bytes->kind == IR_OPERAND_INT && is_direct(d, &i->args[arg], pc, block, bytes->value, writes);
}

// Can the instruction raise none of the violations of an access?
static bool is_harmless(const direct *d, const ir_instr *i, uint32_t pc, uint32_t block) {
  uint64_t size = ir_type_get(d->m, i->type)->size, n;
  switch ((int)i->op) {
  case IR_LOAD: return is_direct(d, &i->args[0], pc, block, size, false);
  case IR_STORE: return is_direct(d, &i->args[0], pc, block, size, !(i->flags & IR_INIT));
  case IR_RMW:
  case IR_CAS:
  case IR_NONDET_MEM: return is_direct(d, &i->args[0], pc, block, size, true);
  case IR_LOCK:
  case IR_UNLOCK:
  case IR_TRYLOCK:
  case IR_HOLDS:
  case IR_LIFE: return is_direct(d, &i->args[0], pc, block, 1, false);
  case IR_FILL: return is_direct_range(d, i, 0, pc, block, !(i->flags & IR_INIT));
  case IR_COPY:
    return is_direct_range(d, i, 0, pc, block, !(i->flags & IR_INIT)) && is_direct_range(d, i, 1, pc, block, false);
  case IR_WRITE: return is_direct_range(d, i, 1, pc, block, false);
  case IR_LOCAL: return count_of(i, &n);
  case IR_NEW:
  case IR_FREE:
  case IR_END:
  case IR_SEAL:
  case IR_SIZE:
  case IR_SHADOW:
  case IR_PTRDIFF: return false;
  case IR_CALL:
  case IR_SPAWN: return i->args[0].kind == IR_OPERAND_FUNC;
  }
  return true;
}

static bool calls_amiss(const direct *d, const ir_instr *i) {
  if ((i->op != IR_CALL && i->op != IR_SPAWN) || i->args[0].kind != IR_OPERAND_FUNC) return false;
  const ir_func_info *f = &d->m->funcs[i->args[0].value];
  return f->n_code == 0 || f->n_params != i->n_args - 1;
}

static void look_at(direct *d, const ir_instr *i, uint32_t pc, uint32_t block) {
  uint32_t asked = d->ctx->sem->options.checks;
  if (i->op == IR_UNSUPPORTED)
    give_up(d, i, i->text);
  else if (!ir_op_of_threads(i->op))
    give_up(d, i, ir_op_text(i->op));
  else if (calls_amiss(d, i))
    give_up(d, i, "a function is called that has no code or other parameters");
  else if (i->op == IR_CHECK && asked >> i->sub & 1)
    give_up(d, i, "the program asks about memory safety itself");
  else if (asked & KIND(LEAK) && i->op == IR_NEW)
    give_up(d, i, "heap objects are made");
  else if (asked & DEREFS && !is_harmless(d, i, pc, block))
    give_up(d, i, "an access does not name its object");
}

static void prove(direct *d) {
  d->calls = callgraph_new(d->m);
  find_reached(d);
  for (d->func = 1; d->func <= d->m->n_funcs && !d->ctx->result->reason; d->func++) {
    const ir_func_info *fi = &d->m->funcs[d->func];
    if (!bitset_has(&d->reached, d->func)) continue;
    find_definitions(d);
    for (uint32_t b = 1; b <= fi->n_blocks; b++)
      for (uint32_t k = 0; k < fi->blocks[b].count && !d->ctx->result->reason; k++)
        look_at(d, &fi->code[fi->blocks[b].first + k], fi->blocks[b].first + k, b);
  }
  mem_free(d->defs);
  bitset_fini(&d->reached);
  callgraph_free(d->calls);
}

static void run(engine_ctx *ctx) {
  direct d = {.ctx = ctx, .m = ctx->ir};
  prove(&d);
  engine_conclude(ctx);
}

const engine engine_direct = {
    .name = "direct",
    .help = "memory safety of programs whose accesses name their objects, without running anything",
    .kind = ENGINE_OVERAPPROXIMATES,
    .checks = DEREFS | KIND(LEAK),
    .schedulers = ENGINE_THREADS,
    .proves = true,
    .run = run,
};
