// Depth-first enumeration by re-execution: a run is a list of choices (which process, which input value); the next run
// changes the last choice that has an alternative left.
#include "cross/outcome.h"

#include "base/rng.h"

typedef struct choice { uint64_t taken, count; } choice;

typedef struct enumerator {
  const ir_module *m;
  int64_t lo, hi;
  VEC(choice) choices;
  size_t next;
  rng *random;     // NULL: systematic
  bool drew;
} enumerator;

enum { MAX_PROCS = 64, MAX_DEPTH = 2000 };

static uint64_t choose(enumerator *e, uint64_t count) {
  if (e->random != NULL) return rng_below(e->random, count);
  if (e->next == e->choices.len) vec_push(&e->choices, ((choice){0, count}));
  CHECK(e->choices.data[e->next].count == count, "a run repeats when its choices are repeated");
  return e->choices.data[e->next++].taken;
}

static bool draw(void *arg, size_t n, machine_input *in) {
  enumerator *e = arg;
  (void)n;
  e->drew = true;
  uint64_t count = input_count(e->m, in->type, e->lo, e->hi);
  if (count == 0) return false;
  in->bits = input_value(e->m, in->type, e->lo, choose(e, count));
  return true;
}

static bool next_run(enumerator *e) {
  while (e->choices.len > 0) {
    choice *c = &vec_last(&e->choices);
    if (++c->taken < c->count) return true;
    e->choices.len--;
  }
  return false;
}

// One run to its end. False: it is longer than max_depth.
static bool run(enumerator *e, machine *m, uint64_t max_depth, uint64_t *steps) {
  machine_reset(m);
  e->next = 0;
  for (uint64_t depth = 0; depth < max_depth; depth++) {
    uint32_t procs[MAX_PROCS];
    size_t n = machine_enabled(m, procs, MAX_PROCS);
    if (n == 0) return true;
    (*steps)++;
    uint64_t i = n > 1 ? choose(e, n) : 0;
    if (machine_step(m, procs[i]) != MACHINE_RUNNING) return true;
  }
  return false;
}

// False: the run says nothing (a limit, something unsupported).
static bool record(const machine *m, outcome *out) {
  strbuf text = {0};
  switch (machine_get_status(m)) {
    case MACHINE_RUNNING:
    case MACHINE_FINISHED:
      out->finished++;
      out->paths++;
      machine_dump(m, &text);
      outcome_add(&out->finals, sb_text(&text), 1);
      break;
    case MACHINE_CUT: break;
    case MACHINE_VIOLATION:
      outcome_violation_text(machine_check(m), machine_place(m), &text);
      outcome_add(&out->violations, sb_text(&text), 1);
      break;
    case MACHINE_LIMIT:
    case MACHINE_UNSUPPORTED:
      out->complete = false;
      out->why = "the interpreter gave up";
      break;
  }
  sb_fini(&text);
  return out->complete;
}

static machine *new_machine(enumerator *e, uint32_t checks) {
  machine_options o = {
      .checks = checks, .step_limit = 100000, .depth_limit = 1000, .input = draw, .input_arg = e};
  return machine_new(e->m, &o);
}

void oracle_run(const ir_module *m, uint32_t checks, int64_t lo, int64_t hi, uint64_t max_runs, outcome *out) {
  enumerator e = {.m = m, .lo = lo, .hi = hi};
  machine *mach = new_machine(&e, checks);
  *out = (outcome){.complete = true};
  do {
    if (out->runs++ >= max_runs || !run(&e, mach, MAX_DEPTH, &out->steps)) out->complete = false;
  } while (out->complete && record(mach, out) && next_run(&e));
  out->has_inputs = e.drew;
  machine_free(mach);
  vec_free(&e.choices);
}

void oracle_walk(const ir_module *m, uint32_t checks, int64_t lo, int64_t hi, uint64_t seed, uint64_t runs,
                 uint64_t max_depth, outcome *out) {
  rng r = rng_new(seed);
  enumerator e = {.m = m, .lo = lo, .hi = hi, .random = &r};
  machine *mach = new_machine(&e, checks);
  *out = (outcome){.complete = true};
  for (uint64_t i = 0; i < runs && out->complete; i++) {
    if (run(&e, mach, max_depth, &out->steps)) record(mach, out);
  }
  out->runs = runs;
  out->complete = false;
  out->has_inputs = e.drew;
  machine_free(mach);
}
