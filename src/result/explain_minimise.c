// Making a counterexample shorter. The kernel is enabled exactly when no process is, so a run is given by the order of
// its process steps alone: candidates are lists of process steps, kernel steps come by themselves, and entries that are
// not enabled when their turn comes are skipped.
//
// Inputs are bound to the process that draws them: the n-th draw of a process keeps its value when steps move.
#include <string.h>

#include "replay/wide.h"
#include "result/explain.h"

typedef struct bound_input {
  uint32_t proc, nth;
  result_input in;
} bound_input;
typedef VEC(uint32_t) proc_list;
typedef VEC(bound_input) input_list;

typedef struct measure {
  uint32_t switches;
  size_t steps;
} measure;

// Long counterexamples get fewer attempts: minimising must not take longer than finding. Many instructions count as steps too: every
// run of a program that builds its design begins with the elaboration, which is one step.
enum { STEPS = 300000, STEP_INSTRUCTIONS = 200 };

typedef struct minimiser {
  const ir_module *ir;
  const machine_options *base;
  result *r;
  uint32_t budget;
  uint64_t steps_left;  // of all re-executions together
  machine *m;
  proc_list enabled;        // of the run being executed
  proc_list draws;          // per process: inputs drawn so far in the run being executed
  proc_list steps;          // best so far: process steps only
  input_list inputs;        // values of the best run
  const input_list *tried;  // values of the run being executed
  proc_list done;           // what the run being executed did: with kernel steps
  proc_list best;           // the same of the best run
  measure size;             // of the best run
} minimiser;

uint32_t explain_switches(const uint32_t *schedule, size_t n) {
  uint32_t count = 0;
  for (size_t i = 1; i < n; i++)
    if (schedule[i] && schedule[i - 1] && schedule[i] != schedule[i - 1]) count++;
  return count;
}

// How many inputs the process has drawn before this one.
static uint32_t next_draw(minimiser *z, uint32_t proc) {
  while (z->draws.len <= proc) vec_push(&z->draws, 0);
  return z->draws.data[proc]++;
}

static bool give_bound(void *arg, size_t n, machine_input *in) {
  (void)n;
  minimiser *z = arg;
  uint32_t proc = machine_running(z->m), nth = next_draw(z, proc);
  for (size_t i = 0; i < z->tried->len; i++) {
    const bound_input *b = &z->tried->data[i];
    if (b->proc != proc || b->nth != nth) continue;
    in->bits = b->in.bits;
    if (ir_type_get(z->ir, in->type)->bits == ir_type_get(z->ir, b->in.type)->bits) in->limbs = b->in.limbs;
    return true;
  }
  return false;
}

static bool is_at(place a, place b) {
  return a.line == b.line && (a.file == b.file || (a.file && b.file && !strcmp(a.file, b.file)));
}

static bool reached(const minimiser *z) {
  const violation *v = &z->r->violation;
  machine_race_info race;
  if (v->check == IR_CHECK_RACE) return machine_race(z->m, v->at, &race) && explain_same_race(v, &race);
  if (machine_get_status(z->m) != MACHINE_VIOLATION || machine_check(z->m) != v->check) return false;
  if (!explain_has_place(v->check)) return true;
  return is_at(machine_place(z->m), v->at) || is_at(machine_shown_place(z->m), v->at);
}

static bool execute_steps(minimiser *z, const uint32_t *steps, size_t n, size_t max_steps) {
  size_t next = 0;
  while (machine_get_status(z->m) == MACHINE_RUNNING && z->done.len < max_steps) {
    vec_reserve(&z->enabled, machine_max_proc(z->m) + 1);
    size_t ready = machine_enabled(z->m, z->enabled.data, machine_max_proc(z->m) + 1);
    uint32_t proc = 0;
    if (z->enabled.data[0]) {
      bool found = false;
      for (; next < n && !found; next++)
        for (size_t i = 0; i < ready && !found; i++)
          if (z->enabled.data[i] == steps[next]) found = true, proc = steps[next];
      // Who waits in loops can step: the run is over if nobody can do more than that.
      if (!found && (z->r->violation.check != IR_CHECK_DEADLOCK || !machine_may_step(z->m, 0))) return false;
    }
    machine_step(z->m, proc);
    vec_push(&z->done, proc);
    // A race ends no run: it is reached when its second step was made.
    if (z->r->violation.check == IR_CHECK_RACE && reached(z)) return true;
  }
  return reached(z);
}

