#include "engine/live/space.h"

#include <string.h>

#include "analysis/loops.h"
#include "base/hash.h"
#include "base/map64.h"
#include "base/mem.h"
#include "engine/search/concrete.h"
#include "sem/forms.h"
#include "sem/peek.h"
#include "state/store.h"

typedef VEC(space_edge) edge_vec;

struct space {
  engine_ctx *ctx;
  state_store *known;
  VEC(space_state) states;  // by number; [0] unused
  edge_vec edges;
  VEC(uint32_t) stays;        // numbers of stays, by state
  VEC(space_stay) all_stays;  // by number; [0] unused
  map64 stay_index;           // hash -> number of the newest stay with it
  VEC(uint32_t) older_stay;   // by number: the next one with the same hash
  loops **loops;              // by function, when first asked for
  space_ids initial;
  uint64_t observers;
  uint32_t progress;  // the function allways_progress; 0: there is none
  bool asks_stays, chance, in_kernel;
  sem_out out;
  sem_chain chain;
  state_vec open, whole, concrete;
};

// --- where processes stand -------------------------------------------------------------------------------------------

static const loops *loops_of(space *sp, uint32_t func) {
  if (!sp->loops[func]) sp->loops[func] = loops_new(&sp->ctx->ir->funcs[func]);
  return sp->loops[func];
}

static uint32_t stay_number(space *sp, space_stay s) {
  uint64_t hash = hash_bytes(&s, sizeof s, 0), newest = 0;
  map64_get(&sp->stay_index, hash, &newest);
  for (uint32_t n = (uint32_t)newest; n; n = sp->older_stay.data[n])
    if (!memcmp(&sp->all_stays.data[n], &s, sizeof s)) return n;
  vec_push(&sp->all_stays, s);
  vec_push(&sp->older_stay, (uint32_t)newest);
  map64_put(&sp->stay_index, hash, sp->all_stays.len - 1);
  return (uint32_t)sp->all_stays.len - 1;
}

// Who comes to allways_progress() makes progress, whatever loops are around it.
static bool makes_progress(const space *sp) {
  for (size_t d = 0; d < sp->chain.len; d++)
    if (sp->progress && sp->chain.data[d].func == sp->progress) return true;
  return false;
}

static void note_stays(space *sp, const state *s, proc_id p) {
  vec_clear(&sp->chain);
  sem_location(sp->ctx->sem, s, p, &sp->chain);
  if (makes_progress(sp)) return;
  for (size_t d = 0; d < sp->chain.len; d++) {
    code_loc at = sp->chain.data[d];
    const loops *l = loops_of(sp, at.func);
    for (size_t i = 0; i < l->list.len; i++) {
      if (!l->list.data[i].has_exit || !loops_contain(l, i, at.pc)) continue;
      uint32_t n = stay_number(sp, (space_stay){p, (uint32_t)d, at.func, (uint32_t)i});
      vec_push(&sp->stays, n);
    }
  }
}

// --- states ----------------------------------------------------------------------------------------------------------

// Of a program that builds its design: a run ends with its last simulation, while the objects of the design exist.
static bool ends_here(space *sp, state *s) {
  if (!sp->ctx->ir->spawns || !sem_after_simulation(s)) return false;
  sem_out out = {0};
  sem_step(sp->ctx->sem, state_fork(s), PROC_KERNEL, &out);
  bool ends = out.succs.len == 1 && out.succs.data[0].kind == SEM_FINAL;
  sem_out_fini(&out);
  return ends;
}

