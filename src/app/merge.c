// `allways merge`: the JSON results of all parts of a search (--shard) become one. Works on the texts alone: the program is not read again.
//
// A part of the executions (dpor, graph) says SAFE about itself: all parts must have come to their end, on the same program, with the same
// options, and must have divided it in the same way. A part of the engines (auto) says SAFE about the program: one is enough.
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "app/driver.h"
#include "app/output.h"
#include "base/str.h"
#include "base/vec.h"
#include "result/result.h"

typedef struct part {
  const char *path;
  json_t *all, *shard;
  uint64_t index, position, noted;
  verdict verdict;
  bool complete;
} part;

typedef struct merging {
  VEC(part) parts;  // by index, once they were looked at
  bool engines;     // each part has other engines, rather than other executions
  const part *base;
  json_t *out;
} merging;

static bool refuse(const char *path, const char *why) {
  fprintf(stderr, "allways: merge: %s: %s\n", path, why);
  return false;
}

static const char *word(const json_t *o, const char *name) {
  const char *text = json_string_value(json_object_get(o, name));
  return text ? text : "";
}

static uint64_t count_of(const json_t *o, const char *name) {
  const json_t *v = json_object_get(o, name);
  if (json_is_string(v)) return strtoull(json_string_value(v), NULL, 10);  // beyond what readers of JSON take exactly
  return json_is_integer(v) && json_integer_value(v) >= 0 ? (uint64_t)json_integer_value(v) : 0;
}

static json_t *number(uint64_t n) {
  char digits[24];
  if (n <= INT64_MAX) return json_integer((json_int_t)n);
  snprintf(digits, sizeof digits, "%" PRIu64, n);
  return json_string(digits);
}

static uint64_t position_of(const json_t *o, const char *name) {
  return json_is_integer(json_object_get(o, name)) ? count_of(o, name) : RESULT_NOWHERE;
}

// --- reading ----------------------------------------------------------------------------------------------------------

static bool read_verdict(const json_t *all, verdict *v) {
  for (int i = VERDICT_UNKNOWN; i <= VERDICT_UNSAFE; i++) {
    *v = (verdict)i;
    if (!strcmp(word(all, "verdict"), verdict_text(*v))) return true;
  }
  return false;
}

static bool read_part(merging *m, const char *path) {
  json_error_t error;
  json_t *all = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
  if (!all) return refuse(path, error.line > 0 ? "no JSON result of allways" : strerror(errno ? errno : EIO));
  part p = {.path = path, .all = all, .shard = json_object_get(all, "shard")};
  vec_push(&m->parts, p);
  part *own = &vec_last(&m->parts);
  if (!json_is_object(p.shard)) return refuse(path, "no result of a part (--shard)");
  if (!read_verdict(all, &own->verdict) || !json_is_object(json_object_get(all, "counters")) ||
      !json_is_object(json_object_get(all, "options")) || !json_is_array(json_object_get(all, "properties")))
    return refuse(path, "the result is not whole");
  own->index = count_of(p.shard, "index");
  own->position = position_of(p.shard, "position");
  own->noted = position_of(p.shard, "noted");
  own->complete = json_is_true(json_object_get(p.shard, "complete"));
  // Of itself a part says no more than it knows about the program.
  if (own->verdict == VERDICT_UNKNOWN && json_is_true(json_object_get(p.shard, "safe"))) own->verdict = VERDICT_SAFE;
  return true;
}

// Options that parts may differ in: how the result is told, and limits, which only make it UNKNOWN.
static bool may_differ(const char *name) {
  static const char *const names[] = {"shard",     "jobs",  "timeout",   "memory",    "json", "report",
                                      "stats",     "quiet", "color",     "progress",  "log",  "log-level",
                                      "trace-set", "check", "exit-zero", "cache-dir", NULL};
  for (const char *const *n = names; *n; n++)
    if (!strcmp(*n, name)) return true;
  return false;
}

static bool same_options(const part *a, const part *b) {
  const json_t *oa = json_object_get(a->all, "options"), *ob = json_object_get(b->all, "options");
  const char *name;
  json_t *value;
  if (json_object_size(oa) != json_object_size(ob)) return refuse(b->path, "other options");
  json_object_foreach(json_object_get(a->all, "options"), name, value) {
    if (may_differ(name) || json_equal(value, json_object_get(ob, name))) continue;
    fprintf(stderr, "allways: merge: %s: --%s is not as in %s\n", b->path, name, a->path);
    return false;
  }
  return true;
}

// A part that had to give up while it read the program does not know it.
static bool same_program(const part *a, const part *b) {
  const char *pa = word(a->shard, "program"), *pb = word(b->shard, "program");
  return !strcmp(word(a->all, "file"), word(b->all, "file")) && (!*pa || !*pb || !strcmp(pa, pb));
}

