#include "cross/check.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/options.h"
#include "cross/outcome.h"
#include "engine/engine.h"
#include "front/front.h"
#include "gen/gen_ivl.h"
#include "ir/ir_print.h"
#include "result/explain.h"

const char *check_kind_text(check_kind k) {
  static const char *const texts[CHECK_KINDS] = {
      "agreement",          "too large",      "rejected by the front end", "IR text is no fixed point",
      "re-read IR differs", "outcomes differ", "engine gives up",          "wrong verdict",
      "violation nobody has", "SAFE without proof", "counterexample does not replay", "wrong number of executions",
      "crash",              "takes too long"};
  return texts[k];
}

typedef struct job {
  const check_options *o;
  check_report *r;
  const ir_module *m;
  uint32_t checks;
  outcome oracle;
  uint64_t paths;      // symbolic runs, if the exploration was complete
  bool explored;
} job;

static bool fail(job *j, check_kind kind, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static bool fail(job *j, check_kind kind, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(j->r->detail, sizeof j->r->detail, fmt, ap);
  va_end(ap);
  j->r->kind = kind;
  return false;
}

static void print_diags(const diags *d, char *out, size_t size) {
  FILE *f = fmemopen(out, size, "w");
  if (f == NULL) return;
  diags_print(d, f);
  fclose(f);
  out[size - 1] = '\0';
}

static ir_module *parse(job *j, const front_end *front, const char *file, const char *text, size_t len, check_kind kind) {
  diags *d = diags_new();
  diags_add_source(d, file, text, len);
  ir_module *m = front->parse(file, text, len, d);
  if (m == NULL || diags_errors(d) > 0) {
    j->r->kind = kind;
    print_diags(d, j->r->detail, sizeof j->r->detail);
    if (m != NULL) ir_module_free(m);
    m = NULL;
  }
  diags_free(d);
  return m;
}

// --- engines ---------------------------------------------------------------------------------------------------------

typedef struct engine_run {
  expr_table *terms;
  smt *solver;
  sem *sem;
  options options;
  limits limits;
  result *result;
} engine_run;

static void run_engine(job *j, const ir_module *m, const char *name, bool with_range, engine_run *e) {
  expr_options eo = {0};
  smt_config sc = smt_default_config();
  sem_options so = sem_default_options();
  so.checks = j->checks;
  so.has_input_range = with_range;
  so.input_lo = GEN_INPUT_LO;
  so.input_hi = GEN_INPUT_HI;
  *e = (engine_run){.options = options_default(), .result = result_new()};
  e->options.por = OPT_POR_NONE;  // executions are compared with the number of all schedules
  e->options.input_range = (opt_range){with_range, GEN_INPUT_LO, GEN_INPUT_HI};
  e->limits.max_transitions = j->o->cyclic ? 20000 : 2000000;
  if (j->o->cyclic) e->options.max_depth = 60;
  e->terms = expr_table_new(&eo);
  e->solver = smt_new(e->terms, &sc);
  e->sem = sem_new(m, e->terms, e->solver, &so);
  engine_ctx ctx = {.ir = m, .sem = e->sem, .options = &e->options, .limits = &e->limits, .result = e->result};
  engine_find(name)->run(&ctx);
}

static void engine_run_fini(engine_run *e) {
  result_free(e->result);
  sem_free(e->sem);
  smt_free(e->solver);
  expr_table_free(e->terms);
}

static bool check_unsafe(job *j, const char *name, engine_run *e) {
  result *r = e->result;
  strbuf what = {0};
  outcome_violation_text(r->violation.check, r->violation.at, &what);
  const char *why = NULL;
  machine_options mo = {.checks = j->checks, .step_limit = 100000, .depth_limit = 1000};
  bool ok = true;
  if (!explain_confirm(j->m, &mo, r, &why)) {
    ok = fail(j, CHECK_REPLAY, "%s: %s: %s", name, sb_text(&what), why);
  } else {
    explain_minimise(j->m, &mo, r, 50);
    if (!explain_confirm(j->m, &mo, r, &why)) {
      ok = fail(j, CHECK_REPLAY, "%s: %s, after minimisation: %s", name, sb_text(&what), why);
    } else if (j->oracle.complete && j->oracle.violations.items.len == 0) {
      ok = fail(j, CHECK_VERDICT, "%s says UNSAFE (%s), no run has a violation", name, sb_text(&what));
    } else if (j->oracle.complete && outcome_count(&j->oracle.violations, sb_text(&what)) == 0) {
      ok = fail(j, CHECK_PLACE, "%s reports %s, which no run has", name, sb_text(&what));
    }
  }
  sb_fini(&what);
  return ok;
}

static bool check_safe(job *j, const char *name, bool with_range, const engine_run *e) {
  const result *r = e->result;
  if (j->oracle.violations.items.len > 0) {
    return fail(j, CHECK_VERDICT, "%s says SAFE, but there is a run with %s", name,
                j->oracle.violations.items.data[0].text);
  }
  if (r->grade != (with_range ? GRADE_BOUNDED : GRADE_PROVED)) {
    const char *text = grade_text(r->grade);
    return fail(j, CHECK_GRADE, "%s says SAFE with grade %s", name, text != NULL ? text : "none");
  }
  if (strcmp(name, "stateless") != 0) return true;
  uint64_t executions = r->counters.executions;
  if (j->oracle.complete && !j->oracle.has_inputs && executions != j->oracle.finished) {
    return fail(j, CHECK_COUNT, "stateless counts %llu executions, there are %llu schedules",
                (unsigned long long)executions, (unsigned long long)j->oracle.finished);
  }
  if (j->explored && executions != j->paths) {
    return fail(j, CHECK_COUNT, "stateless counts %llu executions, the plain search %llu",
                (unsigned long long)executions, (unsigned long long)j->paths);
  }
  return true;
}

// Which answers are right depends on whether every run ends.
static bool check_unknown(job *j, const char *name, const engine_run *e) {
  if (j->o->cyclic && (strcmp(name, "stateless") == 0 || e->limits.hit != NULL)) return true;
  if (!j->o->cyclic && !j->oracle.complete) return true;
  return fail(j, CHECK_UNKNOWN, "%s says UNKNOWN: %s (line %u)", name, e->result->reason, e->result->reason_at.line);
}

static bool check_engine(job *j, const char *name) {
  engine_run e;
  bool with_range = false;
  run_engine(j, j->m, name, false, &e);
  if (e.result->verdict == VERDICT_UNKNOWN && strcmp(name, "naive") == 0) {
    // Its inputs are enumerated only where the program itself makes them few; the range makes them few everywhere.
    engine_run_fini(&e);
    with_range = j->r->naive_needs_range = true;
    run_engine(j, j->m, name, true, &e);
  }
  bool ok = true;
  switch (e.result->verdict) {
    case VERDICT_UNSAFE: ok = check_unsafe(j, name, &e); break;
    case VERDICT_SAFE: ok = check_safe(j, name, with_range, &e); break;
    case VERDICT_UNKNOWN: ok = check_unknown(j, name, &e); break;
  }
  if (e.result->verdict == VERDICT_UNSAFE) j->r->unsafe = true;
  engine_run_fini(&e);
  return ok;
}

// --- one program -----------------------------------------------------------------------------------------------------

static bool check_outcomes(job *j) {
  if (j->o->cyclic) {
    oracle_walk(j->m, j->checks, GEN_INPUT_LO, GEN_INPUT_HI, j->o->seed, 60, 40, &j->oracle);
    return j->oracle.why == NULL || fail(j, CHECK_OUTCOME, "%s", j->oracle.why);
  }
  oracle_run(j->m, j->checks, GEN_INPUT_LO, GEN_INPUT_HI, j->o->max_runs, &j->oracle);
  j->r->runs = j->oracle.runs;
  if (j->oracle.why != NULL) return fail(j, CHECK_OUTCOME, "%s", j->oracle.why);
  if (!j->oracle.complete) {
    j->r->kind = CHECK_SKIPPED;
    return false;
  }
  outcome x;
  strbuf detail = {0};
  explore_run(j->m, j->checks, GEN_INPUT_LO, GEN_INPUT_HI, 40 * (j->oracle.steps + 100), &x);
  bool ok = true;
  if (!x.complete) {
    ok = fail(j, CHECK_OUTCOME, "%s", x.why != NULL ? x.why : "the plain search needs far more steps than all runs");
  } else if (!outcome_same(&j->oracle, "concrete interpreter", &x, "step interface", &detail)) {
    ok = fail(j, CHECK_OUTCOME, "%s", sb_text(&detail));
  }
  j->explored = x.complete;
  j->paths = x.paths;
  outcome_fini(&x);
  sb_fini(&detail);
  return ok;
}

static bool check_reread(job *j, const ir_module *again) {
  outcome o;
  strbuf detail = {0};
  oracle_run(again, j->checks, GEN_INPUT_LO, GEN_INPUT_HI, j->o->max_runs, &o);
  bool ok = o.complete && outcome_same(&j->oracle, "program", &o, "re-read IR", &detail);
  if (!ok) fail(j, CHECK_REREAD, "%s", sb_text(&detail));
  outcome_fini(&o);
  sb_fini(&detail);
  if (!ok) return false;
  engine_run e;
  run_engine(j, again, "stateless", false, &e);
  verdict expected = j->oracle.violations.items.len > 0 ? VERDICT_UNSAFE : VERDICT_SAFE;
  if (e.result->verdict != expected) {
    ok = fail(j, CHECK_REREAD, "stateless says %s about the re-read IR", verdict_text(e.result->verdict));
  }
  engine_run_fini(&e);
  return ok;
}

static bool check_round_trip(job *j, ir_module **again) {
  strbuf first = {0}, second = {0};
  ir_print(j->m, &first);
  *again = parse(j, &front_air, "program.air", sb_text(&first), first.len, CHECK_ROUND_TRIP);
  bool ok = *again != NULL;
  if (ok) {
    ir_print(*again, &second);
    if (first.len != second.len || memcmp(sb_text(&first), sb_text(&second), first.len) != 0) {
      size_t i = 0;
      while (i < first.len && i < second.len && first.text[i] == second.text[i]) i++;
      size_t from = i > 60 ? i - 60 : 0;
      ok = fail(j, CHECK_ROUND_TRIP, "first: ...%.200s\nsecond: ...%.200s", sb_text(&first) + from, sb_text(&second) + from);
    }
  }
  sb_fini(&first);
  sb_fini(&second);
  return ok;
}

// `name = value` of a dump as a comparison. Decimal literals end with i64.
static void plant_line(const char *line, size_t len, strbuf *out) {
  const char *eq = memchr(line, '=', len);
  if (eq == NULL) return;
  char name[64], number[32];
  snprintf(name, sizeof name, "%.*s", (int)(eq - line - 1), line);
  snprintf(number, sizeof number, "%.*s", (int)(line + len - eq - 2), eq + 2);
  sb_puts(out, out->len > 0 ? " && " : "");
  if (strcmp(number, "ptr") == 0) {
    sb_printf(out, "%s != null", name);
  } else if (isdigit((unsigned char)number[0])) {
    sb_printf(out, "%s == 0x%llx", name, strtoull(number, NULL, 10));
  } else if (number[0] == '-') {
    sb_printf(out, "%s == -%lld - 1", name, -(strtoll(number, NULL, 10) + 1));
  } else {
    sb_printf(out, "%s == %s", name, number);
  }
}

static void plant(job *j) {
  const outcome_set *finals = &j->oracle.finals;
  if (!j->oracle.complete || j->oracle.violations.items.len > 0 || finals->items.len < 2) return;
  size_t rarest = 0;
  for (size_t i = 1; i < finals->items.len; i++) {
    if (finals->items.data[i].count < finals->items.data[rarest].count) rarest = i;
  }
  strbuf b = {0};
  for (const char *line = finals->items.data[rarest].text; *line != '\0';) {
    size_t len = strcspn(line, "\n");
    if (strncmp(line, "process ", 8) == 0) break;
    plant_line(line, len, &b);
    line += len + (line[len] == '\n');
  }
  if (b.len > 0 && b.len + 20 < sizeof j->r->plant) {
    snprintf(j->r->plant, sizeof j->r->plant, "  assert(!(%s));\n", sb_text(&b));
  }
  sb_fini(&b);
}

static void check_module(job *j) {
  strbuf error = {0};
  ir_module *again = NULL;
  if (!options_checks(j->m->properties, &j->checks, &error)) {
    fail(j, CHECK_PARSE, "properties '%s': %s", j->m->properties, sb_text(&error));
  } else if (check_round_trip(j, &again) && check_outcomes(j) && check_engine(j, "naive") && check_engine(j, "stateless")) {
    if (!j->o->reread || j->o->cyclic || check_reread(j, again)) plant(j);
  }
  if (j->oracle.violations.items.len > 0) j->r->unsafe = true;
  outcome_fini(&j->oracle);
  if (again != NULL) ir_module_free(again);
  sb_fini(&error);
}

void check_program(const char *text, size_t len, const check_options *o, check_report *r) {
  *r = (check_report){.kind = CHECK_OK};
  job j = {.o = o, .r = r};
  ir_module *m = parse(&j, &front_ivl, "program.ivl", text, len, CHECK_PARSE);
  if (m == NULL) return;
  j.m = m;
  check_module(&j);
  ir_module_free(m);
}
