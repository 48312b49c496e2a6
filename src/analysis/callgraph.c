// Edges, strongly connected components (Tarjan, with a stack of its own), then reachable sets from the leaves up: the
// functions of one component share a set.
//
// Node 0 stands for "some function whose address is taken": indirect calls lead to it, and it to all of those.
#include "analysis/callgraph.h"

#include "base/mem.h"
#include "base/vec.h"

typedef VEC(uint32_t) id_vec;

struct callgraph {
  uint32_t n;           // highest function id
  uint32_t *component;  // by node, from 0
  bitset *reach;        // by component
  uint32_t n_components;
  bitset recursive, taken, spawned;
};

typedef struct edges {
  id_vec *out;
} edges;  // by node

static void take_address(callgraph *g, edges *e, uint64_t f) {
  if (bitset_has(&g->taken, f)) return;
  bitset_add(&g->taken, f);
  vec_push(&e->out[0], (uint32_t)f);
}

static void scan_instr(callgraph *g, edges *e, uint32_t f, const ir_instr *i, bool *spawns_any) {
  bool calls = i->op == IR_CALL || i->op == IR_SPAWN;
  for (uint32_t a = calls; a < i->n_args; a++)
    if (i->args[a].kind == IR_OPERAND_FUNC) take_address(g, e, i->args[a].value);
  if (!calls) return;
  bool direct = i->args[0].kind == IR_OPERAND_FUNC;
  if (i->op == IR_CALL)
    vec_push(&e->out[f], direct ? (uint32_t)i->args[0].value : 0);
  else if (direct)
    bitset_add(&g->spawned, i->args[0].value);
  else
    *spawns_any = true;
}

static void find_edges(callgraph *g, const ir_module *m, edges *e) {
  bool spawns_any = false;
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) scan_instr(g, e, f, &m->funcs[f].code[c], &spawns_any);
  for (uint32_t v = 1; v <= m->n_globals; v++)
    for (uint32_t i = 0; i < m->globals[v].n_inits; i++)
      if (m->globals[v].inits[i].value.kind == IR_OPERAND_FUNC) take_address(g, e, m->globals[v].inits[i].value.value);
  if (spawns_any) bitset_union(&g->spawned, &g->taken);
}

typedef struct tarjan {
  uint32_t *index, *low, *next;  // index 0 = not visited
  bool *on_stack;
  id_vec path, stack;
  uint32_t counter;
} tarjan;

static void enter(tarjan *t, uint32_t node) {
  t->index[node] = t->low[node] = ++t->counter;
  t->on_stack[node] = true;
  vec_push(&t->path, node);
  vec_push(&t->stack, node);
}

// Node `root` closes a component: pops its members and collects what they reach.
static void close_component(callgraph *g, const edges *e, tarjan *t, uint32_t root) {
  uint32_t id = g->n_components++, member;
  size_t from = t->stack.len;
  do {
    member = t->stack.data[--from];
    t->on_stack[member] = false;
    g->component[member] = id;
  } while (member != root);
  g->reach[id] = bitset_new(g->n + 1);
  bool cycle = t->stack.len - from > 1;
  for (size_t k = from; k < t->stack.len; k++) {
    member = t->stack.data[k];
    if (member) bitset_add(&g->reach[id], member);
    for (size_t i = 0; i < e->out[member].len; i++) {
      uint32_t to = e->out[member].data[i];
      if (to == member) cycle = true;
      if (g->component[to] != id) bitset_union(&g->reach[id], &g->reach[g->component[to]]);
    }
  }
  for (size_t k = from; cycle && k < t->stack.len; k++)
    if (t->stack.data[k]) bitset_add(&g->recursive, t->stack.data[k]);
  t->stack.len = from;
}

static void visit(callgraph *g, const edges *e, tarjan *t, uint32_t start) {
  enter(t, start);
  while (t->path.len) {
    uint32_t v = vec_last(&t->path);
    if (t->next[v] < e->out[v].len) {
      uint32_t to = e->out[v].data[t->next[v]++];
      if (!t->index[to])
        enter(t, to);
      else if (t->on_stack[to] && t->index[to] < t->low[v])
        t->low[v] = t->index[to];
      continue;
    }
    (void)vec_pop(&t->path);
    if (t->path.len) {
      uint32_t up = vec_last(&t->path);
      if (t->low[v] < t->low[up]) t->low[up] = t->low[v];
    }
    if (t->low[v] == t->index[v]) close_component(g, e, t, v);
  }
}

callgraph *callgraph_new(const ir_module *m) {
  callgraph *g = MEM_NEW(callgraph);
  size_t n = m->n_funcs + 1;
  g->n = m->n_funcs;
  g->component = MEM_NEW_N(uint32_t, n);
  g->reach = MEM_NEW_N(bitset, n);
  g->recursive = bitset_new(n);
  g->taken = bitset_new(n);
  g->spawned = bitset_new(n);
  edges e = {.out = MEM_NEW_N(id_vec, n)};
  find_edges(g, m, &e);
  tarjan t = {.index = MEM_NEW_N(uint32_t, n),
              .low = MEM_NEW_N(uint32_t, n),
              .next = MEM_NEW_N(uint32_t, n),
              .on_stack = MEM_NEW_N(bool, n)};
  for (uint32_t f = 0; f < n; f++)
    if (!t.index[f]) visit(g, &e, &t, f);
  for (uint32_t f = 0; f < n; f++) vec_free(&e.out[f]);
  mem_free(e.out);
  mem_free(t.index);
  mem_free(t.low);
  mem_free(t.next);
  mem_free(t.on_stack);
  vec_free(&t.path);
  vec_free(&t.stack);
  return g;
}

void callgraph_free(callgraph *g) {
  if (!g) return;
  for (uint32_t i = 0; i < g->n_components; i++) bitset_fini(&g->reach[i]);
  mem_free(g->reach);
  mem_free(g->component);
  bitset_fini(&g->recursive);
  bitset_fini(&g->taken);
  bitset_fini(&g->spawned);
  mem_free(g);
}

const bitset *callgraph_reach(const callgraph *g, ir_func f) { return &g->reach[g->component[f.id]]; }
bool callgraph_recursive(const callgraph *g, ir_func f) { return bitset_has(&g->recursive, f.id); }
bool callgraph_address_taken(const callgraph *g, ir_func f) { return bitset_has(&g->taken, f.id); }
bool callgraph_spawned(const callgraph *g, ir_func f) { return bitset_has(&g->spawned, f.id); }
