// What two orders of one evaluation phase leave behind: the last value of everything that has a name, and the texts
// that were printed (in any order: which of two processes prints first in a phase is always open).
#include <stdlib.h>
#include <string.h>

#include "result/explain.h"

enum { MOST_NAMES = 3 };  // in the message

typedef struct named { const char *name, *value; size_t at; } named;
typedef VEC(named) named_vec;

static int by_name(const void *a, const void *b) {
  const named *x = a, *y = b;
  int c = strcmp(x->name, y->name);
  if (c) return c;
  return x->at < y->at ? -1 : x->at > y->at;
}

// The last value of each name; printed texts count as names without a value.
static void last_values(const trace_vec *t, named_vec *out) {
  for (size_t i = 0; i < t->len; i++) {
    const trace_step *s = &t->data[i];
    for (uint32_t k = 0; k < s->n_changes; k++) {
      vec_push(out, ((named){s->changes[k].name, s->changes[k].value, out->len}));
    }
  }
  if (out->len) qsort(out->data, out->len, sizeof *out->data, by_name);
  size_t kept = 0;
  for (size_t i = 0; i < out->len; i++) {
    bool last = i + 1 == out->len || strcmp(out->data[i].name, out->data[i + 1].name) != 0;
    if (last) out->data[kept++] = out->data[i];
  }
  out->len = kept;
}

static void printed(const trace_vec *t, size_t from, named_vec *out) {
  for (size_t i = from; i < t->len; i++)
    if (t->data[i].output) vec_push(out, ((named){t->data[i].output, "", 0}));
  if (out->len) qsort(out->data, out->len, sizeof *out->data, by_name);
}

// NAME itself, or a part of it: NAME.x, NAME[3].
static bool is_allowed(const result *r, const char *name) {
  for (size_t i = 0; i < r->allowed.len; i++) {
    size_t n = strlen(r->allowed.data[i]);
    bool begins = strncmp(name, r->allowed.data[i], n) == 0;
    if (begins && (!name[n] || name[n] == '.' || name[n] == '[')) return true;
  }
  return false;
}

static void put_difference(strbuf *out, size_t *n, const char *name, const char *a, const char *b) {
  if (++*n > MOST_NAMES) return;
  sb_printf(out, "%s%s is %s or %s", *n > 1 ? ", " : "", name, a, b);
}

// Both lists are sorted by name.
static size_t differences(const result *r, const named_vec *a, const named_vec *b, strbuf *out) {
  size_t i = 0, k = 0, n = 0;
  while (i < a->len || k < b->len) {
    int c = i == a->len ? 1 : k == b->len ? -1 : strcmp(a->data[i].name, b->data[k].name);
    const named *x = c <= 0 ? &a->data[i++] : NULL, *y = c >= 0 ? &b->data[k++] : NULL;
    const char *name = x ? x->name : y->name;
    if ((x && y && !strcmp(x->value, y->value)) || !strcmp(name, "...") || is_allowed(r, name)) continue;
    put_difference(out, &n, name, x ? x->value : "unchanged", y ? y->value : "unchanged");
  }
  return n;
}

static size_t common_steps(const result *r) {
  size_t n = 0;
  while (n < r->schedule.len && n < r->second_schedule.len && r->schedule.data[n] == r->second_schedule.data[n]) n++;
  return n;
}

static bool same_texts(const named_vec *a, const named_vec *b) {
  if (a->len != b->len) return false;
  for (size_t i = 0; i < a->len; i++)
    if (strcmp(a->data[i].name, b->data[i].name) != 0) return false;
  return true;
}

const char *explain_orders_differ(result *r) {
  named_vec a = {0}, b = {0}, said = {0}, said_too = {0};
  size_t common = common_steps(r);
  strbuf text = {0};
  last_values(&r->trace, &a);
  last_values(&r->second_trace, &b);
  printed(&r->trace, common, &said);
  printed(&r->second_trace, common, &said_too);
  size_t n = differences(r, &a, &b, &text);
  if (n > MOST_NAMES) sb_printf(&text, " and %zu more", n - MOST_NAMES);
  if (n == 0 && !same_texts(&said, &said_too) && !is_allowed(r, "output")) {
    n = 1;
    sb_puts(&text, "what is printed differs");
  }
  if (n && common < r->trace.len) {
    const trace_step *s = &r->trace.data[common];
    r->violation.proc_name = s->proc_name;
    r->violation.at = s->at;
    r->violation.source = s->source;
    sb_puts(&text, ", as the order of the processes in this phase is");
    r->violation.message = arena_strdup(r->mem, sb_text(&text));
  }
  sb_fini(&text);
  vec_free(&a);
  vec_free(&b);
  vec_free(&said);
  vec_free(&said_too);
  return n ? NULL : "the two orders leave nothing behind that differs and has a name";
}
