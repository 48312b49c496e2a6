#include "engine/trace/touches.h"

static size_t bytes_of(uint32_t n) { return sizeof(touches) + n * sizeof(acc); }

static touches *allocate(uint32_t n) {
  size_t size = bytes_of(n);
  touches *t = size <= MEM_BLOCK_MAX ? mem_block(size) : mem_alloc(size);
  *t = (touches){.refs = 1, .n = n};
  return t;
}

touches *touches_empty(void) { return allocate(0); }

touches *touches_ref(touches *t) {
  t->refs++;
  return t;
}

void touches_unref(touches *t) {
  if (--t->refs) return;
  size_t size = bytes_of(t->n);
  if (size <= MEM_BLOCK_MAX) {
    mem_block_free(t, size);
  } else {
    mem_free(t);
  }
}

static uint32_t clip(uint64_t x) { return x > UINT32_MAX ? UINT32_MAX : (uint32_t)x; }

static uint8_t order_of(uint32_t flags) {
  static const struct {
    uint32_t touch;
    uint8_t order;
  } table[] = {{TOUCH_NO_ACQUIRE, ORDER_NO_ACQUIRE}, {TOUCH_NO_RELEASE, ORDER_NO_RELEASE}, {TOUCH_RMW, ORDER_RMW},
               {TOUCH_REGION, ORDER_REGION},         {TOUCH_ALONE, ORDER_ALONE},           {TOUCH_APART, ORDER_APART},
               {TOUCH_SOMEWHERE, ORDER_SOMEWHERE}};
  uint8_t order = 0;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (flags & table[i].touch) order |= table[i].order;
  return order;
}

static acc make(acc_kind kind, const touch *t) {
  uint64_t end = t->size > UINT64_MAX - t->offset ? UINT64_MAX : t->offset + t->size;
  // Offsets beyond 32 bits are one range: more dependence, never less.
  return (acc){.obj = t->obj,
               .lo = t->offset >= UINT32_MAX ? UINT32_MAX - 1 : clip(t->offset),
               .hi = clip(end),
               .kind = (uint8_t)kind,
               .atomic = (t->flags & TOUCH_ATOMIC) != 0,
               .order = t->flags ? order_of(t->flags) : 0};
}

static acc make_mutex(acc_kind kind, const touch *t) {
  acc a = make(kind, t);
  a.hi = a.lo + 1;
  a.atomic = true;
  a.order = ORDER_NO_ACCESS;
  return a;
}

static acc make_process(acc_kind kind, const touch *t) { return (acc){.obj = t->obj, .kind = (uint8_t)kind}; }

// False: nothing that orders events of free interleaving. `entered`: inside of a region that the step has begun. A lock there does not
// keep the step from being made before the release: it would end at the lock, and others would see what it has done.
static bool translate(const touch *t, bool entered, acc *out, bool *everything) {
  switch (t->mode) {
  case TOUCH_READ: *out = make(ACC_READ, t); return true;
  case TOUCH_WRITE:
  case TOUCH_UPDATE: *out = make(ACC_WRITE, t); return true;
  case TOUCH_AWAIT:
    *out = make(ACC_READ, t);
    out->guard = true;
    return true;
  case TOUCH_ACQUIRE: *out = make_mutex(t->detail || entered ? ACC_TRYLOCK : ACC_LOCK, t); return true;
  case TOUCH_RELEASE: *out = make_mutex(ACC_UNLOCK, t); return true;
  case TOUCH_TRY: *out = make_mutex(ACC_READ, t); return true;
  case TOUCH_SPAWN: *out = make_process(ACC_SPAWN, t); return true;
  case TOUCH_END: *out = make_process(ACC_END, t); return true;
  // The same for a join: who ended would have to be remembered, and such joins are rare.
  case TOUCH_JOIN:
    *everything |= entered;
    *out = make_process(ACC_JOIN, t);
    return !entered;
  // The end of an object conflicts with every access to it; a look at it (size, shadow) with its end alone.
  case TOUCH_DIE:
    *out = (acc){.obj = t->obj, .lo = 0, .hi = UINT32_MAX, .kind = ACC_WRITE, .atomic = true, .order = ORDER_NO_ACCESS};
    return true;
  case TOUCH_LOOK:
    *out = (acc){.obj = t->obj,
                 .lo = UINT32_MAX - 1,
                 .hi = UINT32_MAX,
                 .kind = ACC_READ,
                 .atomic = true,
                 .order = ORDER_NO_ACCESS};
    return true;
  case TOUCH_FENCE: *out = (acc){.kind = ACC_FENCE, .order = order_of(t->detail)}; return true;
  case TOUCH_STOP: *everything = true; return false;
  // An assumption that fails parks its own process only, so neither it nor a check hides anything of others.
  case TOUCH_ASSUME:
  case TOUCH_CHECK:
  case TOUCH_STEP:
  case TOUCH_ENTER: return false;
  // SystemC: never made by free interleaving.
  case TOUCH_NOTIFY:
  case TOUCH_NOTIFY_LATER:
  case TOUCH_WAIT:
  case TOUCH_SUSPEND:
  case TOUCH_RESUME:
  case TOUCH_REQUEST: *everything = true; return false;
  }
  return false;
}

static bool overlap(const acc *a, const acc *b) { return a->obj == b->obj && a->lo < b->hi && b->lo < a->hi; }

static bool in_range(const acc *a, const guard_range *r) { return a->obj == r->obj && a->lo < r->hi && r->lo < a->hi; }

static bool shows_in_groups(const acc *a) { return acc_is_memory(a) && (a->guard || acc_writes(a)); }

