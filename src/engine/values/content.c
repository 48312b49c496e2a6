// Contents of objects: slots in regions. Accesses at several offsets fold their range: all places that are a multiple of the step apart
// share a slot. Accesses that fit no slot melt what they overlap into a mixed one. Regions only grow, steps only shrink.
#include "base/gcd.h"
#include "engine/values/values.h"

static uint32_t bits_of(uint64_t size) { return size >= 16 ? 128 : (uint32_t)size * 8; }

void content_copy(content *to, const content *from) {
  *to = (content){.zeroed = from->zeroed};
  if (!from->slots.len) return;
  vec_reserve(&to->slots, from->slots.len);
  memcpy(to->slots.data, from->slots.data, from->slots.len * sizeof(slot));
  to->slots.len = from->slots.len;
}

// --- what stands there at the start --------------------------------------------------------------------------------------

// Pieces of what is there: zeros stay zeros, of everything else only the addresses are known.
static val melted(val a, uint64_t size) {
  if (!val_only_zero(a) && !number_is_none(a.n)) a.n = number_top(bits_of(size));
  if (a.ptrs) a.n = number_top(bits_of(size));
  return a;
}

static val init_value(values *v, const ir_operand *o) {
  if (o->kind == IR_OPERAND_GLOBAL) return val_target(v, (uint32_t)o->value, number_one((wide)o->offset));
  if (o->kind == IR_OPERAND_FUNC) return val_target(v, FUNC_BASE + (uint32_t)o->value, number_one(0));
  if (o->kind == IR_OPERAND_NULL) return val_number(number_one(0));
  uint32_t bits = val_bits(v, o->type);
  bool is_int = o->kind == IR_OPERAND_INT && ir_type_get(v->m, o->type)->kind == IR_TYPE_INT;
  if (!is_int || bits > 64) return val_number(number_top(bits < NUMBER_MOST_BITS ? bits : NUMBER_MOST_BITS));
  uint64_t size = ir_type_get(v->m, o->type)->size;
  return val_number(number_fit(number_one((wide)o->value), (uint32_t)size * 8));
}

// Of a global: the bytes at from, from + step, ... up to `to`.
static val initial_global(values *v, uint32_t obj, uint64_t from, uint64_t to, uint64_t step, uint64_t size) {
  const ir_global_info *g = &v->m->globals[obj];
  uint64_t places = step ? (to - from) / step + 1 : 1, filled = 0;
  val all = val_none();
  for (uint32_t i = 0; i < g->n_inits; i++) {
    uint64_t at = g->inits[i].offset, len = ir_type_get(v->m, g->inits[i].value.type)->size;
    if (at + len <= from || at >= to + size) continue;
    uint64_t phase = at >= from ? (step ? (at - from) % step : at - from) : 1;
    val one = init_value(v, &g->inits[i].value);
    if (phase == 0 && len == size) {
      all = val_join(v, all, one);
      filled++;
    } else if (!step || at < from || phase < size || phase + len > step) {
      all = val_join(v, all, melted(one, size));
    }
  }
  if (filled < places) all = val_join(v, all, val_number(number_one(0)));
  return all;
}

val content_initial(values *v, uint32_t obj, const content *c, uint64_t from, uint64_t to, uint64_t step,
                    uint64_t size) {
  const object *o = &v->objects.data[obj];
  if (c->zeroed) return val_number(number_one(0));
  if (o->kind == OBJECT_GLOBAL) return initial_global(v, obj, from, to, step, size);
  if (!o->uninit) return val_number(number_one(0));
  return (val){.n = number_top(bits_of(size)), .uninit = true};
}

static val initial_slot(values *v, const content *c, uint32_t obj, const slot *s) {
  uint64_t last = s->start + s->off + (s->end - s->start - 1 - s->off) / s->step * s->step;
  bool folded = last != s->start + s->off;
  return content_initial(v, obj, c, s->start + s->off, last, folded ? s->step : 0, s->size);
}

// --- slots ---------------------------------------------------------------------------------------------------------------

static bool is_folded(const slot *s) { return s->end - s->start > s->step; }

// Melts two slots of a region.
static void melt(values *v, const content *c, uint32_t obj, slot *into, const slot *s) {
  uint64_t end = into->off + into->size > s->off + s->size ? into->off + into->size : s->off + s->size;
  val both = val_join(v, into->v, s->v);
  if (s->off < into->off) into->off = s->off;
  into->size = end - into->off;
  into->mixed = true;
  into->v = melted(val_join(v, both, initial_slot(v, c, obj, into)), into->size);
}

static bool slots_overlap(const slot *a, const slot *b) {
  return a->off < b->off + b->size && b->off < a->off + a->size;
}

