#include "analysis/points.h"

#include "base/map64.h"
#include "base/mem.h"
#include "base/vec.h"

struct points {
  const ir_module *m;
  bool untyped;  // every scalar may carry an address
  uint32_t n_objects;
  uint32_t *first_reg;  // function -> index of its register 0 in `regs`
  uint32_t n_regs;
  bitset *regs;          // per register of each function
  bitset *contents;      // per object: what pointers stored in it may point to
  bitset *globals_self;  // per global: the singleton, for operands
  uint32_t *def_count;   // per register: number of assignments
  const ir_instr **def;  // per register: the last one seen
  map64 sites;           // (function, code index) -> object of a local/new
  bitset *is_local;      // objects made by `local`
  bitset escaped;
  bitset empty;
};

enum { EXACT_DEPTH = 16 };  // longest chain of address computations that is followed

static uint64_t site_key(uint32_t func, uint32_t pc) { return (uint64_t)func << 32 | pc; }

static bitset *reg_set(const points *p, ir_func f, uint64_t reg) { return &p->regs[p->first_reg[f.id] + reg]; }

const bitset *points_of(const points *p, ir_func f, const ir_operand *o) {
  if (o->kind == IR_OPERAND_REG) return reg_set(p, f, o->value);
  if (o->kind == IR_OPERAND_GLOBAL) return &p->globals_self[o->value];
  return &p->empty;
}

bool points_private(const points *p, uint32_t obj) {
  return bitset_has(p->is_local, obj) && !bitset_has(&p->escaped, obj);
}

bool points_local(const points *p, uint32_t obj) { return bitset_has(p->is_local, obj); }

uint32_t points_objects(const points *p) { return p->n_objects; }

const bitset *points_contents(const points *p, uint32_t obj) { return &p->contents[obj]; }

uint32_t points_site(const points *p, uint32_t func, uint32_t pc) {
  uint64_t site;
  return map64_get(&p->sites, site_key(func, pc), &site) ? (uint32_t)site : 0;
}

static bool exact(const points *p, ir_func f, const ir_operand *o, unsigned depth, uint32_t *obj, uint64_t *offset) {
  if (o->kind == IR_OPERAND_GLOBAL) {
    *obj = (uint32_t)o->value;
    *offset = o->offset;
    return true;
  }
  if (o->kind != IR_OPERAND_REG || depth == EXACT_DEPTH) return false;
  uint32_t r = p->first_reg[f.id] + (uint32_t)o->value;
  const ir_func_info *fi = ir_func_get(p->m, f);
  if (p->def_count[r] != 1 || o->value <= fi->n_params) return false;
  const ir_instr *d = p->def[r];
  if (d->op == IR_MOV) return exact(p, f, &d->args[0], depth + 1, obj, offset);
  if (d->op != IR_PTRADD || d->args[1].kind != IR_OPERAND_INT) return false;
  if (!exact(p, f, &d->args[0], depth + 1, obj, offset)) return false;
  *offset += d->args[1].value;
  return true;
}

bool points_exact(const points *p, ir_func f, const ir_operand *o, uint32_t *obj, uint64_t *offset) {
  return exact(p, f, o, 0, obj, offset);
}

// --- the fixed point ----------------------------------------------------------------------------------------------

// into := into + contents of every object in `from`.
static bool load_from(points *p, bitset *into, const bitset *from) {
  bool grew = false;
  for (size_t w = 0; w * 64 <= p->n_objects; w++) {
    for (uint64_t left = from->words[w]; left; left &= left - 1)
      grew |= bitset_union(into, &p->contents[w * 64 + (size_t)__builtin_ctzll(left)]);
  }
  return grew;
}

static bool store_into(points *p, const bitset *targets, const bitset *what) {
  bool grew = false;
  for (size_t w = 0; w * 64 <= p->n_objects; w++) {
    for (uint64_t left = targets->words[w]; left; left &= left - 1)
      grew |= bitset_union(&p->contents[w * 64 + (size_t)__builtin_ctzll(left)], what);
  }
  return grew;
}

// May a scalar of this type carry an address?
static bool carries(const points *p, ir_type t) { return p->untyped || ir_type_get(p->m, t)->kind == IR_TYPE_PTR; }

