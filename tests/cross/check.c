#include "cross/check.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/options.h"
#include "cross/check_int.h"
#include "front/front.h"
#include "gen/gen_ivl.h"
#include "ir/ir_print.h"

const char *check_kind_text(check_kind k) {
  static const char *const texts[CHECK_KINDS] = {"agreement",
                                                 "too large",
                                                 "rejected by the front end",
                                                 "IR text is no fixed point",
                                                 "re-read IR differs",
                                                 "outcomes differ",
                                                 "states are confused",
                                                 "engine gives up",
                                                 "wrong verdict",
                                                 "violation nobody has",
                                                 "SAFE without proof",
                                                 "counterexample does not replay",
                                                 "wrong number of executions",
                                                 "crash",
                                                 "takes too long"};
  return texts[k];
}

bool check_fail(job *j, check_kind kind, const char *fmt, ...) {
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

static ir_module *parse(job *j, const front_end *front, const char *file, const char *text, size_t len,
                        check_kind kind) {
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

static bool check_outcomes(job *j) {
  if (j->o->cyclic) {
    oracle_walk(j->m, &j->how, j->o->seed, 60, 40, &j->oracle);
    return j->oracle.why == NULL || check_fail(j, CHECK_OUTCOME, "%s", j->oracle.why);
  }
  oracle_run(j->m, &j->how, j->o->max_runs, &j->oracle);
  j->r->runs = j->oracle.runs;
  if (j->oracle.why != NULL) return check_fail(j, CHECK_OUTCOME, "%s", j->oracle.why);
  if (!j->oracle.complete) {
    j->r->kind = CHECK_SKIPPED;
    return false;
  }
  outcome x;
  strbuf detail = {0};
  cross_explore_run(j->m, &j->how, EXPLORE_ALL, 40 * (j->oracle.steps + 100), &x);
  bool ok = true;
  if (!x.complete) {
    ok = check_fail(j, CHECK_OUTCOME, "%s",
                    x.why != NULL ? x.why : "the plain search needs far more steps than all runs");
  } else if (!outcome_same(&j->oracle, "concrete interpreter", &x, "step interface", &detail)) {
    ok = check_fail(j, CHECK_OUTCOME, "%s", sb_text(&detail));
  }
  j->explored = x.complete;
  j->paths = x.paths;
  outcome_fini(&x);
  sb_fini(&detail);
  return ok;
}

static bool check_keys(job *j, explore_mode mode) {
  if (j->o->cyclic) return true;
  outcome x;
  strbuf detail = {0};
  cross_explore_run(j->m, &j->how, mode, 40 * (j->oracle.steps + 100), &x);
  bool ok = true;
  if (!x.complete) {
    ok = check_fail(j, CHECK_KEYS, "%s", x.why != NULL ? x.why : "more steps with a visited set than without");
  } else if (!outcome_same_ends(&j->oracle, "concrete interpreter", &x, "search with a visited set",
                                mode == EXPLORE_TIMELESS, &detail)) {
    ok = check_fail(j, CHECK_KEYS, "%s", sb_text(&detail));
  }
  outcome_fini(&x);
  sb_fini(&detail);
  return ok;
}

static bool check_reread(job *j, const ir_module *again) {
  outcome o;
  strbuf detail = {0};
  oracle_run(again, &j->how, j->o->max_runs, &o);
  bool ok = o.complete && outcome_same(&j->oracle, "program", &o, "re-read IR", &detail);
  if (!ok) check_fail(j, CHECK_REREAD, "%s", sb_text(&detail));
  outcome_fini(&o);
  sb_fini(&detail);
  if (!ok) return false;
  verdict expected = j->oracle.violations.items.len > 0 ? VERDICT_UNSAFE : VERDICT_SAFE,
          got = check_verdict_of(j, again);
  return got == expected || check_fail(j, CHECK_REREAD, "stateless says %s about the re-read IR", verdict_text(got));
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
      ok = check_fail(j, CHECK_ROUND_TRIP, "first: ...%.200s\nsecond: ...%.200s", sb_text(&first) + from,
                      sb_text(&second) + from);
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
  j->how = (outcome_options){.multi = j->o->multi, .lo = GEN_INPUT_LO, .hi = GEN_INPUT_HI};
  bool known = options_checks(j->m->properties, &j->how.checks, &error);
  if (j->o->deadlock) j->how.checks |= (uint32_t)1 << IR_CHECK_DEADLOCK;
  if (j->o->determinism) {
    j->how.checks = (uint32_t)1 << IR_CHECK_DETERMINISM;
    check_determinism(j);
  } else if (!known) {
    check_fail(j, CHECK_PARSE, "properties '%s': %s", j->m->properties, sb_text(&error));
  } else if (check_round_trip(j, &again) && check_outcomes(j) && check_keys(j, EXPLORE_STORED) &&
             check_keys(j, EXPLORE_TIMELESS) && check_engines(j)) {
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
  bool air = len > 5 && memcmp(text, "air 1", 5) == 0;
  ir_module *m = parse(&j, air ? &front_air : &front_ivl, air ? "program.air" : "program.ivl", text, len, CHECK_PARSE);
  if (m == NULL) return;
  j.m = m;
  check_module(&j);
  ir_module_free(m);
}
