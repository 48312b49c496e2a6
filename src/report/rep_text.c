// The result for people: the verdict first, then what is needed to understand it without the source at hand.
#include "report/report.h"

#include <string.h>

#include "report/columns.h"
#include "report/rep_coverage.h"
#include "report/rep_history.h"
#include "report/rep_table.h"
#include "report/rerun.h"
#include "result/explain.h"

enum { MOST_VALUES = 100 };  // of the final state

static const char *color_of(verdict v) {
  switch (v) {
  case VERDICT_SAFE: return "\033[1;32m";
  case VERDICT_UNSAFE: return "\033[1;31m";
  case VERDICT_UNKNOWN: return "\033[1;33m";
  }
  UNREACHABLE("verdict");
}

static void put_verdict(const report *r, strbuf *out) {
  const result *res = r->result;
  if (r->color) sb_puts(out, color_of(res->verdict));
  switch (res->verdict) {
  case VERDICT_SAFE: sb_printf(out, "SAFE (%s)", grade_text(res->grade) ? grade_text(res->grade) : "no grade"); break;
  case VERDICT_UNSAFE:
    sb_puts(out, "UNSAFE: ");
    report_violation(&res->violation, out);
    break;
  case VERDICT_UNKNOWN: sb_printf(out, "UNKNOWN: %s", res->reason ? res->reason : "no reason was given"); break;
  }
  if (r->color) sb_puts(out, "\033[0m");
  sb_putc(out, '\n');
}

static void put_place_line(const char *word, place at, const char *process, const char *source, strbuf *out) {
  if (!at.file) return;
  sb_printf(out, "  %s ", word);
  report_place(at, out);
  if (process && *process) sb_printf(out, " in %s", process);
  if (source && *source) {
    sb_puts(out, ": ");
    columns_put(out, source, 100);
  }
  sb_putc(out, '\n');
}

// Of a race both accesses, in the order of their steps.
static void put_violation_places(const violation *v, strbuf *out) {
  if (v->variable)
    put_place_line(v->other_writes ? "write at" : "read at", v->other_at, v->other_proc_name, v->other_source, out);
  const char *word = !v->variable ? "at" : v->writes ? "write at" : "read at";
  put_place_line(word, v->at, v->proc_name, v->source, out);
  if (v->missing) sb_printf(out, "  nothing orders them: %s\n", v->missing);
}

static void put_list(const char *word, const char *const *items, size_t n, strbuf *out) {
  for (size_t i = 0; i < n; i++) sb_printf(out, "  %s: %s\n", word, items[i]);
}

// Values that the compiler leaves open inside of our libraries are nothing that a reader could choose.
static bool is_inner(const result_input *in) {
  bool left_open = in->name && strcmp(in->name, "undefined") == 0;
  return left_open && (!in->at.line || place_in_library(in->at.file));
}

// That a wait does not end without reason is what everybody expects.
static bool is_usual(const result_input *in) {
  return in->name && strcmp(in->name, "spurious wake-up") == 0 && !in->bits;
}

static void put_inputs(const report *r, strbuf *out) {
  const result *res = r->result;
  bool any = false;
  for (size_t i = 0; i < res->inputs.len; i++) {
    const result_input *in = &res->inputs.data[i];
    if (is_inner(in) || is_usual(in)) continue;
    if (!any) sb_puts(out, "\nInputs\n");
    any = true;
    sb_printf(out, "  %s = ", in->name ? in->name : "?");
    machine_value_text(r->ir, in->type, in->bits, in->limbs, out);
    sb_printf(out, "  (%s", ir_type_text(r->ir, in->type));
    if (in->at.line && !place_in_library(in->at.file) && !place_of_option(in->at.file))
      sb_printf(out, ", line %u", in->at.line);
    sb_puts(out, ")\n");
  }
}

static void put_trace(const report *r, strbuf *out) {
  const result *res = r->result;
  if (!res->trace.len) return;
  uint32_t switches = explain_switches(res->schedule.data, res->schedule.len);
  sb_printf(out, "\nTrace: %zu step%s, %u context switch%s\n", res->trace.len, res->trace.len == 1 ? "" : "s", switches,
            switches == 1 ? "" : "es");
  report_table(r, out);
}

// Of two orders the second one, in the same form.
static void put_second_trace(const report *r, strbuf *out) {
  result other = *r->result;
  if (!other.second_trace.len) return;
  other.trace = r->result->second_trace;
  other.schedule = r->result->second_schedule;
  // Up to the last step of the kernel both are the same.
  size_t from = other.trace.len;
  while (from && other.trace.data[from - 1].proc) from--;
  report second = *r;
  second.result = &other;
  second.first_step = from ? from - 1 : 0;
  sb_puts(out, "\nThe other order of the last evaluation phase\n");
  report_table(&second, out);
}

