// Abstraction refinement with partial order reduction for threads (specification cegar-por.md).
//
// cfa_*.c makes automata from the IR, arg.c the graph of abstract states, domain.c its data parts, por.c, races.c and
// cycles.c the reduction, refine.c, horn.c and prune.c the refinement, follow.c turns a feasible path into a run that can
// be replayed. product*.c and prove.c prove all of the reduced program at once.
#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "engine/cegar/whole.h"
#include "engine/engine.h"

// In explored actions and in the effort of the solver, never in seconds, so that runs repeat.
enum { FIRST_SLICE = 10000, SLICE_GROWTH = 8, ARRAY_SHARE = 4, LAST_WHOLE_SLICE = FIRST_SLICE * 4096 };

static cegar_config config_of(const engine_ctx *ctx) {
  const options *o = ctx->options;
  cegar_por por[] = {[OPT_POR_NONE] = CEGAR_NONE,
                     [OPT_POR_LOCAL] = CEGAR_LOCAL,
                     [OPT_POR_BASIC] = CEGAR_BASIC,
                     [OPT_POR_AAPOR] = CEGAR_AAPOR};
  cegar_domain domain = o->domain == OPT_DOMAIN_EXPL   ? DOMAIN_EXPL
                        : o->domain == OPT_DOMAIN_BOTH ? DOMAIN_BOTH
                                                       : DOMAIN_PRED;
  return (cegar_config){.domain = domain,
                        .combine = o->domain == OPT_DOMAIN_BOOL,
                        .lazy = o->prune == OPT_PRUNE_LAZY,
                        .large_blocks = o->lbe,
                        .rw = o->rw,
                        .source = o->sets == OPT_SETS_SOURCE && o->cycles != OPT_CYCLES_LITERAL,
                        .turns = o->prefer == OPT_PREFER_AUTO ? domain != DOMAIN_EXPL : o->prefer != OPT_PREFER_SMALL,
                        .pairs = o->prefer == OPT_PREFER_PAIRS,
                        .paces = o->prefer == OPT_PREFER_PACES,
                        .por = o->por == OPT_POR_AUTO ? CEGAR_BASIC : por[o->por],
                        .dep = (opt_dep)o->dep,
                        .cycles = (opt_cycles)o->cycles,
                        .search = (opt_search)o->search,
                        .refiner = (opt_refiner)o->refiner,
                        .split = (opt_predsplit)o->predsplit,
                        .initial = (opt_initprec)o->initprec,
                        .track = o->track,
                        .max_enum = (uint32_t)o->maxenum};
}

static bool listed(const char *list, const char *name) {
  size_t n = strlen(name);
  for (const char *at = list; *at;) {
    size_t len = strcspn(at, ",");
    if (len == n && !memcmp(at, name, n)) return true;
    at += len;
    at += *at == ',';
  }
  return false;
}

static void first_precision(cegar *g) {
  for (uint32_t v = 1; v < g->c->vars.len; v++) {
    const cvar *x = &g->c->vars.data[v];
    bool all = g->config.initial == OPT_INITPREC_ALLVARS && !x->inst;
    if (!x->fixed && (all || (!x->ctx && listed(g->config.track, x->name)))) precision_track(g, v);
  }
  if (g->config.initial != OPT_INITPREC_ASSUMES) return;
  for (size_t e = 1; e < g->c->edges.len; e++) precision_add_split(g, g->c->edges.data[e].guard);
}

// What is done about a path that nothing refutes and of which it is not known whether it is real.
typedef enum on_stuck { STUCK_SAYS, STUCK_LEAVES, STUCK_GOES_ON } on_stuck;

// The path cannot be refuted: it is real, or nothing is known of it. It is not looked at again.
static bool settle_error(cegar *g, uint32_t id, refine_end how, on_stuck mode) {
  const cedge *e = &g->c->edges.data[g->nodes.data[id].edge];
  const cloc *l = &g->c->locs.data[e->to];
  g->nodes.data[id].error = false;
  if (how == REFINE_FEASIBLE && g->nodes.data[id].lost) {
    // A run comes here: errors elsewhere may still be found, but nothing is proved any more.
    engine_note_unknown(g->ctx, g->nodes.data[id].lost_at, g->nodes.data[id].lost);
    g->lost_noted = true;
    arg_requeue(g, id);
    return false;
  }
  g->nodes.data[id].expanded = true;
  size_t n = g->c->insts.len;
  g->nodes.data[id].enabled = bitset_new(n);
  g->nodes.data[id].chosen = bitset_new(n);
  const ckern *k = g->nodes.data[id].kern;
  if (how == REFINE_FEASIBLE && k && k->lost) {
    engine_note_unknown(g->ctx, e->at, k->lost);
  } else if (how == REFINE_FEASIBLE && l->kind == CLOC_GAP) {
    engine_note_unknown(g->ctx, l->at, l->message);
  } else if (how == REFINE_FEASIBLE) {
    if (follow_path(g, id)) return true;
    engine_note_unknown(g->ctx, l->at, "a counterexample of the automata could not be followed");
  } else if (mode == STUCK_GOES_ON) {
    return false;
  } else if (how == REFINE_UNKNOWN) {
    engine_note_unknown(g->ctx, l->at, "the solver does not tell whether a path is feasible");
  } else {
    engine_note_unknown(g->ctx, l->at, "no new facts refute a spurious path: the abstraction cannot be refined");
  }
  return false;
}

