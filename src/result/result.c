#include "result/result.h"

#include <stdarg.h>
#include <string.h>

#include "base/str.h"

void counters_add(counters *to, const counters *from) {
  uint64_t depth = to->max_depth > from->max_depth ? to->max_depth : from->max_depth;
#define COUNTER(name, help) to->name += from->name;
#include "config/counters.def"
#undef COUNTER
  to->max_depth = depth;
}

result *result_new(void) {
  result *r = MEM_NEW(result);
  r->mem = arena_new();
  r->critical = RESULT_NO_STEP;
  return r;
}

void result_free(result *r) {
  if (!r) return;
  vec_free(&r->properties);
  vec_free(&r->assumptions);
  vec_free(&r->limits);
  vec_free(&r->notes);
  vec_free(&r->why);
  vec_free(&r->operands);
  vec_free(&r->claims);
  vec_free(&r->coverage);
  vec_free(&r->history);
  vec_free(&r->orders);
  vec_free(&r->unwritten);
  vec_free(&r->reasons);
  vec_free(&r->schedule);
  vec_free(&r->links);
  vec_free(&r->second_schedule);
  vec_free(&r->second_inputs);
  vec_free(&r->second_trace);
  vec_free(&r->allowed);
  vec_free(&r->origins);
  vec_free(&r->inputs);
  vec_free(&r->trace);
  vec_free(&r->loaded_inputs);
  vec_free(&r->pruned);
  arena_free(r->mem);
  mem_free(r);
}

static const char *format(result *r, const char *fmt, va_list ap) {
  strbuf b = {0};
  sb_vprintf(&b, fmt, ap);
  const char *text = arena_strdup(r->mem, sb_text(&b));
  sb_fini(&b);
  return text;
}

static bool listed(const char *const *texts, size_t n, const char *text) {
  for (size_t i = 0; i < n; i++)
    if (!strcmp(texts[i], text)) return true;
  return false;
}

void result_unknown(result *r, place at, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  r->reason = format(r, fmt, ap);
  va_end(ap);
  r->verdict = VERDICT_UNKNOWN;
  r->grade = GRADE_NONE;
  r->reason_at = at;
}

void result_add_limit(result *r, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  const char *text = format(r, fmt, ap);
  va_end(ap);
  if (!listed(r->limits.data, r->limits.len, text)) vec_push(&r->limits, text);
}

void result_add_note(result *r, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  const char *text = format(r, fmt, ap);
  va_end(ap);
  if (!listed(r->notes.data, r->notes.len, text)) vec_push(&r->notes, text);
}

void result_add_assumption(result *r, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  const char *text = format(r, fmt, ap);
  va_end(ap);
  if (!listed(r->assumptions.data, r->assumptions.len, text)) vec_push(&r->assumptions, text);
}

static bool same_place(place a, place b) {
  bool same_file = a.file == b.file || (a.file && b.file && !strcmp(a.file, b.file));
  return same_file && a.line == b.line && a.col == b.col;
}

void result_add_reason(result *r, result_reason w) {
  for (size_t i = 0; i < r->reasons.len; i++) {
    result_reason *old = &r->reasons.data[i];
    bool same_engine = old->engine == w.engine || (old->engine && w.engine && !strcmp(old->engine, w.engine));
    if (!same_engine || strcmp(old->text, w.text) || !same_place(old->at, w.at)) continue;
    old->checks = old->checks && w.checks ? old->checks | w.checks : 0;
    return;
  }
  w.text = arena_strdup(r->mem, w.text);
  if (w.engine) w.engine = arena_strdup(r->mem, w.engine);
  if (w.at.file) w.at.file = arena_strdup(r->mem, w.at.file);
  vec_push(&r->reasons, w);
}

bool result_is_about_all(const result *r) {
  for (size_t i = 0; i < r->properties.len; i++) {
    uint32_t asked = r->properties.data[i].checks;
    for (int c = 0; c < IR_CHECK_COUNT; c++) {
      bool looked_for = !r->replay_checks || r->replay_checks >> c & 1;
      // No search for violations looks for these.
      if (c == IR_CHECK_DETERMINISM || c == IR_CHECK_ROBUST || IR_CHECKS_OF_ENDLESS_RUNS >> c & 1) looked_for = false;
      if (asked >> c & 1 && !looked_for && r->proofs[c].grade != GRADE_PROVED) return false;
    }
  }
  return true;
}

