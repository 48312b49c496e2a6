#include <stdio.h>
#include <string.h>

#include "app/options.h"
#include "base/rng.h"
#include "cross/check_int.h"
#include "cross/phases.h"
#include "engine/engine.h"
#include "gen/gen_ivl.h"
#include "result/explain.h"

// One way of running an engine, as on the command line.
typedef struct config {
  char name[160];
  const char *engine;
  options options;
  bool exact;        // no reduction: executions are all symbolic runs
  bool must_decide;  // UNKNOWN is a failure
  bool proves;       // SAFE must be graded proved
} config;

typedef struct one_run {
  expr_table *terms;
  smt *solver;
  sem *sem;
  options options;
  limits limits;
  result *result;
} one_run;

static void run_engine(job *j, const ir_module *m, const config *c, bool with_range, one_run *e) {
  expr_options eo = {0};
  smt_config sc = smt_default_config();
  sem_options so = sem_default_options();
  so.checks = j->how.checks;
  so.pending_multi = j->how.multi;
  so.has_input_range = with_range;
  so.input_lo = j->how.lo;
  so.input_hi = j->how.hi;
  *e = (one_run){.options = c->options, .result = result_new()};
  e->options.input_range = (opt_range){with_range, j->how.lo, j->how.hi};
  e->limits.max_transitions = j->o->cyclic ? 20000 : 2000000;
  // Without a visited set an endless run is cut by its length.
  if (j->o->cyclic && strcmp(c->engine, "stateless") == 0) e->options.max_depth = 40;
  // A matching method that does not close a cycle lets terms grow with every round: what it costs is no disagreement.
  if (j->o->cyclic && strcmp(c->engine, "stateful") == 0) e->limits.max_transitions = 500;
  e->terms = expr_table_new(&eo);
  e->solver = smt_new(e->terms, &sc);
  e->sem = sem_new(m, e->terms, e->solver, &so);
  engine_ctx ctx = {.ir = m, .sem = e->sem, .options = &e->options, .limits = &e->limits, .result = e->result};
  engine_run(engine_find(c->engine), &ctx);
}

static void engine_run_fini(one_run *e) {
  result_free(e->result);
  sem_free(e->sem);
  smt_free(e->solver);
  expr_table_free(e->terms);
}

// --- judging an answer -----------------------------------------------------------------------------------------------

static bool check_unsafe(job *j, const config *c, one_run *e) {
  result *r = e->result;
  strbuf what = {0};
  outcome_violation_text(r->violation.check, r->violation.at, &what);
  const char *why = NULL;
  machine_options mo = {
      .checks = j->how.checks, .pending_multi = j->how.multi, .step_limit = 100000, .depth_limit = 1000};
  bool ok = true;
  if (!explain_confirm(j->m, &mo, r, &why)) {
    ok = check_fail(j, CHECK_REPLAY, "%s: %s: %s", c->name, sb_text(&what), why);
  } else {
    explain_minimise(j->m, &mo, r, 50);
    if (!explain_confirm(j->m, &mo, r, &why)) {
      ok = check_fail(j, CHECK_REPLAY, "%s: %s, after minimisation: %s", c->name, sb_text(&what), why);
    } else if (j->safe_says != NULL) {
      ok = check_fail(j, CHECK_VERDICT, "%s says SAFE, but %s has a run with %s", j->safe_says, c->name,
                      sb_text(&what));
    } else if (j->oracle.complete && j->oracle.violations.items.len == 0) {
      ok = check_fail(j, CHECK_VERDICT, "%s says UNSAFE (%s), no run has a violation", c->name, sb_text(&what));
    } else if (j->oracle.complete && outcome_count(&j->oracle.violations, sb_text(&what)) == 0) {
      ok = check_fail(j, CHECK_PLACE, "%s reports %s, which no run has", c->name, sb_text(&what));
    }
  }
  sb_fini(&what);
  j->r->unsafe = true;
  return ok;
}

