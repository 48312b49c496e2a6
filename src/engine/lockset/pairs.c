// Accesses, and which two of them may race (doc/semantics-threads.md 5).
#include "base/hash.h"
#include "engine/lockset/lockset.h"

static uint64_t hash_of(const access *a) {
  uint64_t h = hash_combine((uint64_t)a->class << 32 | a->obj, a->offset);
  h = hash_combine(hash_combine(h, a->size), a->locks);
  return hash_combine(hash_combine(h, a->alive), (uint64_t)(a->writes | a->atomic << 1 | a->direct << 2));
}

static bool same(const access *a, const access *b) {
  return a->class == b->class && a->obj == b->obj && a->offset == b->offset && a->size == b->size && a->locks == b->locks &&
         a->alive == b->alive && a->writes == b->writes && a->atomic == b->atomic && a->direct == b->direct;
}

static void add(lockset *l, const access *a) {
  const ir_module *m = l->m;
  if (points_private(l->pts, a->obj)) return;
  if (a->obj <= m->n_globals && m->globals[a->obj].is_const) return;
  uint64_t h = hash_of(a), at;
  for (; map64_get(&l->known, h, &at); h++)
    if (same(&l->accesses.data[at], a)) return;
  map64_put(&l->known, h, l->accesses.len);
  vec_push(&l->accesses, *a);
}

static void note(lockset *l, uint32_t class, uint32_t func, const ir_instr *i, const point *p, uint32_t arg, bool writes,
                  uint64_t size) {
  const ir_operand *o = &i->args[arg];
  access a = {.class = class, .size = size, .locks = p->locks, .alive = p->alive, .writes = writes,
              .atomic = p->depth > 0 || i->flags & IR_ATOMIC, .direct = o->kind == IR_OPERAND_GLOBAL, .at = i->at};
  if (o->kind != IR_OPERAND_REG && o->kind != IR_OPERAND_GLOBAL) return;  // never an address of an object
  if (size && points_exact(l->pts, (ir_func){func}, o, &a.obj, &a.offset)) {
    add(l, &a);
    return;
  }
  const bitset *may = points_of(l->pts, (ir_func){func}, o);
  a.size = 0;
  bool some = false;
  for (uint32_t obj = 1; obj <= points_objects(l->pts); obj++) {
    if (!bitset_has(may, obj)) continue;
    a.obj = obj;
    add(l, &a);
    some = true;
  }
  if (!some) lockset_give_up(l, i->at, "an address is used that comes from nowhere");
}

void lockset_note(lockset *l, uint32_t class, uint32_t func, const ir_instr *i, const point *p) {
  uint64_t size = ir_type_get(l->m, i->type)->size;
  switch ((int)i->op) {
  case IR_LOAD: note(l, class, func, i, p, 0, false, size); break;
  case IR_STORE: case IR_RMW: case IR_CAS: note(l, class, func, i, p, 0, true, size); break;
  case IR_FILL: case IR_FREE: case IR_NONDET_MEM: note(l, class, func, i, p, 0, true, 0); break;
  case IR_VALID: note(l, class, func, i, p, 0, false, 0); break;
  case IR_WRITE: note(l, class, func, i, p, 1, false, 0); break;
  case IR_COPY:
    note(l, class, func, i, p, 0, true, 0);
    note(l, class, func, i, p, 1, false, 0);
    break;
  }
}

// --- who runs beside whom --------------------------------------------------------------------------------------------

static bool is_single(const lockset *l, uint32_t class) {
  uint32_t s = l->classes.data[class].site;
  return !s || l->sites.data[s].single;
}

static uint32_t parent_of(const lockset *l, uint32_t class) {
  uint32_t s = l->classes.data[class].site;
  return s ? l->sites.data[s].parent : NO_PARENT;
}

// Is the class a among those who started b, their starters, and so on?
static bool is_above(const lockset *l, uint32_t a, uint32_t b) {
  for (size_t n = 0; n < l->classes.len && b != NO_PARENT; n++) {
    b = parent_of(l, b);
    if (b == a) return true;
  }
  return false;
}

static bool has(uint64_t sites, const lockset *l, uint32_t class) { return sites >> l->classes.data[class].site & 1; }

static bool may_meet(const lockset *l, const access *a, const access *b) {
  uint32_t p = a->class, q = b->class;
  if (p == q) return !is_single(l, p);
  if (is_single(l, p) && is_above(l, p, q)) return has(a->alive, l, q);
  if (is_single(l, q) && is_above(l, q, p)) return has(b->alive, l, p);
  uint32_t r = parent_of(l, p);
  if (r == NO_PARENT || r != parent_of(l, q) || !is_single(l, r)) return true;
  const site *x = &l->sites.data[l->classes.data[p].site], *y = &l->sites.data[l->classes.data[q].site];
  return has(y->before, l, p) || has(x->before, l, q);
}

// --- races -----------------------------------------------------------------------------------------------------------

static bool overlap(const access *a, const access *b) {
  if (!a->size || !b->size) return true;
  return a->offset <= b->offset ? b->offset - a->offset < a->size : a->offset - b->offset < b->size;
}

static bool is_own(const lockset *l, const access *a, const access *b) {
  return a->obj <= l->m->n_globals && l->m->globals[a->obj].is_thread_local && a->direct && b->direct;
}

static bool may_race(const lockset *l, const access *a, const access *b) {
  if (a->obj != b->obj || (!a->writes && !b->writes) || (a->atomic && b->atomic)) return false;
  if (a->locks & b->locks & ~l->barred || !overlap(a, b) || is_own(l, a, b)) return false;
  return may_meet(l, a, b);
}

void lockset_pairs(lockset *l) {
  for (size_t i = 0; i < l->accesses.len && !l->given_up; i++) {
    for (size_t k = 0; k <= i && !l->given_up; k++) {
      const access *a = &l->accesses.data[i], *b = &l->accesses.data[k];
      if (++l->work > MOST_WORK) lockset_give_up(l, PLACE_NONE, "too much to compare");
      else if (may_race(l, a, b)) lockset_give_up(l, a->at, "a data race is possible as far as locks, regions and joins tell");
    }
  }
}