// Executes one candidate; true: it reaches the violation. z->done is then its schedule.
static bool execute(minimiser *z, const uint32_t *steps, size_t n, const input_list *inputs, size_t max_steps) {
  z->budget--;
  z->tried = inputs;
  vec_clear(&z->draws);
  vec_clear(&z->done);
  machine_reset(z->m);
  bool reaches = execute_steps(z, steps, n, max_steps);
  uint64_t cost = z->done.len + machine_instructions(z->m) / STEP_INSTRUCTIONS;
  z->steps_left -= cost < z->steps_left ? cost : z->steps_left;
  return reaches;
}

static bool smaller(measure a, measure b) {
  return a.switches != b.switches ? a.switches < b.switches : a.steps < b.steps;
}

// Takes over the run that was just executed.
static void accept(minimiser *z) {
  vec_clear(&z->steps);
  vec_clear(&z->best);
  for (size_t i = 0; i < z->done.len; i++) {
    vec_push(&z->best, z->done.data[i]);
    if (z->done.data[i]) vec_push(&z->steps, z->done.data[i]);
  }
  z->size = (measure){explain_switches(z->best.data, z->best.len), z->best.len};
  input_list fresh = {0};
  vec_clear(&z->draws);
  for (size_t n = 0; n < machine_inputs_drawn(z->m); n++) {
    const machine_input *in = machine_input_at(z->m, n);
    uint32_t proc = machine_input_proc(z->m, n), limbs = wide_limbs(ir_type_get(z->ir, in->type)->bits);
    bound_input b = {proc, next_draw(z, proc), {.type = in->type, .bits = in->bits, .at = in->at}};
    b.in.name = arena_strdup(z->r->mem, in->name ? in->name : "input");
    if (in->limbs) b.in.limbs = arena_copy(z->r->mem, in->limbs, limbs * sizeof *in->limbs);
    vec_push(&fresh, b);
  }
  vec_free(&z->inputs);
  z->inputs = fresh;
}

static bool stopped(const minimiser *z) { return !z->budget || !z->steps_left || (z->base->stop && *z->base->stop); }

// Tries a list of process steps; true: it is better and was taken over.
static bool try_steps(minimiser *z, const proc_list *steps) {
  if (stopped(z) || !execute(z, steps->data, steps->len, &z->inputs, z->size.steps)) return false;
  measure now = {explain_switches(z->done.data, z->done.len), z->done.len};
  if (!smaller(now, z->size)) return false;
  accept(z);
  return true;
}

// --- fewer steps: leave out pieces, from large to small, as delta debugging does

static bool drop_pieces(minimiser *z) {
  bool better = false;
  proc_list candidate = {0};
  for (size_t piece = z->steps.len / 2 ? z->steps.len / 2 : 1; piece && !stopped(z); piece /= 2) {
    for (size_t end = z->steps.len; end > 0 && !stopped(z);) {
      size_t from = end > piece ? end - piece : 0;
      vec_clear(&candidate);
      for (size_t i = 0; i < z->steps.len; i++)
        if (i < from || i >= end) vec_push(&candidate, z->steps.data[i]);
      bool taken = try_steps(z, &candidate);
      better = better || taken;
      end = from < z->steps.len ? from : z->steps.len;
    }
  }
  vec_free(&candidate);
  return better;
}

// --- fewer switches: bring steps of one process together

// Moves the process step at `from` to just before position `to` of the remaining list.
static void moved(const proc_list *steps, size_t from, size_t to, proc_list *out) {
  vec_clear(out);
  for (size_t i = 0; i <= steps->len; i++) {
    if (i == to) vec_push(out, steps->data[from]);
    if (i < steps->len && i != from) vec_push(out, steps->data[i]);
  }
}

// The next step of the same process in the same evaluation phase as the process step at `at` of the best run; its
// distance in steps, or 0 if there is none.
static size_t next_of_same(const proc_list *best, size_t at) {
  for (size_t k = at + 1; k < best->len && best->data[k]; k++)
    if (best->data[k] == best->data[at]) return k - at;
  return 0;
}