// Under the SystemC scheduler: the kernel is a process like all others.
static void describe_in_kernel(space *sp, space_state *x, state *s) {
  sem *m = sp->ctx->sem;
  *x = (space_state){.s = s, .idle = ~0ull, .first_stay = (uint32_t)sp->stays.len};
  proc_vec who = {0};
  sem_enabled(m, s, &who);
  x->final = !who.len;
  for (size_t i = 0; i < who.len; i++)
    if (who.data[i] <= SPACE_MOST_PROCS) x->idle &= ~(1ull << who.data[i]);
  for (proc_id p = 1; p <= SPACE_MOST_PROCS && sp->observers >> p; p++)
    if (sp->observers >> p & 1 && sem_guard_holds(m, s, p)) x->holds |= 1ull << p;
  vec_free(&who);
  x->final |= ends_here(sp, s);
}

static void describe(space *sp, space_state *x, state *s) {
  sem *m = sp->ctx->sem;
  if (sp->in_kernel) {
    describe_in_kernel(sp, x, s);
    return;
  }
  *x = (space_state){.s = s, .idle = ~0ull, .final = true, .first_stay = (uint32_t)sp->stays.len};
  for (proc_id p = 1; p <= sem_procs(s) && p <= SPACE_MOST_PROCS; p++) {
    uint64_t bit = 1ull << p;
    if (sp->observers & bit) {
      if (sem_guard_holds(m, s, p)) x->holds |= bit;
      continue;
    }
    sem_turn turn = sem_turn_of(m, s, p);
    if (turn == SEM_TURN_READY) x->idle &= ~bit;
    if (turn == SEM_TURN_READY) x->final = false;
    if (turn == SEM_TURN_STOPPED) x->stopped |= bit;
    if (turn == SEM_TURN_CUT) x->cut |= bit;
    if (turn == SEM_TURN_BLOCKED) x->unfinished = true;
    if (sp->asks_stays && (turn == SEM_TURN_READY || turn == SEM_TURN_BLOCKED)) note_stays(sp, s, p);
  }
  x->n_stays = (uint32_t)sp->stays.len - x->first_stay;
}

// The number of a concrete state; takes it.
static uint32_t number(space *sp, state *s) {
  bool is_new;
  counters *c = &sp->ctx->result->counters;
  state_id id = state_store_add(sp->known, s, sem_time_abstractable(sp->ctx->sem, s), &is_new);
  if (!is_new) {
    c->matches++;
    state_unref(s);
    return id.id;
  }
  CHECK(id.id == sp->states.len, "states are numbered in the order in which they are made");
  c->states++;
  space_state x;
  if (sem_procs(s) > SPACE_MOST_PROCS)
    engine_note_unknown(sp->ctx, PLACE_NONE, "more than 63 processes: who must step in the end is not followed");
  if (state_is_concrete(s)) state_forget_history(s);
  describe(sp, &x, s);
  vec_push(&sp->states, x);
  return id.id;
}

static bool undone(const state *s) {
  for (proc_id p = 1; p <= sem_procs(s); p++)
    if (sem_undone(s, p)) return true;
  return false;
}

// Everything that the step of p from s, which is taken, may lead to: concrete states, into sp->concrete. A step that was taken back is none: whoever
// stands there stands there without it.
static void successors(space *sp, state *s, proc_id p) {
  engine_ctx *ctx = sp->ctx;
  vec_push(&sp->open, s);
  vec_clear(&sp->whole);
  while (sp->open.len && !limits_hit(ctx->limits)) {
    sem_out_clear(&sp->out);
    ctx->result->counters.transitions++;
    ctx->limits->transitions++;
    sem_step(ctx->sem, vec_pop(&sp->open), p, &sp->out);
    ctx->result->counters.forks += sp->out.forks;
    for (size_t i = sp->out.succs.len; i-- > 0;) {
      sem_succ *x = &sp->out.succs.data[i];
      bool complete = sp->in_kernel ? x->kind == SEM_NEXT || x->kind == SEM_FINAL
                                    : x->kind == SEM_NEXT && !undone(x->s);
      if (complete) vec_push(&sp->whole, x->s);
      if (x->kind == SEM_INTERRUPTED) vec_push(&sp->open, x->s);
      if (complete || x->kind == SEM_INTERRUPTED) x->s = NULL;
      ctx->result->counters.infeasible += x->kind == SEM_CUT;
      if (x->kind == SEM_FINAL) ctx->result->counters.executions++;
      if (x->kind == SEM_UNKNOWN) engine_note_unknown(ctx, x->at, x->message);
      if (x->kind == SEM_VIOLATION) engine_note_unknown(ctx, x->at, x->message);
    }
  }
  while (sp->open.len) state_unref(vec_pop(&sp->open));
  vec_clear(&sp->concrete);
  for (size_t i = 0; i < sp->whole.len; i++) concrete_states(ctx, sp->whole.data[i], &sp->concrete);
}