static bool fits(const part *a, const part *b) {
  if (strcmp(word(a->all, "allways"), word(b->all, "allways"))) return refuse(b->path, "of another version of allways");
  if (!same_program(a, b)) return refuse(b->path, "of another program");
  if (strcmp(word(a->shard, "by"), word(b->shard, "by"))) return refuse(b->path, "divided in another way");
  if (count_of(a->shard, "count") != count_of(b->shard, "count")) return refuse(b->path, "of another number of parts");
  return same_options(a, b);
}

static int by_index(const void *a, const void *b) {
  uint64_t x = ((const part *)a)->index, y = ((const part *)b)->index;
  return x < y ? -1 : x > y;
}

static bool read_all(merging *m, const command_line *line) {
  for (size_t i = 0; i < line->files.len; i++)
    if (!read_part(m, line->files.data[i])) return false;
  // One that knows its program, so that all others are compared with it.
  const part *first = &m->parts.data[0];
  for (size_t i = 0; i < m->parts.len && !*word(first->shard, "program"); i++) first = &m->parts.data[i];
  for (size_t i = 0; i < m->parts.len; i++)
    if (!fits(first, &m->parts.data[i])) return false;
  qsort(m->parts.data, m->parts.len, sizeof *m->parts.data, by_index);
  uint64_t count = count_of(m->parts.data[0].shard, "count");
  for (size_t i = 0; i < m->parts.len; i++) {
    const part *p = &m->parts.data[i];
    if (i && p->index == m->parts.data[i - 1].index) return refuse(p->path, "the part is there twice");
    if (p->index < 1 || p->index > count) return refuse(p->path, "there is no such part");
  }
  if (m->parts.len == count) {
    m->engines = !strcmp(word(m->parts.data[0].shard, "by"), "engines");
    return true;
  }
  uint64_t missing = 1;
  for (size_t i = 0; i < m->parts.len && m->parts.data[i].index == missing; i++) missing++;
  fprintf(stderr, "allways: merge: part %" PRIu64 " of %" PRIu64 " is missing\n", missing, count);
  return false;
}

// --- judging ----------------------------------------------------------------------------------------------------------

static void set_safe(json_t *o, const char *worth) {
  json_object_set_new(o, "verdict", json_string(verdict_text(VERDICT_SAFE)));
  json_object_set_new(o, "grade", json_string(worth));
  json_object_set_new(o, "reason", json_null());
  json_object_set_new(o, "reason_place", json_null());
  json_object_del(o, "reasons");
  json_object_del(o, "known");
}

static void conclude(merging *m, const part *base, verdict v, const char *reason) {
  m->base = base;
  m->out = json_deep_copy(base->all);
  json_object_set_new(m->out, "verdict", json_string(verdict_text(v)));
  if (v == VERDICT_SAFE) set_safe(m->out, word(base->shard, "grade"));
  if (v != VERDICT_UNKNOWN) return;
  json_object_set_new(m->out, "grade", json_null());
  if (!reason) return;
  json_object_set_new(m->out, "reason", json_string(reason));
  json_object_set_new(m->out, "reason_place", json_null());
}

static const part *first_violation(const merging *m) {
  const part *best = NULL;
  for (size_t i = 0; i < m->parts.len; i++) {
    const part *p = &m->parts.data[i];
    if (p->verdict == VERDICT_UNSAFE && (!best || p->position < best->position)) best = p;
  }
  return best;
}

static const part *first_unknown(const merging *m) {
  const part *best = NULL;
  for (size_t i = 0; i < m->parts.len; i++) {
    const part *p = &m->parts.data[i];
    if (p->verdict == VERDICT_UNKNOWN && (!best || p->noted < best->noted)) best = p;
  }
  return best;
}

// Is each unit in exactly one part, by what the parts say? NULL: it is.
static const char *do_not_fit(const merging *m) {
  const json_t *first = m->parts.data[0].shard;
  uint64_t taken = 0, units = count_of(first, "units"), infeasible = 0;
  const char *doubt = NULL;
  for (size_t i = 0; i < m->parts.len; i++) {
    const part *p = &m->parts.data[i];
    bool same = !strcmp(word(p->shard, "frontier"), word(first, "frontier")) && count_of(p->shard, "units") == units;
    if (!p->complete || !same) return "the parts have not divided the search in the same way";
    taken += count_of(p->shard, "taken");
    infeasible += count_of(json_object_get(p->all, "counters"), "infeasible");
    if (json_is_string(json_object_get(p->shard, "doubt"))) doubt = word(p->shard, "doubt");
  }
  if (taken != units) return "the parts have not divided the search in the same way";
  return infeasible ? doubt : NULL;
}