static bool check_count(job *j, const config *c, uint64_t executions) {
  if (!c->exact) return true;
  if (j->oracle.complete && !j->oracle.has_inputs && executions != j->oracle.finished) {
    return check_fail(j, CHECK_COUNT, "%s counts %llu executions, there are %llu schedules", c->name,
                      (unsigned long long)executions, (unsigned long long)j->oracle.finished);
  }
  if (j->explored && executions != j->paths) {
    return check_fail(j, CHECK_COUNT, "%s counts %llu executions, the plain search %llu", c->name,
                      (unsigned long long)executions, (unsigned long long)j->paths);
  }
  return true;
}

static bool check_safe(job *j, const config *c, bool with_range, const one_run *e) {
  const result *r = e->result;
  if (j->oracle.violations.items.len > 0) {
    return check_fail(j, CHECK_VERDICT, "%s says SAFE, but there is a run with %s", c->name,
                      j->oracle.violations.items.data[0].text);
  }
  if (j->r->unsafe) {
    return check_fail(j, CHECK_VERDICT, "%s says SAFE, but an engine before it found a violation", c->name);
  }
  if (c->proves && r->grade != (with_range ? GRADE_BOUNDED : GRADE_PROVED)) {
    const char *text = grade_text(r->grade);
    return check_fail(j, CHECK_GRADE, "%s says SAFE with grade %s", c->name, text != NULL ? text : "none");
  }
  if (j->safe_says == NULL) j->safe_says = c->engine;
  return check_count(j, c, r->counters.executions);
}

static bool check_unknown(job *j, const config *c, const one_run *e) {
  if (!c->must_decide) {
    j->r->undecided++;
    return true;
  }
  // What never ends cannot be decided without a visited set, and large state spaces are cut by a limit.
  if (j->o->cyclic && (strcmp(c->engine, "stateless") == 0 || e->limits.hit != NULL)) return true;
  if (!j->o->cyclic && !j->oracle.complete) return true;
  return check_fail(j, CHECK_UNKNOWN, "%s says UNKNOWN: %s (line %u)", c->name, e->result->reason,
                    e->result->reason_at.line);
}

static bool check_config(job *j, const config *c) {
  one_run e;
  bool with_range = false;
  run_engine(j, j->m, c, false, &e);
  if (e.result->verdict == VERDICT_UNKNOWN && strcmp(c->engine, "naive") == 0 && e.limits.hit == NULL) {
    // Its inputs are enumerated only where the program itself makes them few; the range makes them few everywhere.
    engine_run_fini(&e);
    with_range = j->r->naive_needs_range = true;
    run_engine(j, j->m, c, true, &e);
  }
  bool ok = true;
  switch (e.result->verdict) {
  case VERDICT_UNSAFE: ok = check_unsafe(j, c, &e); break;
  case VERDICT_SAFE: ok = check_safe(j, c, with_range, &e); break;
  case VERDICT_UNKNOWN: ok = check_unknown(j, c, &e); break;
  }
  engine_run_fini(&e);
  return ok;
}

// --- configurations --------------------------------------------------------------------------------------------------

// False: the command line refuses this combination.
static bool make_config(const char *who, const char *por, const char *match, config *c) {
  char words[3][48];
  const char *argv[4] = {"program.ivl"};
  int argc = 1;
  snprintf(words[0], sizeof words[0], "--engine=%s", who);
  snprintf(words[1], sizeof words[1], "--por=%s", por != NULL ? por : "");
  snprintf(words[2], sizeof words[2], "--match=%s", match != NULL ? match : "");
  argv[argc++] = words[0];
  if (por != NULL) argv[argc++] = words[1];
  if (match != NULL) argv[argc++] = words[2];
  command_line line = {0};
  strbuf error = {0};
  bool ok = options_parse(argc, argv, &line, &error) && options_judge(&line, &error);
  *c = (config){.engine = who, .options = line.options};
  snprintf(c->name, sizeof c->name, "%s%s%s%s%s", who, por != NULL ? " " : "", por != NULL ? words[1] : "",
           match != NULL ? " " : "", match != NULL ? words[2] : "");
  command_line_fini(&line);
  sb_fini(&error);
  return ok;
}

