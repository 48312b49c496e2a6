// Determinism by brute force: every run of the independent interpreter is cut into evaluation phases; the ends of all
// orders of one phase are compared with each other wherever every process drew the same inputs.
#include "cross/phases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

enum { MAX_PROCS = 64 };

typedef VEC(uint64_t) choice_vec;
typedef struct drawn {
  uint32_t proc;
  uint64_t bits;
} drawn;

// The end of one phase.
typedef struct phase_end {
  choice_vec choices;  // all decisions up to here
  size_t mark;         // those before the phase
  VEC(drawn) inputs;   // of the phase
  left_vec left;
  VEC(const char *) texts;  // of the phase, one per step that printed, sorted
} phase_end;

// The end of a phase as where to go on from.
typedef struct beginning {
  choice_vec choices;
  size_t kernel_steps;
} beginning;

typedef struct brute {
  const ir_module *ir;
  const outcome_options *o;
  machine *m;
  arena *mem;        // of the ends that are compared
  choice_vec given;  // decisions to take; behind them always the first
  choice_vec last;   // how many alternatives the decisions of this run had, less one
  choice_vec taken;
  bool empty_domain;
  strbuf text;  // printed by the step that runs
  VEC(phase_end) ends;
  VEC(beginning) open;  // to go on from
  phases_result *out;
} brute;

static uint64_t decide(brute *b, uint64_t last) {
  uint64_t c = b->taken.len < b->given.len ? b->given.data[b->taken.len] : 0;
  vec_push(&b->taken, c);
  vec_push(&b->last, last);
  return c;
}

static bool draw(void *arg, size_t n, machine_input *in) {
  brute *b = arg;
  (void)n;
  uint64_t count = input_count(b->ir, in->type, b->o->lo, b->o->hi);
  b->empty_domain = b->empty_domain || count == 0;
  if (count == 0) return false;
  in->bits = input_value(b->ir, in->type, b->o->lo, decide(b, count - 1));
  return true;
}

static void print(void *arg, int stream, const char *text, size_t n) {
  (void)n;
  (void)stream;
  sb_puts(&((brute *)arg)->text, text);
}

static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

static void end_fini(phase_end *e) {
  vec_free(&e->choices);
  vec_free(&e->inputs);
  vec_free(&e->left);
  vec_free(&e->texts);
}

// --- one run ---------------------------------------------------------------------------------------------------------

static bool goes_on(const brute *b) { return machine_get_status(b->m) == MACHINE_RUNNING && !b->empty_domain; }

static void take_end(brute *b, size_t inputs_before, phase_end *e) {
  for (size_t n = inputs_before; n < machine_inputs_drawn(b->m); n++)
    vec_push(&e->inputs, ((drawn){machine_input_proc(b->m, n), machine_input_at(b->m, n)->bits}));
  for (size_t i = 0; i < b->taken.len; i++) vec_push(&e->choices, b->taken.data[i]);
  orders_look(b->ir, b->m, b->mem, &e->left);
  if (e->texts.len) qsort(e->texts.data, e->texts.len, sizeof *e->texts.data, by_text);
}

// Runs to the end of the phase behind the next step of the kernel. False: there is none.
static bool run_to_end(brute *b, size_t kernel_steps, phase_end *e) {
  size_t notified = 0, inputs = 0;
  machine_reset(b->m);
  vec_clear(&b->taken);
  vec_clear(&b->last);
  b->empty_domain = false;
  b->out->runs++;
  while (goes_on(b)) {
    uint32_t procs[MAX_PROCS];
    size_t n = machine_enabled(b->m, procs, MAX_PROCS);
    bool kernel = n == 1 && procs[0] == 0;
    if (kernel && notified > kernel_steps) break;
    sb_clear(&b->text);
    machine_step(b->m, procs[n > 1 ? decide(b, n - 1) : 0]);
    notified += kernel;
    if (kernel) {
      e->mark = b->taken.len;
      inputs = machine_inputs_drawn(b->m);
    } else if (notified > kernel_steps && b->text.len) {
      vec_push(&e->texts, arena_strdup(b->mem, sb_text(&b->text)));
    }
  }
  machine_status s = machine_get_status(b->m);
  if (s == MACHINE_LIMIT || s == MACHINE_UNSUPPORTED) b->out->gave_up = true;
  b->out->has_inputs = b->out->has_inputs || machine_inputs_drawn(b->m) > 0;
  if (!goes_on(b)) return false;
  take_end(b, inputs, e);
  return true;
}