// The weakest of those that are needed.
static const part *weakest(const merging *m) {
  const part *worst = &m->parts.data[0];
  for (size_t i = 0; i < m->parts.len; i++) {
    const part *p = &m->parts.data[i];
    bool weaker = strcmp(word(p->shard, "grade"), grade_text(GRADE_PROVED)) != 0;
    bool was = strcmp(word(worst->shard, "grade"), grade_text(GRADE_PROVED)) != 0;
    if (weaker && (!was || !strcmp(word(p->shard, "grade"), grade_text(GRADE_HEURISTIC)))) worst = p;
  }
  return worst;
}

static void judge_executions(merging *m) {
  const part *p = first_violation(m);
  if (p) {
    conclude(m, p, VERDICT_UNSAFE, NULL);
  } else if ((p = first_unknown(m))) {
    conclude(m, p, VERDICT_UNKNOWN, NULL);
  } else {
    const char *why = do_not_fit(m);
    conclude(m, weakest(m), why ? VERDICT_UNKNOWN : VERDICT_SAFE, why);
  }
}

// The entry of a property that some part has proved.
static json_t *proof_of(const merging *m, const char *name) {
  for (size_t i = 0; i < m->parts.len; i++) {
    size_t k;
    json_t *property;
    json_array_foreach(json_object_get(m->parts.data[i].all, "properties"), k, property) {
      bool proved = !strcmp(word(property, "verdict"), verdict_text(VERDICT_SAFE)) &&
                    !strcmp(word(property, "grade"), grade_text(GRADE_PROVED));
      if (proved && !strcmp(word(property, "name"), name)) return property;
    }
  }
  return NULL;
}

static void judge_engines(merging *m) {
  const part *p = first_violation(m), *safe = NULL;
  for (size_t i = 0; i < m->parts.len; i++) {
    const part *o = &m->parts.data[i];
    bool proved = !strcmp(word(o->all, "grade"), grade_text(GRADE_PROVED));
    if (o->verdict == VERDICT_SAFE && (!safe || (proved && strcmp(word(safe->all, "grade"), grade_text(GRADE_PROVED)))))
      safe = o;
  }
  if (p || safe) {
    conclude(m, p ? p : safe, p ? VERDICT_UNSAFE : VERDICT_SAFE, NULL);
    return;
  }
  conclude(m, &m->parts.data[0], VERDICT_UNKNOWN, NULL);
  json_t *properties = json_object_get(m->out, "properties"), *property;
  size_t k, proved = 0;
  json_array_foreach(properties, k, property) {
    json_t *known = proof_of(m, word(property, "name"));
    if (!known) continue;
    proved++;
    json_array_set_new(properties, k, json_deep_copy(known));
  }
  if (!proved || proved < json_array_size(properties)) return;
  set_safe(m->out, grade_text(GRADE_PROVED));
}

// --- putting together ---------------------------------------------------------------------------------------------------

static uint64_t counted(const merging *m, const char *name) {
  bool deepest = !strcmp(name, "max_depth");
  uint64_t all = 0;
  for (size_t i = 0; i < m->parts.len; i++) {
    uint64_t own = count_of(json_object_get(m->parts.data[i].all, "counters"), name);
    all = !deepest ? all + own : all > own ? all : own;
  }
  return all;
}

static void add_counters(const merging *m) {
  json_t *sum = json_object_get(m->out, "counters");
#define COUNTER(name, help) json_object_set_new(sum, #name, number(counted(m, #name)));
#include "config/counters.def"
#undef COUNTER
}

static bool has_text(const json_t *list, const char *text) {
  size_t i;
  json_t *item;
  json_array_foreach((json_t *)(uintptr_t)list, i, item) {
    if (json_is_string(item) && !strcmp(json_string_value(item), text)) return true;
  }
  return false;
}

// Texts of all parts, each once.
static void join_texts(const merging *m, const char *name) {
  json_t *all = json_object_get(m->out, name);
  for (size_t i = 0; i < m->parts.len; i++) {
    size_t k;
    json_t *item;
    json_array_foreach(json_object_get(m->parts.data[i].all, name), k, item) {
      if (json_is_string(item) && !has_text(all, json_string_value(item))) json_array_append(all, item);
    }
  }
}

static double sum_of(const merging *m, const char *name) {
  double sum = 0;
  for (size_t i = 0; i < m->parts.len; i++) sum += json_number_value(json_object_get(m->parts.data[i].all, name));
  return sum;
}

