// The JSON result: one object, every field always there (design, section 7).
#include "report/report.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/orderings.h"
#include "report/json_text.h"
#include "report/rep_coverage.h"

static json_t *text(const char *s) { return json_text(s); }

static json_t *number(uint64_t n) {
  if (n <= INT64_MAX) return json_integer((json_int_t)n);
  char digits[24];
  snprintf(digits, sizeof digits, "%llu", (unsigned long long)n);
  return json_string(digits);
}

json_t *json_place(place at) {
  if (!at.file) return json_null();
  json_t *p = json_object();
  json_object_set_new(p, "file", text(at.file));
  json_object_set_new(p, "line", number(at.line));
  json_object_set_new(p, "column", number(at.col));
  return p;
}

static json_t *texts(const char *const *items, size_t n) {
  json_t *list = json_array();
  for (size_t i = 0; i < n; i++) json_array_append_new(list, text(items[i]));
  return list;
}

static json_t *race_access(const char *process, place at, const char *source, bool writes) {
  json_t *a = json_object();
  json_object_set_new(a, "process", text(process));
  json_object_set_new(a, "access", text(writes ? "write" : "read"));
  json_object_set_new(a, "place", json_place(at));
  json_object_set_new(a, "source", text(source));
  return a;
}

// Both accesses in the order of their steps.
static json_t *race_value(const violation *v) {
  json_t *race = json_object(), *list = json_array();
  json_array_append_new(list, race_access(v->other_proc_name, v->other_at, v->other_source, v->other_writes));
  json_array_append_new(list, race_access(v->proc_name, v->at, v->source, v->writes));
  json_object_set_new(race, "variable", text(v->variable));
  json_object_set_new(race, "accesses", list);
  if (v->missing) json_object_set_new(race, "missing", text(v->missing));
  return race;
}

static json_t *operands_value(const result *r) {
  static const char *const from[] = {NULL, "write", "call", "return", "input", "initial"};
  json_t *list = json_array();
  for (size_t i = 0; i < r->operands.len; i++) {
    const result_operand *o = &r->operands.data[i];
    json_t *item = json_object();
    json_object_set_new(item, "name", text(o->name));
    json_object_set_new(item, "value", text(o->value));
    json_object_set_new(item, "from", text(from[o->from]));
    json_object_set_new(item, "process", text(o->process));
    json_object_set_new(item, "place", json_place(o->at));
    json_array_append_new(list, item);
  }
  return list;
}

static json_t *violation_value(const result *r) {
  if (r->verdict != VERDICT_UNSAFE) return json_null();
  json_t *v = json_object();
  strbuf message = {0};
  report_violation(&r->violation, &message);
  json_object_set_new(v, "kind", text(ir_check_kind(r->violation.check)));
  json_object_set_new(v, "message", text(sb_text(&message)));
  sb_fini(&message);
  json_object_set_new(v, "place", json_place(r->violation.at));
  json_object_set_new(v, "process", text(r->violation.proc_name));
  json_object_set_new(v, "source", text(r->violation.source));
  json_t *why = r->why.len ? json_array() : NULL;
  for (size_t i = 0; i < r->why.len; i++) json_array_append_new(why, text(r->why.data[i]));
  if (why) json_object_set_new(v, "why", why);
  if (r->critical != RESULT_NO_STEP) json_object_set_new(v, "critical_step", number(r->critical));
  if (r->operands.len) json_object_set_new(v, "operands", operands_value(r));
  if (r->violation.variable) json_object_set_new(v, "race", race_value(&r->violation));
  return v;
}

static json_t *properties_value(const result *r) {
  json_t *list = json_array();
  for (size_t i = 0; i < r->properties.len; i++) {
    result_outcome got = result_outcome_of(r, &r->properties.data[i]);
    json_t *p = json_object();
    json_object_set_new(p, "name", text(r->properties.data[i].name));
    json_object_set_new(p, "verdict", text(verdict_text(got.verdict)));
    json_object_set_new(p, "grade", text(grade_text(got.grade)));
    json_object_set_new(p, "reason", text(got.reason));
    json_object_set_new(p, "engine", text(got.engine));
    json_array_append_new(list, p);
  }
  return list;
}

