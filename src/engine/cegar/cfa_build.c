// Builds the automata of all processes in rounds (cfa.h).
#include "engine/cegar/cfa.h"

enum { MOST_ROUNDS = 24, MOST_LOCATIONS = 60000, MOST_EDGES = 200000 };

static void clear_round(cfa *c) {
  for (size_t i = 0; i < c->locs.len; i++) {
    vec_free(&c->locs.data[i].out);
    bitset_fini(&c->locs.data[i].future);
    bitset_fini(&c->locs.data[i].near_reads);
    bitset_fini(&c->locs.data[i].near_writes);
    bitset_fini(&c->locs.data[i].must_join);
  }
  for (size_t i = 0; i < c->edges.len; i++) {
    vec_free(&c->edges.data[i].updates);
    vec_free(&c->edges.data[i].inputs);
    vec_free(&c->edges.data[i].acts);
    vec_free(&c->edges.data[i].uses);
    bitset_fini(&c->edges.data[i].reads);
    bitset_fini(&c->edges.data[i].writes);
    bitset_fini(&c->edges.data[i].near_reads);
    bitset_fini(&c->edges.data[i].near_writes);
  }
  vec_clear(&c->locs);
  vec_clear(&c->edges);
  vec_clear(&c->worklist);
  vec_clear(&c->late_reads);
  vec_clear(&c->late_writes);
  map64_clear(&c->loc_index);
}

// Where a function begins: behind jumps, so that a loop right there begins with the process.
static uint32_t first_pc(const cfa *c, ir_func f) {
  enum { MOST_JUMPS = 8 };
  const ir_func_info *info = ir_func_get(c->ir, f);
  uint32_t pc = 0;
  for (uint32_t i = 0; i < MOST_JUMPS && !c->entry && info->code[pc].op == IR_JUMP; i++)
    pc = info->blocks[info->code[pc].targets[0].id].first;
  return pc;
}

// Locations of an instance that exist in every round.
static void open_instance(cfa *c, uint32_t id) {
  cinst *in = &c->insts.data[id];
  cwalk w = {.c = c, .inst = id, .ctx = in->root, .pc = first_pc(c, in->func)};
  vec_push(&c->locs, ((cloc){.kind = CLOC_ENDED, .inst = id}));
  uint32_t ended = (uint32_t)c->locs.len - 1;
  vec_push(&c->locs, ((cloc){.kind = CLOC_PARKED, .inst = id}));
  in->ended = ended;
  in->parked = ended + 1;
  uint32_t start = cfa_location(c, &w);
  c->insts.data[id].start = start;
}

static void one_round(cfa *c) {
  clear_round(c);
  vec_push(&c->locs, ((cloc){0}));
  vec_push(&c->edges, ((cedge){0}));
  uint32_t opened = 0;
  for (;;) {
    while (opened + 1 < c->insts.len) open_instance(c, ++opened);
    if (!c->worklist.len) break;
    cfa_walk_from(c, vec_pop(&c->worklist));
    if (c->locs.len > MOST_LOCATIONS || c->edges.len > MOST_EDGES) {
      c->too_large = "the program is too large to be unfolded into automata";
      return;
    }
  }
}

typedef struct seen_value {
  expr first, value;  // at the start, on all edges
  bool many;
} seen_value;

// Variables to which all edges give the same constant become that constant.
static bool find_constants(cfa *c) {
  seen_value *seen = MEM_NEW_N(seen_value, c->vars.len);
  for (size_t v = 1; v < c->vars.len; v++) {
    const cvar *x = &c->vars.data[v];
    if (!x->ctx || x->entry_zero) seen[v].first = x->init;
    seen[v].many = x->fixed || x->varies || !x->width || (!expr_some(x->init) && !x->ctx);
  }
  for (size_t e = 1; e < c->edges.len; e++) {
    for (size_t k = 0; k < c->edges.data[e].updates.len; k++) {
      cupdate u = c->edges.data[e].updates.data[k];
      seen_value *s = &seen[u.var];
      if (!expr_is_const(c->terms, u.value) || (expr_some(s->value) && !expr_same(s->value, u.value))) s->many = true;
      s->value = u.value;
    }
  }
  bool found = false;
  for (uint32_t v = 1; v < c->vars.len; v++) {
    seen_value *s = &seen[v];
    if (!expr_some(s->value)) s->value = s->first;
    if (s->many || !expr_some(s->value)) continue;
    bool late = expr_some(s->first) && !expr_same(s->first, s->value);
    if (late && !cfa_is_late(c, v)) continue;
    cvar *x = &c->vars.data[v];
    x->late = late;
    x->first = x->init;
    x->init = s->value;
    x->fixed = found = true;
  }
  mem_free(seen);
  return found;
}

