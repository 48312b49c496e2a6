#include "analysis/shifts.h"

#include <string.h>

#include "analysis/cfg.h"
#include "base/hash.h"
#include "base/map64.h"
#include "base/mem.h"

#define KNOWN_MOST 1024  // sets of positions for which groups are made; later ones have none

typedef struct known {
  shift_point_vec points;
  VEC(uint32_t) list;
  uint32_t next;  // another one with this hash, index + 1
} known;

struct shifts {
  const ir_module *m;
  const live_info *live;
  bool *candidate;  // by global: touched only by whole loads, stores and additions
  uint32_t n_candidates;
  uint32_t *first_reg;  // by function: the node of its register 0
  uint32_t *first_block;
  uint32_t n_nodes, n_blocks;
  cfg **graphs;  // by function, made when first asked for
  map64 index;   // hash of the positions -> index + 1
  VEC(known) sets;
};

// --- candidates ----------------------------------------------------------------------------------------------------

static bool is_word(const ir_module *m, ir_type t) {
  const ir_type_info *i = ir_type_get(m, t);
  return i->kind == IR_TYPE_INT && (i->bits == 8 || i->bits == 16 || i->bits == 32 || i->bits == 64);
}

// Is operand a of i the address of an access that knows what it is about?
static bool is_whole_access(const ir_module *m, const ir_instr *i, uint32_t a) {
  bool adds = i->op == IR_RMW && (i->sub == IR_RMW_ADD || i->sub == IR_RMW_SUB);
  if (a != 0 || i->args[0].offset || (i->op != IR_LOAD && i->op != IR_STORE && !adds)) return false;
  return ir_types_agree(m, i->type, m->globals[i->args[0].value].type);
}

static void find_candidates(shifts *x) {
  const ir_module *m = x->m;
  for (uint32_t g = 1; g <= m->n_globals; g++) {
    const ir_global_info *info = &m->globals[g];
    x->candidate[g] = is_word(m, info->type) && !info->is_const && !info->is_thread_local;
  }
  for (uint32_t g = 1; g <= m->n_globals; g++) {
    for (uint32_t i = 0; i < m->globals[g].n_inits; i++) {
      const ir_operand *v = &m->globals[g].inits[i].value;
      if (v->kind == IR_OPERAND_GLOBAL) x->candidate[v->value] = false;
    }
  }
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      const ir_instr *i = &m->funcs[f].code[c];
      for (uint32_t a = 0; a < i->n_args; a++) {
        const ir_operand *o = &i->args[a];
        if (o->kind == IR_OPERAND_GLOBAL && !is_whole_access(m, i, a)) x->candidate[o->value] = false;
      }
    }
  }
  for (uint32_t g = 1; g <= m->n_globals; g++) x->n_candidates += x->candidate[g];
}

shifts *shifts_new(const ir_module *m, const live_info *live) {
  shifts *x = MEM_NEW(shifts);
  x->m = m;
  x->live = live;
  x->candidate = MEM_NEW_N(bool, m->n_globals + 1);
  x->first_reg = MEM_NEW_N(uint32_t, m->n_funcs + 1);
  x->first_block = MEM_NEW_N(uint32_t, m->n_funcs + 1);
  x->graphs = MEM_NEW_N(cfg *, m->n_funcs + 1);
  x->n_nodes = m->n_globals + 1;
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    x->first_reg[f] = x->n_nodes;
    x->first_block[f] = x->n_blocks;
    x->n_nodes += m->funcs[f].n_regs + 1;
    x->n_blocks += m->funcs[f].n_blocks + 1;
  }
  find_candidates(x);
  return x;
}

void shifts_free(shifts *x) {
  if (!x) return;
  for (uint32_t f = 1; f <= x->m->n_funcs; f++) {
    if (x->graphs[f]) cfg_free(x->graphs[f]);
  }
  for (size_t i = 0; i < x->sets.len; i++) {
    vec_free(&x->sets.data[i].points);
    vec_free(&x->sets.data[i].list);
  }
  vec_free(&x->sets);
  map64_fini(&x->index);
  mem_free(x->graphs);
  mem_free(x->first_block);
  mem_free(x->first_reg);
  mem_free(x->candidate);
  mem_free(x);
}