// Puts a slot into its region: joined with an equal one, melted with all that it overlaps otherwise. Index of what it became.
static size_t put(values *v, content *c, uint32_t obj, slot s) {
  for (size_t i = 0; i < c->slots.len;) {
    slot *o = &c->slots.data[i];
    if (o->start != s.start || !slots_overlap(o, &s)) {
      i++;
      continue;
    }
    if (o->off == s.off && o->size == s.size) {
      o->v = val_join(v, o->v, s.v);
      o->mixed |= s.mixed;
      if (o->mixed) o->v = melted(o->v, o->size);
      return i;
    }
    slot other = *o;
    v->reformed = true;
    *o = vec_pop(&c->slots);  // the last one takes its place, unless it was the last itself
    melt(v, c, obj, &s, &other);
    i = 0;
  }
  v->reformed = true;
  vec_push(&c->slots, s);
  return c->slots.len - 1;
}

// All that lies in [start, end) becomes one region with the step; 0: none, without folding.
static void unite(values *v, content *c, uint32_t obj, uint64_t start, uint64_t end, uint64_t step) {
  VEC(slot) moved = {0};
  for (size_t i = 0; i < c->slots.len;) {
    slot *s = &c->slots.data[i];
    if (s->end <= start || s->start >= end) {
      i++;
      continue;
    }
    vec_push(&moved, *s);
    *s = vec_pop(&c->slots);
  }
  bool torn = false;
  v->reformed = true;
  if (step == 0 || step >= end - start) step = end - start;
  for (size_t i = 0; i < moved.len; i++)
    torn |= (moved.data[i].start + moved.data[i].off - start) % step + moved.data[i].size > step;
  for (size_t i = 0; i < moved.len; i++) {
    slot s = moved.data[i];
    s.off = s.start + s.off - start;
    s.start = start;
    s.end = end;
    s.step = torn ? end - start : step;
    if (torn) {
      s.off = 0;
      s.size = end - start;
      s.mixed = true;
      s.v = melted(s.v, s.size);
    }
    s.off %= s.step;
    s.v = val_join(v, s.v, initial_slot(v, c, obj, &s));
    put(v, c, obj, s);
  }
  vec_free(&moved);
}

typedef struct extent {
  uint64_t start, end, step;  // of all regions that are touched
  uint32_t n;                 // how many
} extent;

static extent touched(const content *c, uint64_t lo, uint64_t end) {
  extent x = {0};
  for (size_t i = 0; i < c->slots.len; i++) {
    const slot *s = &c->slots.data[i];
    if (s->start >= end || s->end <= lo) continue;
    if (!x.n || s->start < x.start) x.start = s->start;
    if (!x.n || s->end > x.end) x.end = s->end;
    x.n++;
    if (is_folded(s)) x.step = gcd_of(x.step, s->step);
  }
  return x;
}

static const slot *region_at(const content *c, uint64_t start) {
  for (size_t i = 0; i < c->slots.len; i++)
    if (c->slots.data[i].start == start) return &c->slots.data[i];
  return NULL;
}

// The slot of an access of `size` bytes at the offsets, which are brought into the object.
slot *content_slot(values *v, content *c, uint32_t obj, number at, uint64_t size) {
  uint64_t most = v->objects.data[obj].most;
  if (most < size) most = size;
  at = number_cut(at, 0, (wide)(most - size));
  if (number_is_none(at)) at = number_one(0);
  uint64_t lo = (uint64_t)at.lo, end = (uint64_t)at.hi + size;
  for (size_t i = 0; i < c->slots.len; i++) {  // all of it lies in one that is accessed in several ways already
    slot *o = &c->slots.data[i];
    if (o->mixed && !is_folded(o) && o->start + o->off <= lo && o->start + o->off + o->size >= end) return o;
  }
  extent x = touched(c, lo, end);
  const slot *r = x.n ? region_at(c, x.start) : NULL;
  bool one = r && r->end == x.end && lo >= x.start && end <= x.end;
  bool fits = one && (lo - r->start) % r->step + size <= r->step && (at.step % r->step == 0);
  slot s = {.start = lo, .end = end, .step = at.step ? at.step : size, .size = size};
  if (fits) {
    s.start = r->start;
    s.end = r->end;
    s.step = r->step;
  } else if (x.n) {
    if (x.start < s.start) s.start = x.start;
    if (x.end > s.end) s.end = x.end;
    s.step = gcd_of(at.step, x.step);
    unite(v, c, obj, s.start, s.end, s.step);
    r = region_at(c, s.start);
    s.step = r->step;
  }
  s.off = (lo - s.start) % s.step;
  bool torn = s.off + size > s.step || (at.step && at.step % s.step != 0 && s.step < s.end - s.start);
  if (torn || (at.step && s.step == s.end - s.start)) {  // somewhere in the region
    unite(v, c, obj, s.start, s.end, 0);
    s.step = s.end - s.start;
    s.off = 0;
    s.size = s.step;
    s.mixed = true;
  }
  s.v = initial_slot(v, c, obj, &s);
  if (s.mixed) s.v = melted(s.v, s.size);
  for (size_t i = 0; i < c->slots.len; i++) {
    slot *o = &c->slots.data[i];
    if (o->start != s.start || !slots_overlap(o, &s)) continue;
    if (o->off <= s.off && o->off + o->size >= s.off + s.size && (o->mixed || o->size == s.size)) return o;
  }
  size_t i = put(v, c, obj, s);
  return &c->slots.data[i];
}

