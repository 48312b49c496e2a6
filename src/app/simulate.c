// `allways simulate`: one concrete run, with the program's own output.
#include "replay/simulate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "app/driver.h"
#include "app/session.h"
#include "result/explain.h"

enum { DEFAULT_STEPS = 1000000 };

typedef struct simulation {
  session *s;
  strbuf output;               // kept for JSON; text is shown as it comes
  bool *used;                  // per --input
  VEC(report_value) final;
} simulation;

// Decimal, hexadecimal, true, false or a character.
static bool parse_value(const char *text, uint64_t *bits) {
  char *end;
  errno = 0;
  if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) *bits = text[0] == 't';
  else if (text[0] == '\'' && text[1] && text[2] == '\'' && !text[3]) *bits = (unsigned char)text[1];
  else if (text[0] == '-') *bits = (uint64_t)strtoll(text, &end, 0);
  else if (text[0] >= '0' && text[0] <= '9') *bits = strtoull(text, &end, 0);
  else return false;
  bool is_word = text[0] == 't' || text[0] == 'f' || text[0] == '\'';
  return errno == 0 && (is_word || (*end == '\0' && end != text));
}

// The last --input of that name.
static bool give_input(void *arg, size_t n, machine_input *in) {
  simulation *sim = arg;
  const opt_list *list = &sim->s->options->input;
  (void)n;
  for (size_t i = list->len; i-- > 0;) {
    size_t len = strcspn(list->items[i], "=");
    if (strlen(in->name) != len || memcmp(in->name, list->items[i], len) != 0) continue;
    sim->used[i] = true;
    return parse_value(list->items[i] + len + 1, &in->bits);
  }
  return false;
}

static void take_output(void *arg, const char *text) {
  simulation *sim = arg;
  if (sim->s->options->json) sb_puts(&sim->output, text);
  else fputs(text, stdout);
}

static void take_step(void *arg, const machine *m, uint32_t proc) {
  simulation *sim = arg;
  (void)m;
  vec_push(&sim->s->result->schedule, proc);
}

static void take_global(void *arg, const char *name, const char *value, ir_type type, uint64_t bits) {
  simulation *sim = arg;
  arena *mem = sim->s->result->mem;
  (void)bits;
  report_value v = {arena_strdup(mem, name), arena_strdup(mem, value), ir_type_text(sim->s->ir, type)};
  vec_push(&sim->final, v);
}

static void take_inputs(const machine *m, result *r) {
  for (size_t i = 0; i < machine_inputs_drawn(m); i++) {
    const machine_input *in = machine_input_at(m, i);
    result_input copy = {arena_strdup(r->mem, in->name), in->type, in->bits, in->limbs, in->at};
    vec_push(&r->inputs, copy);
  }
}

static bool judge_inputs(const options *o) {
  for (size_t i = 0; i < o->input.len; i++) {
    uint64_t bits;
    const char *value = strchr(o->input.items[i], '=') + 1;
    if (parse_value(value, &bits)) continue;
    fprintf(stderr, "allways: --input: `%s` is not a number, true, false or a character\n", value);
    return false;
  }
  return true;
}

static void warn_unused(const simulation *sim) {
  for (size_t i = 0; i < sim->s->options->input.len; i++)
    if (!sim->used[i]) fprintf(stderr, "allways: warning: the run drew no input named by --input=%s\n", sim->s->options->input.items[i]);
}

// How the run ended: outcome, words, exit status.
static int close_run(const machine *m, machine_status status, const char *stopped, report_run *run) {
  run->time = machine_time(m);
  run->delta = machine_delta(m);
  switch (status) {
    case MACHINE_FINISHED:
      run->outcome = machine_deadlocked(m) ? "deadlock" : "finished";
      run->message = machine_deadlocked(m) ? "deadlock: unfinished processes wait and nothing is pending," : "the run is over";
      return STATUS_SAFE;
    case MACHINE_CUT:
      run->outcome = "assumption";
      run->message = "an assumption is false";
      run->at = machine_place(m);
      return STATUS_SAFE;
    case MACHINE_VIOLATION:
      run->outcome = "violation";
      run->message = "a property is violated";
      run->at = machine_place(m);
      return STATUS_UNSAFE;
    case MACHINE_RUNNING:
      run->outcome = "limit";
      run->message = stopped ? stopped : "stopped by the limit of steps (--max-depth)";
      return STATUS_UNKNOWN;
    case MACHINE_LIMIT:
      run->outcome = "limit";
      run->message = stopped ? stopped : machine_message(m);
      run->at = stopped ? PLACE_NONE : machine_place(m);
      return STATUS_UNKNOWN;
    case MACHINE_UNSUPPORTED:
      run->outcome = "unsupported";
      run->message = machine_message(m);
      run->at = machine_place(m);
      return STATUS_UNKNOWN;
  }
  UNREACHABLE("machine status");
}

// The verdict part of the result: a violation is confirmed and explained like any other, all else decides nothing.
static void fill_verdict(session *s, const machine *m, const report_run *run) {
  result *r = s->result;
  const char *why = "";
  r->engine = "simulate";
  r->counters.transitions = r->schedule.len;
  r->counters.executions = 1;
  take_inputs(m, r);
  if (machine_get_status(m) != MACHINE_VIOLATION) {
    result_unknown(r, run->at, "%s; one run decides nothing", run->message);
    return;
  }
  r->verdict = VERDICT_UNSAFE;
  r->violation = (violation){.check = machine_check(m), .message = arena_strdup(r->mem, machine_message(m)), .at = machine_place(m)};
  machine_options patient = s->machine;
  patient.stop = NULL;
  bool same = explain_confirm(s->ir, &patient, r, &why);
  CHECK(same, "a run of the concrete interpreter does not repeat");
}

static int simulate(simulation *sim) {
  session *s = sim->s;
  const options *o = s->options;
  machine_options mo = s->machine;
  mo.input = give_input;
  mo.input_arg = sim;
  mo.output = take_output;
  mo.event_arg = sim;
  simulate_options so = {.machine = &mo, .random = o->given[OPTION_seed], .seed = o->seed,
                         .max_steps = o->max_depth ? o->max_depth : DEFAULT_STEPS};
  s->phase = "simulating";
  machine *m = machine_new(s->ir, &mo);
  machine_status status = simulate_run(m, &so, take_step, sim);
  const char *stopped = watch_reason(s->watch);  // dies with the watchdog
  if (stopped) stopped = arena_strdup(s->result->mem, stopped);
  report_run run = {.steps = s->result->schedule.len};
  int code = close_run(m, status, stopped, &run);
  machine_globals(m, take_global, sim);
  run.final = sim->final.data;
  run.n_final = sim->final.len;
  run.output = sb_text(&sim->output);
  fill_verdict(s, m, &run);
  warn_unused(sim);
  session_close_result(s);
  session_report(s, &run);
  machine_free(m);
  return code;
}

int driver_simulate(const command_line *line) {
  session s;
  if (!judge_inputs(&line->options)) return STATUS_USAGE;
  session_begin(&s, line, line->files.data[0]);
  simulation sim = {.s = &s, .used = MEM_NEW_N(bool, line->options.input.len + 1)};
  int status = STATUS_BAD_INPUT;
  if (session_load(&s, s.file)) status = session_choose_checks(&s) ? simulate(&sim) : STATUS_USAGE;
  sb_fini(&sim.output);
  vec_free(&sim.final);
  mem_free(sim.used);
  session_end(&s);
  return status;
}
