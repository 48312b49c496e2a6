// Saved counterexamples: doc/trace-format.md. Everything read is checked; nothing in a file can do more than make the
// load fail with a reason.
#include <jansson.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/file.h"
#include "replay/wide.h"
#include "result/explain.h"

#define FORMAT_NAME "allways-trace"
#define FORMAT_VERSION 1
#define MAX_FILE ((size_t)256 << 20)

// --- saving

// JSON texts are UTF-8; other bytes (of file names) are replaced.
static json_t *text_json(const char *s) {
  if (!s) return json_null();
  json_t *j = json_string(s);
  if (j) return j;
  strbuf b = {0};
  for (; *s; s++) sb_putc(&b, (unsigned char)*s < 0x80 ? *s : '?');
  j = json_string(sb_text(&b));
  sb_fini(&b);
  return j;
}

// Who a process is: static ones are known by the module, spawned ones by the trace if there is one.
static const char *process_name(const ir_module *m, uint32_t p, const trace_vec *t, size_t step) {
  if (!p) return "kernel";
  if (p <= m->n_procs) return m->procs[p].name;
  return step < t->len && t->data[step].proc == p ? t->data[step].proc_name : "spawned";
}

// Who spawned the processes above those of the module; as many as the schedule and their parents need.
static json_t *spawned_json(const ir_module *m, const result *r) {
  uint32_t last = 0;
  for (size_t i = 0; i < r->schedule.len; i++)
    if (r->schedule.data[i] > last) last = r->schedule.data[i];
  for (size_t i = 0; i < r->second_schedule.len; i++)
    if (r->second_schedule.data[i] > last) last = r->second_schedule.data[i];
  json_t *list = json_array();
  for (size_t i = 0; i < r->origins.len && m->n_procs + 1 + i <= last; i++) {
    if (r->origins.data[i].parent > last) last = r->origins.data[i].parent;
    json_t *one = json_object();
    json_object_set_new(one, "process", json_integer((json_int_t)m->n_procs + 1 + (json_int_t)i));
    json_object_set_new(one, "parent", json_integer(r->origins.data[i].parent));
    json_object_set_new(one, "spawn", json_integer(r->origins.data[i].k));
    json_array_append_new(list, one);
  }
  return list;
}

static json_t *schedule_json(const ir_module *m, const schedule_vec *schedule, const trace_vec *t) {
  json_t *list = json_array();
  for (size_t i = 0; i < schedule->len; i++) {
    uint32_t p = schedule->data[i];
    json_t *step = json_object();
    json_object_set_new(step, "process", json_integer(p));
    json_object_set_new(step, "name", text_json(process_name(m, p, t, i)));
    json_array_append_new(list, step);
  }
  return list;
}

static json_t *inputs_json(const ir_module *m, const result_inputs *inputs) {
  json_t *list = json_array();
  for (size_t i = 0; i < inputs->len; i++) {
    const result_input *in = &inputs->data[i];
    const ir_type_info *t = ir_type_get(m, in->type);
    strbuf value = {0};
    bool wide = t->bits > 64 && in->limbs;
    wide_print(wide ? in->limbs : &in->bits,
               wide                      ? t->bits
               : t->bits && t->bits < 64 ? t->bits
                                         : 64,
               t->is_signed, &value);
    json_t *j = json_object();
    json_object_set_new(j, "name", text_json(in->name));
    json_object_set_new(j, "type", text_json(ir_type_text(m, in->type)));
    json_object_set_new(j, "value", text_json(sb_text(&value)));
    json_array_append_new(list, j);
    sb_fini(&value);
  }
  return list;
}

static json_t *violation_json(const violation *v) {
  json_t *at = json_object(), *j = json_object();
  json_object_set_new(at, "file", text_json(v->at.file));
  json_object_set_new(at, "line", json_integer(v->at.line));
  json_object_set_new(at, "column", json_integer(v->at.col));
  json_object_set_new(j, "kind", text_json(ir_check_kind(v->check)));
  json_object_set_new(j, "message", text_json(v->message));
  json_object_set_new(j, "place", at);
  return j;
}

static json_t *checks_json(uint32_t checks) {
  json_t *list = json_array();
  for (uint32_t c = 0; c < IR_CHECK_COUNT; c++)
    if (checks >> c & 1) json_array_append_new(list, text_json(ir_check_kind((ir_check)c)));
  return list;
}

