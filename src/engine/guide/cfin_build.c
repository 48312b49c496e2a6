// Variables, addresses and automata of C_fin (cfin.h).
#include "engine/guide/cfin.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/cfg.h"
#include "analysis/reuse.h"
#include "sem/peek.h"

enum { MOST_CELLS = 4096, MOST_SLOTS = 256, MOST_LOCATIONS = 20000, MOST_EDGES = 100000 };

void cfin_refuse(cfin *c, place at, const char *why) {
  if (c->refused) return;
  c->refused = arena_strdup(c->mem, why);
  c->refused_at = at;
}

// --- the memory configuration ---------------------------------------------------------------------------------------

bool memory_config_parse(arena *mem, const char *text, memory_config *out, const char **why) {
  for (unsigned line = 1; *text; line++) {
    size_t n = strcspn(text, "\n");
    char *s = arena_strndup(mem, text, n);
    text += n + (text[n] == '\n');
    s[strcspn(s, "#\r")] = 0;
    s += strspn(s, " \t");
    if (!*s) continue;
    size_t end = strlen(s);
    while (end && strchr(" \t", s[end - 1])) s[--end] = 0;
    char *number = s + end;
    while (number > s && number[-1] >= '0' && number[-1] <= '9') number--;
    char *gap = number;
    while (gap > s && strchr(" \t", gap[-1])) gap--;
    unsigned long slots = strtoul(number, NULL, 10);
    if (gap == number || gap == s || !*number || slots > MOST_SLOTS) {
      *why = arena_printf(mem, "line %u: expected a type and a number of objects up to %d", line, MOST_SLOTS);
      return false;
    }
    *gap = 0;
    vec_push(out, ((memory_config_line){s, (uint32_t)slots}));
  }
  return true;
}

// --- variables ------------------------------------------------------------------------------------------------------

static uint32_t add_var(cfin *c, fvar v) {
  expr_var_info info = {.name = v.name};
  v.sym = expr_var(c->terms, sort_bv(v.width), &info);
  if (!expr_some(v.init)) v.init = expr_const(c->terms, v.width, 0);
  vec_push(&c->vars, v);
  map64_put(&c->by_sym, v.sym.id, c->vars.len - 1);
  return (uint32_t)c->vars.len - 1;
}

uint32_t cfin_reg_var(cfin *c, uint32_t proc, uint32_t reg) {
  uint64_t key = (uint64_t)proc << 32 | reg, v;
  if (map64_get(&c->reg_index, key, &v)) return (uint32_t)v;
  const ir_reg_info *r = &ir_func_get(c->ir, c->ir->procs[proc].func)->regs[reg];
  const char *name = r->name ? arena_printf(c->mem, "%s.%s", c->ir->procs[proc].name, r->name)
                             : arena_printf(c->mem, "%s.%%%u", c->ir->procs[proc].name, reg);
  uint32_t id = add_var(
      c, (fvar){.width = ir_type_get(c->ir, r->type)->bits, .name = name, .type = r->type, .proc = proc, .reg = reg});
  map64_put(&c->reg_index, key, id);
  return id;
}

expr cfin_address(const cfin *c, uint32_t index) { return expr_const(c->terms, c->ir->pointer_bits, index); }

static const char *cell_name(cfin *c, const fobj *o, uint64_t offset) {
  strbuf b = {0};
  const char *base = o->kind == FOBJ_GLOBAL ? c->ir->globals[o->global].name : ir_type_text(c->ir, o->type);
  sb_puts(&b, base);
  sem_leaf_name(c->ir, o->type, offset, &b);
  if (o->kind == FOBJ_SLOT) sb_printf(&b, "[%u]", o->slot);
  if (o->kind == FOBJ_LOCAL) sb_printf(&b, "@%s.%u", c->ir->procs[o->proc].name, o->pc);
  const char *name = arena_strdup(c->mem, sb_text(&b));
  sb_fini(&b);
  return name;
}

