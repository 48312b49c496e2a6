// The whole of a program at once: the graph that the reduction explores when nothing is known of the data, as a product, and facts that prove it.
#include "engine/cegar/whole.h"

// The graph that the reduction explores when nothing is known of the data. The nodes of errors are leaves. False: the effort
// is spent.
static bool whole_graph(cegar *g, id_vec *errors) {
  for (;;) {
    uint32_t id = arg_build(g);
    if (!id) break;
    anode *n = &g->nodes.data[id];
    n->error = false;
    n->expanded = true;
    n->enabled = bitset_new(g->c->insts.len);
    n->chosen = bitset_new(g->c->insts.len);
    vec_push(errors, id);
  }
  return !limits_hit(g->ctx->limits) && !cegar_slice_is_over(g);
}

// --- the stages, which go on where the effort was spent -----------------------------------------------------------------

typedef enum stage { STAGE_GRAPH, STAGE_RUNS, STAGE_CELLS, STAGE_HORN } stage;

struct prover {
  stage at;
  id_vec errors;
  product p;
  invariants x;
};

static prove_end begin_facts(prover *v) { return invariants_begin(&v->x, &v->p, v->at != STAGE_RUNS); }

// A graph that is too large may be so by values that are told apart: it is begun anew without them. False: there are none.
static bool forget_values(prover *v, cegar *g) {
  bool any = false;
  for (uint32_t i = 1; i < g->c->vars.len && !any; i++) any = bitset_has(&g->prec.tracked, i);
  if (!any) return false;
  product_fini(&v->p);
  v->p = (product){0};
  vec_clear(&v->errors);
  precision_fini(g);
  precision_begin(g);
  arg_begin(g);
  return true;
}

static prove_end from_graph(prover *v, cegar *g) {
  result *r = g->ctx->result, before = *r;
  if (before.reason) return PROVE_FAILED;
  bool complete = whole_graph(g, &v->errors), open = r->reason != NULL;
  // What stays unknown where nobody comes is no reason against other attempts.
  r->reason = before.reason;
  r->verdict = before.verdict;
  r->grade = before.grade;
  r->reason_at = before.reason_at;
  // The start is no error: a program that is lost there has no rules that could tell.
  if (open || g->nodes.data[1].lost) return PROVE_FAILED;
  bool fits = g->nodes.len <= WHOLE_MOST_NODES &&
              (!complete || whole_product(&v->p, g, &v->errors, (product_options){0}));
  if (!fits) return forget_values(v, g) ? PROVE_EFFORT : PROVE_FAILED;
  if (!complete) return PROVE_EFFORT;
  v->at = STAGE_RUNS;
  return begin_facts(v);
}

// The system again, with rules apart, since what is said of cells is seldom true of all that were joined. Where no gap is reached, steps that
// may come first do so.
static prove_end take_apart(prover *v, cegar *g) {
  product_options o = {.without_gaps = g->config.por == CEGAR_BASIC && !invariants_gap_is_open(&v->p), .apart = true};
  if (o.without_gaps) cfa_exclude_gaps(g->c);
  invariants_drop(&v->x);
  product_fini(&v->p);
  v->at = STAGE_CELLS;
  return whole_product(&v->p, g, &v->errors, o) ? begin_facts(v) : PROVE_FAILED;
}

// First what numbers show, which is cheap and tells of bounds; then what is said of cells of arrays about the rest.
static prove_end from_runs(prover *v, cegar *g) {
  prove_end end = invariants_check(&v->x);
  if (end != PROVE_FAILED) return end;
  if (v->at == STAGE_RUNS) return take_apart(v, g);
  product_simplify(&v->p);
  v->at = STAGE_HORN;
  return PROVE_EFFORT;
}

static prove_end run_stage(prover *v, cegar *g, uint64_t effort) {
  switch (v->at) {
  case STAGE_GRAPH: return from_graph(v, g);
  case STAGE_RUNS:
  case STAGE_CELLS: return from_runs(v, g);
  case STAGE_HORN: return invariants_by_horn(&v->x, effort);
  }
  UNREACHABLE("a stage of no known kind");
}

prove_end prover_run(prover *v, cegar *g, uint64_t effort) {
  static const char *const stages[] = {"graph", "facts of runs", "facts of cells", "facts of Horn rules"};
  static const char *const ends[] = {"proved", "not proved", "goes on"};
  stage last = v->at;
  prove_end end = PROVE_EFFORT;
  for (bool forward = true; forward && end == PROVE_EFFORT;) {
    last = v->at;
    end = run_stage(v, g, effort);
    forward = v->at != last;
  }
  log_line(g->ctx->log, LOG_DEBUG, "product of %zu rules over %zu variables, %s: %s", v->p.rules.len, v->p.syms.len,
           stages[last], ends[end]);
  return end;
}

prover *prover_new(void) { return MEM_NEW(prover); }

void prover_free(prover *v) {
  if (!v) return;
  invariants_drop(&v->x);
  product_fini(&v->p);
  vec_free(&v->errors);
  mem_free(v);
}