static void add_static(cfa *c, ir_func f, const char *name) {
  uint32_t id = (uint32_t)c->insts.len;
  vec_push(&c->insts, ((cinst){.k = id, .func = f, .name = name}));
  c->insts.data[id].root = cfa_context(c, id, 0, 0, f);
}

// The time is a part of the state only where somebody looks at it.
static bool time_matters(const ir_module *m) {
  if (m->uses_time) return true;
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t i = 0; i < m->funcs[f].n_code; i++)
      if (m->funcs[f].code[i].op == IR_START && m->funcs[f].code[i].n_args) return true;
  return false;
}

static void open_simulation(cfa *c) {
  c->entry = (uint32_t)c->insts.len;
  c->keeps_time = time_matters(c->ir);
  c->options.no_solo = true;
  add_static(c, c->ir->entry, "kernel");
  for (uint32_t u = 1; u <= c->ir->n_updates; u++) add_static(c, c->ir->updates[u].func, c->ir->updates[u].name);
}

// Only `start` may stand before the processes: an elaboration that does more is another engine's.
static bool plain_entry(const ir_module *m) {
  const ir_func_info *f = ir_func_get(m, m->entry);
  for (uint32_t i = 0; i < f->n_code; i++)
    if (f->code[i].op != IR_START && f->code[i].op != IR_RETURN && f->code[i].op != IR_JUMP) return false;
  return true;
}

static void find_reused(cfa *c) {
  c->reused = bitset_new(points_objects(c->points) + 1);
  for (uint32_t f = 1; f <= c->ir->n_funcs; f++)
    for (uint32_t i = 0; i < c->ir->funcs[f].n_code; i++) {
      if (!(c->ir->funcs[f].code[i].flags & IR_REUSED)) continue;
      bitset_add(&c->reused, points_site(c->points, f, i));
      c->reuses = true;
    }
}

static void open_tables(cfa *c) {
  c->points = points_new(c->ir);
  find_reused(c);
  cfa_find_lasting(c);
  c->live = live_new(c->ir);
  c->layouts = layout_table_new(c->ir);
  c->cfgs = MEM_NEW_N(cfg *, c->ir->n_funcs + 1);
  vec_push(&c->vars, ((cvar){0}));
  vec_push(&c->objs, ((cobj){0}));
  vec_push(&c->ctxs, ((cctx){0}));
  vec_push(&c->insts, ((cinst){0}));
  for (uint32_t p = 1; p <= c->ir->n_procs; p++) add_static(c, c->ir->procs[p].func, c->ir->procs[p].name);
  if (c->ir->scheduler == IR_SCHED_SYSTEMC) open_simulation(c);
}

cfa *cfa_new(const ir_module *ir, expr_table *terms, const cfa_options *options) {
  cfa *c = MEM_NEW(cfa);
  c->ir = ir;
  c->terms = terms;
  c->options = *options;
  c->mem = arena_new();
  open_tables(c);
  if (!c->entry && !plain_entry(ir)) c->too_large = "the elaboration does more than to start the processes";
  uint32_t rounds = 0;
  for (bool more = true; more && !c->too_large; rounds++) {
    c->grew = false;
    one_round(c);
    cfa_check_late(c);
    more = find_constants(c) || c->grew;
    if (!c->options.no_solo) more |= cfa_find_solo(c);
    if (rounds >= MOST_ROUNDS) c->too_large = "the automata do not settle";
  }
  if (!c->too_large) cfa_loosen_fills(c);
  if (!c->too_large) cfa_find_facts(c);
  return c;
}

void cfa_free(cfa *c) {
  if (!c) return;
  clear_round(c);
  for (size_t i = 0; i < c->objs.len; i++) vec_free(&c->objs.data[i].cells);
  for (size_t i = 0; i < c->ctxs.len; i++) {
    map64_fini(&c->ctxs.data[i].regs);
    vec_free(&c->ctxs.data[i].locals);
  }
  for (uint32_t f = 0; f <= c->ir->n_funcs; f++) cfg_free(c->cfgs[f]);
  mem_free(c->cfgs);
  points_free(c->points);
  bitset_fini(&c->reused);
  bitset_fini(&c->returned);
  bitset_fini(&c->named);
  live_free(c->live);
  layout_table_free(c->layouts);
  vec_free(&c->vars);
  vec_free(&c->objs);
  vec_free(&c->ctxs);
  vec_free(&c->insts);
  vec_free(&c->locs);
  vec_free(&c->edges);
  vec_free(&c->mutexes);
  vec_free(&c->worklist);
  vec_free(&c->late_reads);
  vec_free(&c->late_writes);
  vec_free(&c->ways);
  mem_free(c->solo);
  map64_fini(&c->by_sym);
  map64_fini(&c->loc_index);
  map64_fini(&c->obj_index);
  map64_fini(&c->ctx_index);
  map64_fini(&c->inst_index);
  arena_free(c->mem);
  mem_free(c);
}