// Integers that JSON readers take exactly are numbers, bools are booleans, all others are decimal text.
static json_t *input_value(const ir_module *m, const result_input *in) {
  const ir_type_info *t = ir_type_get(m, in->type);
  if (t->kind == IR_TYPE_INT && t->is_bool) return json_boolean(in->bits & 1);
  strbuf digits = {0};
  machine_value_text(m, in->type, in->bits, in->limbs, &digits);
  json_t *value;
  if (t->kind == IR_TYPE_INT && t->bits <= 64 && (t->is_signed || in->bits <= INT64_MAX)) {
    unsigned shift = t->is_signed ? 64 - t->bits : 0;
    value = json_integer((int64_t)(in->bits << shift) >> shift);
  } else {
    value = text(sb_text(&digits));
  }
  sb_fini(&digits);
  return value;
}

static json_t *inputs_value(const report *r) {
  json_t *list = json_array();
  for (size_t i = 0; r->ir && i < r->result->inputs.len; i++) {
    const result_input *in = &r->result->inputs.data[i];
    json_t *o = json_object();
    json_object_set_new(o, "name", text(in->name));
    json_object_set_new(o, "type", text(ir_type_text(r->ir, in->type)));
    json_object_set_new(o, "value", input_value(r->ir, in));
    json_object_set_new(o, "place", json_place(in->at));
    json_array_append_new(list, o);
  }
  return list;
}

static json_t *history_value(const result *r) {
  json_t *o = json_object(), *calls = json_array(), *orders = json_array();
  for (size_t i = 0; i < r->history.len; i++) {
    const history_call *c = &r->history.data[i];
    json_t *call = json_object();
    json_object_set_new(call, "client", number(c->client));
    json_object_set_new(call, "call", number(c->call));
    json_object_set_new(call, "text", text(c->text));
    json_object_set_new(call, "result", c->result ? text(c->result) : json_null());
    json_object_set_new(call, "from", number(c->from));
    json_object_set_new(call, "to", c->returned ? number(c->to) : json_null());
    json_array_append_new(calls, call);
  }
  for (size_t i = 0; i < r->orders.len; i++) {
    json_t *order = json_array();
    for (size_t k = 0; k < r->orders.data[i].n; k++) {
      const history_expected *e = &r->orders.data[i].calls[k];
      json_t *call = json_pack("{s:i, s:i}", "client", (int)e->client, "call", (int)e->call);
      if (e->waits)
        json_object_set_new(call, "waits", json_true());
      else
        json_object_set_new(call, "result", json_integer((json_int_t)e->result));
      json_array_append_new(order, call);
    }
    json_array_append_new(orders, order);
  }
  json_object_set_new(o, "calls", calls);
  json_object_set_new(o, "orders", orders);
  return o;
}

static json_t *events_value(const trace_step *s) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < s->n_events; i++) {
    json_t *event = json_object();
    json_object_set_new(event, "verb", text(s->events[i].verb));
    json_object_set_new(event, "name", text(s->events[i].name));
    json_array_append_new(list, event);
  }
  return list;
}

static json_t *step_value(const trace_step *s, size_t number_of_step) {
  json_t *o = json_object(), *changes = json_array();
  json_object_set_new(o, "step", number(number_of_step));
  json_object_set_new(o, "process", text(s->proc_name));
  json_object_set_new(o, "time", number(s->time));
  json_object_set_new(o, "delta", number(s->delta));
  json_object_set_new(o, "place", json_place(s->at));
  json_object_set_new(o, "source", text(s->source));
  json_object_set_new(o, "action", text(s->action));
  json_object_set_new(o, "events", events_value(s));
  if (s->output) json_object_set_new(o, "output", text(s->output));
  for (uint32_t i = 0; i < s->n_changes; i++) {
    json_t *change = json_object();
    json_object_set_new(change, "name", text(s->changes[i].name));
    json_object_set_new(change, "value", text(s->changes[i].value));
    json_array_append_new(changes, change);
  }
  json_object_set_new(o, "changes", changes);
  return o;
}