static json_t *allowed_json(const result *r) {
  json_t *list = json_array();
  for (size_t i = 0; i < r->allowed.len; i++) json_array_append_new(list, text_json(r->allowed.data[i]));
  return list;
}

// Steps that access memory which others can see: the step (from 0) that it reads from, the place of its write among those of the variable.
static json_t *memory_json(const result *r) {
  json_t *list = json_array(), *j = json_object();
  for (size_t i = 0; i < r->links.len; i++) {
    const machine_link *l = &r->links.data[i];
    if (!l->access) continue;
    json_t *one = json_object();
    json_object_set_new(one, "step", json_integer((json_int_t)i));
    if (l->reads_from != MACHINE_INITIAL) json_object_set_new(one, "reads", json_integer(l->reads_from));
    json_object_set_new(one, "rank", json_integer(l->rank));
    if (l->bytes) json_object_set_new(one, "bytes", json_integer(l->bytes));
    json_array_append_new(list, one);
  }
  json_object_set_new(j, "model", text_json(r->replay_memory));
  json_object_set_new(j, "accesses", list);
  return j;
}

void trace_put(const char *program, const ir_module *m, const result *r, strbuf *out) {
  json_t *j = json_object();
  json_object_set_new(j, "format", text_json(FORMAT_NAME));
  json_object_set_new(j, "version", json_integer(FORMAT_VERSION));
  json_object_set_new(j, "program", text_json(program));
  json_object_set_new(j, "language", text_json(m->language));
  json_object_set_new(j, "checks", checks_json(r->replay_checks | (uint32_t)1 << r->violation.check));
  if (r->replay_asked & ~r->replay_checks) json_object_set_new(j, "asked", checks_json(r->replay_asked));
  if (r->goal) json_object_set_new(j, "goal", text_json(r->goal));
  if (r->ltl) json_object_set_new(j, "ltl", text_json(r->ltl));
  if (r->replay_separate) json_object_set_new(j, "separate", json_true());
  if (r->replay_visible && m->scheduler == IR_SCHED_INTERLEAVE)
    json_object_set_new(j, "visible", text_json(r->replay_visible));
  if (r->replay_bytes) json_object_set_new(j, "address_bytes", json_true());
  json_object_set_new(j, "pending", text_json(r->replay_pending_multi ? "multi" : "ieee"));
  json_object_set_new(j, "violation", violation_json(&r->violation));
  json_object_set_new(j, "inputs", inputs_json(m, &r->inputs));
  if (m->scheduler == IR_SCHED_INTERLEAVE || m->spawns) json_object_set_new(j, "spawned", spawned_json(m, r));
  json_object_set_new(j, "schedule", schedule_json(m, &r->schedule, &r->trace));
  if (r->lasso) json_object_set_new(j, "loop", json_integer((json_int_t)r->loop_from));
  if (r->lasso && r->unfair) json_object_set_new(j, "unfair", json_true());
  if (r->lasso && r->strong) json_object_set_new(j, "strong", json_true());
  if (r->replay_memory) json_object_set_new(j, "memory", memory_json(r));
  if (r->second_schedule.len) {
    json_object_set_new(j, "second_inputs", inputs_json(m, &r->second_inputs));
    json_object_set_new(j, "second_schedule", schedule_json(m, &r->second_schedule, &r->second_trace));
    json_object_set_new(j, "allowed", allowed_json(r));
  }
  char *dump = json_dumps(j, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
  CHECK(dump, "the counterexample is not printable as JSON");
  sb_puts(out, dump);
  free(dump);
  json_decref(j);
}

bool trace_save(const char *path, const char *program, const ir_module *m, const result *r, const char **why) {
  strbuf text = {0};
  trace_put(program, m, r, &text);
  bool good = file_write(path, sb_text(&text), text.len, why);
  sb_fini(&text);
  return good;
}

// --- loading

__attribute__((format(printf, 3, 4))) static bool refuse(result *r, const char **why, const char *fmt, ...) {
  strbuf b = {0};
  va_list ap;
  va_start(ap, fmt);
  sb_vprintf(&b, fmt, ap);
  va_end(ap);
  *why = arena_strdup(r->mem, sb_text(&b));
  sb_fini(&b);
  return false;
}

// The string of a field, copied; NULL: there is none.
static const char *get_text(result *r, const json_t *j, const char *key) {
  const json_t *v = json_object_get(j, key);
  return json_is_string(v) ? arena_strndup(r->mem, json_string_value(v), json_string_length(v)) : NULL;
}

static bool get_number(const json_t *j, const char *key, uint32_t *out) {
  const json_t *v = json_object_get(j, key);
  if (!json_is_integer(v) || json_integer_value(v) < 0 || json_integer_value(v) > UINT32_MAX) return false;
  *out = (uint32_t)json_integer_value(v);
  return true;
}

static bool find_check(const char *kind, ir_check *out) {
  for (uint32_t c = 0; kind && c < IR_CHECK_COUNT; c++) {
    if (strcmp(kind, ir_check_kind((ir_check)c))) continue;
    *out = (ir_check)c;
    return true;
  }
  return false;
}

// Absent: nobody was spawned. The numbers follow each other; trace_bind looks at the first one.
static bool load_spawned(const json_t *list, result *r, const char **why) {
  if (!list) return true;
  if (!json_is_array(list)) return refuse(r, why, "`spawned` is no list");
  size_t i;
  const json_t *one;
  json_array_foreach(list, i, one) {
    uint32_t proc;
    machine_origin o;
    if (!get_number(one, "process", &proc) || !get_number(one, "parent", &o.parent) || !get_number(one, "spawn", &o.k))
      return refuse(r, why, "process %zu of `spawned` needs `process`, `parent` and `spawn`", i + 1);
    if (!i) r->first_spawned = proc;
    if (proc - r->first_spawned != i) return refuse(r, why, "the processes of `spawned` are not in order");
    vec_push(&r->origins, o);
  }
  return true;
}

static bool load_schedule(const json_t *list, result *r, trace_vec *to, const char **why) {
  if (!json_is_array(list)) return refuse(r, why, "`schedule` is missing");
  size_t i;
  const json_t *step;
  json_array_foreach(list, i, step) {
    trace_step s = {0};
    s.proc_name = get_text(r, step, "name");
    if (!s.proc_name || !get_number(step, "process", &s.proc))
      return refuse(r, why, "step %zu of the schedule needs `process` and `name`", i + 1);
    vec_push(to, s);
  }
  return true;
}

static bool load_inputs(const json_t *list, result *r, result_inputs *to, const char **why) {
  if (!json_is_array(list)) return refuse(r, why, "`inputs` is missing");
  size_t i;
  const json_t *j;
  json_array_foreach(list, i, j) {
    result_input in = {.name = get_text(r, j, "name")};
    trace_text text = {get_text(r, j, "type"), get_text(r, j, "value")};
    if (!in.name || !text.type || !text.value)
      return refuse(r, why, "input %zu needs `name`, `type` and `value`, all texts", i + 1);
    vec_push(to, in);
    vec_push(&r->loaded_inputs, text);
  }
  return true;
}

// Of two orders of a phase: the other one. Absent: there is one schedule.
static bool load_second(const json_t *j, result *r, const char **why) {
  const json_t *schedule = json_object_get(j, "second_schedule"), *allowed = json_object_get(j, "allowed"), *item;
  if (!schedule) return true;
  size_t i;
  json_array_foreach(allowed, i, item) {
    if (!json_is_string(item)) return refuse(r, why, "`allowed` holds something that is no text");
    vec_push(&r->allowed, arena_strndup(r->mem, json_string_value(item), json_string_length(item)));
  }
  return load_inputs(json_object_get(j, "second_inputs"), r, &r->second_inputs, why) &&
         load_schedule(schedule, r, &r->second_trace, why);
}

static bool load_violation(const json_t *j, result *r, const char **why) {
  violation *v = &r->violation;
  if (!find_check(get_text(r, j, "kind"), &v->check)) return refuse(r, why, "`violation` needs a known `kind`");
  v->message = get_text(r, j, "message");
  const json_t *at = json_object_get(j, "place");
  v->at.file = get_text(r, at, "file");
  if (!get_number(at, "line", &v->at.line) || !get_number(at, "column", &v->at.col))
    return refuse(r, why, "`violation` needs a `place` with `line` and `column`");
  return true;
}

static bool load_checks(const json_t *list, const char *key, result *r, uint32_t *checks, const char **why) {
  if (!json_is_array(list)) return refuse(r, why, "`%s` is missing", key);
  size_t i;
  const json_t *item;
  json_array_foreach(list, i, item) {
    ir_check c;
    if (!json_is_string(item) || !find_check(json_string_value(item), &c))
      return refuse(r, why, "`%s` names an unknown kind", key);
    *checks |= (uint32_t)1 << c;
  }
  return true;
}

static bool load_options(const json_t *j, result *r, const char **why) {
  const json_t *asked = json_object_get(j, "asked");
  if (!load_checks(json_object_get(j, "checks"), "checks", r, &r->replay_checks, why)) return false;
  if (asked && !load_checks(asked, "asked", r, &r->replay_asked, why)) return false;
  const char *pending = get_text(r, j, "pending");
  if (!pending || (strcmp(pending, "ieee") && strcmp(pending, "multi")))
    return refuse(r, why, "`pending` must be ieee or multi");
  r->goal = get_text(r, j, "goal");
  r->ltl = get_text(r, j, "ltl");
  r->replay_separate = json_is_true(json_object_get(j, "separate"));
  r->replay_bytes = json_is_true(json_object_get(j, "address_bytes"));
  r->replay_visible = get_text(r, j, "visible");
  r->replay_pending_multi = !strcmp(pending, "multi");
  return true;
}

// Absent: an interleaving.
static bool load_memory(const json_t *j, result *r, const char **why) {
  if (!j) return true;
  const json_t *list = json_object_get(j, "accesses"), *one;
  r->replay_memory = get_text(r, j, "model");
  if (!r->replay_memory || !json_is_array(list)) return refuse(r, why, "`memory` needs `model` and `accesses`");
  for (size_t i = 0; i < r->trace.len; i++) vec_push(&r->links, ((machine_link){.reads_from = MACHINE_INITIAL}));
  size_t i;
  json_array_foreach(list, i, one) {
    uint32_t step;
    machine_link l = {.access = true, .reads_from = MACHINE_INITIAL};
    if (!get_number(one, "step", &step) || step >= r->links.len || !get_number(one, "rank", &l.rank))
      return refuse(r, why, "access %zu of `memory` needs `step` and `rank`", i + 1);
    if (json_object_get(one, "reads") && !get_number(one, "reads", &l.reads_from))
      return refuse(r, why, "access %zu of `memory` reads from no step", i + 1);
    if (json_object_get(one, "bytes") && !get_number(one, "bytes", &l.bytes))
      return refuse(r, why, "access %zu of `memory` has no number of bytes", i + 1);
    r->links.data[step] = l;
  }
  return true;
}

// Absent: the run ends in its violation. Else it goes round from this step on (from 0).
static bool load_loop(const json_t *j, result *r, const char **why) {
  uint32_t from = 0;
  r->lasso = json_object_get(j, "loop") != NULL;
  r->unfair = json_is_true(json_object_get(j, "unfair"));
  r->strong = json_is_true(json_object_get(j, "strong"));
  if (r->lasso && (!get_number(j, "loop", &from) || from > r->trace.len))
    return refuse(r, why, "`loop` is no step of the schedule");
  r->loop_from = from;
  return true;
}

static bool load_all(const json_t *j, char **program, result *r, const char **why) {
  uint32_t version;
  const char *format = get_text(r, j, "format"), *file = get_text(r, j, "program");
  if (!format || strcmp(format, FORMAT_NAME)) return refuse(r, why, "this is not a trace of Allways");
  if (!get_number(j, "version", &version) || version != FORMAT_VERSION)
    return refuse(r, why, "the trace has a format version other than %d", FORMAT_VERSION);
  if (!file || !*file) return refuse(r, why, "`program` is missing");
  if (!load_options(j, r, why) || !load_violation(json_object_get(j, "violation"), r, why) ||
      !load_inputs(json_object_get(j, "inputs"), r, &r->inputs, why) ||
      !load_spawned(json_object_get(j, "spawned"), r, why) ||
      !load_schedule(json_object_get(j, "schedule"), r, &r->trace, why) || !load_second(j, r, why) ||
      !load_memory(json_object_get(j, "memory"), r, why) || !load_loop(j, r, why))
    return false;
  *program = mem_strdup(file);
  return true;
}

bool trace_load(const char *path, char **program, result *r, const char **why) {
  size_t len = 0;
  *program = NULL;
  char *text = file_read(path, MAX_FILE, &len, why);
  if (!text) return false;
  r->replay_memory = NULL;
  vec_clear(&r->links);
  vec_clear(&r->schedule);
  vec_clear(&r->origins);
  vec_clear(&r->inputs);
  vec_clear(&r->trace);
  vec_clear(&r->second_schedule);
  vec_clear(&r->second_inputs);
  vec_clear(&r->second_trace);
  vec_clear(&r->allowed);
  vec_clear(&r->loaded_inputs);
  r->replay_checks = r->replay_asked = 0;
  r->violation = (violation){0};
  json_error_t error;
  json_t *j = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);
  mem_free(text);
  bool good = j ? load_all(j, program, r, why) : refuse(r, why, "line %d: %s", error.line, error.text);
  json_decref(j);
  r->verdict = good ? VERDICT_UNSAFE : VERDICT_UNKNOWN;
  return good;
}