bool content_add(values *v, slot *s, val more, bool widen) {
  enum { EXACT = 3, NEAR = 24 };
  if (s->mixed) more = melted(more, s->size);
  val joined = val_join(v, s->v, more);
  if (val_same(joined, s->v)) return false;
  if (widen && s->grown++ >= EXACT) joined = val_widen(v, s->v, joined, bits_of(s->size), s->grown > NEAR);
  s->v = joined;
  return true;
}

// The place of a slot, as an access.
static number places(const slot *s) {
  uint64_t first = s->start + s->off, last = first + (s->end - s->start - 1 - s->off) / s->step * s->step;
  if (last + s->size > s->end) last -= s->step;
  return first == last ? number_one((wide)first) : (number){(wide)first, (wide)last, s->step};
}

bool content_same(const content *a, const content *b) {
  if (a->slots.len != b->slots.len || a->zeroed != b->zeroed) return false;
  for (size_t i = 0; i < a->slots.len; i++) {
    const slot *x = &a->slots.data[i], *y = &b->slots.data[i];
    bool same = x->start == y->start && x->end == y->end && x->step == y->step && x->off == y->off &&
                x->size == y->size && x->mixed == y->mixed && val_same(x->v, y->v);
    if (!same) return false;
  }
  return true;
}

// Every slot of `to` gets what `from` has there; `from` is changed in form, not in meaning.
static void add_all(values *v, content *to, content *from, uint32_t obj, int widen) {
  for (size_t i = 0; i < from->slots.len; i++) {
    const slot s = from->slots.data[i];
    slot *t = content_slot(v, to, obj, places(&s), s.size);
    bool same = t->start == s.start && t->end == s.end && t->step == s.step && t->off == s.off && t->size == s.size;
    val more = same && t->mixed == s.mixed ? s.v : melted(s.v, t->size);
    if (s.mixed && !t->mixed) {
      t->mixed = true;
      t->v = melted(t->v, t->size);
    }
    val old = t->v;
    if (t->mixed) more = melted(more, t->size);
    t->v = val_join(v, t->v, more);
    if (widen && !val_same(old, t->v)) t->v = val_widen(v, old, t->v, bits_of(t->size), widen > 1);
  }
}

bool content_join(values *v, content *into, const content *from, uint32_t obj, int widen) {
  content old, other;
  content_copy(&old, into);
  content_copy(&other, from);
  for (size_t i = 0; i < into->slots.len; i++) {  // what the other has not got yet
    const slot s = into->slots.data[i];
    content_slot(v, &other, obj, places(&s), s.size);
  }
  add_all(v, into, &other, obj, widen);
  into->zeroed &= from->zeroed;
  bool changed = !content_same(&old, into);
  vec_free(&old.slots);
  vec_free(&other.slots);
  return changed;
}

// A slot that is its whole region, inside of [from, to).
static bool is_plain_inside(const slot *s, uint64_t from, uint64_t to) {
  return s->size == s->end - s->start && s->start >= from && s->end <= to;
}

// What is not described between from and to becomes slots.
static void fill_gaps(values *v, content *c, uint32_t obj, uint64_t from, uint64_t to) {
  for (uint64_t at = from; at < to;) {
    extent x = touched(c, at, at + 1);
    uint64_t next = x.n ? x.end : to;
    for (size_t i = 0; i < c->slots.len && !x.n; i++)
      if (c->slots.data[i].start > at && c->slots.data[i].start < next) next = c->slots.data[i].start;
    slot s = {.start = at, .end = next, .step = next - at, .size = next - at, .mixed = true};
    if (!x.n) {
      s.v = melted(initial_slot(v, c, obj, &s), s.size);
      put(v, c, obj, s);
    }
    at = next;
  }
}

// Bytes from..to may become those of `with`, whole or in part.
void content_smear(values *v, content *c, uint32_t obj, uint64_t from, uint64_t to, val with) {
  uint64_t most = v->objects.data[obj].most;
  bool rough = false;
  if (to > most) to = most;
  if (from >= to) return;
  for (size_t i = 0; i < c->slots.len; i++) {
    const slot *s = &c->slots.data[i];
    if (s->start >= to || s->end <= from || is_plain_inside(s, from, to)) continue;
    rough = true;
    if (s->start >= from && s->end <= to) continue;
    if (s->start < from) from = s->start;
    if (s->end > to) to = s->end;
    i = (size_t)-1;  // the range has grown: all once more
  }
  if (rough) {
    unite(v, c, obj, from, to, 0);
    slot all = {.start = from, .end = to, .step = to - from, .size = to - from, .mixed = true};
    all.v = melted(val_join(v, with, initial_slot(v, c, obj, &all)), all.size);
    put(v, c, obj, all);
    return;
  }
  fill_gaps(v, c, obj, from, to);
  for (size_t i = 0; i < c->slots.len; i++) {
    slot *s = &c->slots.data[i];
    if (s->start < to && s->end > from) s->v = val_join(v, s->v, melted(with, s->size));
  }
}