static json_t *trace_value(const trace_vec *t) {
  json_t *list = json_array();
  for (size_t i = 0; i < t->len; i++) json_array_append_new(list, step_value(&t->data[i], i + 1));
  return list;
}

static json_t *counters_value(const result *r) {
  json_t *o = json_object(), *left_out = json_object();
  const counters *c = &r->counters;
#define COUNTER(name, help) json_object_set_new(o, #name, number(c->name));
#include "config/counters.def"
#undef COUNTER
  for (size_t i = 0; i < r->pruned.len; i++)
    json_object_set_new(left_out, r->pruned.data[i].name, number(r->pruned.data[i].count));
  json_object_set_new(o, "pruned", left_out);
  return o;
}

static json_t *enum_value(const char *values, int index) {
  for (; index > 0; index--) values = strchr(values, '|') + 1;
  return json_stringn(values, strcspn(values, "|"));
}

static json_t *range_value(opt_range range) {
  if (!range.set) return json_null();
  char both[48];
  snprintf(both, sizeof both, "%lld..%lld", (long long)range.lo, (long long)range.hi);
  return json_string(both);
}

// Whole numbers as such.
static json_t *real(double d) { return d == (double)(int64_t)d ? json_integer((json_int_t)d) : json_real(d); }

static json_t *options_value(const options *o) {  // NOLINT(readability-function-size): a statement per option
  json_t *all = json_object();
#define OPT_BOOL(category, field, name, def, where, help) json_object_set_new(all, name, json_boolean(o->field));
#define OPT_UINT(category, field, name, def, min, max, metavar, where, help) \
  json_object_set_new(all, name, number(o->field));
#define OPT_REAL(category, field, name, max, metavar, where, help) json_object_set_new(all, name, real(o->field));
#define OPT_ENUM(category, field, name, def, values, where, help) \
  json_object_set_new(all, name, enum_value(values, o->field));
#define OPT_TEXT(category, field, name, def, metavar, where, help) json_object_set_new(all, name, text(o->field));
#define OPT_RANGE(category, field, name, metavar, where, help) json_object_set_new(all, name, range_value(o->field));
#define OPT_LIST(category, field, name, metavar, where, help) \
  json_object_set_new(all, name, texts(o->field.items, o->field.len));
#include "config/options.def"
  return all;
}

static json_t *run_value(const report_run *run) {
  json_t *o = json_object(), *final = json_array();
  json_object_set_new(o, "outcome", text(run->outcome));
  json_object_set_new(o, "message", text(run->message));
  json_object_set_new(o, "place", json_place(run->at));
  json_object_set_new(o, "output", text(run->output));
  json_object_set_new(o, "steps", number(run->steps));
  json_object_set_new(o, "time", number(run->time));
  json_object_set_new(o, "delta", number(run->delta));
  for (size_t i = 0; i < run->n_final; i++) {
    json_t *v = json_object();
    json_object_set_new(v, "name", text(run->final[i].name));
    json_object_set_new(v, "type", text(run->final[i].type));
    json_object_set_new(v, "value", text(run->final[i].value));
    json_array_append_new(final, v);
  }
  json_object_set_new(o, "final", final);
  return o;
}

static json_t *claim_value_of(const result_claim *c, bool with_value) {
  static const char *const values[] = {
      [CLAIM_NOT_SHOWN] = "not shown", [CLAIM_REACHED] = "reached", [CLAIM_UNREACHABLE] = "unreachable"};
  json_t *o = json_object();
  json_object_set_new(o, "kind", text(c->assume ? "assume" : "assert"));
  json_object_set_new(o, "place", json_place(c->at));
  if (with_value) json_object_set_new(o, "value", text(values[c->value]));
  return o;
}