// Arguments of a call flow into the parameters, the callee's returned pointers into the result.
static bool flow_call(points *p, ir_func caller, const ir_instr *i, uint32_t callee, uint32_t first_arg) {
  const ir_func_info *fi = &p->m->funcs[callee];
  bool grew = false;
  for (uint32_t a = first_arg; a < i->n_args && a - first_arg < fi->n_params; a++) {
    grew |= bitset_union(reg_set(p, (ir_func){callee}, a - first_arg + 1), points_of(p, caller, &i->args[a]));
  }
  if (!i->dst.id || i->op != IR_CALL) return grew;
  for (uint32_t c = 0; c < fi->n_code; c++) {
    const ir_instr *r = &fi->code[c];
    if (r->op != IR_RETURN || r->n_args == 0) continue;
    grew |= bitset_union(reg_set(p, caller, i->dst.id), points_of(p, (ir_func){callee}, &r->args[0]));
  }
  return grew;
}

static bool flow_calls(points *p, ir_func f, const ir_instr *i) {
  if (i->args[0].kind == IR_OPERAND_FUNC) return flow_call(p, f, i, (uint32_t)i->args[0].value, 1);
  bool grew = false;  // through a pointer: any function that takes as many arguments
  for (uint32_t g = 1; g <= p->m->n_funcs; g++) {
    if (p->m->funcs[g].n_params == i->n_args - 1) grew |= flow_call(p, f, i, g, 1);
  }
  return grew;
}

// What leaves the reach of one process: arguments of spawned processes and update functions, thrown values.
static bool escape(points *p, ir_func f, const ir_instr *i) {
  bool grew = false;
  for (uint32_t a = 0; a < i->n_args; a++) grew |= bitset_union(&p->escaped, points_of(p, f, &i->args[a]));
  return grew;
}

static bool flow_memory(points *p, ir_func f, uint32_t pc, const ir_instr *i) {
  bool grew = false;
  uint64_t site;
  switch ((int)i->op) {
  case IR_LOAD: return carries(p, i->type) && load_from(p, reg_set(p, f, i->dst.id), points_of(p, f, &i->args[0]));
  case IR_STORE:
    return carries(p, i->type) && store_into(p, points_of(p, f, &i->args[0]), points_of(p, f, &i->args[1]));
  case IR_RMW:
  case IR_CAS:
    if (!carries(p, i->type)) return false;
    if (i->dst.id) grew |= load_from(p, reg_set(p, f, i->dst.id), points_of(p, f, &i->args[0]));
    return grew | store_into(p, points_of(p, f, &i->args[0]), points_of(p, f, &i->args[i->n_args - 1]));
  case IR_COPY: {
    bitset what = bitset_new(p->n_objects + 1);
    load_from(p, &what, points_of(p, f, &i->args[1]));
    grew = store_into(p, points_of(p, f, &i->args[0]), &what);
    bitset_fini(&what);
    return grew;
  }
  case IR_LOCAL:
  case IR_NEW: {
    bitset *r = reg_set(p, f, i->dst.id);
    if (!map64_get(&p->sites, site_key(f.id, pc), &site) || bitset_has(r, site)) return false;
    bitset_add(r, site);
    return true;
  }
  }
  return false;
}

// Results of operations on values: what any operand carries. Truth values carry nothing.
static bool flow_untyped(points *p, ir_func f, const ir_instr *i) {
  bool grew = false;
  for (uint32_t a = 0; a < i->n_args; a++) grew |= bitset_union(reg_set(p, f, i->dst.id), points_of(p, f, &i->args[a]));
  return grew;
}

static bool is_untyped_value(ir_op op) {
  bool compares = op >= IR_EQ && op <= IR_SLE;
  return (op <= IR_SELECT && !compares) || op == IR_PTRADD || op == IR_PTRDIFF || op == IR_PTRTOINT ||
         op == IR_INTTOPTR;
}

static bool flow(points *p, ir_func f, uint32_t pc, const ir_instr *i) {
  bool grew = false;
  if (p->untyped && is_untyped_value(i->op)) return flow_untyped(p, f, i);
  switch ((int)i->op) {
  case IR_MOV:
  case IR_PTRADD:
    if (!carries(p, i->type)) return false;
    return bitset_union(reg_set(p, f, i->dst.id), points_of(p, f, &i->args[0]));
  case IR_SELECT:
    if (!carries(p, i->type)) return false;
    grew = bitset_union(reg_set(p, f, i->dst.id), points_of(p, f, &i->args[1]));
    return bitset_union(reg_set(p, f, i->dst.id), points_of(p, f, &i->args[2])) || grew;
  case IR_PTRTOINT:
  case IR_THROW:
  case IR_SPAWN:
  case IR_REQUEST_UPDATE:
    grew = escape(p, f, i);
    if (i->op == IR_SPAWN) grew |= flow_calls(p, f, i);
    return grew;
  case IR_INTTOPTR:
  case IR_LANDING: return bitset_union(reg_set(p, f, i->dst.id), &p->escaped);
  case IR_SHADOW: return bitset_union(reg_set(p, f, i->dst.id), points_of(p, f, &i->args[0]));
  case IR_CALL: return flow_calls(p, f, i);
  }
  return flow_memory(p, f, pc, i);
}

