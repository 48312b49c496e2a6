// Confirming a counterexample: its schedule and inputs are executed by the interpreter that shares no code with the one
// that found it; the trace is what that run did.
#include "result/explain.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "result/explain_lasso.h"
#include "result/explain_orders.h"
#include "result/history.h"

#define SAME_NAMES 50     // changes of a step that are looked through for the same name
#define MAX_CHANGES 1000  // of one step; nobody reads more, and a step may write a large array

// One re-execution in progress.
typedef struct replay_run {
  result *r;
  const ir_module *m;
  VEC(trace_change) changes;
  VEC(step_event) events;
  place inner;          // where the step begins
  size_t more_changes;  // that were left out
  machine_memory memory;
  strbuf output;
} replay_run;

static bool give_input(void *arg, size_t n, machine_input *in) {
  replay_run *run = arg;
  if (n >= run->r->inputs.len) return false;
  const result_input *have = &run->r->inputs.data[n];
  in->bits = have->bits;
  // Limbs are as many as the recorded type says; an input of another width takes the word.
  uint32_t want = ir_type_get(run->m, in->type)->bits, got = ir_type_get(run->m, have->type)->bits;
  if (want == got) in->limbs = have->limbs;
  return true;
}

static void on_change(void *arg, const char *name, const char *value) {
  replay_run *run = arg;
  // Two places that hold one variable: one line says it.
  for (size_t i = run->changes.len; i-- > 0 && i + SAME_NAMES > run->changes.len;) {
    if (strcmp(run->changes.data[i].name, name)) continue;
    run->changes.data[i].value = arena_strdup(run->r->mem, value);
    return;
  }
  if (run->changes.len >= MAX_CHANGES) {
    run->more_changes++;
    return;
  }
  trace_change c = {arena_strdup(run->r->mem, name), arena_strdup(run->r->mem, value)};
  vec_push(&run->changes, c);
}

static void on_output(void *arg, int stream, const char *text, size_t n) {
  replay_run *run = arg;
  (void)n;  // reports are text: it ends at a zero
  if (stream != MACHINE_FILE_STREAM) sb_puts(&run->output, text);
}

static const char *source_text(result *r, const ir_module *m, place at) {
  size_t len = 0;
  const char *line = at.line ? ir_source_line(m, at, &len) : NULL;
  if (!line) return NULL;
  while (len && isspace((unsigned char)line[0])) line++, len--;
  while (len && isspace((unsigned char)line[len - 1])) len--;
  return arena_strndup(r->mem, line, len);
}

__attribute__((format(printf, 2, 3))) static const char *say(result *r, const char *fmt, ...) {
  strbuf b = {0};
  va_list ap;
  va_start(ap, fmt);
  sb_vprintf(&b, fmt, ap);
  va_end(ap);
  const char *text = arena_strdup(r->mem, sb_text(&b));
  sb_fini(&b);
  return text;
}

static void on_event(void *arg, const char *verb, const char *name) {
  replay_run *run = arg;
  arena *mem = run->r->mem;
  vec_push(&run->events, ((step_event){arena_strdup(mem, verb), name ? arena_strdup(mem, name) : NULL}));
}

static void record_step(replay_run *run, const machine *m, uint32_t proc, place at) {
  result *r = run->r;
  trace_step s = {
      .proc = proc, .proc_name = arena_strdup(r->mem, machine_proc_name(m, proc)), .at = at, .inner = run->inner};
  s.time = machine_time(m);
  s.delta = machine_delta(m);
  strbuf when = {0};
  machine_time_text(m, s.time, &when);
  s.time_text = arena_strdup(r->mem, sb_text(&when));
  sb_fini(&when);
  s.source = source_text(r, run->m, at);
  s.action = arena_strdup(r->mem, machine_action(m));
  vec_clear(&run->events);
  machine_events(m, on_event, run);
  s.n_events = (uint32_t)run->events.len;
  if (s.n_events) s.events = arena_copy(r->mem, run->events.data, run->events.len * sizeof *run->events.data);
  s.output = run->output.len ? arena_strdup(r->mem, sb_text(&run->output)) : NULL;
  if (run->more_changes) {
    trace_change rest = {"...", say(r, "%zu more changes", run->more_changes)};
    vec_push(&run->changes, rest);
  }
  s.n_changes = (uint32_t)run->changes.len;
  if (s.n_changes) s.changes = arena_copy(r->mem, run->changes.data, run->changes.len * sizeof *run->changes.data);
  vec_push(&r->trace, s);
}