static json_t *claims_value(const result *r, bool vacuous) {
  json_t *list = json_array();
  for (size_t i = 0; i < r->claims.len; i++) {
    const result_claim *c = &r->claims.data[i];
    if (!vacuous || c->value == CLAIM_UNREACHABLE) json_array_append_new(list, claim_value_of(c, !vacuous));
  }
  return list;
}

static json_t *reasons_value(const result *r) {
  json_t *list = json_array();
  for (size_t i = 0; i < r->reasons.len; i++) {
    json_t *o = json_object();
    json_object_set_new(o, "engine", text(r->reasons.data[i].engine));
    json_object_set_new(o, "reason", text(r->reasons.data[i].text));
    json_object_set_new(o, "place", json_place(r->reasons.data[i].at));
    json_array_append_new(list, o);
  }
  return list;
}

static json_t *known_value(const result_known *k) {
  json_t *o = json_object();
  json_object_set_new(o, "executions", number(k->executions));
  json_object_set_new(o, "states", number(k->states));
  json_object_set_new(o, "random_runs", number(k->random_runs));
  json_object_set_new(o, "preemptions", k->levels ? number(k->levels - 1) : json_null());
  return o;
}

// How many atomic accesses and fences of each class the program has, and the first place of those that there are.
static json_t *orderings_value(const ir_module *m) {
  orderings used = orderings_of(m);
  json_t *o = json_object(), *first = json_object();
  for (int c = 0; c < ORDERINGS_COUNT; c++) {
    const char *name = orderings_text((ordering_class)c);
    json_object_set_new(o, name, number(used.n[c]));
    if (used.n[c]) json_object_set_new(first, name, json_place(used.first[c]));
  }
  json_object_set_new(o, "first", first);
  return o;
}

static json_t *memory_value(const result *r) {
  json_t *o = json_object();
  json_object_set_new(o, "model", text(r->memory_model ? r->memory_model : "sc"));
  json_object_set_new(o, "by", text(r->memory_by));
  return o;
}

static json_t *position(uint64_t at) { return at == RESULT_NOWHERE ? json_null() : number(at); }

static json_t *shard_value(const result_shard *s) {
  char frontier[24];
  snprintf(frontier, sizeof frontier, "%016llx", (unsigned long long)s->frontier);
  json_t *o = json_object();
  json_object_set_new(o, "index", number(s->index));
  json_object_set_new(o, "count", number(s->count));
  json_object_set_new(o, "by", text(s->engines ? "engines" : "executions"));
  json_object_set_new(o, "complete", json_boolean(s->complete));
  json_object_set_new(o, "safe", json_boolean(s->safe));
  json_object_set_new(o, "grade", text(grade_text(s->grade)));
  json_object_set_new(o, "units", number(s->units));
  json_object_set_new(o, "taken", number(s->taken));
  json_object_set_new(o, "frontier", json_string(frontier));
  json_object_set_new(o, "position", position(s->position));
  json_object_set_new(o, "noted", position(s->noted));
  json_object_set_new(o, "doubt", text(s->doubt));
  json_object_set_new(o, "program", text(s->program));
  return o;
}

static bool is_missing(const ir_instr *i) {
  size_t end = sizeof IR_NO_MODEL - 1, len = i->op == IR_UNSUPPORTED && i->text ? strlen(i->text) : 0;
  return len >= end && strcmp(i->text + len - end, IR_NO_MODEL) == 0;
}

// Calls of functions without definition and model, whether a run comes there or not.
static json_t *missing_value(const ir_module *m) {
  json_t *list = json_array();
  for (uint32_t f = 1; m && f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      const ir_instr *i = &m->funcs[f].code[c];
      if (!is_missing(i)) continue;
      json_t *o = json_object();
      json_object_set_new(o, "call", text(i->text));
      json_object_set_new(o, "place", json_place(i->at));
      json_array_append_new(list, o);
    }
  return list;
}

