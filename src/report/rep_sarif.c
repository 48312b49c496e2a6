// The result as SARIF 2.1.0 (OASIS standard), which code reviews and editors read: one result, and of a counterexample one
// thread flow per process, whose steps are ordered among all by `executionOrder`.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/json_text.h"
#include "report/report.h"

static json_t *message_value(const char *s) {
  json_t *m = json_object();
  json_object_set_new(m, "text", json_text(s ? s : ""));
  return m;
}

// A path as a URI reference (RFC 3986); one of this machine begins with a slash.
static json_t *uri_value(const char *path) {
  strbuf uri = {0};
  if (*path == '/') sb_puts(&uri, "file://");
  for (const char *p = path; *p; p++) {
    unsigned char c = (unsigned char)*p;
    if (c < 0x80 && (isalnum(c) || strchr("-._~/+,=@", c)))
      sb_putc(&uri, *p);
    else
      sb_printf(&uri, "%%%02X", c);
  }
  json_t *value = json_text(sb_text(&uri));
  sb_fini(&uri);
  return value;
}

static json_t *location_value(place at, const char *message) {
  json_t *where = json_object();
  if (at.file && at.line) {
    json_t *artifact = json_object(), *region = json_object(), *physical = json_object();
    json_object_set_new(artifact, "uri", uri_value(at.file));
    json_object_set_new(region, "startLine", json_integer(at.line));
    if (at.col) json_object_set_new(region, "startColumn", json_integer(at.col));
    json_object_set_new(physical, "artifactLocation", artifact);
    json_object_set_new(physical, "region", region);
    json_object_set_new(where, "physicalLocation", physical);
  }
  if (message) json_object_set_new(where, "message", message_value(message));
  return where;
}

// What a step did and changed, in one line.
static void put_step(const trace_step *s, strbuf *out) {
  sb_printf(out, "%s: ", s->proc_name ? s->proc_name : "?");
  if (s->source && *s->source) sb_puts(out, s->source);
  if (s->action && *s->action) sb_printf(out, " -> %s", s->action);
  for (uint32_t i = 0; i < s->n_changes; i++)
    sb_printf(out, "%s%s = %s", i ? ", " : "; ", s->changes[i].name, s->changes[i].value);
}

static json_t *flow_step(const result *r, size_t i) {
  const trace_step *s = &r->trace.data[i];
  strbuf words = {0};
  put_step(s, &words);
  json_t *step = json_object();
  json_object_set_new(step, "location", location_value(s->at, sb_text(&words)));
  json_object_set_new(step, "executionOrder", json_integer((json_int_t)i + 1));
  json_object_set_new(step, "importance",
                      json_string(i + 1 == r->trace.len || i + 1 == r->critical ? "essential" : "important"));
  sb_fini(&words);
  return step;
}

// Processes in the order of their first steps.
static json_t *flows_value(const result *r) {
  json_t *flows = json_array();
  VEC(uint32_t) procs = {0};
  for (size_t i = 0; i < r->trace.len; i++) {
    const trace_step *s = &r->trace.data[i];
    size_t k = 0;
    while (k < procs.len && procs.data[k] != s->proc) k++;
    if (k == procs.len) {
      vec_push(&procs, s->proc);
      json_t *flow = json_object();
      json_object_set_new(flow, "id", json_text(s->proc_name ? s->proc_name : "?"));
      json_object_set_new(flow, "locations", json_array());
      json_array_append_new(flows, flow);
    }
    json_array_append_new(json_object_get(json_array_get(flows, k), "locations"), flow_step(r, i));
  }
  vec_free(&procs);
  return flows;
}

static json_t *one_of(json_t *value) {
  json_t *list = json_array();
  json_array_append_new(list, value);
  return list;
}

// Of a race the other access, of an assertion where what it reads was written.
static json_t *related_value(const result *r) {
  json_t *list = json_array();
  if (r->violation.variable) json_array_append_new(list, location_value(r->violation.other_at, "the other access"));
  for (size_t i = 0; i < r->operands.len; i++) {
    const result_operand *o = &r->operands.data[i];
    if (!o->at.line) continue;
    strbuf words = {0};
    sb_printf(&words, "%s = %s", o->name, o->value);
    json_array_append_new(list, location_value(o->at, sb_text(&words)));
    sb_fini(&words);
  }
  return list;
}

