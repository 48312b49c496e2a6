// Accesses, and which two of them nothing separates.
#include "analysis/guards_impl.h"
#include "base/hash.h"

static uint64_t hash_of(const access *a) {
  uint64_t h = hash_combine((uint64_t)a->class << 32 | a->obj, a->offset);
  h = hash_combine(hash_combine(h, a->size), a->locks);
  return hash_combine(hash_combine(h, a->alive),
                      (uint64_t)(a->writes | a->atomic << 1 | a->direct << 2 | (uint32_t)a->kind << 3) + a->reach * 64);
}

static bool same(const access *a, const access *b) {
  return a->class == b->class && a->obj == b->obj && a->offset == b->offset && a->size == b->size &&
         a->locks == b->locks && a->alive == b->alive && a->writes == b->writes && a->atomic == b->atomic &&
         a->direct == b->direct && a->kind == b->kind && a->reach == b->reach;
}

static void add_use(guards *l, uint32_t instr, uint64_t made) {
  uint64_t key = (uint64_t)instr << 32 | made, known;
  if (map64_get(&l->used, key, &known)) return;
  map64_put(&l->used, key, 1);
  vec_push(&l->uses, ((use){instr, (uint32_t)made}));
}

static void add(guards *l, uint32_t instr, const access *a) {
  const ir_module *m = l->m;
  if (points_private(l->pts, a->obj)) return;
  if (a->obj <= m->n_globals && m->globals[a->obj].is_const) return;
  uint64_t h = hash_of(a), at;
  for (; map64_get(&l->known, h, &at); h++) {
    if (!same(&l->accesses.data[at], a)) continue;
    add_use(l, instr, at);
    return;
  }
  map64_put(&l->known, h, l->accesses.len);
  add_use(l, instr, l->accesses.len);
  vec_push(&l->accesses, *a);
}

static bool is_use(const access *a) { return a->kind >= ACCESS_USE; }

static access_kind kind_of(const ir_instr *i, bool writes) {
  switch ((int)i->op) {
  case IR_LOCK:
  case IR_TRYLOCK:
  case IR_UNLOCK: return i->sub == IR_USE_SPIN ? ACCESS_USE_SPIN : ACCESS_USE;
  case IR_LIFE: return ACCESS_USE;
  case IR_FILL:
  case IR_NONDET_MEM: return ACCESS_BLOCK;
  case IR_COPY: return writes ? ACCESS_BLOCK : ACCESS_DATA;
  }
  return ACCESS_DATA;
}

static uint64_t reach_of(const guards *l, const ir_instr *i) {
  if (i->op == IR_NONDET_MEM) return ir_type_get(l->m, i->type)->size;
  return i->args[2].kind == IR_OPERAND_INT ? i->args[2].value : 0;
}

static void note(guards *l, uint32_t class, uint32_t func, const ir_instr *i, const point *p, uint32_t arg, bool writes,
                 uint64_t size) {
  const ir_operand *o = &i->args[arg];
  access a = {.class = class,
              .size = size,
              .locks = p->locks,
              .alive = p->alive,
              .writes = writes,
              .atomic = p->depth > 0 || i->flags & IR_ATOMIC,
              .direct = o->kind == IR_OPERAND_GLOBAL,
              .at = i->at};
  if (o->kind != IR_OPERAND_REG && o->kind != IR_OPERAND_GLOBAL) return;  // never an address of an object
  uint32_t instr = l->first[func] + (uint32_t)(i - l->m->funcs[func].code);
  a.kind = kind_of(i, writes);
  if (!is_use(&a)) bitset_add(&l->met, instr);
  if (p->most > 0)
    bitset_add(&l->exposed,
               instr);  // begins no step there; regions tell by their writes whether they can be taken back
  if (size && points_exact(l->pts, (ir_func){func}, o, &a.obj, &a.offset)) {
    add(l, instr, &a);
    return;
  }
  const bitset *may = points_of(l->pts, (ir_func){func}, o);
  if (writes && size == 1) a.kind = ACCESS_BLOCK;  // loops copy objects byte by byte
  a.size = 0;
  if (a.kind == ACCESS_BLOCK && points_exact(l->pts, (ir_func){func}, o, &a.obj, &a.offset)) a.reach = reach_of(l, i);
  bool some = false;
  for (uint32_t obj = 1; obj <= points_objects(l->pts); obj++) {
    if (!bitset_has(may, obj)) continue;
    a.obj = obj;
    add(l, instr, &a);
    some = true;
  }
  if (!some && !is_use(&a)) guards_give_up(l, i->at, "an address is used that comes from nowhere");
}