typedef enum loop_end { LOOP_DONE, LOOP_STUCK, LOOP_BUDGET } loop_end;

// The loop of abstraction and refinement, until the effort of this slice is spent (0: none is counted); called again it goes
// on. Where it is stuck it says so, leaves without a trace, or goes on without a trace and is stuck in the end.
static loop_end run_loop(cegar *g, uint64_t effort, on_stuck mode) {
  g->slice = effort;
  g->explored_before = g->explored;
  g->effort_before = smt_effort(g->solver);
  for (;;) {
    double started = clock_wall();
    uint32_t error = arg_build(g);
    g->time_build += clock_wall() - started;
    if (!error) return cegar_slice_is_over(g) ? LOOP_BUDGET : mode == STUCK_GOES_ON ? LOOP_STUCK : LOOP_DONE;
    g->iterations++;
    if (g->ctx->options->rounds && g->iterations >= g->ctx->options->rounds) {
      engine_note_unknown(g->ctx, PLACE_NONE, "limit of counterexamples (--rounds)");
      return LOOP_DONE;
    }
    g->ctx->result->counters.refinements++;
    refine_end end = refine_path(g, error);
    if (mode == STUCK_LEAVES && (end == REFINE_STUCK || end == REFINE_UNKNOWN)) return LOOP_STUCK;
    if (end != REFINE_DONE && settle_error(g, error, end, mode)) return LOOP_DONE;
  }
}

bool cegar_slice_is_over(const cegar *g) {
  uint64_t spent = g->explored - g->explored_before + smt_effort(g->solver) - g->effort_before;
  return g->slice && spent >= g->slice && !g->ctx->limits->hit;
}

static void write_graph(const cegar *g) {
  const char *path = g->ctx->options->graph;
  if (!*path) return;
  FILE *f = fopen(path, "w");
  if (f) arg_write_dot(g, f);
  bool ok = f && fflush(f) == 0 && !ferror(f);
  if (!ok) result_add_unwritten(g->ctx->result, path, strerror(errno));
  if (f && fclose(f) != 0 && ok) result_add_unwritten(g->ctx->result, path, strerror(errno));
}

static void report_counts(cegar *g, loop_end end) {
  result *r = g->ctx->result;
  r->counters.matches = g->covered;
  if (end != LOOP_DONE) return;
  if (g->ctx->options->stats)
    result_add_note(r, "%.2f s in the graph, %.2f s in checks of paths, %.2f s in refinement", g->time_build,
                    g->time_check, g->time_refine);
  result_add_note(r, "%llu iterations, %llu nodes, %llu covered, %llu explored actions, %llu predicates",
                  (unsigned long long)g->iterations, (unsigned long long)g->nodes.len - 1,
                  (unsigned long long)g->covered, (unsigned long long)g->explored,
                  (unsigned long long)g->prec.preds.len - 1);
}

static void open_domain(cegar *g, cegar_domain domain) {
  g->config.domain = domain;
  if (domain == DOMAIN_EXPL && g->ctx->options->prefer == OPT_PREFER_AUTO) g->config.turns = false;
  precision_begin(g);
  first_precision(g);
  arg_begin(g);
}

// Values alone refute a path no more [AAPOR]: predicates come to them. What is tracked stays so; the graph
// is begun anew, since its order of the processes is that of values.
static void take_finer_domain(cegar *g) {
  g->config.domain = DOMAIN_BOTH;
  g->config.turns |= g->ctx->options->prefer == OPT_PREFER_AUTO && !g->c->entry;
  g->stale = 0;
  arg_begin(g);
}

static void close_domain(cegar *g, loop_end end) {
  if (end == LOOP_DONE) write_graph(g);
  report_counts(g, end);
  arg_drop(g);
  memo_drop(g);
  precision_fini(g);
  vec_free(&g->guesses);
}

