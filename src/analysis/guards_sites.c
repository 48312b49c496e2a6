// Where processes are started, by whom, and how often at most.
#include "analysis/guards_impl.h"

#include "base/mem.h"

cfg *guards_graph(guards *l, uint32_t func) {
  if (!l->graphs[func]) l->graphs[func] = cfg_new(&l->m->funcs[func]);
  return l->graphs[func];
}

// The only call of a function, or pc UINT32_MAX if there is none; false: there may be several.
static bool only_call(const guards *l, uint32_t func, uint32_t *caller, uint32_t *pc) {
  *pc = UINT32_MAX;
  if (callgraph_address_taken(l->calls, (ir_func){func})) return false;
  for (uint32_t f = 1; f <= l->m->n_funcs; f++) {
    for (uint32_t c = 0; c < l->m->funcs[f].n_code; c++) {
      const ir_instr *i = &l->m->funcs[f].code[c];
      if (i->op != IR_CALL || i->args[0].kind != IR_OPERAND_FUNC || i->args[0].value != func) continue;
      if (*pc != UINT32_MAX) return false;
      *caller = f;
      *pc = c;
    }
  }
  return true;
}

static bool is_root(const class_info *c, uint32_t func) {
  for (size_t i = 0; i < c->roots.len; i++)
    if (c->roots.data[i] == func) return true;
  return false;
}

static bool reaches(const guards *l, const class_info *c, uint32_t func) {
  for (size_t i = 0; i < c->roots.len; i++)
    if (bitset_has(callgraph_reach(l->calls, (ir_func){c->roots.data[i]}), func)) return true;
  return false;
}

bool guards_is_once(guards *l, const class_info *c, uint32_t func, uint32_t pc) {
  for (uint32_t n = 0; n <= l->m->n_funcs; n++) {
    uint32_t caller = 0, at;
    if (cfg_comes_again(guards_graph(l, func), &l->m->funcs[func], pc) || !only_call(l, func, &caller, &at))
      return false;
    if (is_root(c, func)) return at == UINT32_MAX;
    if (at == UINT32_MAX) return false;
    func = caller;
    pc = at;
  }
  return false;  // recursion
}

static uint32_t block_of(const ir_func_info *f, uint32_t pc) {
  uint32_t b = 1;
  while (pc - f->blocks[b].first >= f->blocks[b].count) b++;
  return b;
}

// May the instruction at `to` come behind the one at `from`, in one activation of the function?
static bool leads_to(const cfg *g, const ir_func_info *f, uint32_t from, uint32_t to) {
  uint32_t goal = block_of(f, to), at = block_of(f, from);
  if (at == goal && from < to) return true;
  bitset seen = bitset_new(f->n_blocks + 1);
  VEC(uint32_t) due = {0};
  vec_push(&due, at);
  bool found = false;
  while (due.len && !found) {
    uint32_t b = vec_pop(&due);
    for (uint32_t e = g->succ_first[b]; e < g->succ_first[b + 1] && !found; e++) {
      found = g->succ[e] == goal;
      if (bitset_has(&seen, g->succ[e])) continue;
      bitset_add(&seen, g->succ[e]);
      vec_push(&due, g->succ[e]);
    }
  }
  vec_free(&due);
  bitset_fini(&seen);
  return found;
}

static bool may_spawn(const guards *l, const ir_instr *i) {
  if (i->op != IR_CALL) return i->op == IR_SPAWN;
  if (i->args[0].kind != IR_OPERAND_FUNC) return true;
  const bitset *reached = callgraph_reach(l->calls, (ir_func){(uint32_t)i->args[0].value});
  for (size_t s = 1; s < l->sites.len; s++)
    if (bitset_has(reached, l->sites.data[s].func)) return true;
  return false;
}

bool guards_after_spawn(guards *l, const class_info *c, uint32_t func, uint32_t pc) {
  for (uint32_t n = 0; n <= l->m->n_funcs; n++) {
    const ir_func_info *f = &l->m->funcs[func];
    for (uint32_t k = 0; k < f->n_code; k++)
      if (may_spawn(l, &f->code[k]) && k != pc && leads_to(guards_graph(l, func), f, k, pc)) return true;
    if (is_root(c, func)) return false;
    if (!only_call(l, func, &func, &pc) || pc == UINT32_MAX) return true;
  }
  return true;
}

static void add_roots(const guards *l, const ir_instr *i, class_info *c) {
  if (i->args[0].kind == IR_OPERAND_FUNC) {
    vec_push(&c->roots, (uint32_t)i->args[0].value);
    return;
  }
  for (uint32_t f = 1; f <= l->m->n_funcs; f++)
    if (callgraph_address_taken(l->calls, (ir_func){f})) vec_push(&c->roots, f);
}

static void find_parent(guards *l, site *s) {
  uint32_t found = 0;
  for (size_t c = 0; c < l->classes.len; c++) {
    if (!reaches(l, &l->classes.data[c], s->func)) continue;
    s->parent = found++ ? NO_PARENT : (uint32_t)c;
  }
}

// Sites below: least fixed point.
static void find_below(guards *l) {
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t i = 1; i < l->sites.len; i++) {
      uint64_t all = (uint64_t)1 << i, old = l->sites.data[i].below;
      for (size_t c = 0; c < l->classes.len; c++) {
        if (l->classes.data[c].site != i) continue;
        for (size_t k = 1; k < l->sites.len; k++)
          if (reaches(l, &l->classes.data[c], l->sites.data[k].func)) all |= l->sites.data[k].below;
      }
      l->sites.data[i].below |= all;
      grew |= l->sites.data[i].below != old;
    }
  }
}

// The chain of those who start it: each at most once, none of them in a circle.
static void find_single(guards *l, site *s) {
  const site *at = s;
  s->single = false;
  for (size_t n = 0; n < l->sites.len; n++) {
    if (at->parent == NO_PARENT) return;
    const class_info *c = &l->classes.data[at->parent];
    if (!guards_is_once(l, c, at->func, at->pc)) return;
    if (!c->site) {
      s->single = true;
      return;
    }
    at = &l->sites.data[c->site];
  }
}

bool guards_find_sites(guards *l) {
  const ir_module *m = l->m;
  vec_push(&l->sites, (site){0});
  for (uint32_t p = 1; p <= m->n_procs; p++) {
    class_info c = {0};
    vec_push(&c.roots, m->procs[p].func.id);
    vec_push(&l->classes, c);
  }
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    for (uint32_t pc = 0; pc < m->funcs[f].n_code; pc++) {
      const ir_instr *i = &m->funcs[f].code[pc];
      if (i->op != IR_SPAWN) continue;
      class_info c = {.site = (uint32_t)l->sites.len};
      add_roots(l, i, &c);
      vec_push(&l->classes, c);
      vec_push(&l->sites, ((site){.func = f, .pc = pc, .parent = NO_PARENT}));
      if (l->sites.len > MOST_SITES) guards_give_up(l, i->at, "too many places start processes");
      if (bitset_has(callgraph_reach(l->calls, m->entry), f))
        guards_give_up(l, i->at, "the elaboration starts processes");
      if (l->given_up) return false;
    }
  }
  for (size_t i = 1; i < l->sites.len; i++) find_parent(l, &l->sites.data[i]);
  for (size_t i = 1; i < l->sites.len; i++) find_single(l, &l->sites.data[i]);
  find_below(l);
  return true;
}