// The n-th word of an option; wraps around. NULL: the option has none.
static const char *word_of(option_id id, uint64_t n, char *out, size_t size) {
  const char *values = option_get(id)->values, *word = NULL;
  size_t len = 0, count = 0;
  while (option_value(values, count, &word, &len)) count++;
  if (!option_value(values, n % count, &word, &len)) return NULL;
  snprintf(out, size, "%.*s", (int)len, word);
  return out;
}

static size_t words_of(option_id id) {
  const char *word = NULL;
  size_t len = 0, count = 0;
  while (option_value(option_get(id)->values, count, &word, &len)) count++;
  return count;
}

static bool check_combination(job *j, const char *who, uint64_t por, uint64_t match) {
  char por_word[24], match_word[24];
  config c;
  if (engine_find(who) == NULL) return true;
  bool matches = strcmp(who, "stateful") == 0;
  if (!make_config(who, word_of(OPTION_por, por, por_word, sizeof por_word),
                   matches ? word_of(OPTION_match, match, match_word, sizeof match_word) : NULL, &c)) {
    return true;
  }
  j->r->configs++;
  return check_config(j, &c);
}

bool check_engines(job *j) {
  config naive, plain;
  if (!make_config("naive", NULL, NULL, &naive) || !make_config("stateless", "none", NULL, &plain)) {
    return check_fail(j, CHECK_UNKNOWN, "the command line refuses the plain engines");
  }
  naive.must_decide = plain.must_decide = naive.proves = plain.proves = plain.exact = true;
  if (!check_config(j, &naive) || !check_config(j, &plain)) return false;
  rng r = rng_new(j->o->seed);
  if (!j->o->every_config) {
    uint64_t a = rng_next(&r), b = rng_next(&r), c = rng_next(&r);
    return check_combination(j, "stateless", a, 0) && check_combination(j, "stateful", b, c);
  }
  for (size_t por = 0; por < words_of(OPTION_por); por++) {
    if (!check_combination(j, "stateless", por, 0)) return false;
    for (size_t match = 0; match < words_of(OPTION_match); match++) {
      if (!check_combination(j, "stateful", por, match)) return false;
    }
  }
  return true;
}

// UNKNOWN is an answer only where inputs are drawn: orders that end in different places are compared for some inputs.
void check_determinism(job *j) {
  phases_result truth;
  phases_run(j->m, &j->how, j->o->max_runs, &truth);
  j->r->runs = truth.runs;
  config c;
  one_run e;
  if (!make_config("confluence", NULL, NULL, &c)) {
    check_fail(j, CHECK_UNKNOWN, "the command line refuses the engine confluence");
    return;
  }
  run_engine(j, j->m, &c, false, &e);
  verdict v = e.result->verdict;
  const char *why = NULL;
  machine_options mo = {
      .checks = j->how.checks, .pending_multi = j->how.multi, .step_limit = 100000, .depth_limit = 1000};
  j->r->unsafe = v == VERDICT_UNSAFE;
  j->r->configs = 1;
  j->r->undecided = v == VERDICT_UNKNOWN;
  if (v == VERDICT_UNSAFE && !explain_confirm(j->m, &mo, e.result, &why))
    check_fail(j, CHECK_REPLAY, "%s", why);
  else if (v == VERDICT_SAFE && truth.differs)
    check_fail(j, CHECK_VERDICT, "SAFE, but %s", truth.what);
  else if (v == VERDICT_UNSAFE && truth.complete && !truth.gave_up && !truth.differs)
    check_fail(j, CHECK_VERDICT, "UNSAFE (%s), but all orders of each phase end alike", e.result->violation.message);
  else if (v == VERDICT_UNKNOWN && truth.complete && !truth.gave_up)
    check_fail(j, CHECK_UNKNOWN, "%s", e.result->reason);
  else if (!truth.complete && !truth.differs)
    j->r->kind = CHECK_SKIPPED;
  engine_run_fini(&e);
}

verdict check_verdict_of(job *j, const ir_module *m) {
  config plain;
  one_run e;
  if (!make_config("stateless", "none", NULL, &plain)) return VERDICT_UNKNOWN;
  run_engine(j, m, &plain, false, &e);
  verdict v = e.result->verdict;
  engine_run_fini(&e);
  return v;
}