// A step at which a guard was found false does nothing in this run: it is no part of the counterexample.
static bool drop_idle_step(result *r, const machine *m, size_t k) {
  if (!machine_guard_is_false(m, r->schedule.data[k])) return false;
  memmove(&r->schedule.data[k], &r->schedule.data[k + 1], (r->schedule.len - k - 1) * sizeof *r->schedule.data);
  r->schedule.len--;
  return true;
}

// Follows the schedule to its end or to the first step after which the run is over.
static const char *follow(replay_run *run, machine *m) {
  const char *why = NULL;
  size_t k = 0;
  for (; k < run->r->schedule.len && machine_get_status(m) == MACHINE_RUNNING && !why; k++) {
    uint32_t proc = run->r->schedule.data[k];
    if (!machine_may_step(m, proc)) {
      if (drop_idle_step(run->r, m, k)) {
        k--;
        continue;
      }
      why = say(run->r, "step %zu: %s is not enabled", k + 1, machine_proc_name(m, proc));
      break;
    }
    vec_clear(&run->changes);
    run->more_changes = 0;
    sb_clear(&run->output);
    place at = machine_resume_place(m, proc);
    run->inner = machine_inner_place(m, proc);
    machine_step(m, proc);
    bool begins = proc && (!at.line || place_in_library(at.file));
    record_step(run, m, proc, begins && machine_step_place(m).line ? machine_step_place(m) : at);
  }
  if (!why && k < run->r->schedule.len) {
    why = say(run->r, "the run is over after step %zu of %zu%s%s", k, run->r->schedule.len,
              *machine_message(m) ? ": " : "", machine_message(m));
  }
  return why;
}

static bool same_place(place a, place b) {
  if (a.line != b.line) return false;
  return a.file == b.file || (a.file && b.file && !strcmp(a.file, b.file));
}

static const char *status_words(machine_status s) {
  switch (s) {
  case MACHINE_RUNNING: return "goes on";
  case MACHINE_FINISHED: return "ends without a violation";
  case MACHINE_CUT: return "ends at a false assumption";
  case MACHINE_VIOLATION: return "fails";
  case MACHINE_LIMIT: return "reaches a limit";
  case MACHINE_UNSUPPORTED: return "reaches something the interpreter cannot execute";
  }
  UNREACHABLE("a status of no known kind");
}

bool explain_has_place(ir_check c) { return c != IR_CHECK_DEADLOCK && c != IR_CHECK_LEAK; }

bool explain_same_race(const violation *v, const machine_race_info *race) {
  for (int k = 0; k < 2; k++)
    if (same_place(v->at, race->at[k]) || same_place(v->at, race->exact[k])) return true;
  return !v->at.line;
}

// Of two accesses: places, processes, variable.
static void take_pair(result *r, const ir_module *ir, const machine *m, const machine_race_info *pair) {
  violation *v = &r->violation;
  machine_race_info race = *pair;
  v->at = race.at[0];
  v->other_at = race.at[1];
  v->source = source_text(r, ir, v->at);
  v->other_source = source_text(r, ir, v->other_at);
  v->proc_name = arena_strdup(r->mem, machine_proc_name(m, race.proc[0]));
  v->other_proc_name = arena_strdup(r->mem, machine_proc_name(m, race.proc[1]));
  v->variable = arena_strdup(r->mem, race.variable);
  v->missing = race.missing ? arena_strdup(r->mem, race.missing) : NULL;
  v->writes = race.write[0];
  v->other_writes = race.write[1];
}