// The next run differs in the last decision behind `fixed` that has an alternative left.
static bool next_run(brute *b, size_t fixed) {
  size_t n = b->taken.len;
  while (n > fixed && b->taken.data[n - 1] == b->last.data[n - 1]) n--;
  if (n <= fixed) return false;
  vec_clear(&b->given);
  for (size_t i = 0; i < n; i++) vec_push(&b->given, b->taken.data[i]);
  b->given.data[n - 1]++;
  return true;
}

// --- comparing -------------------------------------------------------------------------------------------------------

static bool same_beginning(const phase_end *a, const phase_end *b) {
  return a->mark == b->mark && (!a->mark || memcmp(a->choices.data, b->choices.data, a->mark * sizeof(uint64_t)) == 0);
}

// The k-th that the process drew; NULL: it drew fewer.
static const drawn *nth(const phase_end *e, uint32_t proc, size_t k) {
  for (size_t i = 0; i < e->inputs.len; i++)
    if (e->inputs.data[i].proc == proc && k-- == 0) return &e->inputs.data[i];
  return NULL;
}

static bool same_inputs(const phase_end *a, const phase_end *b) {
  for (size_t i = 0; i < a->inputs.len; i++) {
    const drawn *d = &a->inputs.data[i];
    size_t before = 0;
    for (size_t k = 0; k < i; k++) before += a->inputs.data[k].proc == d->proc;
    const drawn *twin = nth(b, d->proc, before);
    if (twin && twin->bits != d->bits) return false;
  }
  return true;
}

static const left_value *find(const left_vec *v, const char *key) {
  for (size_t i = 0; i < v->len; i++)
    if (strcmp(v->data[i].key, key) == 0) return &v->data[i];
  return NULL;
}

static bool differ(const phase_end *a, const phase_end *b, char *what, size_t size) {
  for (size_t i = 0; i < a->left.len; i++) {
    const left_value *x = &a->left.data[i], *y = find(&b->left, x->key);
    if (!y || strcmp(x->same, y->same) == 0) continue;
    snprintf(what, size, "%s is %s or %s", x->shown, x->value, y->value);
    return true;
  }
  bool printed = a->texts.len != b->texts.len;
  for (size_t i = 0; i < a->texts.len && !printed; i++) printed = strcmp(a->texts.data[i], b->texts.data[i]) != 0;
  if (printed) snprintf(what, size, "what is printed differs");
  return printed;
}

static void compare_all(brute *b) {
  for (size_t i = 0; i < b->ends.len && !b->out->differs; i++) {
    for (size_t k = 0; k < i && !b->out->differs; k++) {
      const phase_end *x = &b->ends.data[k], *y = &b->ends.data[i];
      if (!same_beginning(x, y) || !same_inputs(x, y)) continue;
      b->out->differs = differ(x, y, b->out->what, sizeof b->out->what);
    }
  }
}

// --- the whole -------------------------------------------------------------------------------------------------------

static void explore(brute *b, beginning from, uint64_t max_runs) {
  vec_clear(&b->given);
  for (size_t i = 0; i < from.choices.len; i++) vec_push(&b->given, from.choices.data[i]);
  do {
    phase_end e = {0};
    if (run_to_end(b, from.kernel_steps, &e))
      vec_push(&b->ends, e);
    else
      end_fini(&e);
    b->out->complete = b->out->runs < max_runs;
  } while (b->out->complete && next_run(b, from.choices.len));
  compare_all(b);
  while (b->ends.len) {
    phase_end e = vec_pop(&b->ends);
    vec_push(&b->open, ((beginning){e.choices, from.kernel_steps + 1}));
    e.choices = (choice_vec){0};
    end_fini(&e);
  }
}

void phases_run(const ir_module *m, const outcome_options *o, uint64_t max_runs, phases_result *out) {
  *out = (phases_result){.complete = true};
  brute b = {.ir = m, .o = o, .out = out};
  machine_options mo = {.checks = o->checks,
                        .pending_multi = o->multi,
                        .step_limit = 100000,
                        .depth_limit = 1000,
                        .input = draw,
                        .input_arg = &b,
                        .output = print,
                        .event_arg = &b};
  b.m = machine_new(m, &mo);
  vec_push(&b.open, (beginning){0});
  while (b.open.len && out->complete && !out->differs) {
    beginning from = vec_pop(&b.open);
    b.mem = arena_new();
    explore(&b, from, max_runs);
    arena_free(b.mem);
    vec_free(&from.choices);
  }
  while (b.open.len) {
    beginning rest = vec_pop(&b.open);
    vec_free(&rest.choices);
  }
  machine_free(b.m);
  vec_free(&b.open);
  vec_free(&b.ends);
  vec_free(&b.given);
  vec_free(&b.last);
  vec_free(&b.taken);
  sb_fini(&b.text);
}