// Did something happen in the step that led to s for no reason? The inputs are those of the step: states that are kept have no history.
static bool by_chance(const space *sp, const state *s) {
  for (const state_input *in = state_inputs(s); in; in = in->older) {
    if (!in->no_reason) continue;
    expr_table *t = sp->ctx->sem->terms;
    expr nothing = expr_eq(t, in->literal, expr_const(t, expr_width(t, in->literal), 0));
    if (expr_is_const(t, nothing) ? !expr_const_u64(t, nothing)
                                  : pathcond_may(sp->ctx->sem->solver, state_pathcond(s), nothing) == SMT_UNSAT)
      return true;
  }
  return false;
}

static void make_initial(space *sp) {
  successors(sp, sem_initial(sp->ctx->sem), PROC_KERNEL);
  for (size_t i = 0; i < sp->concrete.len; i++) vec_push(&sp->initial, number(sp, sp->concrete.data[i]));
}

space *space_new(engine_ctx *ctx, bool stays) {
  space *sp = MEM_NEW(space);
  *sp = (space){.ctx = ctx, .asks_stays = stays, .in_kernel = ctx->ir->scheduler == IR_SCHED_SYSTEMC};
  sp->known = state_store_new(ctx->sem->terms, ctx->sem->solver);
  sp->loops = MEM_NEW_N(loops *, ctx->ir->n_funcs + 1);
  vec_push(&sp->states, ((space_state){0}));
  vec_push(&sp->all_stays, ((space_stay){0}));
  vec_push(&sp->older_stay, 0);
  for (uint32_t p = 1; p <= ctx->ir->n_procs && p <= SPACE_MOST_PROCS; p++)
    if (ctx->ir->procs[p].observer) sp->observers |= 1ull << p;
  for (uint32_t f = 1; f <= ctx->ir->n_funcs; f++)
    if (ctx->ir->funcs[f].name && !strcmp(ctx->ir->funcs[f].name, "allways_progress")) sp->progress = f;
  make_initial(sp);
  return sp;
}

void space_free(space *sp) {
  for (size_t i = 0; i < sp->states.len; i++)
    if (sp->states.data[i].s) state_unref(sp->states.data[i].s);
  for (uint32_t f = 1; f <= sp->ctx->ir->n_funcs; f++) loops_free(sp->loops[f]);
  mem_free(sp->loops);
  vec_free(&sp->states);
  vec_free(&sp->edges);
  vec_free(&sp->stays);
  vec_free(&sp->all_stays);
  vec_free(&sp->older_stay);
  map64_fini(&sp->stay_index);
  vec_free(&sp->initial);
  sem_out_fini(&sp->out);
  vec_free(&sp->chain);
  vec_free(&sp->open);
  vec_free(&sp->whole);
  vec_free(&sp->concrete);
  state_store_free(sp->known);
  mem_free(sp);
}

const space_ids *space_initial(const space *sp) { return &sp->initial; }
const space_state *space_get(const space *sp, uint32_t id) { return &sp->states.data[id]; }
uint32_t space_stay_at(const space *sp, uint32_t k) { return sp->stays.data[k]; }
const space_stay *space_stay_get(const space *sp, uint32_t n) { return &sp->all_stays.data[n]; }
uint64_t space_observers(const space *sp) { return sp->observers; }
bool space_meets_chance(const space *sp) { return sp->chance; }
size_t space_count(const space *sp) { return sp->states.len - 1; }