static size_t position_of(const proc_list *best, size_t nth) {
  size_t at = 0;
  for (size_t seen = 0;; at++)
    if (best->data[at] && seen++ == nth) return at;
}

// For every pair of neighbouring steps of one process with others between: the later one directly after the earlier, or
// the earlier directly before the later.
static bool join_steps(minimiser *z) {
  bool better = false;
  proc_list candidate = {0};
  for (size_t i = 0; i + 1 < z->steps.len && !stopped(z); i++) {
    size_t distance = next_of_same(&z->best, position_of(&z->best, i)), k = i + distance;
    if (distance < 2) continue;
    moved(&z->steps, k, i + 1, &candidate);
    bool taken = try_steps(z, &candidate);
    if (!taken && !stopped(z)) {
      moved(&z->steps, i, k, &candidate);
      taken = try_steps(z, &candidate);
    }
    better = better || taken;
  }
  vec_free(&candidate);
  return better;
}

// --- smaller inputs

static void set_value(minimiser *z, bound_input *b, int64_t value) {
  uint32_t bits = ir_type_get(z->ir, b->in.type)->bits;
  if (bits > 64) {
    uint64_t *limbs = arena_alloc(z->r->mem, wide_limbs(bits) * sizeof *limbs);
    wide_set(limbs, bits, (uint64_t)value, value < 0);
    b->in.limbs = limbs;
    b->in.bits = limbs[0];
  } else {
    b->in.bits = bits < 64 ? (uint64_t)value & (((uint64_t)1 << bits) - 1) : (uint64_t)value;
    b->in.limbs = NULL;
  }
}

// Smaller is nearer to zero by the type's signedness; wide values are compared as unsigned.
static uint64_t magnitude(const minimiser *z, const result_input *in) {
  const ir_type_info *t = ir_type_get(z->ir, in->type);
  if (t->bits > 64) return UINT64_MAX;
  bool negative = t->is_signed && (in->bits >> (t->bits - 1) & 1);
  uint64_t mask = t->bits < 64 ? ((uint64_t)1 << t->bits) - 1 : UINT64_MAX;
  return negative ? (0 - in->bits) & mask : in->bits;
}

static bool try_inputs(minimiser *z, input_list *candidate) {
  if (stopped(z) || !execute(z, z->steps.data, z->steps.len, candidate, z->size.steps)) return false;
  measure now = {explain_switches(z->done.data, z->done.len), z->done.len};
  if (smaller(z->size, now)) return false;
  accept(z);
  return true;
}

static void copy_inputs(const input_list *from, input_list *to) {
  vec_clear(to);
  for (size_t i = 0; i < from->len; i++) vec_push(to, from->data[i]);
}

static bool try_value(minimiser *z, input_list *candidate, size_t i, int64_t value) {
  copy_inputs(&z->inputs, candidate);
  set_value(z, &candidate->data[i], value);
  if (magnitude(z, &candidate->data[i].in) >= magnitude(z, &z->inputs.data[i].in)) return false;
  return try_inputs(z, candidate);
}

static void lower_input(minimiser *z, input_list *candidate, size_t i) {
  static const int64_t simple[] = {0, 1, -1, 2, 3, 10};
  for (size_t k = 0; k < sizeof simple / sizeof *simple && !stopped(z); k++) {
    if (try_value(z, candidate, i, simple[k])) return;
    if (i >= z->inputs.len) return;
  }
  // Often some bound divides the values: bisect between zero, which does not do, and the value, which does.
  const ir_type_info *t = ir_type_get(z->ir, z->inputs.data[i].in.type);
  if (t->bits > 64) return;
  uint64_t low = 0, high = magnitude(z, &z->inputs.data[i].in);
  bool negative = t->is_signed && high != z->inputs.data[i].in.bits;
  while (high - low > 1 && !stopped(z)) {
    uint64_t middle = low + (high - low) / 2;
    if (try_value(z, candidate, i, (int64_t)(negative ? 0 - middle : middle)))
      high = middle;
    else
      low = middle;
    if (i >= z->inputs.len) return;
  }
}

