// States of the search in the abstraction: locations, truth of predicates, distance (symcpp-explicit-symbolic.md 5.6).
#include "engine/exsym/guide.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "engine/guide/boolprog.h"
#include "engine/guide/facts.h"
#include "engine/guide/refine.h"
#include "engine/guide/table.h"
#include "sem/forms.h"
#include "sem/peek.h"

enum {
  MOST_STATES = 1 << 20,
  MOST_TEXT = 1 << 24,
  MOST_ROUNDS = 6,
  MOST_REFINED = 20000,
  MOST_GROWN = 4,
  MOST_TO_GROW = 1000
};

// Violations that an edge of C_fin stands for; the others are properties of whole runs.
#define CHECKS_OF_RUNS                                                                           \
  (1u << IR_CHECK_LEAK | 1u << IR_CHECK_DEADLOCK | 1u << IR_CHECK_RACE | 1u << IR_CHECK_UNINIT | \
   1u << IR_CHECK_DETERMINISM | 1u << IR_CHECK_STARVATION)
// Raised by accesses; a run ends there whether they count or not.
#define CHECKS_OF_ACCESSES                                                                           \
  (1u << IR_CHECK_NULL | 1u << IR_CHECK_BOUNDS | 1u << IR_CHECK_FREED | 1u << IR_CHECK_DOUBLE_FREE | \
   1u << IR_CHECK_READ_ONLY)

typedef struct told_cell {
  uint32_t obj, cls, size;
  bool any;
  uint64_t offset, bits;
} told_cell;
typedef struct instance {
  uint32_t obj, cls;
} instance;

struct guide {
  engine_ctx *ctx;
  cfin *c;  // NULL, so below: guided by facts
  boolprog *b;
  uint64_t begun_at;        // smt_effort before the first question
  bool from_file;           // the distances are those of a file
  facts *f;                 // else NULL
  uint32_t of, cls;         // the object whose cells are told, its class
  VEC(told_cell) told;      // cells of the state that is looked at
  VEC(instance) instances;  // its objects that have a class
  sem_chain places;         // where its processes stand
  VEC(uint32_t) locs;       // of the state that is looked up
  expr_vec from, to;        // values of the variables of a predicate
  VEC(expr_vec) vars;       // by predicate: its variables
  VEC(uint32_t) slot_objs;  // by object of C_fin: the object of the search that is in this slot, 0: none known
  uint32_t seen_objs;       // objects of the search looked at so far
};

// --- making it ------------------------------------------------------------------------------------------------------

static char *read_text(engine_ctx *ctx, const char *path) {
  const char *why;
  size_t len;
  char *text = file_read(path, MOST_TEXT, &len, &why);
  if (!text) result_add_note(ctx->result, "no guidance: %s: %s", path, why);
  return text;
}

static bool read_config(engine_ctx *ctx, arena *mem, memory_config *out) {
  if (!ctx->options->memory_config[0]) return true;
  char *text = read_text(ctx, ctx->options->memory_config);
  const char *why = NULL;
  bool ok = text && memory_config_parse(mem, text, out, &why);
  if (text && !ok) result_add_note(ctx->result, "no guidance: %s: %s", ctx->options->memory_config, why);
  mem_free(text);
  return ok;
}

// `--predicates=goal`: the coarsest abstraction.
static bool only_goal(const engine_ctx *ctx) { return !strcmp(ctx->options->predicates, "goal"); }

static bool read_predicates(engine_ctx *ctx, cfin *c, preds *out) {
  const char *file = ctx->options->predicates;
  if (!file[0] || !strcmp(file, "auto") || only_goal(ctx)) return true;
  char *text = read_text(ctx, file);
  const char *why = NULL;
  bool ok = text && preds_parse(c, text, out, &why);
  if (text && !ok) result_add_note(ctx->result, "no guidance: %s: %s", file, why);
  mem_free(text);
  return ok;
}

// The violation that is looked for: `goal`, if the module has such a check.
static uint32_t goal_checks(const cfin *c) {
  uint32_t all = 0, goal = 0;
  for (size_t e = 1; e < c->edges.len; e++) {
    if (c->edges.data[e].to) continue;
    all |= 1u << c->edges.data[e].check;
    if (!strcmp(ir_check_kind(c->edges.data[e].check), "goal")) goal |= 1u << c->edges.data[e].check;
  }
  return (goal ? goal : all) & c->checks;
}

