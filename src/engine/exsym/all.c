#include "engine/exsym/all.h"

#include "base/mem.h"

void all_init(all *a, all_kind kind, state *root) {
  *a = (all){.kind = kind};
  if (kind == ALL_FULL) {
    vec_push(&a->entries, ((all_entry){0}));
    vec_push(&a->held, root);
    return;
  }
  vec_push(&a->bytes, 0);  // so that only the first state has the number 0
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
  vec_reserve(&a->bytes, a->bytes.len + length);
  memcpy(a->bytes.data + a->bytes.len, record, length);
  a->bytes.len += length;
  return at;
}

// What stands in front of the record of a state with a difference.
typedef struct prefix {
  uint32_t pred, depth;
  const uint8_t *record;
} prefix;

static prefix prefix_of(const all *a, uint32_t i) {
  if (i == 0) return (prefix){0};
  const uint8_t *at = a->bytes.data + i;
  prefix p = {.pred = i - (uint32_t)record_read(&at)};
  p.depth = (uint32_t)record_read(&at);
  p.record = at;
  return p;
}

uint32_t all_pred(const all *a, uint32_t i) {
  return a->kind == ALL_FULL ? a->entries.data[i].pred : prefix_of(a, i).pred;
}

uint32_t all_depth(const all *a, uint32_t i) {
  return a->kind == ALL_FULL ? a->entries.data[i].depth : prefix_of(a, i).depth;
}

const uint8_t *all_record(const all *a, uint32_t i) {
  return a->kind == ALL_FULL ? a->bytes.data + a->entries.data[i].at : prefix_of(a, i).record;
}

bool all_add(all *a, uint32_t pred, state *from, state *s, const uint8_t *record, size_t length, uint32_t *number) {
  if (a->bytes.len + length + 1 > UINT32_MAX || a->entries.len >= UINT32_MAX) return false;
  uint32_t depth = all_depth(a, pred) + 1;
  if (a->kind == ALL_FULL) {
    *number = (uint32_t)a->entries.len;
    vec_push(&a->entries, ((all_entry){.pred = pred, .depth = depth, .at = keep_record(a, record, length)}));
    vec_push(&a->held, state_ref(s));
    return true;
  }
  *number = (uint32_t)a->bytes.len;
  record_number(&a->bytes, *number - pred);
  record_number(&a->bytes, depth);
  keep_record(a, record, length);
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
  const uint8_t *at = record_end(all_record(a, i));
  *s = state_diff_apply(a->diffs, *s, &at, forward);
  a->restored++;
}

// From the state made last: up to where the ways from the first state part, then down (4.4). Predecessors have smaller numbers.
static void move_to(all *a, uint32_t target) {
  uint32_t from = a->current_index, to = target;
  vec_clear(&a->way);
  while (from != to) {
    if (from > to) {
      apply(a, &a->current, from, false);
      from = all_pred(a, from);
    } else {
      vec_push(&a->way, to);
      to = all_pred(a, to);
    }
  }
  while (a->way.len > 0) apply(a, &a->current, vec_pop(&a->way), true);
  a->current_index = target;
}

static state *from_root(all *a, uint32_t target) {
  state *s = state_fork(a->current);
  vec_clear(&a->way);
  for (uint32_t i = target; i; i = all_pred(a, i)) vec_push(&a->way, i);
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