static uint32_t count_groups(const touches *t, const guard_groups *groups) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < t->n && groups->len; i++) {
    for (size_t k = 0; k < groups->len && shows_in_groups(&t->list[i]); k++)
      n += in_range(&t->list[i], &groups->data[k]);
  }
  return n;
}

// Writes and guarded reads of grouped places touch the group too.
static void add_groups(touches *t, const guard_groups *groups) {
  uint32_t n_own = t->n;
  for (uint32_t i = 0; i < n_own; i++) {
    const acc a = t->list[i];
    for (size_t k = 0; k < groups->len && shows_in_groups(&a); k++) {
      if (!in_range(&a, &groups->data[k])) continue;
      t->list[t->n++] = (acc){.obj = GUARD_OBJECT + groups->data[k].group,
                              .lo = 0,
                              .hi = 1,
                              .kind = acc_writes(&a) ? ACC_WRITE : ACC_READ,
                              .atomic = true,
                              .guard = a.guard};
    }
  }
}

// The same with room for n: blocks are freed by their length.
static touches *resized(touches *t, uint32_t room, uint32_t n) {
  if (n == room) return t;
  touches *exact = allocate(n);
  memcpy(exact, t, bytes_of(t->n));
  t->n = room;
  touches_unref(t);
  return exact;
}

touches *touches_new(const footprint *f, size_t own, const guard_groups *groups) {
  uint32_t room = (uint32_t)f->len;
  touches *t = allocate(room);
  t->n = 0;
  bool begun = false;
  for (size_t i = 0; i < f->len; i++) {
    begun |= f->data[i].mode == TOUCH_ENTER;
    if (translate(&f->data[i], begun && f->data[i].flags & TOUCH_REGION, &t->list[t->n], &t->everything)) t->n++;
    if (i < own) t->n_own = t->n;
    t->alone |= (f->data[i].flags & TOUCH_ALONE) != 0;
    t->varies |= (f->data[i].flags & (TOUCH_VARIES | TOUCH_REGION)) != 0;
  }
  bool grouped = groups && groups->len;
  t = resized(t, room, t->n + (grouped ? count_groups(t, groups) : 0));
  if (grouped) add_groups(t, groups);
  for (uint32_t i = 0; i < t->n; i++) {
    const acc *a = &t->list[i];
    if (!acc_is_memory(a)) continue;
    uint64_t bit = (uint64_t)1 << ((a->obj * 0x9e3779b1u) >> 26);
    t->any |= bit;
    if (acc_writes(a)) t->writes |= bit;
  }
  return t;
}

bool acc_conflict(const acc *a, const acc *b) {
  return acc_is_memory(a) && acc_is_memory(b) && (acc_writes(a) || acc_writes(b)) && overlap(a, b);
}

bool touches_dependent(const touches *a, const touches *b) {
  if (a->everything || b->everything) return true;
  if (!((a->writes & b->any) | (a->any & b->writes))) return false;
  for (uint32_t i = 0; i < a->n; i++) {
    for (uint32_t k = 0; k < b->n; k++) {
      if (acc_conflict(&a->list[i], &b->list[k])) return true;
    }
  }
  return false;
}

bool touches_own_dependent(const touches *a, const touches *b) {
  if (a->everything || b->everything) return true;
  if (!((a->writes & b->any) | (a->any & b->writes))) return false;
  for (uint32_t i = 0; i < a->n_own; i++) {
    for (uint32_t k = 0; k < b->n_own; k++) {
      if (acc_conflict(&a->list[i], &b->list[k])) return true;
    }
  }
  return false;
}

static bool covered(const touches *a, const acc *x) {
  for (uint32_t i = 0; i < a->n; i++) {
    const acc *y = &a->list[i];
    if (!acc_is_memory(y) || (acc_writes(x) && !acc_writes(y))) continue;
    if (y->obj == x->obj && y->lo <= x->lo && y->hi >= x->hi) return true;
  }
  return false;
}

bool touches_cover(const touches *a, const touches *b) {
  if (a->everything) return true;
  if (b->everything) return false;
  for (uint32_t i = 0; i < b->n; i++) {
    if (acc_is_memory(&b->list[i]) && !covered(a, &b->list[i])) return false;
  }
  return true;
}

static void join_groups(guard_groups *groups, uint32_t from, uint32_t to) {
  for (size_t i = 0; i < groups->len; i++) {
    if (groups->data[i].group == from) groups->data[i].group = to;
  }
}

// Enters one place into the group; true if something changed.
static bool learn(guard_groups *groups, const acc *a, uint32_t group) {
  for (size_t i = 0; i < groups->len; i++) {
    guard_range *r = &groups->data[i];
    if (r->obj != a->obj || r->lo > a->lo || a->hi > r->hi) continue;
    if (r->group == group) return false;
    join_groups(groups, r->group, group);
    return true;
  }
  vec_push(groups, ((guard_range){a->obj, a->lo, a->hi, group}));
  return true;
}

bool guard_groups_learn(guard_groups *groups, const touches *t) {
  bool learnt = false;
  const acc *first = NULL;
  uint32_t group = groups->next;
  for (uint32_t i = 0; i < t->n; i++) {
    const acc *a = &t->list[i];
    if (!a->guard || a->obj >= GUARD_OBJECT) continue;
    for (size_t k = 0; k < groups->len && !first; k++) {
      if (in_range(a, &groups->data[k])) group = groups->data[k].group;
    }
    if (!first) first = a;
    learnt |= learn(groups, a, group);
  }
  if (learnt && group == groups->next) groups->next++;
  return learnt;
}