static void put_violation_end(const result *res, strbuf *out) {
  sb_puts(out, "  => ");
  report_violation(&res->violation, out);
  if (res->violation.at.file) {
    sb_puts(out, "  [");
    report_place(res->violation.at, out);
    sb_puts(out, "]");
  }
  sb_putc(out, '\n');
}

// How a run without a violation ended.
static void put_run(const report *r, strbuf *out) {
  const report_run *run = r->run;
  sb_printf(out, "%s after %llu step%s", run->message, (unsigned long long)run->steps, run->steps == 1 ? "" : "s");
  if (!r->ir || r->ir->scheduler == IR_SCHED_SYSTEMC)
    sb_printf(out, " at time %llu, delta %llu", (unsigned long long)run->time, (unsigned long long)run->delta);
  sb_putc(out, '\n');
  if (!r->options->quiet) put_place_line("at", run->at, NULL, NULL, out);
}

static void put_final_value(void *arg, const machine_value *v) {
  strbuf *out = arg;
  sb_printf(out, "%s = %s\n", v->name, v->text);
}

static void visit_last(void *arg, const machine *m, const char *process, bool last) {
  (void)process;
  if (last) machine_globals(m, put_final_value, arg);
}

// A program that builds its design takes it down in its last step: what matters is what was there before.
static void visit_before_last(void *arg, const machine *m, const char *process, bool last) {
  (void)process;
  if (last) return;
  sb_clear(arg);
  machine_globals(m, put_final_value, arg);
}

// Values of all globals where the run ended, also of those that no step changed: without them an assertion cannot be
// understood from the trace alone.
static void put_final_state(const report *r, strbuf *out) {
  strbuf values = {0};
  const char *why = "";
  bool taken_down = r->ir && r->ir->spawns && r->ir->scheduler == IR_SCHED_SYSTEMC &&
                    r->result->verdict == VERDICT_UNSAFE && r->result->violation.check == IR_CHECK_DEADLOCK;
  bool ok = r->ir && r->machine && r->result->schedule.len &&
            report_rerun(r, taken_down ? visit_before_last : visit_last, &values, &why);
  if (ok && values.len) {
    sb_puts(out, r->result->verdict == VERDICT_UNSAFE ? "\nValues at the violation\n" : "\nFinal state\n");
    size_t n = 0;
    for (const char *at = sb_text(&values); *at && n < MOST_VALUES; n++) {
      size_t len = strcspn(at, "\n");
      sb_printf(out, "  %.*s\n", (int)len, at);
      at += len + 1;
      if (n + 1 == MOST_VALUES && *at) sb_puts(out, "  ..\n");
    }
  }
  sb_fini(&values);
}

