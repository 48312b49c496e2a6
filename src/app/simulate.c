// `allways simulate`: one concrete run, with the program's own output.
#include "replay/simulate.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/driver.h"
#include "app/errors.h"
#include "app/models.h"
#include "app/output.h"
#include "app/session.h"
#include "base/mem.h"
#include "result/explain.h"

enum { KEPT_STEPS = 1000000 };  // a longer run can be told about, but its steps are kept only for a report

// A file that the program writes: its wave forms.
typedef struct written_file {
  char *name;
  FILE *to;  // NULL: it could not be opened
} written_file;

typedef struct simulation {
  session *s;
  VEC(written_file) files;
  bool unwritten;  // some file did not take all of it
  strbuf output;   // kept for JSON; text is shown as it comes
  simulate_inputs *inputs;
  uint64_t steps;
  VEC(report_value) final;
} simulation;

static void complain_about_file(simulation *sim, const char *name) {
  fprintf(stderr, "allways: %s: %s\n", name, strerror(errno));
  sim->unwritten = true;
}

static FILE *file_named(simulation *sim, const char *name) {
  for (size_t i = 0; i < sim->files.len; i++)
    if (strcmp(sim->files.data[i].name, name) == 0) return sim->files.data[i].to;
  written_file f = {mem_strdup(name), fopen(name, "w")};
  if (!f.to) complain_about_file(sim, name);
  vec_push(&sim->files, f);
  return f.to;
}

static void close_files(simulation *sim) {
  for (size_t i = 0; i < sim->files.len; i++) {
    written_file *f = &sim->files.data[i];
    if (f->to && fclose(f->to) != 0) complain_about_file(sim, f->name);
    mem_free(f->name);
  }
  vec_free(&sim->files);
}

static void take_output(void *arg, int stream, const char *text, size_t n) {
  simulation *sim = arg;
  if (stream == MACHINE_FILE_STREAM) {
    FILE *to = file_named(sim, text);
    size_t name = strlen(text) + 1;
    if (to && fwrite(text + name, 1, n - name, to) != n - name) complain_about_file(sim, text);
  } else if (stream == 2)
    fwrite(text, 1, n, stderr);
  else if (sim->s->options->json)
    sb_puts(&sim->output, text);
  else if (fwrite(text, 1, n, stdout) != n)
    output_check();
}

static void take_step(void *arg, const machine *m, uint32_t proc) {
  simulation *sim = arg;
  (void)m;
  if (++sim->steps > KEPT_STEPS && !sim->s->options->report.len)
    vec_free(&sim->s->result->schedule);
  else
    vec_push(&sim->s->result->schedule, proc);
}

static void take_global(void *arg, const machine_value *v) {
  simulation *sim = arg;
  arena *mem = sim->s->result->mem;
  report_value last = {arena_strdup(mem, v->name), arena_strdup(mem, v->text), ir_type_text(sim->s->ir, v->type)};
  vec_push(&sim->final, last);
}

static void take_inputs(const machine *m, result *r) {
  for (size_t i = 0; i < machine_inputs_drawn(m); i++) {
    const machine_input *in = machine_input_at(m, i);
    result_input copy = {arena_strdup(r->mem, in->name), in->type, in->bits, in->limbs, in->at};
    vec_push(&r->inputs, copy);
  }
}

static void warn_about_inputs(const simulate_inputs *in) {
  const char *unused = simulate_inputs_unused(in), *misfit = simulate_inputs_misfit(in);
  if (unused) fprintf(stderr, "allways: warning: no input of the run asked for --input=%s\n", unused);
  if (misfit) fprintf(stderr, "allways: warning: the value of --input=%s does not fit the input's type\n", misfit);
}

