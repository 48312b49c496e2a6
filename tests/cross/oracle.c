// The independent interpreter as the judge: all runs, or random ones where there are infinitely many.
#include "cross/outcome.h"

#include "base/rng.h"
#include "replay/enumerate.h"

enum { MAX_PROCS = 64, MAX_DEPTH = 2000 };

// A run that reached no end (too long, a limit, something unsupported) says nothing.
static void record(void *arg, const machine *m) {
  outcome *out = arg;
  strbuf text = {0};
  if (machine_inputs_drawn(m) > 0) out->has_inputs = true;
  switch (machine_get_status(m)) {
  case MACHINE_RUNNING:
  case MACHINE_CUT: break;
  case MACHINE_FINISHED:
    out->finished++;
    out->paths++;
    machine_dump(m, &text);
    outcome_add(&out->finals, sb_text(&text), 1);
    break;
  case MACHINE_VIOLATION:
    outcome_violation_text(machine_check(m), machine_place(m), &text);
    outcome_add(&out->violations, sb_text(&text), 1);
    break;
  case MACHINE_LIMIT:
  case MACHINE_UNSUPPORTED: out->why = "the concrete interpreter gave up"; break;
  }
  sb_fini(&text);
}

static machine_options options_of(const outcome_options *o) {
  return (machine_options){.checks = o->checks, .pending_multi = o->multi, .step_limit = 100000, .depth_limit = 1000};
}

void oracle_run(const ir_module *m, const outcome_options *o, uint64_t max_runs, outcome *out) {
  machine_options mo = options_of(o);
  enum_result e;
  *out = (outcome){0};
  out->complete = enumerate_all(m, &mo, o->lo, o->hi, max_runs, MAX_DEPTH, &e, record, out);
  out->runs = e.runs;
  out->steps = e.steps;
}

typedef struct walker {
  const ir_module *m;
  const outcome_options *o;
  rng r;
} walker;

static bool draw(void *arg, size_t n, machine_input *in) {
  walker *w = arg;
  (void)n;
  uint64_t count = input_count(w->m, in->type, w->o->lo, w->o->hi);
  if (count == 0) return false;
  in->bits = input_value(w->m, in->type, w->o->lo, rng_below(&w->r, count));
  return true;
}

static void walk_once(walker *w, machine *m, uint64_t max_depth, outcome *out) {
  machine_reset(m);
  for (uint64_t i = 0; i < max_depth && machine_get_status(m) == MACHINE_RUNNING; i++) {
    uint32_t procs[MAX_PROCS];
    size_t n = machine_enabled(m, procs, MAX_PROCS);
    machine_step(m, procs[rng_below(&w->r, n)]);
    out->steps++;
  }
  record(out, m);
}

void oracle_walk(const ir_module *m, const outcome_options *o, uint64_t seed, uint64_t runs, uint64_t max_depth,
                 outcome *out) {
  walker w = {.m = m, .o = o, .r = rng_new(seed)};
  machine_options mo = options_of(o);
  mo.input = draw;
  mo.input_arg = &w;
  machine *mach = machine_new(m, &mo);
  *out = (outcome){.runs = runs};
  for (uint64_t i = 0; i < runs; i++) walk_once(&w, mach, max_depth, out);
  machine_free(mach);
}