static void take_line(void *arg, const char *line) {
  result *r = arg;
  vec_push(&r->why, arena_strdup(r->mem, line));
}

bool explain_take_race(result *r, const ir_module *ir, const machine *m) {
  machine_race_info race = {0};
  violation *v = &r->violation;
  if (!machine_race(m, v->at, &race)) return false;
  v->check = IR_CHECK_RACE;
  take_pair(r, ir, m, &race);
  v->message = say(r, "%s of `%s` by %s and by %s%s",
                   v->writes && v->other_writes ? "writes"
                   : v->writes                  ? "write and read"
                                                : "read and write",
                   v->variable, v->proc_name, v->other_proc_name,
                   v->missing ? ", and neither happens before the other" : " at the same time");
  vec_clear(&r->why);
  machine_race_why(m, &race, take_line, r);
  return true;
}

// NULL if the last two steps are the race that was announced.
static const char *compare_race(result *r, const machine *m) {
  machine_race_info race;
  if (!machine_race(m, r->violation.at, &race)) return "the last two steps are no data race";
  if (!explain_same_race(&r->violation, &race))
    return say(r, "the race is between lines %u and %u, not at line %u", race.at[0].line, race.at[1].line,
               r->violation.at.line);
  return NULL;
}

// An access outside of the life of its object, in an execution that no interleaving shows.
static bool take_outside(result *r, const ir_module *ir, const machine *m) {
  violation *v = &r->violation;
  machine_race_info pair = {0};
  bool early = false;
  if (machine_get_status(m) == MACHINE_VIOLATION || !machine_outside(m, &pair, &early)) return false;
  v->at = pair.at[0];
  v->source = source_text(r, ir, v->at);
  v->proc_name = arena_strdup(r->mem, machine_proc_name(m, pair.proc[0]));
  v->writes = pair.write[0];
  v->message = say(r,
                   early ? "memory is %s by %s, and nothing orders that behind its allocation by %s"
                         : "memory is %s by %s, and nothing orders that before its end by %s",
                   v->writes ? "written" : "read", v->proc_name, machine_proc_name(m, pair.proc[1]));
  return true;
}

static const char *compare_outside(const result *r, const machine *m) {
  machine_race_info pair;
  bool early;
  bool there = machine_outside(m, &pair, &early) && same_place(pair.at[0], r->violation.at);
  return there ? NULL : "every access lies in the life of its object";
}

// NULL if the run ended in the violation that was announced.
static const char *compare(result *r, const machine *m) {
  const violation *v = &r->violation;
  place at = machine_place(m);
  const char *forbidden = machine_judge_memory(m);
  if (forbidden) return say(r, "%s does not allow the run: %s", r->replay_memory, forbidden);
  if (v->check == IR_CHECK_RACE) return compare_race(r, m);
  if (v->check == IR_CHECK_ROBUST) return machine_is_interleaving(m) ? "an interleaving shows the run, too" : NULL;
  if (v->check == IR_CHECK_FREED && r->replay_memory && machine_get_status(m) != MACHINE_VIOLATION)
    return compare_outside(r, m);
  if (machine_get_status(m) != MACHINE_VIOLATION)
    return say(r, "the run %s%s%s", status_words(machine_get_status(m)), *machine_message(m) ? ": " : "",
               machine_message(m));
  if (machine_check(m) != v->check)
    return say(r, "the run violates `%s` at line %u instead of `%s`", ir_check_kind(machine_check(m)), at.line,
               ir_check_kind(v->check));
  machine_race_info pair;
  if (v->check == IR_CHECK_DRIVERS && machine_drivers(m, &pair) && explain_same_race(v, &pair)) return NULL;
  if (explain_has_place(v->check) && !same_place(at, v->at) && !same_place(machine_shown_place(m), v->at))
    return say(r, "the run violates `%s` at line %u instead of line %u", ir_check_kind(v->check), at.line, v->at.line);
  return NULL;
}