// How the run ended: outcome, words, exit status.
static int close_run(const machine *m, machine_status status, bool over, const char *stopped, report_run *run) {
  machine_race_info race;
  run->time = machine_time(m);
  run->delta = machine_delta(m);
  if (machine_race(m, PLACE_NONE, &race)) {
    run->outcome = "violation";
    run->message = "a property is violated";
    run->at = race.at[0];
    return STATUS_UNSAFE;
  }
  switch (status) {
  case MACHINE_FINISHED:
    run->outcome = machine_deadlocked(m) ? "deadlock" : "finished";
    run->message = machine_deadlocked(m) ? "deadlock (unfinished processes wait, nothing is pending)"
                                         : "the run is over";
    return STATUS_SAFE;
  case MACHINE_CUT:
    run->outcome = "assumption";
    run->message = "an assumption is false";
    run->at = machine_place(m);
    return STATUS_SAFE;
  case MACHINE_VIOLATION:
    run->outcome = "violation";
    run->message = "a property is violated";
    run->at = machine_shown_place(m);
    return STATUS_UNSAFE;
  case MACHINE_RUNNING:
    if (over) {
      run->outcome = "finished";
      run->message = "the time is over (--until)";
      return STATUS_SAFE;
    }
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
  machine_race_info race;
  r->engine = "simulate";
  r->counters.transitions = run->steps;
  r->counters.executions = 1;
  take_inputs(m, r);
  explain_take_origins(r, m);
  bool raced = machine_race(m, PLACE_NONE, &race);
  if (machine_get_status(m) != MACHINE_VIOLATION && !raced) {
    result_unknown(r, run->at, "%s; one run decides nothing", run->message);
    return;
  }
  r->verdict = VERDICT_UNSAFE;
  r->violation = (violation){
      .check = machine_check(m), .message = arena_strdup(r->mem, machine_message(m)), .at = machine_place(m)};
  if (raced) {
    r->violation.at = PLACE_NONE;
    explain_take_race(r, s->ir, m);
  }
  if (!r->schedule.len) {
    result_add_note(r, "the run is too long for a trace (--report=FILE keeps its steps)");
    return;
  }
  machine_options patient = s->machine;
  patient.stop = NULL;
  bool same = explain_confirm(s->ir, &patient, r, &why);
  CHECK(same, "a run of the concrete interpreter does not repeat");
}

static void print_last_words(simulation *sim, machine *m) {
  strbuf text = {0};
  if (machine_last_words(m, &text)) take_output(sim, 1, sb_text(&text), text.len);
  sb_fini(&text);
}

// "100us": a number, and a unit if the program has one. False: something else.
static bool read_time(const char *text, simulate_options *to) {
  static const struct {
    const char *name;
    uint64_t femtoseconds;
  } units[] = {{"fs", 1},          {"ps", 1000},          {"ns", 1000000},
               {"us", 1000000000}, {"ms", 1000000000000}, {"s", 1000000000000000}};
  char *end;
  errno = 0;
  to->until = strtoull(text, &end, 10);
  if (errno || text[0] < '0' || text[0] > '9') return false;
  to->bounded = true;
  if (!*end) return true;
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
    if (strcmp(end, units[i].name) != 0) continue;
    to->femtoseconds = true;
    return !__builtin_mul_overflow(to->until, units[i].femtoseconds, &to->until);
  }
  return false;
}

static int simulate(simulation *sim) {
  session *s = sim->s;
  const options *o = s->options;
  s->machine.updates_last_first = true;
  machine_options mo = s->machine;
  mo.input = simulate_inputs_draw;
  mo.input_arg = sim->inputs;
  mo.output = take_output;
  if (!o->given[OPTION_step_limit]) mo.step_limit = 0;  // one who watches a run ends it himself
  mo.event_arg = sim;
  simulate_options so = {.random = o->given[OPTION_seed], .seed = o->seed, .max_steps = o->max_depth};
  if (o->given[OPTION_until] && !read_time(o->until, &so)) {
    fprintf(stderr, "allways: --until: a time is a number, and for SystemC a unit: 100us\n");
    return STATUS_USAGE;
  }
  s->phase = "simulating";
  machine *m = machine_new(s->ir, &mo);
  if (so.femtoseconds && !machine_time_unit(m)) {
    fprintf(stderr, "allways: --until: this program has no unit of time\n");
    machine_free(m);
    return STATUS_USAGE;
  }
  machine_status status = simulate_run(m, &so, take_step, sim);
  print_last_words(sim, m);
  const char *stopped = watch_reason(s->watch);  // dies with the watchdog
  if (stopped) stopped = arena_strdup(s->result->mem, stopped);
  report_run run = {.steps = sim->steps};
  int code = close_run(m, status, simulate_is_over(m, &so), stopped, &run);
  machine_globals(m, take_global, sim);
  run.final = sim->final.data;
  run.n_final = sim->final.len;
  run.output = sb_text(&sim->output);
  fill_verdict(s, m, &run);
  warn_about_inputs(sim->inputs);
  session_close_result(s);
  code = session_report(s, &run, code);
  machine_free(m);
  return code;
}

static int start(simulation *sim) {
  session *s = sim->s;
  const opt_list *settings = &s->options->input;
  const char *why = "";
  if (!session_load(s, s->file)) return STATUS_BAD_INPUT;
  if (!session_suits(s) || !models_settle(s->ir, s->file, &s->effective) || !session_choose_checks(s))
    return STATUS_USAGE;
  if (!simulate_inputs_new(s->ir, settings->items, settings->len, &sim->inputs, &why)) {
    fprintf(stderr, "allways: --input: %s\n", why);
    return STATUS_USAGE;
  }
  errors_release();
  int status = simulate(sim);
  simulate_inputs_free(sim->inputs);
  return status;
}

int driver_simulate(const command_line *line) {
  session s;
  session_begin(&s, line, line->files.data[0]);
  simulation sim = {.s = &s};
  int status = start(&sim);
  close_files(&sim);
  if (sim.unwritten) status = STATUS_IO;
  sb_fini(&sim.output);
  vec_free(&sim.final);
  session_end(&s);
  return status;
}