void guards_note(guards *l, uint32_t class, uint32_t func, const ir_instr *i, const point *p) {
  uint64_t size = ir_type_get(l->m, i->type)->size;
  switch ((int)i->op) {
  case IR_LOAD: note(l, class, func, i, p, 0, false, size); break;
  case IR_STORE:
  case IR_RMW:
  case IR_CAS: note(l, class, func, i, p, 0, true, size); break;
  case IR_FILL:
  case IR_FREE:
  case IR_NONDET_MEM: note(l, class, func, i, p, 0, true, 0); break;
  case IR_VALID: note(l, class, func, i, p, 0, false, i->args[1].kind == IR_OPERAND_INT ? i->args[1].value : 0); break;
  case IR_WRITE: note(l, class, func, i, p, 1, false, 0); break;
  case IR_LOCK:
  case IR_TRYLOCK:
  case IR_UNLOCK:
    if (i->sub != IR_USE_PLAIN) note(l, class, func, i, p, 0, false, 1);
    break;
  case IR_LIFE: note(l, class, func, i, p, 0, false, 1); break;
  case IR_COPY:
    note(l, class, func, i, p, 0, true, 0);
    note(l, class, func, i, p, 1, false, 0);
    break;
  }
}

// --- who runs beside whom --------------------------------------------------------------------------------------------

static bool is_single(const guards *l, uint32_t class) {
  uint32_t s = l->classes.data[class].site;
  return !s || l->sites.data[s].single;
}

static uint32_t parent_of(const guards *l, uint32_t class) {
  uint32_t s = l->classes.data[class].site;
  return s ? l->sites.data[s].parent : NO_PARENT;
}

// Is the class a among those who started b, their starters, and so on?
static bool is_above(const guards *l, uint32_t a, uint32_t b) {
  for (size_t n = 0; n < l->classes.len && b != NO_PARENT; n++) {
    b = parent_of(l, b);
    if (b == a) return true;
  }
  return false;
}

static bool has(uint64_t sites, const guards *l, uint32_t class) { return sites >> l->classes.data[class].site & 1; }

static bool may_meet(const guards *l, const access *a, const access *b) {
  uint32_t p = a->class, q = b->class;
  if (p == q) return !is_single(l, p);
  if (is_single(l, p) && is_above(l, p, q)) return has(a->alive, l, q);
  if (is_single(l, q) && is_above(l, q, p)) return has(b->alive, l, p);
  uint32_t r = parent_of(l, p);
  if (r == NO_PARENT || r != parent_of(l, q) || !is_single(l, r)) return true;
  const site *x = &l->sites.data[l->classes.data[p].site], *y = &l->sites.data[l->classes.data[q].site];
  return has(y->before, l, p) || has(x->before, l, q);
}

// --- pairs -----------------------------------------------------------------------------------------------------------

static bool overlap(const access *a, const access *b) {
  if (!a->size || !b->size) return true;
  return a->offset <= b->offset ? b->offset - a->offset < a->size : a->offset - b->offset < b->size;
}

static bool is_own(const guards *l, const access *a, const access *b) {
  return a->obj <= l->m->n_globals && l->m->globals[a->obj].is_thread_local && a->direct && b->direct;
}

// Can `a` overwrite what `user` uses? Where in the object it is may be unknown: something as small as data then is none of it, unless it is a
// spin lock, which is that small.
static bool may_overwrite(const access *a, const access *user) {
  uint64_t size = a->kind == ACCESS_BLOCK ? a->reach : a->size;
  if (size && user->size) return user->offset >= a->offset && user->offset - a->offset < size;
  return a->kind == ACCESS_BLOCK || user->kind == ACCESS_USE_SPIN;
}