void explain_take_origins(result *r, const machine *m) {
  machine_origin o;
  vec_clear(&r->origins);
  for (uint32_t p = 1; p <= machine_max_proc(m) || r->origins.len; p++) {
    if (machine_proc_origin(m, p, &o))
      vec_push(&r->origins, o);
    else if (p > machine_max_proc(m))
      break;
  }
}

static void take_inputs(result *r, const ir_module *ir, const machine *m) {
  vec_clear(&r->inputs);
  for (size_t n = 0; n < machine_inputs_drawn(m); n++) {
    const machine_input *in = machine_input_at(m, n);
    uint32_t limbs = (ir_type_get(ir, in->type)->bits + 63) / 64;
    result_input kept = {
        .name = arena_strdup(r->mem, in->name ? in->name : "input"), .type = in->type, .bits = in->bits, .at = in->at};
    if (in->limbs) kept.limbs = arena_copy(r->mem, in->limbs, limbs * sizeof *in->limbs);
    vec_push(&r->inputs, kept);
  }
}

static void take_operand(void *arg, const machine_operand *o) {
  result *r = arg;
  result_operand kept = {arena_strdup(r->mem, o->name), arena_strdup(r->mem, o->value), o->from, o->at,
                         o->process ? arena_strdup(r->mem, o->process) : NULL};
  vec_push(&r->operands, kept);
}

// "x = 1, written by f at a.c:4:29"
static const char *operand_words(result *r, const result_operand *o) {
  static const char *const words[] = {"", "written by", "passed by", "returned", "an input of", ""};
  strbuf line = {0};
  sb_printf(&line, "%s = %s", o->name, o->value);
  if (o->from == MACHINE_FROM_NOBODY) sb_puts(&line, ", its first value");
  if (o->process) {
    sb_printf(&line, ", %s", words[o->from]);
    if (o->from != MACHINE_FROM_RETURN) sb_printf(&line, " %s", o->process);
    sb_printf(&line, " at %s:%u", o->at.file, o->at.line);
    if (o->at.col) sb_printf(&line, ":%u", o->at.col);
  }
  const char *text = arena_strdup(r->mem, sb_text(&line));
  sb_fini(&line);
  return text;
}

// A history says more than how it was compared.
static bool has_history(ir_check c) {
  return c == IR_CHECK_LINEARIZABLE || c == IR_CHECK_SEQUENTIAL || c == IR_CHECK_QUIESCENT;
}

static void take_operands(result *r, machine *m) {
  vec_clear(&r->operands);
  if (has_history(r->violation.check)) return;
  machine_operands(m, take_operand, r);
  for (size_t i = 0; i < r->operands.len; i++) vec_push(&r->why, operand_words(r, &r->operands.data[i]));
}

// The last step is the one that no interleaving shows: it may not have come to anything yet.
static void take_loose_step(result *r, const ir_module *ir, const machine *m) {
  violation *v = &r->violation;
  v->source = source_text(r, ir, v->at);
  v->proc_name = arena_strdup(r->mem, machine_proc_name(m, vec_last(&r->schedule)));
  v->message = say(r, "%s may see or make here what is older than what it depends on", v->proc_name);
}

static void take_violation(result *r, const ir_module *ir, machine *m) {
  if (r->violation.check == IR_CHECK_ROBUST) {
    take_loose_step(r, ir, m);
    return;
  }
  if (r->violation.check == IR_CHECK_RACE && explain_take_race(r, ir, m)) return;
  if (r->violation.check == IR_CHECK_FREED && take_outside(r, ir, m)) return;
  r->violation.at = machine_shown_place(m);
  r->violation.message = arena_strdup(r->mem, machine_message(m));
  r->violation.source = source_text(r, ir, r->violation.at);
  r->violation.proc_name = arena_strdup(r->mem, machine_proc_name(m, machine_blamed(m)));
  vec_clear(&r->why);
  machine_why(m, take_line, r);
  take_operands(r, m);
  machine_object_why(m, take_line, r);
  machine_race_info pair;
  if (r->violation.check != IR_CHECK_DRIVERS || !machine_drivers(m, &pair)) return;
  take_pair(r, ir, m, &pair);
  r->violation.message = say(r, "%s, by %s and by %s", r->violation.variable, r->violation.other_proc_name,
                             r->violation.proc_name);
}