static void number_sites(points *p) {
  const ir_module *m = p->m;
  p->n_objects = m->n_globals;
  p->first_reg = MEM_NEW_N(uint32_t, m->n_funcs + 1);
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    const ir_func_info *fi = &m->funcs[f];
    p->first_reg[f] = p->n_regs;
    p->n_regs += fi->n_regs + 1;
    for (uint32_t c = 0; c < fi->n_code; c++) {
      if (fi->code[c].op == IR_LOCAL || fi->code[c].op == IR_NEW) map64_put(&p->sites, site_key(f, c), ++p->n_objects);
    }
  }
}

static void make_sets(points *p) {
  const ir_module *m = p->m;
  size_t bits = p->n_objects + 1;
  p->regs = MEM_NEW_N(bitset, p->n_regs + 1);
  for (uint32_t i = 0; i <= p->n_regs; i++) p->regs[i] = bitset_new(bits);
  p->contents = MEM_NEW_N(bitset, bits);
  for (size_t i = 0; i < bits; i++) p->contents[i] = bitset_new(bits);
  p->globals_self = MEM_NEW_N(bitset, m->n_globals + 1);
  for (uint32_t g = 0; g <= m->n_globals; g++) {
    p->globals_self[g] = bitset_new(bits);
    if (g) bitset_add(&p->globals_self[g], g);
  }
  p->is_local = MEM_NEW(bitset);
  *p->is_local = bitset_new(bits);
  p->escaped = bitset_new(bits);
  p->empty = bitset_new(bits);
}

static void count_definitions(points *p) {
  const ir_module *m = p->m;
  p->def_count = MEM_NEW_N(uint32_t, p->n_regs + 1);
  p->def = MEM_NEW_N(const ir_instr *, p->n_regs + 1);
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      const ir_instr *i = &m->funcs[f].code[c];
      uint64_t site;
      if (i->op == IR_LOCAL && map64_get(&p->sites, site_key(f, c), &site)) bitset_add(p->is_local, site);
      if (!i->dst.id) continue;
      p->def_count[p->first_reg[f] + i->dst.id]++;
      p->def[p->first_reg[f] + i->dst.id] = i;
    }
  }
}

static void init_contents(points *p) {
  for (uint32_t g = 1; g <= p->m->n_globals; g++) {
    const ir_global_info *gi = &p->m->globals[g];
    for (uint32_t i = 0; i < gi->n_inits; i++) {
      if (gi->inits[i].value.kind == IR_OPERAND_GLOBAL) bitset_add(&p->contents[g], gi->inits[i].value.value);
    }
  }
}

points *points_new(const ir_module *m) {
  points *p = MEM_NEW(points);
  p->m = m;
  p->untyped = m->scheduler == IR_SCHED_INTERLEAVE;
  number_sites(p);
  make_sets(p);
  count_definitions(p);
  init_contents(p);
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t f = 1; f <= m->n_funcs; f++) {
      for (uint32_t c = 0; c < m->funcs[f].n_code; c++) grew |= flow(p, (ir_func){f}, c, &m->funcs[f].code[c]);
    }
    for (uint32_t o = 1; o <= p->n_objects; o++) grew |= bitset_union(&p->escaped, &p->contents[o]);
  }
  return p;
}

void points_free(points *p) {
  if (!p) return;
  for (uint32_t i = 0; i <= p->n_regs; i++) bitset_fini(&p->regs[i]);
  for (uint32_t i = 0; i <= p->n_objects; i++) bitset_fini(&p->contents[i]);
  for (uint32_t g = 0; g <= p->m->n_globals; g++) bitset_fini(&p->globals_self[g]);
  bitset_fini(p->is_local);
  bitset_fini(&p->escaped);
  bitset_fini(&p->empty);
  map64_fini(&p->sites);
  mem_free(p->is_local);
  mem_free(p->regs);
  mem_free(p->contents);
  mem_free(p->globals_self);
  mem_free(p->first_reg);
  mem_free(p->def_count);
  mem_free(p->def);
  mem_free(p);
}
