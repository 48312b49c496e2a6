#include "app/random_runs.h"

#include "base/rng.h"
#include "result/explain.h"

enum {
  MAX_STEPS = 2000,
  LONG_RUNS = 16,            // each so-manieth run is a long one
  TRIES = 8,                 // processes drawn before all are looked at
  LOOKS_PER_INSTRUCTION = 2  // the cost of choosing among many processes, in instructions
};

typedef VEC(uint32_t) proc_list;

// How one run chooses.
typedef struct habits {
  uint32_t seldom;  // one in so many steps may switch
  uint32_t most;    // while there are more processes the oldest one waits; 0: never
} habits;

// Small values and the ends of the range find more than evenly spread ones.
static bool random_input(void *arg, size_t n, machine_input *in) {
  rng *random = arg;
  (void)n;
  uint64_t kind = rng_below(random, 4);
  in->bits = kind == 0 ? rng_next(random) : kind == 1 ? (uint64_t)0 - rng_below(random, 4) : rng_below(random, 12);
  in->limbs = NULL;
  return true;
}

static bool any_enabled(const machine *m, rng *random, proc_list *procs, uint32_t *chosen) {
  vec_reserve(procs, machine_max_proc(m) + 1);
  size_t n = machine_enabled(m, procs->data, machine_max_proc(m) + 1);
  if (n) *chosen = procs->data[rng_below(random, n)];
  return n > 0;
}

// Threads: bugs need few switches at the right places, so runs differ in how often they switch. The oldest process (who
// makes the others) and the newest come as often as all the others together: where there are thousands, each of them
// would come once in a thousand switches. Nor are all of them asked whether they are enabled, unless few are. In some
// runs the oldest one waits while there are enough others: two threads that meet are often all that a bug needs.
static bool choose(const machine *m, rng *random, proc_list *procs, habits h, uint64_t *looked_at, uint32_t *chosen) {
  size_t n = machine_candidates(m);
  if (!n) return any_enabled(m, random, procs, chosen);
  uint32_t waits = h.most && n > h.most ? machine_candidate(m, MACHINE_OLDEST, 0) : 0;
  *chosen = machine_running(m);
  *looked_at += 1;
  bool stays = n > 1 && rng_below(random, h.seldom) != 0 && *chosen && *chosen != waits;
  if (stays && machine_may_step(m, *chosen)) return true;
  for (unsigned i = 0; i < TRIES; i++) {
    uint64_t kind = rng_below(random, 4);
    *chosen = kind == 0   ? machine_candidate(m, MACHINE_OLDEST, 0)
              : kind == 1 ? machine_candidate(m, MACHINE_NEWEST, 0)
                          : machine_candidate(m, MACHINE_NTH, rng_below(random, n));
    *looked_at += 1;
    if (*chosen != waits && machine_may_step(m, *chosen)) return true;
  }
  *looked_at += n;
  return any_enabled(m, random, procs, chosen);
}

// True: it violates something.
static bool run_once(machine *m, rng *random, proc_list *procs, uint32_t max_steps, result *r, uint64_t *looked_at) {
  static const uint32_t rates[] = {1, 2, 4, 16}, crowds[] = {0, 0, 2, 3, 4, 6};
  habits h = {rates[rng_below(random, sizeof rates / sizeof *rates)],
              crowds[rng_below(random, sizeof crowds / sizeof *crowds)]};
  machine_race_info race;
  vec_clear(&r->schedule);
  for (uint32_t step = 0; step < max_steps && machine_get_status(m) == MACHINE_RUNNING; step++) {
    uint32_t proc;
    if (!choose(m, random, procs, h, looked_at, &proc)) break;
    vec_push(&r->schedule, proc);
    machine_step(m, proc);
    if (machine_race(m, PLACE_NONE, &race)) return true;
  }
  return machine_get_status(m) == MACHINE_VIOLATION;
}

static void keep_violation(const ir_module *ir, const machine *m, result *r) {
  vec_clear(&r->inputs);
  for (size_t i = 0; i < machine_inputs_drawn(m); i++) {
    const machine_input *in = machine_input_at(m, i);
    result_input kept = {.name = arena_strdup(r->mem, in->name), .type = in->type, .bits = in->bits, .at = in->at};
    size_t limbs = (ir_type_get(ir, in->type)->bits + 63) / 64;
    if (in->limbs) kept.limbs = arena_copy(r->mem, in->limbs, limbs * sizeof *in->limbs);
    vec_push(&r->inputs, kept);
  }
  explain_take_origins(r, m);
  r->violation = (violation){
      .check = machine_check(m), .message = arena_strdup(r->mem, machine_message(m)), .at = machine_place(m)};
  if (machine_get_status(m) == MACHINE_VIOLATION) return;
  r->violation.at = PLACE_NONE;
  explain_take_race(r, ir, m);
}

bool random_runs_search(const ir_module *ir, const machine_options *base, uint64_t seed, random_effort effort,
                        result *r, random_facts *facts) {
  rng random = rng_new(seed);
  machine_options mo = *base;
  mo.input = random_input;
  mo.input_arg = &random;
  proc_list procs = {0};
  machine *m = machine_new(ir, &mo);
  bool violated = false;
  uint64_t instructions = 0, looked_at = 0;
  for (uint32_t i = 0; i < effort.runs && !violated && !(mo.stop && *mo.stop); i++) {
    machine_reset(m);
    uint32_t max_steps = effort.max_steps ? effort.max_steps : MAX_STEPS;
    if (effort.long_steps && i % LONG_RUNS == LONG_RUNS - 1) max_steps = effort.long_steps;
    violated = run_once(m, &random, &procs, max_steps, r, &looked_at);
    instructions += machine_instructions(m);
    facts->complete += !violated && machine_get_status(m) == MACHINE_FINISHED;
    if (machine_max_proc(m) > facts->most_procs) facts->most_procs = machine_max_proc(m);
    if (mo.claims && !mo.claims->open) break;
    if (effort.instructions && instructions + looked_at / LOOKS_PER_INSTRUCTION > effort.instructions) break;
  }
  if (violated)
    keep_violation(ir, m, r);
  else
    vec_clear(&r->schedule);
  machine_free(m);
  vec_free(&procs);
  return violated;
}

bool random_runs_violate(const ir_module *ir, const machine_options *base, uint64_t seed, uint32_t runs, result *r) {
  random_facts facts = {0};
  return random_runs_search(ir, base, seed, (random_effort){.runs = runs}, r, &facts);
}