json_t *report_json_value(const report *r) {
  const result *res = r->result;
  json_t *o = json_object();
  json_object_set_new(o, "allways", text(r->version));
  json_object_set_new(o, "format", number(REPORT_JSON_FORMAT));
  json_object_set_new(o, "command", text(r->command));
  json_object_set_new(o, "file", text(r->file));
  json_object_set_new(o, "language", text(r->ir ? r->ir->language : NULL));
  if (r->result->goal) json_object_set_new(o, "goal", text(r->result->goal));
  if (r->result->ltl) json_object_set_new(o, "ltl", text(r->result->ltl));
  json_object_set_new(o, "verdict", text(verdict_text(res->verdict)));
  json_object_set_new(o, "grade", text(grade_text(res->grade)));
  json_object_set_new(o, "reason", text(res->reason));
  json_object_set_new(o, "reason_place", json_place(res->reason_at));
  if (!r->run && res->verdict == VERDICT_UNKNOWN) {
    json_object_set_new(o, "reasons", reasons_value(res));
    json_object_set_new(o, "known", known_value(&res->known));
  }
  json_object_set_new(o, "engine", text(res->engine));
  if (!r->run) json_object_set_new(o, "properties", properties_value(res));
  json_object_set_new(o, "assumptions", texts(res->assumptions.data, res->assumptions.len));
  if (r->ir && r->ir->scheduler == IR_SCHED_INTERLEAVE) {
    json_object_set_new(o, "memory", memory_value(res));
    json_object_set_new(o, "orderings", orderings_value(r->ir));
  }
  json_object_set_new(o, "limits", texts(res->limits.data, res->limits.len));
  json_object_set_new(o, "notes", texts(res->notes.data, res->notes.len));
  json_t *missing = missing_value(r->ir);
  if (json_array_size(missing)) json_object_set(o, "missing", missing);
  json_decref(missing);
  if (!r->run) {
    json_object_set_new(o, "vacuous", claims_value(res, true));
    json_object_set_new(o, "claims", claims_value(res, false));
  }
  json_t *coverage = report_coverage_value(res);
  if (coverage) json_object_set_new(o, "coverage", coverage);
  json_object_set_new(o, "violation", violation_value(res));
  json_object_set_new(o, "inputs", inputs_value(r));
  if (res->history.len) json_object_set_new(o, "history", history_value(res));
  json_object_set_new(o, "trace", trace_value(&res->trace));
  // The first step of the loop, as `step` counts; behind the last one if the run stays where it is.
  if (res->verdict == VERDICT_UNSAFE && res->lasso) json_object_set_new(o, "loop", number(res->loop_from + 1));
  if (res->second_trace.len) json_object_set_new(o, "second_trace", trace_value(&res->second_trace));
  if (r->run) json_object_set_new(o, "run", run_value(r->run));
  if (res->shard.count) json_object_set_new(o, "shard", shard_value(&res->shard));
  json_object_set_new(o, "counters", counters_value(res));
  json_object_set_new(o, "time_s", json_real(res->time_s));
  json_object_set_new(o, "solver_time_s", json_real(res->solver_time_s));
  if (r->options->stats) {
    json_object_set_new(o, "match_time_s", json_real(res->match_time_s));
    json_object_set_new(o, "matches_timed", number(res->matches_timed));
  }
  json_object_set_new(o, "peak_rss_bytes", number(res->peak_rss));
  json_object_set_new(o, "options", options_value(r->options));
  return o;
}

void report_json(const report *r, strbuf *out) {
  json_t *o = report_json_value(r);
  char *dump = json_dumps(o, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
  CHECK(dump, "the result is not printable as JSON");
  sb_puts(out, dump);
  sb_putc(out, '\n');
  free(dump);
  json_decref(o);
}