// Cells become variables with addresses; false: too many.
static bool add_object(cfin *c, fobj o, uint64_t count) {
  const layout *l = layout_of(c->layouts, o.type);
  uint64_t n = l->count * l->n_cells * count;
  if (l->too_large || c->cells.len + n > MOST_CELLS) return false;
  uint32_t obj = (uint32_t)c->objs.len;
  o.first = (uint32_t)c->vars.len;
  o.n = (uint32_t)n;
  o.size = ir_type_get(c->ir, o.type)->size * count;
  for (uint64_t i = 0; i < n; i++) {
    const cell *x = layout_cell(l, i);
    uint64_t at = layout_cell_offset(l, i);
    vec_push(&c->cells, (uint32_t)c->vars.len);
    add_var(c, (fvar){.width = x->bits,
                      .name = cell_name(c, &o, at),
                      .index = (uint32_t)c->cells.len - 1,
                      .obj = obj,
                      .offset = at,
                      .type = x->type});
  }
  vec_push(&c->objs, o);
  return true;
}

static void add_globals(cfin *c) {
  for (uint32_t g = 1; g <= c->ir->n_globals && !c->refused; g++) {
    const ir_global_info *info = &c->ir->globals[g];
    fobj o = {
        .kind = FOBJ_GLOBAL, .global = g, .type = info->type, .abstracts = bitset_new(points_objects(c->points) + 1)};
    bitset_add(&o.abstracts, g);
    if (info->is_thread_local || !add_object(c, o, 1)) {
      bitset_fini(&o.abstracts);
      cfin_refuse(c, info->at,
                  info->is_thread_local ? "a variable of every thread" : "more variables than are translated");
    }
  }
}

// Types of `new` that the configuration gives slots.
static uint32_t slots_of(const cfin *c, const memory_config *config, ir_type t) {
  const char *name = ir_type_text(c->ir, t);
  for (size_t k = 0; k < config->len; k++)
    if (!strcmp(config->data[k].type, name)) return config->data[k].slots;
  return 0;
}

static void add_pool(cfin *c, ir_type type, uint32_t slots) {
  vec_push(&c->pools, ((fpool){type, slots, (uint32_t)c->objs.len}));
  for (uint32_t j = 1; j <= slots; j++) {
    fobj o = {.kind = FOBJ_SLOT, .type = type, .slot = j, .abstracts = bitset_new(points_objects(c->points) + 1)};
    if (!add_object(c, o, 1)) {
      bitset_fini(&o.abstracts);
      cfin_refuse(c, (place){0}, "more variables than are translated");
      return;
    }
  }
}

// The bits follow behind all cells, so that the cells of an object are in a row.
static void add_taken(cfin *c) {
  for (uint32_t o = 1; o < c->objs.len; o++) {
    if (c->objs.data[o].kind != FOBJ_SLOT) continue;
    const char *name = arena_printf(c->mem, "taken(%s[%u])", ir_type_text(c->ir, c->objs.data[o].type),
                                    c->objs.data[o].slot);
    c->objs.data[o].taken = add_var(c, (fvar){.width = 1, .name = name, .obj = o});
  }
}

static void add_site(cfin *c, const memory_config *config, uint32_t func, uint32_t pc, const ir_instr *i) {
  uint32_t slots = slots_of(c, config, i->type);
  if (!slots) return;
  size_t k = 0;
  while (k < c->pools.len && c->pools.data[k].type.id != i->type.id) k++;
  if (k == c->pools.len) add_pool(c, i->type, slots);
  uint32_t site = points_site(c->points, func, pc);
  for (uint32_t j = 0; j < slots && !c->refused; j++)
    bitset_add(&c->objs.data[c->pools.data[k].first + j].abstracts, site);
}

static bool in_loop(const ir_func_info *f, uint32_t pc) {
  cfg *g = cfg_new(f);
  bool loops = false;
  for (uint32_t b = 1; b <= f->n_blocks && !loops; b++) loops = g->is_loop_head[b] && f->blocks[b].first <= pc;
  cfg_free(g);
  return loops;
}