// --- binding to a program

static bool find_proc(const ir_module *m, const result *r, const trace_step *s, uint32_t *out) {
  *out = s->proc;
  if (s->proc > m->n_procs && s->proc - m->n_procs <= r->origins.len) return true;
  if (!s->proc) return !strcmp(s->proc_name, "kernel");
  // The number decides between processes of one name; otherwise the name does.
  if (s->proc <= m->n_procs && !strcmp(m->procs[s->proc].name, s->proc_name)) return true;
  for (uint32_t p = 1; p <= m->n_procs; p++) {
    *out = p;
    if (!strcmp(m->procs[p].name, s->proc_name)) return true;
  }
  return false;
}

static bool bind_input(const ir_module *m, result *r, result_input *in, const trace_text *text, const char **why) {
  in->type = (ir_type){0};
  for (uint32_t t = 1; t <= m->n_types && !in->type.id; t++) {
    ir_type_kind kind = m->types[t].kind;  // a pointer: the address of an object
    bool number = kind == IR_TYPE_INT || kind == IR_TYPE_FLOAT || kind == IR_TYPE_PTR;
    if (number && !strcmp(ir_type_text(m, (ir_type){t}), text->type)) in->type = (ir_type){t};
  }
  if (!in->type.id)
    return refuse(r, why, "input `%s` has the type `%s`, which the program does not have", in->name, text->type);
  uint32_t bits = m->types[in->type.id].bits;
  uint64_t *limbs = arena_alloc(r->mem, wide_limbs(bits) * sizeof *limbs);
  if (!wide_parse(text->value, limbs, bits))
    return refuse(r, why, "`%s` is not a value of input `%s` (%s)", text->value, in->name, text->type);
  in->bits = limbs[0];
  in->limbs = bits > 64 ? limbs : NULL;
  return true;
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

// A program that was moved has other file names: the one with the same last part is meant.
static void bind_file(const ir_module *m, violation *v) {
  if (!v->at.file) return;
  for (uint32_t s = 0; s < m->n_sources; s++)
    if (!strcmp(m->sources[s].file, v->at.file)) return;
  for (uint32_t s = 0; s < m->n_sources; s++)
    if (!strcmp(base_name(m->sources[s].file), base_name(v->at.file))) v->at.file = m->sources[s].file;
}

static bool bind_schedule(const ir_module *m, result *r, const trace_vec *t, schedule_vec *to, const char **why) {
  vec_clear(to);
  for (size_t i = 0; i < t->len; i++) {
    uint32_t p;
    if (!find_proc(m, r, &t->data[i], &p))
      return refuse(r, why, "step %zu: the program has no process `%s`", i + 1, t->data[i].proc_name);
    vec_push(to, p);
  }
  return true;
}

bool trace_bind(const ir_module *m, result *r, const char **why) {
  if (r->origins.len && r->first_spawned != m->n_procs + 1)
    return refuse(r, why, "the program has another number of processes");
  if (!bind_schedule(m, r, &r->trace, &r->schedule, why) ||
      !bind_schedule(m, r, &r->second_trace, &r->second_schedule, why))
    return false;
  // The texts of the second order's inputs stand behind those of the first.
  for (size_t i = 0; i < r->loaded_inputs.len; i++) {
    result_input *in = i < r->inputs.len ? &r->inputs.data[i] : &r->second_inputs.data[i - r->inputs.len];
    if (!bind_input(m, r, in, &r->loaded_inputs.data[i], why)) return false;
  }
  vec_clear(&r->loaded_inputs);
  bind_file(m, &r->violation);
  return true;
}