static void put_counterexample(const result *r, json_t *out) {
  const violation *v = &r->violation;
  strbuf words = {0};
  report_violation(v, &words);
  for (size_t i = 0; i < r->why.len; i++) sb_printf(&words, "\n%s", r->why.data[i]);
  json_object_set_new(out, "ruleId", json_text(ir_check_kind(v->check)));
  json_object_set_new(out, "message", message_value(sb_text(&words)));
  json_object_set_new(out, "locations", one_of(location_value(v->at, NULL)));
  json_t *related = related_value(r);
  if (json_array_size(related)) json_object_set(out, "relatedLocations", related);
  json_decref(related);
  if (r->trace.len) {
    json_t *flow = json_object();
    json_object_set_new(flow, "threadFlows", flows_value(r));
    json_object_set_new(out, "codeFlows", one_of(flow));
  }
  sb_fini(&words);
}

static json_t *result_value(const report *r) {
  const result *res = r->result;
  bool unsafe = res->verdict == VERDICT_UNSAFE, safe = res->verdict == VERDICT_SAFE;
  json_t *out = json_object();
  json_object_set_new(out, "kind", json_string(unsafe ? "fail" : safe ? "pass" : "open"));
  json_object_set_new(out, "level", json_string(unsafe ? "error" : "none"));
  if (unsafe) {
    put_counterexample(res, out);
    return out;
  }
  strbuf words = {0};
  if (safe)
    sb_printf(&words, "SAFE (%s)", grade_text(res->grade) ? grade_text(res->grade) : "no grade");
  else
    sb_printf(&words, "UNKNOWN: %s", res->reason ? res->reason : "no reason was given");
  for (size_t i = 0; i < res->assumptions.len; i++) sb_printf(&words, "\nassuming: %s", res->assumptions.data[i]);
  json_object_set_new(out, "ruleId", json_string("verdict"));
  json_object_set_new(out, "message", message_value(sb_text(&words)));
  place at = res->reason_at.file ? res->reason_at : (place){.file = r->file, .line = 1};
  json_object_set_new(out, "locations", one_of(location_value(at, NULL)));
  sb_fini(&words);
  return out;
}

static json_t *tool_value(const report *r) {
  json_t *tool = json_object(), *driver = json_object(), *rule = json_object();
  bool unsafe = r->result->verdict == VERDICT_UNSAFE;
  ir_check check = r->result->violation.check;
  json_object_set_new(rule, "id", json_text(unsafe ? ir_check_kind(check) : "verdict"));
  json_object_set_new(rule, "shortDescription",
                      message_value(unsafe ? ir_check_message(check) : "the answer about all properties asked for"));
  json_object_set_new(driver, "name", json_string("allways"));
  json_object_set_new(driver, "semanticVersion", json_text(r->version));
  json_object_set_new(driver, "rules", one_of(rule));
  json_object_set_new(tool, "driver", driver);
  return tool;
}

bool report_sarif(const report *r, strbuf *out, const char **why) {
  if (r->run && r->result->verdict != VERDICT_UNSAFE) {
    *why = "one run without a violation is no result of an analysis";
    return false;
  }
  json_t *log = json_object(), *run = json_object();
  json_object_set_new(run, "tool", tool_value(r));
  json_object_set_new(run, "columnKind", json_string("unicodeCodePoints"));
  json_object_set_new(run, "results", one_of(result_value(r)));
  json_object_set_new(log, "$schema", json_string("https://json.schemastore.org/sarif-2.1.0.json"));
  json_object_set_new(log, "version", json_string("2.1.0"));
  json_object_set_new(log, "runs", one_of(run));
  char *dump = json_dumps(log, JSON_INDENT(1));
  CHECK(dump, "the result is not printable as JSON");
  sb_puts(out, dump);
  sb_putc(out, '\n');
  free(dump);
  json_decref(log);
  return true;
}