// Objects of frames: one per process and instruction, which must not run twice.
static void add_locals(cfin *c) {
  for (uint32_t p = 1; p <= c->ir->n_procs; p++) {
    ir_func func = c->ir->procs[p].func;
    const ir_func_info *f = ir_func_get(c->ir, func);
    for (uint32_t pc = 0; pc < f->n_code && !c->refused; pc++) {
      const ir_instr *i = &f->code[pc];
      if (i->op != IR_LOCAL) continue;
      fobj o = {.kind = FOBJ_LOCAL,
                .type = i->type,
                .proc = p,
                .pc = pc,
                .abstracts = bitset_new(points_objects(c->points) + 1)};
      bitset_add(&o.abstracts, points_site(c->points, func.id, pc));
      if (i->args[0].kind != IR_OPERAND_INT || in_loop(f, pc) || !add_object(c, o, i->args[0].value)) {
        bitset_fini(&o.abstracts);
        cfin_refuse(c, i->at, "a local object that is made repeatedly, or of unknown size");
      }
    }
  }
}

// --- initial values -------------------------------------------------------------------------------------------------

static uint32_t cell_at(const cfin *c, const fobj *o, uint64_t offset) {
  for (uint32_t k = 0; k < o->n; k++)
    if (c->vars.data[o->first + k].offset == offset) return o->first + k;
  return 0;
}

static bool initial_value(cfin *c, const ir_operand *v, uint32_t width, expr *out) {
  if (v->kind == IR_OPERAND_INT)
    *out = expr_const(c->terms, width, v->value);
  else if (v->kind == IR_OPERAND_NULL)
    *out = expr_const(c->terms, width, 0);
  else if (v->kind == IR_OPERAND_GLOBAL) {
    uint32_t to = cell_at(c, &c->objs.data[v->value], v->offset);
    if (!to) return false;
    *out = cfin_address(c, c->vars.data[to].index);
  } else {
    return false;
  }
  return true;
}

static void set_initial(cfin *c) {
  for (uint32_t o = 1; o < c->objs.len; o++) {
    if (c->objs.data[o].kind != FOBJ_GLOBAL) continue;
    const ir_global_info *g = &c->ir->globals[c->objs.data[o].global];
    for (uint32_t k = 0; k < g->n_inits; k++) {
      uint32_t v = cell_at(c, &c->objs.data[o], g->inits[k].offset);
      if (!v || !initial_value(c, &g->inits[k].value, c->vars.data[v].width, &c->vars.data[v].init)) {
        cfin_refuse(c, g->at, "an initial value of another form than its variable");
        return;
      }
    }
  }
}

// --- the whole ------------------------------------------------------------------------------------------------------

// Only `start` may stand before the processes.
static bool plain_entry(const ir_module *m) {
  const ir_func_info *f = ir_func_get(m, m->entry);
  for (uint32_t i = 0; i < f->n_code; i++)
    if (f->code[i].op != IR_START && f->code[i].op != IR_RETURN && f->code[i].op != IR_JUMP) return false;
  return true;
}

static void add_variables(cfin *c, const memory_config *config) {
  add_globals(c);
  for (uint32_t f = 1; f <= c->ir->n_funcs && !c->refused; f++) {
    const ir_func_info *info = &c->ir->funcs[f];
    for (uint32_t pc = 0; pc < info->n_code && !c->refused; pc++) {
      if (info->code[pc].op == IR_NEW) add_site(c, config, f, pc, &info->code[pc]);
      c->frees |= info->code[pc].op == IR_FREE;
    }
  }
  if (!c->refused) add_locals(c);
  c->top = (uint32_t)c->cells.len;
  if (c->refused) return;
  add_taken(c);
  set_initial(c);
}

static void walk_all(cfin *c) {
  vec_push(&c->start, 0);
  for (uint32_t p = 1; p <= c->ir->n_procs; p++) vec_push(&c->start, cfin_location(c, p, 0));
  while (c->worklist.len && !c->refused) {
    cfin_walk_from(c, vec_pop(&c->worklist));
    if (c->locs.len > MOST_LOCATIONS || c->edges.len > MOST_EDGES)
      cfin_refuse(c, (place){0}, "the program is too large");
  }
}

