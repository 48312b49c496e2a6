// Values, and sets of targets: each set exists once.
#include "base/hash.h"
#include "engine/values/values.h"

val val_none(void) { return (val){.n = number_none()}; }
val val_number(number n) { return (val){.n = n}; }
bool val_is_none(val a) { return number_is_none(a.n) && !a.ptrs && !a.uninit; }
bool val_same(val a, val b) { return number_same(a.n, b.n) && a.ptrs == b.ptrs && a.uninit == b.uninit; }
bool val_only_zero(val a) { return !a.ptrs && !a.uninit && number_is_one(a.n, 0); }
const target_set *val_targets(const values *v, val a) { return &v->sets.data[a.ptrs]; }

uint32_t val_bits(const values *v, ir_type t) {
  const ir_type_info *info = ir_type_get(v->m, t);
  return info->kind == IR_TYPE_PTR ? v->m->pointer_bits : info->bits;
}

val val_top(const values *v, ir_type t) { return val_number(number_top(val_bits(v, t))); }

static uint64_t hash_of(const target *t, uint32_t n) {
  uint64_t h = n;
  for (uint32_t i = 0; i < n; i++) {
    h = hash_combine(hash_combine(h, t[i].obj), (uint64_t)t[i].at.lo);
    h = hash_combine(hash_combine(h, (uint64_t)t[i].at.hi), t[i].at.step);
  }
  return h;
}

static bool same_targets(const target_set *a, const target *t, uint32_t n) {
  if (a->n != n) return false;
  for (uint32_t i = 0; i < n; i++)
    if (a->data[i].obj != t[i].obj || !number_same(a->data[i].at, t[i].at)) return false;
  return true;
}

static uint32_t set_of(values *v, const target *t, uint32_t n) {
  if (n == 0) return 0;
  uint64_t h = hash_of(t, n), at;
  for (; map64_get(&v->set_index, h, &at); h++)
    if (same_targets(&v->sets.data[at], t, n)) return (uint32_t)at;
  target_set s = {MEM_NEW_N(target, n), n};
  if (n) memcpy(s.data, t, n * sizeof *t);
  vec_push(&v->sets, s);
  map64_put(&v->set_index, h, v->sets.len - 1);
  return (uint32_t)v->sets.len - 1;
}

// Offsets beyond the size of any object are as good as none: but they could come back by wrapping.
static bool is_near(number at) { return at.lo > -(wide)IR_SIZE_MAX * 4 && at.hi < (wide)IR_SIZE_MAX * 4; }

val val_with(values *v, val a, const target *t, uint32_t n) {
  target sorted[MOST_TARGETS];
  uint32_t len = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t k = 0;
    while (k < len && sorted[k].obj < t[i].obj) k++;
    if (!is_near(t[i].at)) values_give_up(v, "an address is far outside of its object");
    if (k < len && sorted[k].obj == t[i].obj) {
      sorted[k].at = number_join(sorted[k].at, t[i].at);
      continue;
    }
    if (len == MOST_TARGETS) {
      values_give_up(v, "a pointer may point to too many objects");
      break;
    }
    memmove(&sorted[k + 1], &sorted[k], (len - k) * sizeof *sorted);
    sorted[k] = t[i];
    len++;
  }
  a.ptrs = set_of(v, sorted, len);
  return a;
}

val val_target(values *v, uint32_t obj, number at) { return val_with(v, val_none(), &(target){obj, at}, 1); }

val val_join(values *v, val a, val b) {
  val r = {.n = number_join(a.n, b.n), .ptrs = a.ptrs, .uninit = a.uninit || b.uninit};
  if (a.ptrs == b.ptrs || !b.ptrs) return r;
  if (!a.ptrs) {
    r.ptrs = b.ptrs;
    return r;
  }
  target both[2 * MOST_TARGETS];
  const target_set *x = val_targets(v, a), *y = val_targets(v, b);
  if (x->n) memcpy(both, x->data, x->n * sizeof *both);
  if (y->n) memcpy(both + x->n, y->data, y->n * sizeof *both);
  return val_with(v, r, both, x->n + y->n);
}

static number widen_offset(const values *v, number old, number grown, uint32_t obj) {
  wide size = obj < FUNC_BASE ? (wide)v->objects.data[obj].most : 0;
  wide_vec ends = {0};
  wide both[] = {0, size};
  ends.data = both;
  ends.len = 2;
  // What grows still from there on is far outside before long (is_near).
  bool beyond = grown.lo < number_least(40) || grown.hi > number_greatest(40);
  return number_widen(old, grown, beyond ? 64 : 40, &ends, false);
}

val val_widen(values *v, val old, val grown, uint32_t bits, bool far) {
  val r = grown;
  r.n = number_widen(old.n, grown.n, bits, &v->thresholds, far);
  if (old.ptrs == grown.ptrs || !old.ptrs) return r;
  const target_set *x = val_targets(v, old), *y = val_targets(v, grown);
  target all[MOST_TARGETS];
  for (uint32_t i = 0; i < y->n; i++) {
    all[i] = y->data[i];
    for (uint32_t k = 0; k < x->n; k++)
      if (x->data[k].obj == all[i].obj) all[i].at = widen_offset(v, x->data[k].at, all[i].at, all[i].obj);
  }
  return val_with(v, r, all, y->n);
}
