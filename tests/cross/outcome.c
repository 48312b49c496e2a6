#include "cross/outcome.h"

#include <string.h>

#include "base/hash.h"

void outcome_set_fini(outcome_set *s) {
  for (size_t i = 0; i < s->items.len; i++) mem_free(s->items.data[i].text);
  vec_free(&s->items);
  map64_fini(&s->index);
}

void outcome_fini(outcome *o) {
  outcome_set_fini(&o->finals);
  outcome_set_fini(&o->violations);
}

// Texts are found by a 64-bit hash; a collision would show as a difference, not hide one that matters.
static uint64_t key_of(const char *text) { return hash_bytes(text, strlen(text), 0); }

void outcome_add(outcome_set *s, const char *text, uint64_t count) {
  uint64_t key = key_of(text), at = 0;
  if (map64_get(&s->index, key, &at)) {
    s->items.data[at].count += count;
    return;
  }
  map64_put(&s->index, key, s->items.len);
  vec_push(&s->items, ((outcome_item){mem_strdup(text), count}));
}

uint64_t outcome_count(const outcome_set *s, const char *text) {
  uint64_t at = 0;
  return map64_get(&s->index, key_of(text), &at) ? s->items.data[at].count : 0;
}

void outcome_violation_text(ir_check check, place at, strbuf *out) {
  sb_printf(out, "%s at line %u", ir_check_kind(check), at.line);
}

static bool covered(const outcome_set *a, const char *name_a, const outcome_set *b, const char *name_b,
                    strbuf *detail) {
  for (size_t i = 0; i < a->items.len; i++) {
    uint64_t other = outcome_count(b, a->items.data[i].text);
    if (other == a->items.data[i].count) continue;
    sb_printf(detail, "%llu runs of the %s, %llu of the %s end with:\n%s", (unsigned long long)a->items.data[i].count,
              name_a, (unsigned long long)other, name_b, a->items.data[i].text);
    return false;
  }
  return true;
}

bool outcome_same(const outcome *a, const char *name_a, const outcome *b, const char *name_b, strbuf *detail) {
  return covered(&a->violations, name_a, &b->violations, name_b, detail) &&
         covered(&b->violations, name_b, &a->violations, name_a, detail) &&
         covered(&a->finals, name_a, &b->finals, name_b, detail) &&
         covered(&b->finals, name_b, &a->finals, name_a, detail);
}

// The text of an end state without its first line, the time.
static const char *timeless_text(const char *text) {
  const char *nl = strchr(text, '\n');
  return nl != NULL ? nl + 1 : text;
}

static bool found(const outcome_set *a, const char *name_a, const outcome_set *b, const char *name_b, bool timeless,
                  strbuf *detail) {
  outcome_set texts = {0};
  const char *missing = NULL;
  for (size_t i = 0; i < b->items.len; i++) {
    outcome_add(&texts, timeless ? timeless_text(b->items.data[i].text) : b->items.data[i].text, 1);
  }
  for (size_t i = 0; i < a->items.len && missing == NULL; i++) {
    const char *text = timeless ? timeless_text(a->items.data[i].text) : a->items.data[i].text;
    if (outcome_count(&texts, text) == 0) missing = text;
  }
  if (missing != NULL) sb_printf(detail, "an end of the %s that the %s does not reach:\n%s", name_a, name_b, missing);
  outcome_set_fini(&texts);
  return missing == NULL;
}

bool outcome_same_ends(const outcome *a, const char *name_a, const outcome *b, const char *name_b, bool timeless,
                       strbuf *detail) {
  return found(&a->violations, name_a, &b->violations, name_b, false, detail) &&
         found(&b->violations, name_b, &a->violations, name_a, false, detail) &&
         found(&a->finals, name_a, &b->finals, name_b, timeless, detail) &&
         found(&b->finals, name_b, &a->finals, name_a, timeless, detail);
}

static int64_t lowest(const ir_type_info *t, int64_t lo) {
  if (!t->is_signed || t->bits == 1) return lo < 0 ? 0 : lo;
  return lo;
}

uint64_t input_count(const ir_module *m, ir_type type, int64_t lo, int64_t hi) {
  const ir_type_info *t = ir_type_get(m, type);
  int64_t first = lowest(t, lo), last = t->bits == 1 && hi > 1 ? 1 : hi;
  return last < first ? 0 : (uint64_t)(last - first) + 1;
}

uint64_t input_value(const ir_module *m, ir_type type, int64_t lo, uint64_t i) {
  const ir_type_info *t = ir_type_get(m, type);
  uint64_t v = (uint64_t)lowest(t, lo) + i;
  return t->bits >= 64 ? v : v & (((uint64_t)1 << t->bits) - 1);
}
