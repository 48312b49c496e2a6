#include "engine/exsym/all.h"

#include "base/mem.h"

void all_init(all *a, all_kind kind, state *root) {
  *a = (all){.kind = kind};
  vec_push(&a->entries, ((all_entry){0}));
  vec_push(&a->held, root);
}

void all_fini(all *a) {
  for (size_t i = 0; i < a->held.len; i++) state_unref(a->held.data[i]);
  vec_free(&a->held);
  vec_free(&a->entries);
  vec_free(&a->bytes);
}

static uint32_t keep_record(all *a, const uint8_t *record, size_t length) {
  uint32_t at = (uint32_t)a->bytes.len;
  vec_reserve(&a->bytes, a->bytes.len + length);
  memcpy(a->bytes.data + a->bytes.len, record, length);
  a->bytes.len += length;
  return at;
}

bool all_add(all *a, uint32_t pred, state *from, state *s, const uint8_t *record, size_t length) {
  (void)from;
  if (a->bytes.len + length > UINT32_MAX || a->entries.len >= UINT32_MAX) return false;
  all_entry e = {.pred = pred, .depth = a->entries.data[pred].depth + 1, .at = keep_record(a, record, length)};
  vec_push(&a->entries, e);
  vec_push(&a->held, state_ref(s));
  return true;
}

state *all_take(all *a, uint32_t i) {
  state *s = a->held.data[i];
  a->held.data[i] = NULL;
  return s;
}

void all_reopen(all *a, uint32_t i, uint32_t pred, state *s, const uint8_t *record, size_t length) {
  all_entry *e = &a->entries.data[i];
  e->pred = pred;
  e->depth = a->entries.data[pred].depth + 1;
  e->at = keep_record(a, record, length);
  state_unref(a->held.data[i]);
  a->held.data[i] = state_ref(s);
}

size_t all_bytes(const all *a) { return a->entries.len * sizeof(all_entry) + a->bytes.len; }