static void count_work(engine_ctx *ctx, const boolprog *b, double since) {
  counters *n = &ctx->result->counters;
  n->abstract_states = b->states.len;
  n->abstract_transitions = b->log.len;
  n->abstract_ms += (uint64_t)((clock_wall() - since) * 1000);
}

// Without a file: predicates are added as long as the shortest abstract way is no run, a few rounds.
static bool make_abstraction(guide *g, uint64_t most_queries) {
  engine_ctx *ctx = g->ctx;
  preds p = {.n = 0};
  if (!read_predicates(ctx, g->c, &p)) return false;
  uint32_t goal = goal_checks(g->c);
  preds_goal(g->c, goal, &p);
  bool automatic = !strcmp(ctx->options->predicates, "auto");
  if (automatic) refine_begin(g->c, goal, &p);
  bool_options o = {.mode = ctx->options->abstraction == OPT_ABSTRACTION_CUBES ? BOOL_CUBES : BOOL_FLY,
                    .cube_length = (uint32_t)ctx->options->cube_length,
                    .drop_inconsistent = ctx->options->drop_inconsistent,
                    .most_states = MOST_STATES,
                    .most_queries = most_queries,
                    .goal = goal,
                    .errors = ctx->sem->options.checks | CHECKS_OF_ACCESSES,
                    .stop = ctx->sem->stop};
  for (unsigned round = 0;; round++) {
    uint64_t spent = smt_effort(ctx->sem->solver) - g->begun_at, most = ctx->options->abstraction_limit;
    if (g->b && most && spent >= most) break;
    o.most_effort = spent < most ? most - spent : most != 0;
    boolprog *b = boolprog_new(g->c, ctx->sem->solver, &p, &o);
    ctx->result->counters.abstract_queries += b->queries;
    // A finer abstraction that gets out of hand leaves the one before.
    if (b->refused && g->b) {
      boolprog_free(b);
      break;
    }
    boolprog_free(g->b);
    g->b = b;
    if (b->refused || !automatic || round == MOST_ROUNDS || b->cut || b->states.len > MOST_REFINED ||
        !refine_by_path(b, &p))
      break;
    ctx->result->counters.refinements++;
  }
  return !g->b->refused;
}

static cfin *finite_program(engine_ctx *ctx, const memory_config *config) {
  cfin *c = cfin_new(ctx->ir, ctx->sem->terms, ctx->sem->options.checks, config, ctx->options->sound_dangling);
  if (!c->refused && c->pools.len && ctx->sem->needs.heap != SEM_HEAP_TYPE)
    cfin_refuse(c, (place){0}, "slots of objects are known with --heap=type alone");
  return c;
}

static void drop_abstraction(guide *g) {
  boolprog_free(g->b);
  cfin_free(g->c);
  g->b = NULL;
  g->c = NULL;
}

static void say_refused(const guide *g) {
  result *r = g->ctx->result;
  if (g->c->refused && g->c->refused_at.line)
    result_add_note(r, "no guidance by predicates: line %u: %s", g->c->refused_at.line, g->c->refused);
  else if (g->c->refused || (g->b && g->b->refused))
    result_add_note(r, "no guidance by predicates: %s", g->c->refused ? g->c->refused : g->b->refused);
}

// With more slots; if that does not work the abstraction stays as it is.
static bool grow_memory(guide *g, const memory_config *config) {
  guide next = {.ctx = g->ctx, .begun_at = g->begun_at, .c = finite_program(g->ctx, config)};
  bool ok = !next.c->refused && make_abstraction(&next, MOST_TO_GROW);
  guide old = *g;
  if (ok) {
    g->c = next.c;
    g->b = next.b;
    next.c = old.c;
    next.b = old.b;
    g->ctx->result->counters.refinements++;
  }
  drop_abstraction(&next);
  return ok;
}

// Distances of an earlier search. False: there is no such file, or it is of something else.
static bool guide_by_table(guide *g) {
  engine_ctx *ctx = g->ctx;
  const char *path = ctx->options->distances, *why = NULL;
  size_t len;
  if (!path[0]) return false;
  char *text = file_read(path, MOST_TEXT, &len, &why);
  if (!text) return false;
  arena *mem = arena_new();
  table_head head = {0};
  if (table_parse_head(mem, text, &head, &why)) {
    g->c = finite_program(ctx, &head.memory);
    if (g->c->refused)
      why = g->c->refused;
    else if (head.goal != goal_checks(g->c))
      why = "it is of another goal";
    else
      g->b = table_read(g->c, ctx->sem->solver, &head, &why);
  }
  g->from_file = g->b != NULL;
  if (!g->b) drop_abstraction(g);
  result_add_note(ctx->result, g->b ? "distances are those of %s" : "distances of %s are not used: %s", path, why);
  vec_free(&head.memory);
  vec_free(&head.predicates);
  mem_free(text);
  arena_free(mem);
  return g->from_file;
}