static void only_domain(cegar *g) {
  open_domain(g, g->config.domain);
  bool finer = g->config.domain == DOMAIN_EXPL && g->ctx->options->finer && !g->ctx->options->as_documented;
  loop_end end = run_loop(g, 0, finer ? STUCK_LEAVES : STUCK_SAYS);
  // A real error may lie elsewhere: values look for it for some time.
  if (end == LOOP_STUCK) end = run_loop(g, FIRST_SLICE + 4 * g->explored, STUCK_GOES_ON);
  if (end == LOOP_STUCK || end == LOOP_BUDGET) {
    take_finer_domain(g);
    end = run_loop(g, 0, STUCK_SAYS);
  }
  close_domain(g, end);
}

// Invariants of the whole product at once, with less than the others get. After the last attempt nothing is left to try.
static loop_end run_whole(cegar *g, prover *v, uint64_t slice) {
  enum { PART = 2, UNITS_OF_SLICE = 10 };
  g->slice = slice / PART;
  g->explored_before = g->explored;
  g->effort_before = smt_effort(g->solver);
  prove_end end = prover_run(v, g, slice * UNITS_OF_SLICE);
  if (end == PROVE_DONE) return LOOP_DONE;
  return end == PROVE_EFFORT && slice < LAST_WHOLE_SLICE ? LOOP_BUDGET : LOOP_STUCK;
}

// Sets that are right for one precision only are of no use without any. Simulations have steps that depend on the kernel.
static loop_end open_whole(cegar *g) {
  enum { MOST_TOLD_APART = 8 };
  open_domain(g, DOMAIN_BOTH);
  g->config.max_enum = MOST_TOLD_APART;
  if (precision_track_few(g)) arg_begin(g);
  if (g->config.por == CEGAR_AAPOR) g->config.por = CEGAR_BASIC;
  return g->c->entry || g->ctx->options->as_documented ? LOOP_STUCK : LOOP_BUDGET;
}

static void only_whole(cegar *g) {
  loop_end end = open_whole(g);
  prover *v = prover_new();
  for (uint64_t slice = FIRST_SLICE; end == LOOP_BUDGET && !g->ctx->limits->hit; slice *= SLICE_GROWTH)
    end = run_whole(g, v, slice);
  prover_free(v);
  if (end == LOOP_STUCK)
    engine_note_unknown(g->ctx, PLACE_NONE, "no invariants were found that prove the program (--domain=whole)");
  close_domain(g, end);
}

// Attempts that take turns: values or predicates by paths, or all points at once; with one order of the processes or another.
typedef struct attempt {
  bool values, whole, pairs, paces;
  cegar g;
  prover *v;
  loop_end end;
} attempt;

enum { VALUES, FIRST, WHOLE, PACES, PAIRS, WHOLE_PAIRS, ATTEMPTS };

static const attempt attempts[ATTEMPTS] = {[VALUES] = {.values = true}, [FIRST] = {0},
                                           [WHOLE] = {.whole = true},   [PACES] = {.whole = true, .paces = true},
                                           [PAIRS] = {.pairs = true},   [WHOLE_PAIRS] = {.whole = true, .pairs = true}};

// Does the program have what this order of the processes is for?
static bool is_of_use(const cegar *g, size_t i) {
  bool other = attempts[i].pairs || attempts[i].paces;
  if (!other) return true;
  if (g->ctx->options->prefer != OPT_PREFER_AUTO) return false;
  return attempts[i].paces ? g->c->paced : g->c->insts.len > 4 && cfa_has_arrays(g->c);
}

static void open_attempt(attempt *a, const cegar *g) {
  a->g = *g;
  a->end = LOOP_BUDGET;
  if (g->ctx->options->prefer == OPT_PREFER_AUTO) {
    a->g.config.pairs = a->pairs;
    a->g.config.paces = a->paces;
  }
  if (!a->whole) {
    open_domain(&a->g, a->values ? DOMAIN_EXPL : DOMAIN_PRED);
    return;
  }
  a->end = open_whole(&a->g);
  a->v = prover_new();
}

// Which comes next in a round: cells of arrays need facts of all points at once more often than paths, and loops of different
// paces their own order.
static size_t in_order(const cegar *g, size_t k) {
  static const size_t with_arrays[ATTEMPTS] = {PACES, WHOLE, VALUES, FIRST, PAIRS, WHOLE_PAIRS};
  return cfa_has_arrays(g->c) ? with_arrays[k] : k;
}

static loop_end run_attempt(cegar *g, attempt *list, size_t i, uint64_t slice) {
  attempt *a = &list[i];
  size_t others = 0;
  for (size_t k = 0; k < ATTEMPTS; k++) others += k != i && list[k].end == LOOP_BUDGET;
  bool last = i == FIRST && !others;
  if (a->end != LOOP_BUDGET && !last) return a->end;
  bool more = (i == WHOLE || i == PACES) && cfa_has_arrays(g->c);
  if (a->v) return run_whole(&a->g, a->v, more ? slice * ARRAY_SHARE : slice);
  return run_loop(&a->g, others ? slice : 0, last ? STUCK_SAYS : STUCK_LEAVES);
}

