// What two orders of one evaluation phase leave behind: every value that can still matter, and the texts that were
// printed (in any order: which of two processes prints first in a phase is always open).
#include "result/explain_orders.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/live.h"

enum { MOST_NAMES = 3 };  // in the message

// --- observing

typedef struct looking {
  arena *mem;
  const live_info *live;
  left_vec *out;
} looking;

static bool needs(void *arg, ir_func f, uint32_t at, bool calling, ir_reg r) {
  const looking *l = arg;
  return calling ? live_across(l->live, f, at, r) : live_at(l->live, f, at, r);
}

static void keep(void *arg, const machine_observed *o) {
  const looking *l = arg;
  left_value v = {.key = arena_strdup(l->mem, o->key),
                  .shown = arena_strdup(l->mem, o->shown),
                  .value = arena_strdup(l->mem, o->value)};
  v.same = strcmp(o->same, o->value) == 0 ? v.value : arena_strdup(l->mem, o->same);
  vec_push(l->out, v);
}

static int by_key(const void *a, const void *b) {
  return strcmp(((const left_value *)a)->key, ((const left_value *)b)->key);
}

void orders_look(const ir_module *ir, const machine *m, arena *mem, left_vec *out) {
  live_info *live = live_new(ir);
  looking l = {mem, live, out};
  machine_observation ask = {.needs = needs, .each = keep, .arg = &l};
  machine_observe(m, &ask);
  live_free(live);
  if (out->len) qsort(out->data, out->len, sizeof *out->data, by_key);
}

// --- comparing

typedef struct difference {
  const char *name, *a, *b;
  unsigned rank;
} difference;
typedef VEC(difference) difference_vec;

// NAME itself, or a part of it: NAME.x, NAME[3], NAME->x.
static bool is_allowed(const result *r, const char *name) {
  for (size_t i = 0; i < r->allowed.len; i++) {
    size_t n = strlen(r->allowed.data[i]);
    bool begins = strncmp(name, r->allowed.data[i], n) == 0;
    if (begins && (!name[n] || name[n] == '.' || name[n] == '[' || name[n] == '-')) return true;
  }
  return false;
}

// What says most to a reader comes first: variables, then what they point to, then what has no name.
static unsigned rank_of(const char *name) {
  if (strchr(name, ' ')) return 2;
  return name[0] == '*' || strstr(name, "->") ? 1 : 0;
}

static int by_rank(const void *a, const void *b) {
  const difference *x = a, *y = b;
  if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
  int c = strcmp(x->name, y->name);
  return c ? c : strcmp(x->a, y->a);
}

// Both lists are sorted by key. What only one has belongs to where processes stand.
static void find_differences(const result *r, const left_vec *a, const left_vec *b, difference_vec *out) {
  for (size_t i = 0, k = 0; i < a->len && k < b->len;) {
    const left_value *x = &a->data[i], *y = &b->data[k];
    int c = strcmp(x->key, y->key);
    i += c <= 0;
    k += c >= 0;
    if (c || !strcmp(x->same, y->same) || is_allowed(r, x->shown)) continue;
    vec_push(out, ((difference){x->shown, x->value, y->value, rank_of(x->shown)}));
  }
  if (out->len) qsort(out->data, out->len, sizeof *out->data, by_rank);
}

static void put_differences(const difference_vec *all, strbuf *out) {
  size_t shown = 0, left = 0;
  const char *last = "";
  for (size_t i = 0; i < all->len; i++) {
    const difference *d = &all->data[i];
    if (!strcmp(d->name, last)) continue;
    last = d->name;
    if (shown == MOST_NAMES) {
      left++;
      continue;
    }
    sb_puts(out, shown++ ? ", " : "");
    if (strcmp(d->a, d->b))
      sb_printf(out, "%s is %s or %s", d->name, d->a, d->b);
    else
      sb_printf(out, "%s differs", d->name);
  }
  if (left) sb_printf(out, " and %zu more", left);
}

// --- printed texts

typedef VEC(const char *) text_vec;

static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

static void printed(const trace_vec *t, size_t from, text_vec *out) {
  for (size_t i = from; i < t->len; i++)
    if (t->data[i].output) vec_push(out, t->data[i].output);
  if (out->len) qsort(out->data, out->len, sizeof *out->data, by_text);
}

static bool same_texts(const text_vec *a, const text_vec *b) {
  if (a->len != b->len) return false;
  for (size_t i = 0; i < a->len; i++)
    if (strcmp(a->data[i], b->data[i]) != 0) return false;
  return true;
}

static bool prints_differ(const result *r, size_t common) {
  text_vec a = {0}, b = {0};
  printed(&r->trace, common, &a);
  printed(&r->second_trace, common, &b);
  bool differ = !same_texts(&a, &b) && !is_allowed(r, "output");
  vec_free(&a);
  vec_free(&b);
  return differ;
}

// --- the whole

static size_t common_steps(const result *r) {
  size_t n = 0;
  while (n < r->trace.len && n < r->second_trace.len && r->trace.data[n].proc == r->second_trace.data[n].proc) n++;
  return n;
}

static void describe(result *r, size_t common, strbuf *text) {
  if (common < r->trace.len && common < r->second_trace.len) {
    const trace_step *s = &r->trace.data[common];
    r->violation.proc_name = s->proc_name;
    r->violation.at = s->at;
    r->violation.source = s->source;
    sb_printf(text, ", by whether %s or %s runs first", s->proc_name, r->second_trace.data[common].proc_name);
  }
  r->violation.message = arena_strdup(r->mem, sb_text(text));
}

const char *orders_differ(result *r, const left_vec *a, const left_vec *b) {
  difference_vec all = {0};
  size_t common = common_steps(r);
  find_differences(r, a, b, &all);
  strbuf text = {0};
  put_differences(&all, &text);
  if (!all.len && prints_differ(r, common)) sb_puts(&text, "what is printed differs");
  bool differ = text.len > 0;
  if (differ) describe(r, common, &text);
  sb_fini(&text);
  vec_free(&all);
  return differ ? NULL : "the two orders leave nothing behind that differs";
}