// Only where there is no file yet: one of something else is not overwritten.
static void save_table(guide *g) {
  const char *path = g->ctx->options->distances, *why = "it cannot be written";
  if (!path[0] || g->from_file || access(path, F_OK) == 0) return;
  strbuf text = {0};
  bool ok = table_print(g->b, &text, &why);
  if (!ok)
    result_add_note(g->ctx->result, "no distances in %s: %s", path, why);
  else if (!file_write(path, sb_text(&text), text.len, &why))
    result_add_unwritten(g->ctx->result, path, why);
  sb_fini(&text);
}

// Without files the number of slots is found from abstract ways that no run follows, as the predicates are.
static bool guide_by_predicates(guide *g, double since) {
  engine_ctx *ctx = g->ctx;
  arena *mem = arena_new();
  memory_config config = {0};
  bool ok = read_config(ctx, mem, &config);
  if (ok) {
    g->c = finite_program(ctx, &config);
    ok = !g->c->refused && make_abstraction(g, 0);
    if (!ok) say_refused(g);
  }
  bool automatic = !ctx->options->memory_config[0] && !strcmp(ctx->options->predicates, "auto") &&
                   ctx->options->abstraction == OPT_ABSTRACTION_FLY && ctx->sem->needs.heap == SEM_HEAP_TYPE;
  for (unsigned n = 0; ok && automatic && n < MOST_GROWN && g->b->states.len <= MOST_REFINED; n++) {
    if (!refine_memory(g->b, &config) || !grow_memory(g, &config)) break;
  }
  if (ok)
    count_work(ctx, g->b, since);
  else
    drop_abstraction(g);
  if (ok && g->b->cut)
    result_add_note(ctx->result, "the limit of cubes was met: the abstraction is coarser than --cube-length says");
  for (size_t k = 0; ok && automatic && k < g->c->pools.len; k++)
    result_add_note(ctx->result, "the abstraction tells %u objects of type %s apart", g->c->pools.data[k].slots,
                    ir_type_text(ctx->ir, g->c->pools.data[k].type));
  vec_free(&config);
  arena_free(mem);
  return ok;
}

static uint32_t goal_of_module(const engine_ctx *ctx) {
  uint32_t goal = 0, checks = ctx->sem->options.checks;
  for (unsigned k = 0; k < IR_CHECK_COUNT; k++)
    if (checks >> k & 1 && !strcmp(ir_check_kind((ir_check)k), "goal")) goal |= 1u << k;
  return goal ? goal : checks;
}

// Programs that have no C_fin are guided by what can bring the goal about.
static bool guide_by_facts(guide *g, double since) {
  g->f = facts_new(g->ctx->ir, goal_of_module(g->ctx));
  if (!g->f) {
    result_add_note(g->ctx->result, "no guidance: the goal is no check in the program");
    return false;
  }
  counters *n = &g->ctx->result->counters;
  n->abstract_states = g->f->n_nodes;
  n->abstract_transitions = g->f->alts.len;
  n->abstract_ms += (uint64_t)((clock_wall() - since) * 1000);
  result_add_note(g->ctx->result, "guided by %zu facts of the program (a heuristic)", g->f->facts.len - 1);
  return true;
}

guide *guide_new(engine_ctx *ctx) {
  double since = clock_wall();
  guide *g = MEM_NEW(guide);
  g->ctx = ctx;
  g->begun_at = smt_effort(ctx->sem->solver);
  bool ok = guide_by_table(g) || guide_by_predicates(g, since);
  if (ok) save_table(g);
  for (uint32_t k = 0; ok && k < g->b->preds.n; k++) {
    expr_vec vars = {0};
    expr_collect_vars(g->c->terms, g->b->preds.list[k], &vars);
    vec_push(&g->vars, vars);
  }
  if (!ok) ok = guide_by_facts(g, since);
  if (ok && guide_unreachable(g)) result_add_note(ctx->result, "the abstraction cannot reach a violation");
  if (ok) return g;
  guide_free(g);
  return NULL;
}

