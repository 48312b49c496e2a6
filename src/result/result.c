#include "result/result.h"

#include <stdarg.h>
#include <string.h>

#include "base/str.h"

result *result_new(void) {
  result *r = MEM_NEW(result);
  r->mem = arena_new();
  return r;
}

void result_free(result *r) {
  if (!r) return;
  vec_free(&r->assumptions);
  vec_free(&r->limits);
  vec_free(&r->notes);
  vec_free(&r->schedule);
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