// Does that it cannot depend on where in the object it is? Then those who run the program look (sem_threads_ops.c).
static bool is_taken_for_data(const access *a, const access *user) {
  return a->kind == ACCESS_DATA && a->writes && user->kind == ACCESS_USE && !(a->size && user->size);
}

static bool touch(const access *a, const access *b) {
  if (is_use(a)) return !is_use(b) && may_overwrite(b, a);
  return is_use(b) ? may_overwrite(a, b) : overlap(a, b);
}

static bool may_come_together(const guards *l, const access *a, const access *b) {
  return !(a->locks & b->locks & ~l->barred) && !is_own(l, a, b) && may_meet(l, a, b);
}

// Can one of them come directly behind the other, so that their order matters?
static bool may_conflict(const guards *l, const access *a, const access *b) {
  return a->obj == b->obj && (a->writes || b->writes) && touch(a, b) && may_come_together(l, a, b);
}

static bool rests_on_data(const guards *l, const access *a, const access *b) {
  return a->obj == b->obj && (is_taken_for_data(a, b) || is_taken_for_data(b, a)) && may_come_together(l, a, b);
}

bool guards_find_race(guards *l, place *at) {
  for (size_t i = 0; i < l->accesses.len && !l->given_up; i++) {
    for (size_t k = 0; k <= i && !l->given_up; k++) {
      const access *a = &l->accesses.data[i], *b = &l->accesses.data[k];
      if (++l->work > MOST_WORK) guards_give_up(l, PLACE_NONE, "too much to compare");
      if (is_use(a) || is_use(b) || (a->atomic && b->atomic) || !may_conflict(l, a, b)) continue;
      *at = a->at;
      return true;
    }
  }
  return false;
}

// --- instructions ----------------------------------------------------------------------------------------------------

// Objects that die at the end of a frame or of a process, which is no access of its own.
static bitset find_mortal(const guards *l) {
  bitset mortal = bitset_new(points_objects(l->pts) + 1);
  for (uint32_t g = 1; g <= l->m->n_globals; g++)
    if (l->m->globals[g].is_thread_local) bitset_add(&mortal, g);
  for (uint32_t f = 1; f <= l->m->n_funcs; f++)
    for (uint32_t c = 0; c < l->m->funcs[f].n_code; c++)
      if (l->m->funcs[f].code[c].op == IR_LOCAL) bitset_add(&mortal, points_site(l->pts, f, c));
  return mortal;
}

static void compare(guards *l) {
  bitset mortal = find_mortal(l), exposed = bitset_new((uint32_t)l->accesses.len + 1),
         assumed = bitset_new((uint32_t)l->accesses.len + 1);
  for (uint32_t i = 0; i < l->accesses.len && !l->given_up; i++) {
    const access *a = &l->accesses.data[i];
    if (bitset_has(&mortal, a->obj)) bitset_add(&exposed, i);
    for (uint32_t k = 0; k <= i && !l->given_up; k++) {
      if (++l->work > MOST_WORK) guards_give_up(l, PLACE_NONE, "too much to compare");
      if (!may_conflict(l, a, &l->accesses.data[k])) {
        if (rests_on_data(l, a, &l->accesses.data[k])) bitset_add(&assumed, is_use(a) ? k : i);
        continue;
      }
      bitset_add(&exposed, i);
      bitset_add(&exposed, k);
    }
  }
  for (size_t i = 0; i < l->uses.len; i++)
    if (bitset_has(&exposed, l->uses.data[i].access)) bitset_add(&l->exposed, l->uses.data[i].instr);
  for (size_t i = 0; i < l->uses.len; i++)
    if (bitset_has(&assumed, l->uses.data[i].access)) bitset_add(&l->assumed, l->uses.data[i].instr);
  bitset_fini(&assumed);
  bitset_fini(&mortal);
  bitset_fini(&exposed);
  l->compared = true;
}

bool guards_separate(guards *l, uint32_t func, uint32_t pc) {
  if (!l->given_up && !l->compared) compare(l);
  uint32_t instr = l->first[func] + pc;
  return !l->given_up && bitset_has(&l->met, instr) && !bitset_has(&l->exposed, instr);
}

bool guards_takes_for_data(guards *l, uint32_t func, uint32_t pc) {
  return guards_separate(l, func, pc) && bitset_has(&l->assumed, l->first[func] + pc);
}