void guide_free(guide *g) {
  if (!g) return;
  for (size_t k = 0; k < g->vars.len; k++) vec_free(&g->vars.data[k]);
  vec_free(&g->vars);
  vec_free(&g->locs);
  vec_free(&g->from);
  vec_free(&g->to);
  vec_free(&g->slot_objs);
  vec_free(&g->told);
  vec_free(&g->instances);
  vec_free(&g->places);
  facts_free(g->f);
  boolprog_free(g->b);
  cfin_free(g->c);
  mem_free(g);
}

// --- looking up -----------------------------------------------------------------------------------------------------

// The location of a process; 0: it stands where no step of C_fin begins. One that stands still for ever has ended in C_fin.
static uint32_t location(guide *g, const state *s, uint32_t p, bool begun, bool live) {
  sem_chain chain = {0};
  sem_location(g->ctx->sem, s, p, &chain);
  uint32_t loc = 0;
  if (!begun) {
    loc = g->c->start.data[p];
  } else if (!chain.len || !live) {
    loc = cfin_loc_at(g->c, p, UINT32_MAX);
  } else if (chain.len == 1) {
    const ir_func_info *f = ir_func_get(g->ctx->ir, g->ctx->ir->procs[p].func);
    uint32_t pc = chain.data[0].pc;
    loc = cfin_loc_at(g->c, p, pc);
    for (unsigned hops = 0; !loc && hops < 16 && f->code[pc].op == IR_JUMP; hops++) {
      pc = f->blocks[f->code[pc].targets[0].id].first;
      loc = cfin_loc_at(g->c, p, pc);
    }
  }
  vec_free(&chain);
  return loc;
}

static bool locations(guide *g, const state *s) {
  sem_chain kernel = {0};
  sem_location(g->ctx->sem, s, PROC_KERNEL, &kernel);
  bool begun = !kernel.len, all = true;
  vec_free(&kernel);
  vec_clear(&g->locs);
  proc_vec live = {0};
  sem_live(g->ctx->sem, s, &live);  // ascending
  size_t k = 0;
  for (uint32_t p = 1; p <= g->ctx->ir->n_procs && all; p++) {
    while (k < live.len && live.data[k] < p) k++;
    uint32_t loc = location(g, s, p, begun, k < live.len && live.data[k] == p);
    all = loc != 0;
    vec_push(&g->locs, loc);
  }
  vec_free(&live);
  return all;
}

// The slot of every object of the search: under placement by type a fixed function.
static void learn_slots(guide *g) {
  while (g->slot_objs.len < g->c->objs.len) vec_push(&g->slot_objs, 0);
  uint32_t last = sem_last_object(g->ctx->sem);
  for (uint32_t obj = g->seen_objs + 1; obj <= last; obj++) {
    ir_type type;
    uint32_t slot;
    if (!sem_object_slot(g->ctx->sem, obj, &type, &slot)) continue;
    for (size_t k = 0; k < g->c->pools.len; k++) {
      const fpool *pool = &g->c->pools.data[k];
      if (pool->type.id == type.id && slot <= pool->slots) g->slot_objs.data[pool->first + slot - 1] = obj;
    }
  }
  g->seen_objs = last;
}

// The object of C_fin that an object of the search is; 0: one outside of the pools. False: it may be the local object of several
// processes with the same code.
static bool object(guide *g, uint32_t obj, uint32_t *out) {
  const ir_module *ir = g->ctx->ir;
  uint32_t func, pc;
  *out = obj <= ir->n_globals ? obj : 0;
  for (uint32_t o = 1; !*out && o < g->slot_objs.len; o++)
    if (g->slot_objs.data[o] == obj) *out = o;
  if (*out || !sem_object_site(g->ctx->sem, obj, &func, &pc)) return true;
  for (uint32_t o = 1; o < g->c->objs.len; o++) {
    const fobj *x = &g->c->objs.data[o];
    if (x->kind != FOBJ_LOCAL || x->pc != pc || ir->procs[x->proc].func.id != func) continue;
    if (*out) return false;
    *out = o;
  }
  return true;
}

// An address of the search as one of C_fin.
static bool address(guide *g, value v, uint64_t *out) {
  if (!value_is_concrete(v)) return false;
  *out = 0;
  if (!v.obj) return !v.bits;
  uint32_t obj;
  if (!object(g, v.obj, &obj)) return false;
  *out = g->c->top;
  if (!obj) return true;
  const fobj *x = &g->c->objs.data[obj];
  for (uint32_t k = 0; k < x->n; k++) {
    if (g->c->vars.data[x->first + k].offset != v.bits) continue;
    *out = g->c->vars.data[x->first + k].index;
    return true;
  }
  return false;
}