bool shifts_possible(const shifts *x) { return x->n_candidates > 0; }

// --- inference -----------------------------------------------------------------------------------------------------

typedef struct inference {
  shifts *x;
  uint32_t *parent;     // by node; a root is the smallest of its class, so 0 stays the root of what does not move
  bool *seen;           // by block, functions one after the other
  bool *entered;        // by function: from its begin
  VEC(uint32_t) funcs;  // entered, code not looked at yet
  bool lost;            // code that is not known can be reached
} inference;

static uint32_t find(inference *n, uint32_t a) {
  while (n->parent[a] != a) a = n->parent[a] = n->parent[n->parent[a]];
  return a;
}

static void unify(inference *n, uint32_t a, uint32_t b) {
  a = find(n, a);
  b = find(n, b);
  n->parent[a > b ? a : b] = a > b ? b : a;
}

static uint32_t node_of(const inference *n, uint32_t func, const ir_operand *o) {
  return o->kind == IR_OPERAND_REG ? n->x->first_reg[func] + (uint32_t)o->value : 0;
}

static void enter(inference *n, uint32_t func) {
  if (n->entered[func]) return;
  n->entered[func] = true;
  vec_push(&n->funcs, func);
}

// What the operation says about its operands, if it treats them all alike: nothing moves.
static void pin_all(inference *n, uint32_t func, const ir_instr *i) {
  for (uint32_t a = 0; a < i->n_args; a++) {
    unify(n, 0, node_of(n, func, &i->args[a]));
    if (i->args[a].kind == IR_OPERAND_FUNC) enter(n, (uint32_t)i->args[a].value);
  }
  if (i->dst.id) unify(n, 0, n->x->first_reg[func] + i->dst.id);
  if ((i->op == IR_CALL || i->op == IR_SPAWN) && i->args[0].kind != IR_OPERAND_FUNC) n->lost = true;
}

// (a + k) + c = (a + c) + k; (a + k) - (b + k) = a - b; a + k = b + k exactly when a = b.
static void look_at(inference *n, uint32_t func, const ir_instr *i) {
  uint32_t dst = i->dst.id ? n->x->first_reg[func] + i->dst.id : 0;
  uint32_t a = i->n_args > 0 ? node_of(n, func, &i->args[0]) : 0, b = i->n_args > 1 ? node_of(n, func, &i->args[1]) : 0;
  bool tracked = i->n_args > 0 && i->args[0].kind == IR_OPERAND_GLOBAL && n->x->candidate[i->args[0].value];
  uint32_t global = tracked ? (uint32_t)i->args[0].value : 0;
  if (i->op == IR_MOV) {
    unify(n, dst, a);
  } else if ((i->op == IR_ADD && (!a || !b)) || (i->op == IR_SUB && !b)) {
    unify(n, dst, a ? a : b);
  } else if (i->op == IR_SUB || i->op == IR_EQ || i->op == IR_NE) {
    unify(n, a, b);
    unify(n, 0, dst);
  } else if (i->op == IR_SELECT) {
    unify(n, 0, a);
    unify(n, dst, b);
    unify(n, dst, node_of(n, func, &i->args[2]));
  } else if (i->op == IR_LOAD && global) {
    unify(n, dst, global);
  } else if (i->op == IR_STORE && global) {
    unify(n, b, global);
  } else if (i->op == IR_RMW && global) {
    unify(n, 0, b);
    if (dst) unify(n, dst, global);
  } else {
    pin_all(n, func, i);
  }
}

static void look_at_range(inference *n, uint32_t func, uint32_t from, uint32_t to) {
  for (uint32_t c = from; c < to; c++) look_at(n, func, &n->x->m->funcs[func].code[c]);
}

static const cfg *graph_of(shifts *x, uint32_t func) {
  if (!x->graphs[func]) x->graphs[func] = cfg_new(&x->m->funcs[func]);
  return x->graphs[func];
}

