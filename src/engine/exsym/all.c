#include "engine/exsym/all.h"

#include "base/mem.h"

void all_init(all *a, all_kind kind, state *root) {
  *a = (all){.kind = kind};
  vec_push(&a->entries, ((all_entry){0}));
  if (kind == ALL_FULL) {
    vec_push(&a->held, root);
    return;
  }
  a->current = root;
  a->diffs = state_diffs_new(kind == ALL_SYMMETRIC);
}

void all_fini(all *a) {
  for (size_t i = 0; i < a->held.len; i++) state_unref(a->held.data[i]);
  state_unref(a->current);
  state_diffs_free(a->diffs);
  vec_free(&a->held);
  vec_free(&a->entries);
  vec_free(&a->bytes);
  vec_free(&a->way);
}

static uint32_t keep_record(all *a, const uint8_t *record, size_t length) {
  uint32_t at = (uint32_t)a->bytes.len;
  record_number(&a->bytes, length);
  vec_reserve(&a->bytes, a->bytes.len + length);
  memcpy(a->bytes.data + a->bytes.len, record, length);
  a->bytes.len += length;
  return at;
}

const uint8_t *all_record(const all *a, uint32_t i) {
  const uint8_t *at = a->bytes.data + a->entries.data[i].at;
  record_read(&at);
  return at;
}

static const uint8_t *diff_at(const all *a, uint32_t i) {
  const uint8_t *at = a->bytes.data + a->entries.data[i].at;
  uint64_t length = record_read(&at);
  return at + length;
}

bool all_add(all *a, uint32_t pred, state *from, state *s, const uint8_t *record, size_t length) {
  if (a->bytes.len + length + 1 > UINT32_MAX || a->entries.len >= UINT32_MAX) return false;
  all_entry e = {.pred = pred, .depth = a->entries.data[pred].depth + 1, .at = keep_record(a, record, length)};
  vec_push(&a->entries, e);
  if (a->kind == ALL_FULL)
    vec_push(&a->held, state_ref(s));
  else
    state_diff_make(a->diffs, from, s, &a->bytes);
  return true;
}

void all_reopen(all *a, uint32_t i, uint32_t pred, state *s, const uint8_t *record, size_t length) {
  all_entry *e = &a->entries.data[i];
  e->pred = pred;
  e->depth = a->entries.data[pred].depth + 1;
  e->at = keep_record(a, record, length);
  state_unref(a->held.data[i]);
  a->held.data[i] = state_ref(s);
}

// --- restoring -----------------------------------------------------------------------------------------------------

static void apply(all *a, state **s, uint32_t i, bool forward) {
  const uint8_t *at = diff_at(a, i);
  *s = state_diff_apply(a->diffs, *s, &at, forward);
  a->restored++;
}

// From the state made last: up to where the ways from the first state part, then down (4.4).
static void move_to(all *a, uint32_t target) {
  const all_entry *e = a->entries.data;
  uint32_t from = a->current_index, to = target;
  vec_clear(&a->way);
  while (from != to) {
    if (e[from].depth >= e[to].depth) {
      apply(a, &a->current, from, false);
      from = e[from].pred;
    } else {
      vec_push(&a->way, to);
      to = e[to].pred;
    }
  }
  while (a->way.len > 0) apply(a, &a->current, vec_pop(&a->way), true);
  a->current_index = target;
}

static state *from_root(all *a, uint32_t target) {
  state *s = state_fork(a->current);
  vec_clear(&a->way);
  for (uint32_t i = target; i; i = a->entries.data[i].pred) vec_push(&a->way, i);
  while (a->way.len > 0) apply(a, &s, vec_pop(&a->way), true);
  return s;
}

state *all_take(all *a, uint32_t i) {
  switch (a->kind) {
    case ALL_FULL: {
      state *s = a->held.data[i];
      a->held.data[i] = NULL;
      return s;
    }
    case ALL_DIFF: return from_root(a, i);
    case ALL_SYMMETRIC: move_to(a, i); return state_ref(a->current);
  }
  UNREACHABLE("states kept in no known way");
}

size_t all_bytes(const all *a) {
  size_t parts = a->diffs ? state_diffs_bytes(a->diffs) : 0;
  return a->entries.len * sizeof(all_entry) + a->bytes.len + parts;
}