static void lower_inputs(minimiser *z) {
  input_list candidate = {0};
  copy_inputs(&z->inputs, &candidate);
  for (size_t i = 0; i < candidate.len; i++) set_value(z, &candidate.data[i], 0);
  bool all_zero = candidate.len && try_inputs(z, &candidate);
  for (size_t i = 0; i < z->inputs.len && !all_zero && !stopped(z); i++) lower_input(z, &candidate, i);
  vec_free(&candidate);
}

// --- the whole

static bool give_in_order(void *arg, size_t n, machine_input *in) {
  const minimiser *z = arg;
  if (n >= z->r->inputs.len) return false;
  const result_input *have = &z->r->inputs.data[n];
  in->bits = have->bits;
  if (ir_type_get(z->ir, in->type)->bits == ir_type_get(z->ir, have->type)->bits) in->limbs = have->limbs;
  return true;
}

// The run as given, with inputs in the order drawn; afterwards they are bound to processes.
static bool first_execution(minimiser *z) {
  machine_options options = *z->base;
  options.changed = NULL;
  options.output = NULL;
  options.origins = z->r->origins.data;
  options.n_origins = z->r->origins.len;
  options.input = give_in_order;
  options.input_arg = z;
  z->m = machine_new(z->ir, &options);
  proc_list steps = {0};
  for (size_t i = 0; i < z->r->schedule.len; i++)
    if (z->r->schedule.data[i]) vec_push(&steps, z->r->schedule.data[i]);
  bool good = execute(z, steps.data, steps.len, &z->inputs, z->r->schedule.len);
  if (good) accept(z);
  vec_free(&steps);
  machine_free(z->m);
  options.input = give_bound;
  z->m = machine_new(z->ir, &options);
  return good;
}

static void give_back(minimiser *z) {
  vec_clear(&z->r->schedule);
  for (size_t i = 0; i < z->best.len; i++) vec_push(&z->r->schedule, z->best.data[i]);
  vec_clear(&z->r->inputs);
  for (size_t i = 0; i < z->inputs.len; i++) vec_push(&z->r->inputs, z->inputs.data[i].in);
}

// Two orders of a phase say most if they differ in one exchange of neighbours. Processes that draw inputs keep their
// orders, since the inputs are listed in the order drawn.
static void exchange_neighbours(const ir_module *ir, const machine_options *base, result *r, uint32_t budget) {
  schedule_vec other = r->second_schedule;
  size_t first = r->schedule.len;
  while (first && r->schedule.data[first - 1]) first--;
  r->second_schedule = (schedule_vec){0};
  bool done = false;
  for (size_t i = first; i + 1 < r->schedule.len && budget-- && !done; i++) {
    vec_clear(&r->second_schedule);
    for (size_t k = 0; k < r->schedule.len; k++) vec_push(&r->second_schedule, r->schedule.data[k]);
    r->second_schedule.data[i] = r->schedule.data[i + 1];
    r->second_schedule.data[i + 1] = r->schedule.data[i];
    const char *why = NULL;
    done = r->schedule.data[i] != r->schedule.data[i + 1] && explain_confirm(ir, base, r, &why);
  }
  if (done) {
    vec_free(&other);
  } else {
    vec_free(&r->second_schedule);
    r->second_schedule = other;
  }
}

void explain_minimise(const ir_module *ir, const machine_options *base, result *r, uint32_t budget) {
  if (!budget || !r->schedule.len || r->lasso || r->replay_memory)
    return;  // who reads from whom is told by the steps' numbers
  if (r->violation.check == IR_CHECK_DETERMINISM) {
    if (!r->inputs.len && !r->second_inputs.len) exchange_neighbours(ir, base, r, budget);
    return;
  }
  minimiser z = {.ir = ir, .base = base, .r = r, .budget = budget, .steps_left = STEPS};
  if (first_execution(&z)) {
    bool better = true;
    while (better && !stopped(&z)) {
      better = drop_pieces(&z);
      if (join_steps(&z)) better = true;
    }
    lower_inputs(&z);
    give_back(&z);
  }
  machine_free(z.m);
  vec_free(&z.enabled);
  vec_free(&z.draws);
  vec_free(&z.steps);
  vec_free(&z.inputs);
  vec_free(&z.done);
  vec_free(&z.best);
}