place space_stay_place(space *sp, uint32_t n) {
  space_stay s = sp->all_stays.data[n];
  return loops_place(loops_of(sp, s.func), s.loop);
}

size_t space_bytes(const space *sp) {
  return state_store_bytes(sp->known) + sp->states.cap * sizeof *sp->states.data +
         sp->edges.cap * sizeof *sp->edges.data + sp->stays.cap * sizeof *sp->stays.data;
}

// Several edges of one process to one state are one.
static void add_edge(space *sp, uint32_t first, space_edge e) {
  for (size_t i = first; i < sp->edges.len; i++) {
    space_edge *old = &sp->edges.data[i];
    if (old->to != e.to || old->proc != e.proc) continue;
    old->by_chance = old->by_chance && e.by_chance;
    return;
  }
  vec_push(&sp->edges, e);
}

// SystemC: observers come to where they wait for their events before anything else happens.
static proc_id first_to_begin(const space *sp, const state *s, const proc_vec *who) {
  for (size_t i = 0; i < who->len && sp->in_kernel; i++)
    if (who->data[i] <= SPACE_MOST_PROCS && sp->observers >> who->data[i] & 1 && sem_at_begin(s, who->data[i]))
      return who->data[i];
  return 0;
}

static void expand(space *sp, uint32_t id) {
  proc_vec who = {0};
  state *s = sp->states.data[id].s;
  uint32_t first = (uint32_t)sp->edges.len;
  if (!sp->states.data[id].final) engine_enabled(sp->ctx, s, &who);
  proc_id begins = first_to_begin(sp, s, &who);
  for (size_t i = 0; i < who.len; i++) {
    proc_id p = who.data[i];
    bool nobody = sp->in_kernel ? begins && p != begins
                                : p == PROC_KERNEL || (sp->observers >> p & 1 && !sem_begins(s, p));
    if (nobody || p > SPACE_MOST_PROCS) continue;
    successors(sp, state_fork(s), p);
    for (size_t k = 0; k < sp->concrete.len; k++) {
      bool chance = by_chance(sp, sp->concrete.data[k]);
      sp->chance |= chance;
      add_edge(sp, first, (space_edge){number(sp, sp->concrete.data[k]), (uint8_t)p, chance});
    }
  }
  space_state *x = &sp->states.data[id];
  x->first = first;
  x->count = (uint32_t)sp->edges.len - first;
  x->expanded = true;
  x->s = NULL;
  state_unref(s);
  vec_free(&who);
}

const space_edge *space_edges(space *sp, uint32_t id, uint32_t *n) {
  if (!sp->states.data[id].expanded) expand(sp, id);
  *n = sp->states.data[id].count;
  return sp->edges.data ? sp->edges.data + sp->states.data[id].first : NULL;
}

// --- running a way ---------------------------------------------------------------------------------------------------

// The one of sp->concrete that has this number; the others are dropped.
static state *choose(space *sp, uint32_t id) {
  state *found = NULL;
  for (size_t i = 0; i < sp->concrete.len; i++) {
    state *s = sp->concrete.data[i];
    bool is_new;
    bool same = state_store_add(sp->known, s, sem_time_abstractable(sp->ctx->sem, s), &is_new).id == id;
    CHECK(!is_new, "a step leads to states that are known");
    if (same && !found)
      found = s;
    else
      state_unref(s);
  }
  return found;
}

state *space_walk(space *sp, uint32_t first, const space_edge *way, size_t n) {
  successors(sp, sem_initial(sp->ctx->sem), PROC_KERNEL);
  state *s = choose(sp, first);
  for (size_t i = 0; i < n && s; i++) {
    successors(sp, s, way[i].proc);
    s = choose(sp, way[i].to);
  }
  return s;
}