// Values and predicates in turn, each with a graph of its own, in slices that grow: values count through what is finite, of
// which predicates would need too many; predicates prove what has no end. Where all are stuck, the first with predicates goes on and
// says so.
static void alternate(cegar *g) {
  attempt list[ATTEMPTS];
  size_t winner = ATTEMPTS;
  for (size_t i = 0; i < ATTEMPTS; i++) {
    list[i] = attempts[i];
    list[i].end = LOOP_STUCK;
    if (is_of_use(g, i)) open_attempt(&list[i], g);
  }
  for (uint64_t slice = FIRST_SLICE; winner == ATTEMPTS && !g->ctx->limits->hit; slice *= SLICE_GROWTH) {
    for (size_t k = 0; k < ATTEMPTS && winner == ATTEMPTS && !g->ctx->limits->hit; k++) {
      size_t i = in_order(g, k);
      list[i].end = run_attempt(g, list, i, slice);
      if (list[i].end == LOOP_DONE) winner = i;
    }
  }
  for (size_t i = 0; i < ATTEMPTS; i++) {
    if (!is_of_use(g, i)) continue;
    close_domain(&list[i].g, list[i].end);
    prover_free(list[i].v);
  }
  *g = list[winner < ATTEMPTS ? winner : FIRST].g;
}

// Checks that are locations of the program.
enum {
  PLACES = ENGINE_USUAL_CHECKS & ~(1u << IR_CHECK_DEADLOCK | 1u << IR_CHECK_STARVATION | 1u << IR_CHECK_RACE |
                                   1u << IR_CHECK_LEAK | 1u << IR_CHECK_UNINIT | 1u << IR_CHECK_MISUSE)
};

static const char *why_unproved(const cegar *g) {
  if (g->config.por == CEGAR_NONE) return NULL;
  // The specification asks for the closure where predicates form chains (4.5, hazard 3).
  if (g->config.por == CEGAR_AAPOR && g->config.dep == OPT_DEP_LEMMA1 && (g->config.domain & DOMAIN_PRED))
    return "dependency as published for predicates (--dep=lemma1)";
  if (g->config.cycles == OPT_CYCLES_LITERAL)
    return "the published rule for loops passes processes over (--cycles=literal)";
  return NULL;
}

static void run(engine_ctx *ctx) {
  cegar g = {.ctx = ctx, .t = ctx->sem->terms, .solver = ctx->sem->solver, .config = config_of(ctx)};
  cfa_options o = {.checks = ctx->sem->options.checks,
                   .large_blocks = g.config.large_blocks,
                   .no_solo = ctx->options->as_documented};
  g.c = cfa_new(ctx->ir, g.t, &o);
  if (g.c->too_large) {
    engine_note_unknown(ctx, PLACE_NONE, g.c->too_large);
  } else {
    // Steps of a simulation depend on each other through the kernel: all of them are explored.
    if (g.c->entry) {
      g.config.por = CEGAR_NONE;
      g.config.turns = false;
    }
    discrete_find_exact(&g);
    if (ctx->options->domain == OPT_DOMAIN_AUTO) {
      alternate(&g);
    } else if (ctx->options->domain == OPT_DOMAIN_WHOLE) {
      only_whole(&g);
    } else {
      only_domain(&g);
    }
    bitset_fini(&g.exact_vars);
    vec_free(&g.exact_list);
  }
  engine_conclude(ctx);
  const char *unproved = why_unproved(&g);
  if (ctx->result->verdict == VERDICT_SAFE && unproved) {
    ctx->result->grade = GRADE_HEURISTIC;
    result_add_assumption(ctx->result, "%s", unproved);
  }
  cfa_free(g.c);
}

const engine engine_cegar = {
    .name = "cegar",
    .help = "abstraction refinement: proves threaded programs with unbounded data and loops",
    .source = "AAPOR",
    .kind = ENGINE_REFINES,
    .checks = PLACES,
    .schedulers = ENGINE_THREADS | ENGINE_KERNEL,
    .proves = true,
    .por = 1u << OPT_POR_LOCAL | 1u << OPT_POR_BASIC | 1u << OPT_POR_AAPOR,
    .search = 1u << OPT_SEARCH_DFS | 1u << OPT_SEARCH_BFS | 1u << OPT_SEARCH_ERR,
    .blind = 1u << IR_CHECK_MISUSE,
    .run = run,
};