void report_stats(const report *r, strbuf *out) {
  const result *res = r->result;
  sb_puts(out, "\nStatistics\n");
#define COUNTER(name, help) \
  if (res->counters.name) sb_printf(out, "  %-16s %llu\n", #name, (unsigned long long)res->counters.name);
#include "config/counters.def"
#undef COUNTER
  for (size_t i = 0; i < res->pruned.len; i++)
    sb_printf(out, "  left out by %s: %llu\n", res->pruned.data[i].name, (unsigned long long)res->pruned.data[i].count);
  sb_printf(out, "  %-16s %.3f s\n", "time", res->time_s);
  sb_printf(out, "  %-16s %.3f s\n", "solver time", res->solver_time_s);
  if (res->counters.states)
    sb_printf(out, "  %-16s %.0f bytes\n", "per stored state",
              (double)res->counters.stored_bytes / (double)res->counters.states);
  if (res->counters.states && res->time_s > 0)
    sb_printf(out, "  %-16s %.0f states\n", "per second", (double)res->counters.states / res->time_s);
  if (res->matches_timed)
    sb_printf(out, "  %-16s %.2f us\n", "time per match", res->match_time_s / (double)res->matches_timed * 1e6);
  sb_printf(out, "  %-16s %.1f MB\n", "peak memory", (double)res->peak_rss / 1e6);
}

// One line each, if several were asked for by name.
static void put_properties(const report *r, strbuf *out) {
  const result *res = r->result;
  bool several = res->properties.len > 1 && r->options->given[OPTION_property];
  for (size_t i = 0; i < res->properties.len && several; i++) {
    result_outcome got = result_outcome_of(res, &res->properties.data[i]);
    sb_printf(out, "  property %s: ", res->properties.data[i].name);
    switch (got.verdict) {
    case VERDICT_SAFE: sb_printf(out, "SAFE (%s) by %s", grade_text(got.grade), got.engine); break;
    case VERDICT_UNSAFE: sb_puts(out, "UNSAFE"); break;
    case VERDICT_UNKNOWN: sb_puts(out, "UNKNOWN"); break;
    }
    sb_putc(out, '\n');
  }
}

// 12 408
static void put_grouped(uint64_t n, strbuf *out) {
  char digits[32];
  int len = snprintf(digits, sizeof digits, "%llu", (unsigned long long)n);
  for (int i = 0; i < len; i++) {
    if (i && (len - i) % 3 == 0) sb_putc(out, ' ');
    sb_putc(out, digits[i]);
  }
}

static void put_known_part(const char *before, uint64_t n, const char *what, bool *any, strbuf *out) {
  sb_puts(out, *any ? "; none " : "  known: no violation ");
  sb_puts(out, before);
  put_grouped(n, out);
  sb_printf(out, " %s%s", what, n == 1 ? "" : "s");
  *any = true;
}

// What was not for nothing although there is no answer.
static void put_known(const result_known *k, strbuf *out) {
  bool any = false;
  if (k->executions) put_known_part("in ", k->executions, "execution", &any, out);
  if (k->levels > 1) put_known_part("with at most ", k->levels - 1, "preemption", &any, out);
  if (k->levels == 1) put_known_part("with ", 0, "preemption", &any, out);
  if (k->states > 1) put_known_part("in ", k->states, "state", &any, out);
  if (k->random_runs) put_known_part("in ", k->random_runs, "random run", &any, out);
  if (any) sb_putc(out, '\n');
}

// What the other engines said.
static void put_other_reasons(const result *res, strbuf *out) {
  for (size_t i = 0; i < res->reasons.len; i++) {
    const result_reason *w = &res->reasons.data[i];
    bool told = res->reason && !strcmp(w->text, res->reason);
    if (told || !w->engine) continue;
    sb_printf(out, "  %s: %s", w->engine, w->text);
    if (w->at.file) sb_puts(out, ", at ");
    report_place(w->at, out);
    sb_putc(out, '\n');
  }
}

// Load buffering is what RC11 leaves out of C11.
static void put_memory(const result *r, strbuf *out) {
  if (!r->memory_model) return;
  if (!strcmp(r->memory_model, "c11"))
    sb_puts(out, "  holds for C11: no data race, all atomics seq_cst\n");
  else if (!strcmp(r->memory_model, "rc11"))
    sb_printf(out, "  holds for RC11 (C11 without load buffering): %s\n",
              !strcmp(r->memory_by, "robust") ? "robust, all interleavings" : "all execution graphs");
  else
    sb_puts(out, "  holds for TSO: all execution graphs\n");
}

static void put_details(const report *r, strbuf *out) {
  const result *res = r->result;
  bool unsafe = res->verdict == VERDICT_UNSAFE;
  put_properties(r, out);
  if (unsafe) {
    put_violation_places(&res->violation, out);
    for (size_t i = 0; i < res->why.len; i++) sb_printf(out, "  %s\n", res->why.data[i]);
    if (!res->critical) sb_puts(out, "  every run fails so, or in another way\n");
  } else if (!r->run) {
    put_place_line("at", res->reason_at, NULL, NULL, out);
  }
  if (res->verdict == VERDICT_UNKNOWN && !r->run) {
    put_known(&res->known, out);
    if (r->options->stats) put_other_reasons(res, out);
  }
  put_list("limit", res->limits.data, res->limits.len, out);
  put_memory(res, out);
  put_list("assuming", res->assumptions.data, res->assumptions.len, out);
  put_list("note", res->notes.data, res->notes.len, out);
  report_coverage_text(res, out);
  if (r->ir && (unsafe || r->run)) put_inputs(r, out);
  if (unsafe) {
    report_history(r, out);
    put_trace(r, out);
    put_second_trace(r, out);
    put_violation_end(res, out);
  }
  if (unsafe || r->run) put_final_state(r, out);
}

void report_text(const report *r, strbuf *out) {
  if (r->run && r->result->verdict != VERDICT_UNSAFE)
    put_run(r, out);
  else
    put_verdict(r, out);
  if (!r->options->quiet) put_details(r, out);
  if (r->options->stats) report_stats(r, out);
}