static machine *begin_run(const ir_module *ir, const machine_options *base, replay_run *run) {
  result *r = run->r;
  machine_options options = *base;
  options.origins = r->origins.data;
  options.n_origins = r->origins.len;
  options.input = give_input;
  options.input_arg = run;
  options.changed = on_change;
  options.output = on_output;
  options.event_arg = run;
  run->memory = (machine_memory){r->replay_memory, r->links.data, r->links.len};
  if (r->replay_memory) options.memory = &run->memory;
  machine *m = machine_new(ir, &options);
  vec_clear(&r->trace);
  return m;
}

static void end_run(replay_run *run, machine *m) {
  machine_free(m);
  vec_free(&run->changes);
  vec_free(&run->events);
  sb_fini(&run->output);
}

// --- confirming ------------------------------------------------------------------------------------------------------

static void swap_orders(result *r) {
  schedule_vec s = r->schedule;
  r->schedule = r->second_schedule;
  r->second_schedule = s;
  trace_vec t = r->trace;
  r->trace = r->second_trace;
  r->second_trace = t;
  result_inputs i = r->inputs;
  r->inputs = r->second_inputs;
  r->second_inputs = i;
}

// One order of a phase: what it leaves behind, and who drew its inputs.
typedef struct order_end {
  left_vec left;
  schedule_vec drawn_by;
} order_end;

static bool at_end_of_phase(const machine *m) {
  uint32_t first = 0;
  return machine_get_status(m) == MACHINE_RUNNING && machine_enabled(m, &first, 1) && !first;
}

// NULL: the machine stands at the end of the phase.
static const char *run_order(const ir_module *ir, const machine_options *base, result *r, arena *mem, order_end *end) {
  replay_run run = {.r = r, .m = ir};
  machine *m = begin_run(ir, base, &run);
  const char *why = follow(&run, m);
  if (!why && !at_end_of_phase(m)) why = "an order does not reach the end of the phase";
  if (!why) {
    take_inputs(r, ir, m);
    for (size_t n = 0; n < r->inputs.len; n++) vec_push(&end->drawn_by, machine_input_proc(m, n));
    orders_look(ir, m, mem, &end->left);
  }
  end_run(&run, m);
  return why;
}

// The k-th input that process p drew; SIZE_MAX: it drew fewer.
static size_t nth_input(const order_end *e, uint32_t p, size_t k) {
  for (size_t i = 0; i < e->drawn_by.len; i++)
    if (e->drawn_by.data[i] == p && k-- == 0) return i;
  return SIZE_MAX;
}

// Does each process draw the same in both orders, as far as it draws?
static bool same_inputs(const result *r, const order_end *first, const order_end *second) {
  for (size_t i = 0; i < first->drawn_by.len; i++) {
    size_t before = 0;
    for (size_t k = 0; k < i; k++) before += first->drawn_by.data[k] == first->drawn_by.data[i];
    size_t twin = nth_input(second, first->drawn_by.data[i], before);
    if (twin != SIZE_MAX && r->inputs.data[i].bits != r->second_inputs.data[twin].bits) return false;
  }
  return true;
}

// NULL if the two orders lead to different ends.
static const char *confirm_orders(const ir_module *ir, const machine_options *base, result *r) {
  if (!r->second_schedule.len) return "the other order was not saved with it";
  order_end first = {0}, second = {0};
  arena *mem = arena_new();
  const char *why = run_order(ir, base, r, mem, &first);
  swap_orders(r);
  if (!why) why = run_order(ir, base, r, mem, &second);
  swap_orders(r);
  if (!why && !same_inputs(r, &first, &second)) why = "the two orders have different inputs";
  if (!why) why = orders_differ(r, &first.left, &second.left);
  vec_free(&first.left);
  vec_free(&second.left);
  vec_free(&first.drawn_by);
  vec_free(&second.drawn_by);
  arena_free(mem);
  return why;
}