// All that can be reached from `block` on, this block only from code index `from` on.
static void look_from(inference *n, uint32_t func, uint32_t block, uint32_t from) {
  const ir_func_info *f = &n->x->m->funcs[func];
  const cfg *g = graph_of(n->x, func);
  bool *seen = n->seen + n->x->first_block[func];
  VEC(uint32_t) work = {0};
  look_at_range(n, func, from, f->blocks[block].first + f->blocks[block].count);
  vec_push(&work, block);
  while (work.len) {
    uint32_t b = vec_pop(&work);
    for (uint32_t e = g->succ_first[b]; e < g->succ_first[b + 1]; e++) {
      uint32_t to = g->succ[e];
      if (seen[to]) continue;
      seen[to] = true;
      look_at_range(n, func, f->blocks[to].first, f->blocks[to].first + f->blocks[to].count);
      vec_push(&work, to);
    }
  }
  vec_free(&work);
}

static void look_from_point(inference *n, const shift_point *p) {
  const shifts *x = n->x;
  const ir_func_info *f = &x->m->funcs[p->func];
  uint32_t block = 1;
  while (block < f->n_blocks && p->pc >= f->blocks[block].first + f->blocks[block].count) block++;
  // What a register holds now does not move with the globals.
  for (uint32_t r = 1; r <= f->n_regs; r++) {
    bool live = p->is_top ? live_at(x->live, (ir_func){p->func}, p->pc, (ir_reg){r})
                          : live_across(x->live, (ir_func){p->func}, p->pc, (ir_reg){r});
    if (live) unify(n, 0, x->first_reg[p->func] + r);
  }
  // Of a call under way only the result is still to come.
  uint32_t result = p->is_top ? 0 : f->code[p->pc].dst.id;
  if (result) unify(n, 0, x->first_reg[p->func] + result);
  look_from(n, p->func, block, p->is_top ? p->pc : p->pc + 1);
}

static void look_at_function(inference *n, uint32_t func) {
  const ir_func_info *f = &n->x->m->funcs[func];
  // Arguments, and registers that are zero when the function begins.
  for (uint32_t r = 1; r <= f->n_regs && f->n_code; r++) {
    if (r <= f->n_params || live_at(n->x->live, (ir_func){func}, 0, (ir_reg){r}))
      unify(n, 0, n->x->first_reg[func] + r);
  }
  if (f->n_code) look_from(n, func, 1, f->blocks[1].first);
}

static void collect_groups(inference *n, known *k) {
  const shifts *x = n->x;
  for (uint32_t g = 1; g <= x->m->n_globals && !n->lost; g++) {
    if (!x->candidate[g] || find(n, g) != g) continue;
    for (uint32_t h = g; h <= x->m->n_globals; h++) {
      if (x->candidate[h] && find(n, h) == g) vec_push(&k->list, h);
    }
    vec_push(&k->list, 0);
  }
}

static void infer(shifts *x, known *k) {
  inference n = {.x = x};
  n.parent = MEM_NEW_N(uint32_t, x->n_nodes);
  n.seen = MEM_NEW_N(bool, x->n_blocks + 1);
  n.entered = MEM_NEW_N(bool, x->m->n_funcs + 1);
  for (uint32_t i = 0; i < x->n_nodes; i++) n.parent[i] = i;
  for (size_t i = 0; i < k->points.len; i++) look_from_point(&n, &k->points.data[i]);
  while (n.funcs.len && !n.lost) look_at_function(&n, vec_pop(&n.funcs));
  collect_groups(&n, k);
  vec_free(&n.funcs);
  mem_free(n.entered);
  mem_free(n.seen);
  mem_free(n.parent);
}

shift_groups shifts_from(shifts *x, const shift_point_vec *points) {
  size_t bytes = points->len * sizeof *points->data;
  uint64_t hash = hash_bytes(points->data, bytes, points->len), first = 0;
  map64_get(&x->index, hash, &first);
  for (uint32_t i = (uint32_t)first; i; i = x->sets.data[i - 1].next) {
    const known *k = &x->sets.data[i - 1];
    bool same = k->points.len == points->len && (bytes == 0 || memcmp(k->points.data, points->data, bytes) == 0);
    if (same) return (shift_groups){k->list.data, k->list.len};
  }
  if (x->sets.len == KNOWN_MOST) return (shift_groups){0};
  known k = {.next = (uint32_t)first};
  for (size_t i = 0; i < points->len; i++) vec_push(&k.points, points->data[i]);
  infer(x, &k);
  vec_push(&x->sets, k);
  map64_put(&x->index, hash, x->sets.len);
  return (shift_groups){k.list.data, k.list.len};
}
