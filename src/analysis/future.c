#include "analysis/future.h"

#include "analysis/callgraph.h"
#include "analysis/cfg.h"
#include "base/map64.h"
#include "base/mem.h"
#include "base/vec.h"

struct futures {
  const ir_module *m;
  points *pts;
  callgraph *calls;
  future_sets *whole;  // by function: everything it may touch
  cfg **graphs;        // by function, made when first asked for
  map64 index;         // func << 32 | pc -> number in `cached`
  VEC(future_sets *) cached;
};

static future_sets new_sets(const futures *f) {
  size_t n = points_objects(f->pts) + 1;
  return (future_sets){bitset_new(n), bitset_new(n)};
}

static void add_operand(const futures *f, ir_func func, const ir_operand *o, bitset *into) {
  const bitset *may = points_of(f->pts, func, o);
  bool known = false;
  for (uint32_t k = 1; k <= points_objects(f->pts) && !known; k++) known = bitset_has(may, k);
  bitset_union(into, may);
  if (!known && o->kind != IR_OPERAND_NULL) bitset_add(into, 0);
}

static bool join(future_sets *into, const future_sets *from) {
  bool grew = bitset_union(&into->reads, &from->reads);
  return bitset_union(&into->writes, &from->writes) || grew;
}

// A call or spawn: its target's sets as far as they are known by now.
static bool add_callee(const futures *f, const ir_instr *i, future_sets *into) {
  if (i->args[0].kind == IR_OPERAND_FUNC) return join(into, &f->whole[i->args[0].value]);
  bool grew = false;
  for (uint32_t g = 1; g <= f->m->n_funcs; g++) {
    bool fits = f->m->funcs[g].n_params == i->n_args - 1 && callgraph_address_taken(f->calls, (ir_func){g});
    if (fits) grew |= join(into, &f->whole[g]);
  }
  return grew;
}

static void add_instr(const futures *f, ir_func func, const ir_instr *i, future_sets *into) {
  switch ((int)i->op) {
  case IR_LOAD:
  case IR_VALID: add_operand(f, func, &i->args[0], &into->reads); break;
  case IR_NEW:
    if (ir_order(i)) add_operand(f, func, ir_order(i), &into->reads);
    break;
  case IR_STORE:
  case IR_RMW:
  case IR_CAS:
  case IR_FILL:
  case IR_FREE:
  case IR_END:
  case IR_SEAL:
  case IR_NONDET_MEM:
  case IR_LOCK:
  case IR_UNLOCK:
  case IR_TRYLOCK:
  case IR_LIFE:
    add_operand(f, func, &i->args[0], &into->writes);
    if (ir_order(i)) add_operand(f, func, ir_order(i), &into->writes);
    break;
  case IR_COPY:
    add_operand(f, func, &i->args[0], &into->writes);
    add_operand(f, func, &i->args[1], &into->reads);
    break;
  case IR_CALL:
  case IR_SPAWN: add_callee(f, i, into); break;
  }
}

// Local objects die with the frame, whichever way it ends: that is a write.
static void add_locals(const futures *f, uint32_t func, future_sets *into) {
  for (uint32_t i = 0; i < f->m->funcs[func].n_code; i++)
    if (f->m->funcs[func].code[i].op == IR_LOCAL) bitset_add(&into->writes, points_site(f->pts, func, i));
}

// Functions call each other: until nothing grows.
static void summarise(futures *f) {
  for (uint32_t g = 1; g <= f->m->n_funcs; g++) {
    f->whole[g] = new_sets(f);
    add_locals(f, g, &f->whole[g]);
    for (uint32_t i = 0; i < f->m->funcs[g].n_code; i++) {
      const ir_instr *in = &f->m->funcs[g].code[i];
      if (in->op != IR_CALL && in->op != IR_SPAWN) add_instr(f, (ir_func){g}, in, &f->whole[g]);
    }
  }
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t g = 1; g <= f->m->n_funcs; g++) {
      for (uint32_t i = 0; i < f->m->funcs[g].n_code; i++) {
        const ir_instr *in = &f->m->funcs[g].code[i];
        if (in->op == IR_CALL || in->op == IR_SPAWN) grew |= add_callee(f, in, &f->whole[g]);
      }
    }
  }
}

futures *futures_new(const ir_module *m) {
  futures *f = MEM_NEW(futures);
  f->m = m;
  f->pts = points_new(m);
  f->calls = callgraph_new(m);
  f->whole = MEM_NEW_N(future_sets, m->n_funcs + 1);
  f->graphs = MEM_NEW_N(cfg *, m->n_funcs + 1);
  summarise(f);
  return f;
}

static void fini_sets(future_sets *s) {
  bitset_fini(&s->reads);
  bitset_fini(&s->writes);
}

void futures_free(futures *f) {
  if (!f) return;
  for (uint32_t g = 1; g <= f->m->n_funcs; g++) {
    fini_sets(&f->whole[g]);
    if (f->graphs[g]) cfg_free(f->graphs[g]);
  }
  for (size_t i = 0; i < f->cached.len; i++) {
    fini_sets(f->cached.data[i]);
    mem_free(f->cached.data[i]);
  }
  vec_free(&f->cached);
  map64_fini(&f->index);
  mem_free(f->whole);
  mem_free(f->graphs);
  callgraph_free(f->calls);
  points_free(f->pts);
  mem_free(f);
}

const points *futures_points(const futures *f) { return f->pts; }

static uint32_t block_of(const ir_func_info *fi, uint32_t pc) {
  for (uint32_t b = 1; b <= fi->n_blocks; b++)
    if (pc >= fi->blocks[b].first && pc < fi->blocks[b].first + fi->blocks[b].count) return b;
  return 0;
}

// The rest of pc's block, then every block that can follow.
static void walk(futures *f, uint32_t func, uint32_t pc, future_sets *out) {
  const ir_func_info *fi = &f->m->funcs[func];
  if (!f->graphs[func]) f->graphs[func] = cfg_new(fi);
  const cfg *g = f->graphs[func];
  bitset seen = bitset_new(fi->n_blocks + 1);
  VEC(uint32_t) work = {0};
  uint32_t b = block_of(fi, pc);
  add_locals(f, func, out);
  for (uint32_t i = pc; b && i < fi->blocks[b].first + fi->blocks[b].count; i++)
    add_instr(f, (ir_func){func}, &fi->code[i], out);
  if (b) vec_push(&work, b);
  while (work.len > 0) {
    uint32_t from = vec_pop(&work);
    for (uint32_t e = g->succ_first[from]; e < g->succ_first[from + 1]; e++) {
      uint32_t to = g->succ[e];
      if (bitset_has(&seen, to)) continue;
      bitset_add(&seen, to);
      vec_push(&work, to);
      for (uint32_t i = 0; i < fi->blocks[to].count; i++)
        add_instr(f, (ir_func){func}, &fi->code[fi->blocks[to].first + i], out);
    }
  }
  vec_free(&work);
  bitset_fini(&seen);
}

const future_sets *futures_from(futures *f, uint32_t func, uint32_t pc) {
  uint64_t key = (uint64_t)func << 32 | pc, at;
  if (map64_get(&f->index, key, &at)) return f->cached.data[at];
  future_sets *made = MEM_NEW(future_sets);
  *made = new_sets(f);
  walk(f, func, pc, made);
  map64_put(&f->index, key, f->cached.len);
  vec_push(&f->cached, made);
  return made;
}
