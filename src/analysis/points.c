#include "analysis/points.h"

#include "analysis/inclusion.h"
#include "base/map64.h"
#include "base/mem.h"

struct points {
  const ir_module *m;
  bool untyped;  // every scalar may carry an address
  uint32_t n_objects;
  uint32_t *first_reg;  // function -> index of its register 0 in `def`
  uint32_t n_regs;
  inclusion *sets;
  inc_node regs;         // the first of the registers' nodes
  inc_node selves;       // global 0's: the singletons, for operands
  inc_node results;      // function 0's: what it returns
  inc_node escaped;      // what leaves the reach of one process
  map64 indirect;        // number of parameters -> nodes of all functions with so many
  uint32_t *def_count;   // per register: number of assignments
  const ir_instr **def;  // per register: the last one seen
  map64 sites;           // (function, code index) -> object of a local/new
  bitset is_local;       // objects made by `local`
  bitset empty;
};

enum { EXACT_DEPTH = 16 };  // longest chain of address computations that is followed

static uint64_t site_key(uint32_t func, uint32_t pc) { return (uint64_t)func << 32 | pc; }

static inc_node reg_node(const points *p, ir_func f, uint64_t reg) {
  return p->regs + p->first_reg[f.id] + (inc_node)reg;
}

const bitset *points_of(const points *p, ir_func f, const ir_operand *o) {
  if (o->kind == IR_OPERAND_REG) return inclusion_set(p->sets, reg_node(p, f, o->value));
  if (o->kind == IR_OPERAND_GLOBAL) return inclusion_set(p->sets, p->selves + (inc_node)o->value);
  return &p->empty;
}

bool points_local(const points *p, uint32_t obj) { return bitset_has(&p->is_local, obj); }

bool points_private(const points *p, uint32_t obj) {
  return points_local(p, obj) && !bitset_has(inclusion_set(p->sets, p->escaped), obj);
}

uint32_t points_objects(const points *p) { return p->n_objects; }

const bitset *points_contents(const points *p, uint32_t obj) {
  return inclusion_set(p->sets, inclusion_contents(p->sets, obj));
}

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

// --- constraints ------------------------------------------------------------------------------------------------------

// The node of what an operand may point to; 0: nothing.
static inc_node set_of(const points *p, ir_func f, const ir_operand *o) {
  if (o->kind == IR_OPERAND_REG) return reg_node(p, f, o->value);
  return o->kind == IR_OPERAND_GLOBAL ? p->selves + (inc_node)o->value : 0;
}

static void flow_operand(points *p, ir_func f, const ir_operand *o, inc_node into) {
  inc_node from = set_of(p, f, o);
  if (o->kind == IR_OPERAND_GLOBAL)
    inclusion_add(p->sets, into, (uint32_t)o->value);
  else if (from)
    inclusion_flow(p->sets, from, into);
}

static void load_from(points *p, ir_func f, const ir_operand *pointer, inc_node into) {
  inc_node from = set_of(p, f, pointer);
  if (pointer->kind == IR_OPERAND_GLOBAL)
    inclusion_flow(p->sets, inclusion_contents(p->sets, (uint32_t)pointer->value), into);
  else if (from)
    inclusion_load(p->sets, from, into);
}

static void store_into(points *p, ir_func f, const ir_operand *pointer, inc_node what) {
  inc_node into = set_of(p, f, pointer);
  if (!what) return;
  if (pointer->kind == IR_OPERAND_GLOBAL)
    inclusion_flow(p->sets, what, inclusion_contents(p->sets, (uint32_t)pointer->value));
  else if (into)
    inclusion_store(p->sets, what, into);
}

// May a scalar of this type carry an address?
static bool carries(const points *p, ir_type t) { return p->untyped || ir_type_get(p->m, t)->kind == IR_TYPE_PTR; }

// Arguments of a call flow into the parameters, the callee's returned pointers into the result.
static void flow_call(points *p, ir_func caller, const ir_instr *i, uint32_t callee) {
  const ir_func_info *fi = &p->m->funcs[callee];
  for (uint32_t a = 1; a < i->n_args && a <= fi->n_params; a++)
    flow_operand(p, caller, &i->args[a], reg_node(p, (ir_func){callee}, a));
  if (i->dst.id && i->op == IR_CALL) inclusion_flow(p->sets, p->results + callee, reg_node(p, caller, i->dst.id));
}

// Through a pointer: any function that takes as many arguments. They have nodes in common, one for the results, then one for each
// parameter.
static inc_node indirect(points *p, uint32_t n_params) {
  uint64_t first;
  if (map64_get(&p->indirect, n_params, &first)) return (inc_node)first;
  inc_node all = inclusion_node(p->sets, n_params + 1);
  map64_put(&p->indirect, n_params, all);
  for (uint32_t g = 1; g <= p->m->n_funcs; g++) {
    if (p->m->funcs[g].n_params != n_params) continue;
    inclusion_flow(p->sets, p->results + g, all);
    for (uint32_t a = 1; a <= n_params; a++) inclusion_flow(p->sets, all + a, reg_node(p, (ir_func){g}, a));
  }
  return all;
}

static void flow_calls(points *p, ir_func f, const ir_instr *i) {
  if (i->args[0].kind == IR_OPERAND_FUNC) {
    flow_call(p, f, i, (uint32_t)i->args[0].value);
    return;
  }
  inc_node all = indirect(p, i->n_args - 1);
  for (uint32_t a = 1; a < i->n_args; a++) flow_operand(p, f, &i->args[a], all + a);
  if (i->dst.id && i->op == IR_CALL) inclusion_flow(p->sets, all, reg_node(p, f, i->dst.id));
}

