#include "app/random_runs.h"

#include "base/rng.h"

enum { MAX_STEPS = 2000 };

typedef VEC(uint32_t) proc_list;

// Small values and the ends of the range find more than evenly spread ones.
static bool random_input(void *arg, size_t n, machine_input *in) {
  rng *random = arg;
  (void)n;
  uint64_t kind = rng_below(random, 4);
  in->bits = kind == 0 ? rng_next(random) : kind == 1 ? (uint64_t)0 - rng_below(random, 4) : rng_below(random, 12);
  in->limbs = NULL;
  return true;
}

static machine_status run_once(machine *m, rng *random, proc_list *procs, result *r) {
  vec_clear(&r->schedule);
  for (uint32_t step = 0; step < MAX_STEPS && machine_get_status(m) == MACHINE_RUNNING; step++) {
    vec_reserve(procs, machine_max_proc(m) + 1);
    size_t n = machine_enabled(m, procs->data, machine_max_proc(m) + 1);
    if (!n) break;
    uint32_t proc = procs->data[rng_below(random, n)];
    vec_push(&r->schedule, proc);
    machine_step(m, proc);
  }
  return machine_get_status(m);
}

static void keep_violation(const machine *m, result *r) {
  for (size_t i = 0; i < machine_inputs_drawn(m); i++) {
    const machine_input *in = machine_input_at(m, i);
    vec_push(
        &r->inputs,
        ((result_input){.name = arena_strdup(r->mem, in->name), .type = in->type, .bits = in->bits, .at = in->at}));
  }
  r->violation = (violation){
      .check = machine_check(m), .message = arena_strdup(r->mem, machine_message(m)), .at = machine_place(m)};
}

bool random_runs_violate(const ir_module *ir, const machine_options *base, uint64_t seed, uint32_t runs, result *r) {
  rng random = rng_new(seed);
  machine_options mo = *base;
  mo.input = random_input;
  mo.input_arg = &random;
  proc_list procs = {0};
  machine *m = machine_new(ir, &mo);
  bool violated = false;
  for (uint32_t i = 0; i < runs && !violated && !(mo.stop && *mo.stop); i++) {
    machine_reset(m);
    violated = run_once(m, &random, &procs, r) == MACHINE_VIOLATION;
  }
  if (violated)
    keep_violation(m, r);
  else
    vec_clear(&r->schedule);
  machine_free(m);
  vec_free(&procs);
  return violated;
}