// Those who wait where it was announced, each with who waits for what, in words.
typedef struct starving {
  uint32_t proc;
  const char *words;
} starving;
typedef VEC(starving) starving_vec;

static void find_starving(result *r, machine *m, starving_vec *out) {
  for (uint32_t p = 1; p <= machine_max_proc(m); p++) {
    if (!machine_waits_in_vain(m, p) || !same_place(machine_wait_place(m, p), r->violation.at)) continue;
    strbuf words = {0};
    machine_waiting_words(m, p, &words);
    vec_push(out, ((starving){p, arena_strdup(r->mem, sb_text(&words))}));
    sb_fini(&words);
  }
}

// One run cannot show that a process never runs again, only that it waits for nothing that is pending and does not run
// for a long while: who does is none that starves.
static void go_on(machine *m, starving_vec *who) {
  enum { STEPS = 2000 };
  uint32_t next;
  for (int k = 0; k < STEPS && machine_get_status(m) == MACHINE_RUNNING && machine_enabled(m, &next, 1); k++) {
    for (size_t i = who->len; i-- > 0;)
      if (who->data[i].proc == next) who->data[i] = who->data[--who->len];
    machine_step(m, next);
  }
}

static const char *confirm_starvation(const ir_module *ir, const machine_options *base, result *r) {
  replay_run run = {.r = r, .m = ir};
  machine *m = begin_run(ir, base, &run);
  starving_vec who = {0};
  const char *why = follow(&run, m);
  if (!why) {
    find_starving(r, m, &who);
    take_inputs(r, ir, m);
    go_on(m, &who);
    if (!who.len) why = "nobody waits there in vain";
  }
  if (!why) {
    r->violation.proc_name = arena_strdup(r->mem, machine_proc_name(m, who.data[0].proc));
    r->violation.source = source_text(r, ir, r->violation.at);
    r->violation.message = say(r, "%s, and nobody who can still run notifies that", who.data[0].words);
  }
  vec_free(&who);
  end_run(&run, m);
  return why;
}

static const char *confirm_one(const ir_module *ir, const machine_options *base, result *r) {
  replay_run run = {.r = r, .m = ir};
  machine *m = begin_run(ir, base, &run);
  const char *why = follow(&run, m);
  if (!why) why = compare(r, m);
  if (!why) {
    take_inputs(r, ir, m);
    take_violation(r, ir, m);
  }
  end_run(&run, m);
  return why;
}

// A run that never ends: its trace has one round of the loop.
static const char *confirm_lasso(const ir_module *ir, const machine_options *base, result *r) {
  replay_run run = {.r = r, .m = ir};
  machine *m = begin_run(ir, base, &run);
  const char *why = r->lasso ? follow(&run, m) : "the loop of the run was not saved with it";
  bool over = !machine_interleaves(m) && machine_get_status(m) == MACHINE_FINISHED;  // and stays in its last state
  if (!why && !over && machine_get_status(m) != MACHINE_RUNNING) why = "the run ends";
  if (!why) take_inputs(r, ir, m);
  end_run(&run, m);
  if (!why) why = lasso_judge(ir, base, r);
  if (!why) r->violation.source = source_text(r, ir, r->violation.at);
  return why;
}

bool explain_confirm(const ir_module *ir, const machine_options *base, result *r, const char **why) {
  switch ((int)r->violation.check) {
  case IR_CHECK_DETERMINISM: *why = confirm_orders(ir, base, r); break;
  case IR_CHECK_STARVATION: *why = confirm_starvation(ir, base, r); break;
  case IR_CHECK_PROGRESS:
  case IR_CHECK_TERMINATION:
  case IR_CHECK_LTL: *why = confirm_lasso(ir, base, r); break;
  default: *why = confirm_one(ir, base, r);
  }
  if (!*why) {
    r->replay_checks = base->checks;
    r->replay_pending_multi = base->pending_multi;
    history_take(r);
  }
  return !*why;
}