static void flow_operands(points *p, ir_func f, const ir_instr *i, inc_node into) {
  for (uint32_t a = 0; a < i->n_args; a++) flow_operand(p, f, &i->args[a], into);
}

static void flow_memory(points *p, ir_func f, uint32_t pc, const ir_instr *i) {
  inc_node dst = reg_node(p, f, i->dst.id);
  switch ((int)i->op) {
  case IR_LOAD:
    if (carries(p, i->type)) load_from(p, f, &i->args[0], dst);
    break;
  case IR_STORE:
    if (carries(p, i->type)) store_into(p, f, &i->args[0], set_of(p, f, &i->args[1]));
    break;
  case IR_RMW:
  case IR_CAS:
    if (!carries(p, i->type)) break;
    if (i->dst.id) load_from(p, f, &i->args[0], dst);
    store_into(p, f, &i->args[0], set_of(p, f, &i->args[i->n_args - 1]));
    break;
  case IR_COPY: {
    inc_node what = inclusion_node(p->sets, 1);
    load_from(p, f, &i->args[1], what);
    store_into(p, f, &i->args[0], what);
    break;
  }
  case IR_LOCAL:
  case IR_NEW: inclusion_add(p->sets, dst, points_site(p, f.id, pc)); break;
  }
}

static bool is_untyped_value(ir_op op) {
  bool compares = op >= IR_EQ && op <= IR_SLE;
  return (op <= IR_SELECT && !compares) || op == IR_PTRADD || op == IR_PTRDIFF || op == IR_PTRTOINT ||
         op == IR_INTTOPTR;
}

static void flow(points *p, ir_func f, uint32_t pc, const ir_instr *i) {
  inc_node dst = reg_node(p, f, i->dst.id);
  if (p->untyped && is_untyped_value(i->op)) {
    flow_operands(p, f, i, dst);  // what any operand carries; truth values carry nothing
    return;
  }
  switch ((int)i->op) {
  case IR_MOV:
  case IR_PTRADD:
    if (carries(p, i->type)) flow_operand(p, f, &i->args[0], dst);
    break;
  case IR_SELECT:
    if (!carries(p, i->type)) break;
    flow_operand(p, f, &i->args[1], dst);
    flow_operand(p, f, &i->args[2], dst);
    break;
  case IR_PTRTOINT:
  case IR_THROW:
  case IR_SPAWN:
  case IR_REQUEST_UPDATE:  // what leaves the reach of one process
    flow_operands(p, f, i, p->escaped);
    if (i->op == IR_SPAWN) flow_calls(p, f, i);
    break;
  case IR_INTTOPTR:
  case IR_LANDING: inclusion_flow(p->sets, p->escaped, dst); break;
  case IR_SHADOW: flow_operand(p, f, &i->args[0], dst); break;
  case IR_CALL: flow_calls(p, f, i); break;
  case IR_RETURN:
    if (i->n_args) flow_operand(p, f, &i->args[0], p->results + f.id);
    break;
  default: flow_memory(p, f, pc, i);
  }
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
  p->sets = inclusion_new(p->n_objects + 1);
  p->regs = inclusion_node(p->sets, p->n_regs + 1);
  p->selves = inclusion_node(p->sets, m->n_globals + 1);
  p->results = inclusion_node(p->sets, m->n_funcs + 1);
  p->escaped = inclusion_node(p->sets, 1);
  for (uint32_t g = 1; g <= m->n_globals; g++) inclusion_add(p->sets, p->selves + g, g);
  p->is_local = bitset_new(p->n_objects + 1);
  p->empty = bitset_new(p->n_objects + 1);
}

static void count_definitions(points *p) {
  const ir_module *m = p->m;
  p->def_count = MEM_NEW_N(uint32_t, p->n_regs + 1);
  p->def = MEM_NEW_N(const ir_instr *, p->n_regs + 1);
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      const ir_instr *i = &m->funcs[f].code[c];
      uint64_t site;
      if (i->op == IR_LOCAL && map64_get(&p->sites, site_key(f, c), &site)) bitset_add(&p->is_local, site);
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
      if (gi->inits[i].value.kind == IR_OPERAND_GLOBAL)
        inclusion_add(p->sets, inclusion_contents(p->sets, g), (uint32_t)gi->inits[i].value.value);
    }
  }
  for (uint32_t o = 1; o <= p->n_objects; o++) inclusion_flow(p->sets, inclusion_contents(p->sets, o), p->escaped);
}

points *points_new(const ir_module *m) {
  points *p = MEM_NEW(points);
  p->m = m;
  p->untyped = m->scheduler == IR_SCHED_INTERLEAVE;
  number_sites(p);
  make_sets(p);
  count_definitions(p);
  init_contents(p);
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) flow(p, (ir_func){f}, c, &m->funcs[f].code[c]);
  }
  inclusion_solve(p->sets);
  return p;
}

void points_free(points *p) {
  if (!p) return;
  inclusion_free(p->sets);
  bitset_fini(&p->is_local);
  bitset_fini(&p->empty);
  map64_fini(&p->sites);
  map64_fini(&p->indirect);
  mem_free(p->first_reg);
  mem_free(p->def_count);
  mem_free(p->def);
  mem_free(p);
}
