// The critical step of a counterexample: the first one after which every run fails, whatever is scheduled and drawn from there on.
//
// From the last step backwards, the runs that go on from the state before a step are executed one after the other until one does not
// fail: then it is this step that decides. All runs of a large domain cannot be executed: an input that the counterexample does
// not give, a run without end, or the end of the budget leave the question open, and no step is named.
#include "result/explain_critical.h"

enum {
  MOST_RUNS = 8000,
  MOST_STEPS = 150000,    // of all runs
  MOST_EFFORT = 1000000,  // likewise: instructions, and processes that were looked at
  LONGEST = 400,          // steps of a run behind the prefix
  IN_A_ROW = 16           // steps of one process that are tried first
};

typedef struct choice {
  uint32_t taken, last;
} choice;

typedef struct inquiry {
  const result *r;
  const ir_module *ir;
  machine *m;
  const volatile int *stop;
  VEC(choice) choices;  // of the run behind the prefix; after `at` those to take again
  size_t at;
  bool beyond;  // behind the prefix
  bool open;    // this run draws what is not known, or does not end
  uint64_t runs, steps, effort;
  VEC(uint32_t) enabled;
} inquiry;

typedef enum run_end { RUN_FAILS, RUN_GOOD, RUN_NONE, RUN_OPEN } run_end;

static uint32_t decide(inquiry *q, uint32_t last) {
  if (!last) return 0;
  if (q->at == q->choices.len) vec_push(&q->choices, ((choice){0, last}));
  return q->choices.data[q->at++].taken;
}

// In the prefix what the counterexample draws; then both values of what is true or false.
static bool give_input(void *arg, size_t n, machine_input *in) {
  inquiry *q = arg;
  const ir_type_info *t = ir_type_get(q->ir, in->type);
  if (!q->beyond && n < q->r->inputs.len) {
    in->bits = q->r->inputs.data[n].bits;
    if (ir_type_get(q->ir, q->r->inputs.data[n].type)->bits == t->bits) in->limbs = q->r->inputs.data[n].limbs;
    return true;
  }
  if (t->bits == 1)
    in->bits = decide(q, 1);
  else
    q->open = true;
  return t->bits == 1;
}

static bool is_spent(const inquiry *q) {
  return q->runs >= MOST_RUNS || q->steps >= MOST_STEPS || q->effort >= MOST_EFFORT || (q->stop && *q->stop);
}

static bool has_failed(const inquiry *q) {
  machine_race_info race;
  if (machine_get_status(q->m) == MACHINE_VIOLATION) return true;
  return q->r->violation.check == IR_CHECK_RACE && machine_race(q->m, PLACE_NONE, &race);
}

// The alternatives with the process that goes on first in front.
static uint32_t pick(inquiry *q, uint32_t before, uint32_t in_a_row) {
  vec_reserve(&q->enabled, machine_max_proc(q->m) + 1);
  size_t n = machine_enabled(q->m, q->enabled.data, machine_max_proc(q->m) + 1), first = 0;
  q->effort += machine_max_proc(q->m);
  while (first < n && q->enabled.data[first] < before) first++;
  if (first < n && q->enabled.data[first] == before && in_a_row >= IN_A_ROW) first++;
  return q->enabled.data[(first + decide(q, (uint32_t)n - 1)) % n];
}

static run_end ended(const inquiry *q) {
  if (q->open) return RUN_OPEN;
  if (has_failed(q)) return RUN_FAILS;
  machine_status s = machine_get_status(q->m);
  return s == MACHINE_FINISHED ? RUN_GOOD : s == MACHINE_CUT ? RUN_NONE : RUN_OPEN;
}

// One run along the recorded decisions, then always the first alternative.
static run_end run_once(inquiry *q, size_t prefix) {
  machine *m = q->m;
  const schedule_vec *s = &q->r->schedule;
  machine_reset(m);
  q->at = 0;
  q->beyond = q->open = false;
  q->runs++;
  for (size_t k = 0; k < prefix; k++, q->steps++) {
    if (!machine_may_step(m, s->data[k])) return RUN_OPEN;
    machine_step(m, s->data[k]);
  }
  q->beyond = true;
  uint32_t last = prefix ? s->data[prefix - 1] : 0, in_a_row = 0;
  for (uint32_t k = 0; machine_get_status(m) == MACHINE_RUNNING && !q->open && !has_failed(q); k++, q->steps++) {
    if (k == LONGEST || is_spent(q)) q->open = true;
    uint32_t next = pick(q, last, in_a_row);
    in_a_row = next == last ? in_a_row + 1 : 0;
    last = next;
    machine_step(m, next);
  }
  q->effort += machine_instructions(m) + machine_max_proc(m);
  return ended(q);
}

static bool next_run(inquiry *q) {
  q->choices.len = q->at;
  while (q->choices.len && vec_last(&q->choices).taken == vec_last(&q->choices).last) q->choices.len--;
  if (!q->choices.len) return false;
  vec_last(&q->choices).taken++;
  return true;
}

// Do all runs fail that begin so? RUN_OPEN: that is not known.
static run_end judge(inquiry *q, size_t prefix) {
  bool open = false;
  vec_clear(&q->choices);
  do {
    if (is_spent(q)) return RUN_OPEN;
    switch (run_once(q, prefix)) {
    case RUN_GOOD: return RUN_GOOD;
    case RUN_OPEN: open = true; break;
    case RUN_FAILS:
    case RUN_NONE: break;
    }
  } while (next_run(q));
  return open ? RUN_OPEN : RUN_FAILS;
}

static bool may_have_one(const result *r) {
  ir_check c = r->violation.check;
  bool one_run = c != IR_CHECK_DETERMINISM && c != IR_CHECK_STARVATION && c != IR_CHECK_GOAL;
  return one_run && !r->lasso && !r->replay_memory && r->schedule.len && !r->history.len &&
         r->schedule.len == r->trace.len;
}

void critical_find(const ir_module *ir, const machine_options *base, result *r) {
  r->critical = RESULT_NO_STEP;
  if (!may_have_one(r)) return;
  inquiry q = {.r = r, .ir = ir, .stop = base->stop};
  machine_options options = *base;
  options.changed = NULL;
  options.output = NULL;
  options.claims = NULL;
  options.input = give_input;
  options.input_arg = &q;
  options.origins = r->origins.data;
  options.n_origins = r->origins.len;
  q.m = machine_new(ir, &options);
  size_t prefix = r->schedule.len;
  run_end end = RUN_FAILS;
  while (prefix && end == RUN_FAILS) {
    end = judge(&q, prefix - 1);
    if (end == RUN_FAILS) prefix--;
  }
  if (end != RUN_OPEN) r->critical = prefix;
  machine_free(q.m);
  vec_free(&q.choices);
  vec_free(&q.enabled);
}