// The value of a variable as a term; EXPR_NONE: not known.
static expr value_of(guide *g, const state *s, const fvar *v) {
  cfin *c = g->c;
  sem *m = g->ctx->sem;
  value x = {0};
  if (v->proc) {
    // C_fin keeps what a dead register had, the search does not.
    uint32_t pc = c->locs.data[g->locs.data[v->proc - 1]].pc;
    if (pc == UINT32_MAX || !live_at(c->live, c->ir->procs[v->proc].func, pc, (ir_reg){v->reg})) return EXPR_NONE;
    if (!sem_register(m, s, v->proc, (ir_reg){v->reg}, &x)) return EXPR_NONE;
  } else {
    const fobj *o = &c->objs.data[v->obj];
    if (o->kind == FOBJ_LOCAL) return EXPR_NONE;
    uint32_t obj = o->kind == FOBJ_GLOBAL ? o->global : g->slot_objs.data[v->obj];
    bool alive = sem_object_alive(m, s, obj);
    if (!v->index) return expr_bool(c->terms, alive);
    if (!alive) return expr_const(c->terms, v->width, 0);  // as C_fin leaves dead slots
    if (!sem_value_at(m, s, obj, v->offset, v->type, &x)) return EXPR_NONE;
  }
  if (ir_type_get(c->ir, v->type)->kind == IR_TYPE_PTR) {
    uint64_t number;
    return address(g, x, &number) ? expr_const(c->terms, v->width, number) : EXPR_NONE;
  }
  if (x.obj) return EXPR_NONE;
  return value_is_concrete(x) ? expr_const(c->terms, v->width, x.bits) : x.e;
}

typedef enum truth { TRUTH_NO, TRUTH_YES, TRUTH_BOTH } truth;

static truth truth_of(guide *g, state *s, uint32_t pred) {
  expr_table *t = g->c->terms;
  const expr_vec *vars = &g->vars.data[pred];
  vec_clear(&g->from);
  vec_clear(&g->to);
  for (size_t k = 0; k < vars->len; k++) {
    expr v = value_of(g, s, &g->c->vars.data[cfin_var_of(g->c, vars->data[k])]);
    if (!expr_some(v)) return TRUTH_BOTH;
    vec_push(&g->from, vars->data[k]);
    vec_push(&g->to, v);
  }
  expr e = expr_subst(t, g->b->preds.list[pred], g->from.data, g->to.data, g->from.len);
  if (expr_is_const(t, e)) return expr_is_true(t, e) ? TRUTH_YES : TRUTH_NO;
  smt *solver = g->ctx->sem->solver;
  if (pathcond_may(solver, state_pathcond(s), e) == SMT_UNSAT) return TRUTH_NO;
  return pathcond_may(solver, state_pathcond(s), expr_not(t, e)) == SMT_UNSAT ? TRUTH_YES : TRUTH_BOTH;
}

// --- by facts -------------------------------------------------------------------------------------------------------

enum { MOST_CELLS = 512, MOST_INSTANCES = 8, MOST_VIEWS = 24, MOST_WORK = 50000 };

static void note_cell(void *arg, uint32_t obj, uint64_t offset, const cell *c, value v) {
  guide *g = arg;
  if (g->of != obj) {
    g->of = obj;
    bool is_table = !offset && v.obj && v.obj <= g->ctx->ir->n_globals && g->ctx->ir->globals[v.obj].is_const;
    g->cls = is_table ? v.obj : 0;
    if (g->cls) vec_push(&g->instances, ((instance){obj, g->cls}));
  }
  if (facts_knows(g->f, offset, c->size))
    vec_push(&g->told, ((told_cell){.obj = obj,
                                    .cls = g->cls,
                                    .size = c->size,
                                    .any = !value_is_concrete(v),
                                    .offset = offset,
                                    .bits = v.obj ? 1 : v.bits}));
}