// Parts of the executions know about no property what they do not know about all: each is as safe as the verdict.
static void settle_properties(const merging *m) {
  size_t k;
  json_t *property;
  if (m->engines) return;
  bool safe = !strcmp(word(m->out, "verdict"), verdict_text(VERDICT_SAFE));
  json_array_foreach(json_object_get(m->out, "properties"), k, property) {
    bool violated = !strcmp(word(property, "verdict"), verdict_text(VERDICT_UNSAFE));
    if (violated) continue;
    json_object_set_new(property, "verdict", json_string(verdict_text(safe ? VERDICT_SAFE : VERDICT_UNKNOWN)));
    json_object_set_new(property, "grade", safe ? json_string(word(m->out, "grade")) : json_null());
    json_object_set(property, "reason", json_object_get(m->out, "reason"));
    json_object_set(property, "engine", json_object_get(m->out, "engine"));
  }
}

static void put_together(merging *m) {
  if (m->engines)
    judge_engines(m);
  else
    judge_executions(m);
  add_counters(m);
  join_texts(m, "assumptions");
  join_texts(m, "limits");
  join_texts(m, "notes");
  settle_properties(m);
  json_object_set_new(m->out, "command", json_string("merge"));
  json_object_del(m->out, "shard");
  json_object_set_new(json_object_get(m->out, "options"), "shard", json_string(""));
  json_object_set_new(m->out, "time_s", json_real(sum_of(m, "time_s")));
  json_object_set_new(m->out, "solver_time_s", json_real(sum_of(m, "solver_time_s")));
  json_t *merged = json_object();
  json_object_set_new(merged, "parts", number(m->parts.len));
  json_object_set_new(merged, "by", json_string(word(m->base->shard, "by")));
  json_object_set_new(merged, "from", json_string(m->base->path));
  json_object_set_new(m->out, "merged", merged);
}

// --- telling ------------------------------------------------------------------------------------------------------------

static void put_texts(const merging *m, const char *name, const char *label, strbuf *out) {
  size_t i;
  json_t *item;
  json_array_foreach(json_object_get(m->out, name), i, item)
      sb_printf(out, "  %s: %s\n", label, json_string_value(item) ? json_string_value(item) : "");
}

static void put_counters(const merging *m, strbuf *out) {
  const json_t *c = json_object_get(m->out, "counters");
#define COUNTER(name, help) \
  if (count_of(c, #name)) sb_printf(out, "  %-20s %" PRIu64 "\n", #name, count_of(c, #name));
#include "config/counters.def"
#undef COUNTER
}

static void put_text(const merging *m, verdict v, const options *o, strbuf *out) {
  switch (v) {
  case VERDICT_SAFE: sb_printf(out, "SAFE (%s)\n", word(m->out, "grade")); break;
  case VERDICT_UNSAFE: sb_printf(out, "UNSAFE: %s\n", word(json_object_get(m->out, "violation"), "message")); break;
  case VERDICT_UNKNOWN: sb_printf(out, "UNKNOWN: %s\n", word(m->out, "reason")); break;
  }
  if (o->quiet) return;
  sb_printf(out, "  parts: %zu, by %s\n", m->parts.len, word(m->base->shard, "by"));
  if (v != VERDICT_SAFE) sb_printf(out, "  from: %s\n", m->base->path);
  put_texts(m, "limits", "limit", out);
  put_texts(m, "assumptions", "assumption", out);
  put_texts(m, "notes", "note", out);
  sb_printf(out, "  executions: %" PRIu64 "\n", count_of(json_object_get(m->out, "counters"), "executions"));
  if (o->stats) put_counters(m, out);
}

static int tell(const merging *m, const options *o) {
  static const int statuses[] = {
      [VERDICT_UNKNOWN] = STATUS_UNKNOWN, [VERDICT_SAFE] = STATUS_SAFE, [VERDICT_UNSAFE] = STATUS_UNSAFE};
  verdict v;
  bool known = read_verdict(m->out, &v);
  CHECK(known, "a merged result has a verdict");
  strbuf text = {0};
  if (o->json) {
    char *dump = json_dumps(m->out, JSON_INDENT(2));
    sb_printf(&text, "%s\n", dump);
    free(dump);
  } else {
    put_text(m, v, o, &text);
  }
  fwrite(sb_text(&text), 1, text.len, stdout);
  output_check();
  sb_fini(&text);
  return statuses[v];
}

int driver_merge(const command_line *line) {
  merging m = {0};
  int status = STATUS_BAD_INPUT;
  if (read_all(&m, line)) {
    put_together(&m);
    status = tell(&m, &line->options);
  }
  for (size_t i = 0; i < m.parts.len; i++) json_decref(m.parts.data[i].all);
  json_decref(m.out);
  vec_free(&m.parts);
  return status;
}