// What no edge changes is a constant.
static void fix_constants(cfin *c) {
  for (size_t v = 1; v < c->vars.len; v++) c->vars.data[v].fixed = true;
  for (size_t e = 1; e < c->edges.len; e++)
    for (size_t k = 0; k < c->edges.data[e].updates.len; k++)
      c->vars.data[c->edges.data[e].updates.data[k].var].fixed = false;
  expr_vec from = {0}, to = {0};
  for (size_t v = 1; v < c->vars.len; v++) {
    if (!c->vars.data[v].fixed) continue;
    vec_push(&from, c->vars.data[v].sym);
    vec_push(&to, c->vars.data[v].init);
  }
  for (size_t e = 1; e < c->edges.len && from.len; e++) {
    fedge *x = &c->edges.data[e];
    x->guard = expr_subst(c->terms, x->guard, from.data, to.data, from.len);
    for (size_t k = 0; k < x->updates.len; k++)
      x->updates.data[k].value = expr_subst(c->terms, x->updates.data[k].value, from.data, to.data, from.len);
  }
  vec_free(&from);
  vec_free(&to);
}

cfin *cfin_new(const ir_module *ir, expr_table *terms, uint32_t checks, const memory_config *config, bool dangling) {
  cfin *c = MEM_NEW(cfin);
  c->ir = ir;
  c->terms = terms;
  c->checks = checks;
  c->dangling = dangling;
  c->mem = arena_new();
  uint32_t order;
  c->reuses = reuse_marked(ir, &order);
  c->points = points_new(ir);
  c->live = live_new(ir);
  c->layouts = layout_table_new(ir);
  vec_push(&c->vars, ((fvar){0}));
  vec_push(&c->objs, ((fobj){0}));
  vec_push(&c->locs, ((floc){0}));
  vec_push(&c->edges, ((fedge){0}));
  vec_push(&c->cells, 0);
  if (ir->scheduler != IR_SCHED_INTERLEAVE || !ir->separate)
    cfin_refuse(c, (place){0}, "only programs whose statements are steps are translated");
  else if (!plain_entry(ir))
    cfin_refuse(c, (place){0}, "the elaboration does more than to start the processes");
  else
    add_variables(c, config);
  if (!c->refused) walk_all(c);
  if (!c->refused) fix_constants(c);
  return c;
}

void cfin_free(cfin *c) {
  if (!c) return;
  for (size_t i = 1; i < c->objs.len; i++) bitset_fini(&c->objs.data[i].abstracts);
  for (size_t i = 1; i < c->locs.len; i++) vec_free(&c->locs.data[i].out);
  for (size_t i = 1; i < c->edges.len; i++) {
    vec_free(&c->edges.data[i].updates);
    vec_free(&c->edges.data[i].inputs);
  }
  points_free(c->points);
  live_free(c->live);
  layout_table_free(c->layouts);
  vec_free(&c->vars);
  vec_free(&c->objs);
  vec_free(&c->pools);
  vec_free(&c->locs);
  vec_free(&c->edges);
  vec_free(&c->tops);
  vec_free(&c->cells);
  vec_free(&c->start);
  vec_free(&c->worklist);
  map64_fini(&c->by_sym);
  map64_fini(&c->loc_index);
  map64_fini(&c->reg_index);
  arena_free(c->mem);
  mem_free(c);
}

uint32_t cfin_var_named(const cfin *c, const char *name) {
  for (uint32_t v = 1; v < c->vars.len; v++)
    if (!strcmp(c->vars.data[v].name, name)) return v;
  return 0;
}

uint32_t cfin_loc_at(const cfin *c, uint32_t proc, uint32_t pc) {
  uint64_t v;
  return map64_get(&c->loc_index, (uint64_t)proc << 32 | pc, &v) ? (uint32_t)v : 0;
}
