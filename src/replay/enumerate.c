#include "replay/enumerate.h"

#include <string.h>

#include "replay/wide.h"

// One decision of the current run: which alternative of how many. Of an input the alternatives are its values.
typedef struct choice {
  uint64_t taken, last;
} choice;

typedef struct enumeration {
  const ir_module *ir;
  int64_t lo, hi;
  VEC(choice) choices;  // the run's decisions so far and, after `at`, those to take again
  size_t at;
  bool empty_domain;  // an input of this run has no value
  bool raced;         // this run has a data race
  VEC(uint64_t) limbs;
  VEC(uint32_t) enabled;
} enumeration;

// Takes the next decision among 0..last.
static uint64_t decide(enumeration *e, uint64_t last) {
  if (!last) return 0;
  if (e->at == e->choices.len) {
    choice fresh = {0, last};
    vec_push(&e->choices, fresh);
  }
  return e->choices.data[e->at++].taken;
}

// The part of [lo, hi] that the type can hold; false: none.
static bool clip(const enumeration *e, const ir_type_info *t, int64_t *lo, int64_t *hi) {
  int64_t min = 0, max = INT64_MAX;
  if (t->is_bool) {
    max = 1;
  } else if (t->is_signed) {
    min = t->bits >= 64 ? INT64_MIN : -((int64_t)1 << (t->bits - 1));
    max = t->bits >= 64 ? INT64_MAX : ((int64_t)1 << (t->bits - 1)) - 1;
  } else if (t->bits < 63) {
    max = ((int64_t)1 << t->bits) - 1;
  }
  *lo = e->lo > min ? e->lo : min;
  *hi = e->hi < max ? e->hi : max;
  return *lo <= *hi;
}

static bool choose_input(void *arg, size_t n, machine_input *in) {
  (void)n;
  enumeration *e = arg;
  const ir_type_info *t = ir_type_get(e->ir, in->type);
  int64_t lo, hi;
  if (!clip(e, t, &lo, &hi)) {
    e->empty_domain = true;
    return false;
  }
  int64_t value = (int64_t)((uint64_t)lo + decide(e, (uint64_t)hi - (uint64_t)lo));
  in->bits = (uint64_t)value;
  if (t->bits > 64) {
    vec_reserve(&e->limbs, wide_limbs(t->bits));
    wide_set(e->limbs.data, t->bits, (uint64_t)value, value < 0);
    in->limbs = e->limbs.data;
  }
  return true;
}

// One run along the recorded decisions, then always the first alternative. False: it was not followed to its end.
static bool run_once(enumeration *e, machine *m, uint64_t max_steps, uint64_t *steps) {
  machine_reset(m);
  e->at = 0;
  e->empty_domain = e->raced = false;
  for (uint64_t k = 0; machine_get_status(m) == MACHINE_RUNNING && !e->empty_domain; k++) {
    if (max_steps && k == max_steps) return false;
    vec_reserve(&e->enabled, machine_max_proc(m) + 1);
    size_t n = machine_enabled(m, e->enabled.data, machine_max_proc(m) + 1);
    machine_step(m, e->enabled.data[decide(e, n - 1)]);
    ++*steps;
    machine_race_info race;
    if (!e->raced) e->raced = machine_race(m, PLACE_NONE, &race);
  }
  return e->empty_domain || (machine_get_status(m) != MACHINE_LIMIT && machine_get_status(m) != MACHINE_UNSUPPORTED);
}

// The next run differs in the last decision that has an alternative left; false: there is none.
static bool next_run(enumeration *e) {
  // A run that stopped early did not come to all recorded decisions.
  e->choices.len = e->at;
  while (e->choices.len && vec_last(&e->choices).taken == vec_last(&e->choices).last) e->choices.len--;
  if (!e->choices.len) return false;
  vec_last(&e->choices).taken++;
  return true;
}

static void count(enum_result *out, const enumeration *e, const machine *m) {
  if (e->raced) out->races++;
  if (e->empty_domain || machine_get_status(m) == MACHINE_CUT) {
    out->cut++;
    return;
  }
  if (machine_deadlocked(m)) out->deadlocks++;
  if (machine_get_status(m) == MACHINE_FINISHED) out->finished++;
  if (machine_get_status(m) != MACHINE_VIOLATION) return;
  out->violations++;
  if (out->violation) return;
  out->violation = true;
  out->check = machine_check(m);
  out->at = machine_place(m);
}

bool enumerate_all(const ir_module *ir, const machine_options *base, int64_t lo, int64_t hi, uint64_t max_runs,
                   uint64_t max_steps_per_run, enum_result *out, void (*each)(void *arg, const machine *m), void *arg) {
  enumeration e = {.ir = ir, .lo = lo, .hi = hi};
  machine_options options = *base;
  options.input = choose_input;
  options.input_arg = &e;
  machine *m = machine_new(ir, &options);
  *out = (enum_result){.complete = true};
  do {
    if ((max_runs && out->runs == max_runs) || (base->stop && *base->stop)) {
      out->complete = false;
      break;
    }
    out->runs++;
    if (!run_once(&e, m, max_steps_per_run, &out->steps)) out->complete = false;
    count(out, &e, m);
    if (each && !e.empty_domain) each(arg, m);
  } while (next_run(&e));
  machine_free(m);
  vec_free(&e.enabled);
  vec_free(&e.choices);
  vec_free(&e.limbs);
  return out->complete;
}