void result_join_known(result_known *to, const result_known *from) {
  if (from->executions > to->executions) to->executions = from->executions;
  if (from->states > to->states) to->states = from->states;
  if (from->levels > to->levels) to->levels = from->levels;
  to->random_runs += from->random_runs;
}

void result_keep_known(result *r) {
  result_known seen = {.executions = r->counters.executions, .states = r->counters.states, .levels = r->levels};
  if (result_is_about_all(r)) result_join_known(&r->known, &seen);
}

bool result_knows(const result_known *k) { return k->executions || k->states || k->levels || k->random_runs; }

void result_add_unwritten(result *r, const char *path, const char *why) {
  strbuf text = {0};
  sb_printf(&text, "%s: %s", path, why);
  vec_push(&r->unwritten, arena_strdup(r->mem, sb_text(&text)));
  sb_fini(&text);
}

void result_add_pruned(result *r, const char *name, uint64_t n) {
  for (size_t i = 0; i < r->pruned.len; i++) {
    if (strcmp(r->pruned.data[i].name, name)) continue;
    r->pruned.data[i].count += n;
    return;
  }
  vec_push(&r->pruned, ((pruned){name, n}));
}

const char *result_input_text(result *r, const ir_module *m, const result_input *in) {
  strbuf b = {0};
  machine_value_text(m, in->type, in->bits, in->limbs, &b);
  const char *text = arena_strdup(r->mem, sb_text(&b));
  sb_fini(&b);
  return text;
}

void result_prove(result *r, uint32_t checks, const char *engine, grade g) {
  for (int c = 0; c < IR_CHECK_COUNT; c++) {
    if (!(checks >> c & 1)) continue;
    r->proofs[c].engine = engine;
    r->proofs[c].grade = g;
  }
}

bool result_all_proved(const result *r, uint32_t checks) {
  for (int c = 0; c < IR_CHECK_COUNT; c++)
    if (checks >> c & 1 && r->proofs[c].grade == GRADE_NONE) return false;
  return true;
}

// Everybody who proved one of these, once each.
static const char *provers(const result *r, uint32_t checks) {
  strbuf names = {0};
  for (int c = 0; c < IR_CHECK_COUNT; c++) {
    bool known = !(checks >> c & 1);
    for (int k = 0; k < c && !known; k++) known = checks >> k & 1 && !strcmp(r->proofs[k].engine, r->proofs[c].engine);
    if (!known) sb_printf(&names, "%s%s", names.len ? ", " : "", r->proofs[c].engine);
  }
  const char *text = arena_strdup(r->mem, sb_text(&names));
  sb_fini(&names);
  return text;
}

static result_outcome proved_outcome(const result *r, uint32_t checks) {
  result_outcome o = {.verdict = VERDICT_SAFE, .grade = GRADE_PROVED, .engine = provers(r, checks)};
  for (int c = 0; c < IR_CHECK_COUNT; c++)
    if (checks >> c & 1 && r->proofs[c].grade > o.grade) o.grade = r->proofs[c].grade;  // later ones say less
  return o;
}

void result_conclude_proved(result *r, uint32_t checks) {
  result_outcome o = proved_outcome(r, checks);
  r->verdict = o.verdict;
  r->grade = o.grade;
  r->engine = o.engine;
  r->reason = NULL;
  r->reason_at = PLACE_NONE;
}

result_outcome result_outcome_of(const result *r, const result_property *p) {
  bool violated = r->verdict == VERDICT_UNSAFE && p->checks >> r->violation.check & 1;
  if (violated) return (result_outcome){.verdict = VERDICT_UNSAFE, .engine = r->engine};
  if (p->checks && result_all_proved(r, p->checks)) return proved_outcome(r, p->checks);
  if (r->verdict != VERDICT_UNSAFE) return (result_outcome){r->verdict, r->grade, r->engine, r->reason};
  return (result_outcome){.engine = r->engine, .reason = "the run ended with the violation of another property"};
}

const char *verdict_text(verdict v) {
  switch (v) {
  case VERDICT_UNKNOWN: return "unknown";
  case VERDICT_SAFE: return "safe";
  case VERDICT_UNSAFE: return "unsafe";
  }
  UNREACHABLE("a verdict of no known kind");
}

const char *grade_text(grade g) {
  switch (g) {
  case GRADE_NONE: return NULL;
  case GRADE_PROVED: return "proved";
  case GRADE_BOUNDED: return "bounded";
  case GRADE_HEURISTIC: return "heuristic";
  }
  UNREACHABLE("a grade of no known kind");
}