// The distance if of class `cls` the object `only` alone is there; infinite from `most` on.
static uint32_t distance_from(guide *g, uint32_t cls, uint32_t only, uint32_t most) {
  facts_begin(g->f);
  for (size_t k = 0; k < g->told.len; k++) {
    const told_cell *c = &g->told.data[k];
    if (!cls || c->cls != cls || c->obj == only) facts_cell(g->f, c->obj, c->cls, c->offset, c->size, c->bits, c->any);
  }
  for (size_t k = 0; k < g->places.len; k++) facts_place(g->f, g->places.data[k].func, g->places.data[k].pc);
  return facts_distance(g->f, most);
}

static uint32_t count_instances(const guide *g, uint32_t cls) {
  uint32_t n = 0;
  for (size_t k = 0; k < g->instances.len; k++) n += g->instances.data[k].cls == cls;
  return n;
}

// Facts about objects of one class could come from several of them. Some object must do it alone: the greatest over the
// classes of the least over their objects.
static uint32_t distance_by_instances(guide *g, uint32_t h) {
  uint32_t left = (uint32_t)(MOST_WORK / (g->f->alts.len + 1));
  if (left > MOST_VIEWS) left = MOST_VIEWS;
  for (size_t first = 0; first < g->instances.len && left > 1; first++) {
    uint32_t cls = g->instances.data[first].cls, n = count_instances(g, cls), best = FACTS_INFINITE;
    bool seen = false;
    for (size_t k = 0; k < first && !seen; k++) seen = g->instances.data[k].cls == cls;
    if (seen || n < 2 || n > MOST_INSTANCES || n > left || !facts_knows_class(g->f, cls)) continue;
    left -= n;
    for (size_t k = first; k < g->instances.len; k++) {
      if (g->instances.data[k].cls != cls) continue;
      uint32_t one = distance_from(g, cls, g->instances.data[k].obj, best);
      if (one < best) best = one;
    }
    if (best > h && best != FACTS_INFINITE) h = best;
  }
  return h;
}

static uint32_t distance_by_facts(guide *g, state *s) {
  vec_clear(&g->told);
  vec_clear(&g->instances);
  vec_clear(&g->places);
  g->of = 0;
  sem_each_cell(g->ctx->sem, s, MOST_CELLS, note_cell, g);
  proc_vec live = {0};
  sem_live(g->ctx->sem, s, &live);
  vec_push(&live, PROC_KERNEL);
  for (size_t k = 0; k < live.len; k++) sem_location(g->ctx->sem, s, live.data[k], &g->places);
  // Before the elaboration has ended the processes stand at their begin.
  for (uint32_t p = 1; live.len == 1 && p <= g->ctx->ir->n_procs; p++)
    vec_push(&g->places, ((code_loc){.func = g->ctx->ir->procs[p].func.id}));
  vec_free(&live);
  uint32_t h = distance_from(g, 0, 0, FACTS_INFINITE);
  if (h == FACTS_INFINITE) return GUIDE_INFINITE;
  return only_goal(g->ctx) ? h : distance_by_instances(g, h);
}

uint32_t guide_h(guide *g, state *s) {
  if (g->f) return distance_by_facts(g, s);
  if (sem_interrupted(s) || !locations(g, s)) return 0;
  if (g->c->pools.len) learn_slots(g);
  uint64_t bits = 0, known = 0;
  for (uint32_t k = 0; k < g->b->preds.n; k++) {
    truth x = truth_of(g, s, k);
    if (x != TRUTH_BOTH) known |= (uint64_t)1 << k;
    if (x == TRUTH_YES) bits |= (uint64_t)1 << k;
  }
  uint64_t all = g->b->preds.n == 64 ? ~(uint64_t)0 : ((uint64_t)1 << g->b->preds.n) - 1;
  uint32_t h = BOOL_INFINITE;
  bool there;
  if (known == all) {
    uint32_t at = boolprog_find(g->b, g->locs.data, bits);
    there = at != UINT32_MAX;
    if (there) h = g->b->states.data[at].dist;
  } else {
    there = boolprog_distance(g->b, g->locs.data, bits, known, &h);
  }
  g->ctx->result->counters.abstract_missing += !there;
  return !there ? GUIDE_MISSING : h == BOOL_INFINITE ? GUIDE_INFINITE : h;
}

bool guide_unreachable(const guide *g) { return guide_is_sound(g) && !g->b->goal_found; }

bool guide_is_sound(const guide *g) {
  return !g->f && !g->from_file && !g->b->error_found && !g->ctx->result->counters.abstract_missing &&
         !(g->ctx->sem->options.checks & CHECKS_OF_RUNS) && (!g->c->pools.len || cfin_typed(g->c));
}
