// Objects: who has them for himself, how they become known to others, accesses.
#include "engine/values/values.h"

// The name under which others know it.
static uint32_t known_name(const values *v, uint32_t obj) { return vmem_object(v, obj)->is_private ? obj + 1 : obj; }

static const root *root_of(const values *v) { return &v->roots.data[v->contexts.data[v->now].root]; }

bool vmem_unique(const values *v, uint32_t obj) {
  const object *o = vmem_object(v, obj);
  if (o->kind == OBJECT_GLOBAL) return !v->m->globals[obj].is_thread_local;
  const context *c = &v->contexts.data[o->ctx];
  return o->kind == OBJECT_LOCAL && c->once && v->roots.data[c->root].single;
}

// --- pieces --------------------------------------------------------------------------------------------------------------

piece *vmem_find(const vstate *s, uint32_t obj) {
  for (size_t i = 0; i < s->pieces.len; i++)
    if (s->pieces.data[i].obj == obj) return &s->pieces.data[i];
  return NULL;
}

piece *vmem_add(vstate *s, piece p) {
  size_t k = 0;
  vec_push(&s->pieces, p);
  while (s->pieces.data[k].obj < p.obj) k++;
  memmove(&s->pieces.data[k + 1], &s->pieces.data[k], (s->pieces.len - 1 - k) * sizeof p);
  s->pieces.data[k] = p;
  return &s->pieces.data[k];
}

static void drop_piece(vstate *s, piece *p) {
  size_t k = (size_t)(p - s->pieces.data);
  vec_free(&p->c.slots);
  memmove(p, p + 1, (s->pieces.len - 1 - k) * sizeof *p);
  s->pieces.len--;
}

// The reasons for which nobody else accesses an object that others know, now.
static uint64_t protection(const values *v, const vstate *s, uint32_t obj) {
  const object *o = vmem_object(v, obj);
  if (!vmem_unique(v, obj)) return 0;
  uint64_t by = s->locks & LOCK_REGION;
  if (!v->protects) return by;
  by |= s->locks & o->locks & ~v->barred & ~LOCK_OWN;
  bool own = o->root != SEVERAL && o->root == v->contexts.data[v->now].root && root_of(v)->single;
  return by | (own ? LOCK_OWN : 0);
}

// The second round relies on what the first one saw at all accesses. It should see fewer of them, but that is not taken for granted:
// bounds that are moved outwards need not move less where less is known.
static void check_access(values *v, const vstate *s, uint32_t obj, uint32_t by) {
  const object *o = vmem_object(v, obj);
  uint64_t relied = o->locks & ~v->barred & ~(LOCK_REGION | LOCK_OWN);
  bool foreseen = !(relied & ~s->locks) && (o->root == SEVERAL || o->root == by);
  if (!foreseen && vmem_unique(v, obj)) values_give_up(v, "an object is accessed in a way that was not foreseen");
}

static void note_access(values *v, const vstate *s, uint32_t obj) {
  object *o = vmem_object(v, obj);
  uint32_t by = v->contexts.data[v->now].root;
  if (v->protects) {
    check_access(v, s, obj, by);
    return;
  }
  o->locks &= s->locks;
  if (o->root == 0) o->root = by;
  if (o->root != by) o->root = SEVERAL;
}

static piece *borrow(values *v, vstate *s, uint32_t obj) {
  piece p = {.obj = obj, .borrowed = true};
  object *o = vmem_object(v, obj);
  content_copy(&p.c, &o->c);
  vflow_note_read(v, obj);
  return vmem_add(s, p);
}

piece *vmem_piece(values *v, vstate *s, uint32_t obj) {
  object *o = vmem_object(v, obj);
  piece *p = vmem_find(s, obj);
  if (!p && o->kind == OBJECT_GLOBAL && s->alone && !v->m->globals[obj].is_thread_local)
    return vmem_add(s, (piece){.obj = obj});
  if (p && !p->borrowed) return p;
  if (!p && o->is_private) values_give_up(v, "an object is accessed that does not exist here");
  note_access(v, s, obj);
  if (p) return p;
  if (!o->known) {
    o->known = true;
    o->changed = true;
  }
  return protection(v, s, obj) ? borrow(v, s, obj) : NULL;
}

// --- becoming known ------------------------------------------------------------------------------------------------------

typedef VEC(uint32_t) names;

static bool is_among(const names *n, uint32_t obj) {
  for (size_t i = 0; i < n->len; i++)
    if (n->data[i] == obj) return true;
  return false;
}

static void rename_value(values *v, val *a, const names *n) {
  const target_set *set = val_targets(v, *a);
  target all[MOST_TARGETS];
  bool any = false;
  for (uint32_t i = 0; i < set->n; i++) {
    all[i] = set->data[i];
    if (vmem_is_function(all[i].obj) || !vmem_object(v, all[i].obj)->is_private || !is_among(n, all[i].obj)) continue;
    all[i].obj++;
    any = true;
  }
  if (any) *a = val_with(v, *a, all, set->n);
}

static void rename_content(values *v, content *c, const names *n) {
  for (size_t i = 0; i < c->slots.len; i++) rename_value(v, &c->slots.data[i].v, n);
}

static void rename_all(values *v, vstate *s, const names *n) {
  for (uint32_t r = 0; r < s->n_regs; r++) {
    rename_value(v, &s->regs[r].v, n);
    if (is_among(n, s->regs[r].obj)) s->regs[r].obj = 0;
  }
  for (size_t i = 0; i < s->pieces.len; i++) rename_content(v, &s->pieces.data[i].c, n);
}

// The value is stored in what others know: so are the objects it leads to.
static void add_owned(values *v, const vstate *s, val a, names *n) {
  const target_set *set = val_targets(v, a);
  for (uint32_t i = 0; i < set->n; i++) {
    uint32_t obj = set->data[i].obj;
    if (!vmem_is_function(obj) && obj <= v->m->n_globals && v->m->globals[obj].is_thread_local)
      vmem_object(v, obj)->freed = true;
    if (vmem_is_function(obj) || !vmem_object(v, obj)->is_private || is_among(n, obj)) continue;
    if (vmem_find(s, obj)) vec_push(n, obj);
  }
}

static void make_known(values *v, piece *p) {
  enum { EXACT = 4, NEAR = 24 };
  object *o = vmem_object(v, known_name(v, p->obj));
  uint32_t name = known_name(v, p->obj);
  if (p->freed) {
    o->changed |= !o->freed;
    o->freed = true;
  }
  if (!o->known) {
    o->known = o->changed = true;
    vec_free(&o->c.slots);
    content_copy(&o->c, &p->c);
    return;
  }
  int widen = o->grown < EXACT ? 0 : o->grown < NEAR ? 1 : 2;
  if (!content_join(v, &o->c, &p->c, name, widen)) return;
  o->changed = true;
  o->grown += o->grown < UINT16_MAX;
}

// The objects, and all that can be reached from them, are no longer one's own.
static void publish_names(values *v, vstate *s, names *n) {
  for (size_t i = 0; i < n->len; i++) {
    const piece *p = vmem_find(s, n->data[i]);
    for (size_t k = 0; p && k < p->c.slots.len; k++) add_owned(v, s, p->c.slots.data[k].v, n);
  }
  if (!n->len) return;
  rename_all(v, s, n);
  for (size_t i = 0; i < n->len; i++) {
    piece *p = vmem_find(s, n->data[i]);
    if (!p) continue;
    make_known(v, p);
    drop_piece(s, p);
  }
}

void vmem_publish(values *v, vstate *s, uint32_t obj) {
  names n = {0};
  vec_push(&n, obj);
  publish_names(v, s, &n);
  vec_free(&n);
}

void vmem_publish_value(values *v, vstate *s, val *a) {
  names n = {0};
  add_owned(v, s, *a, &n);
  publish_names(v, s, &n);
  rename_value(v, a, &n);
  vec_free(&n);
}

// What was done since may have made known what the value names.
void vmem_refresh(values *v, const vstate *s, val *a) {
  const target_set *set = val_targets(v, *a);
  names n = {0};
  for (uint32_t i = 0; i < set->n; i++) {
    uint32_t obj = set->data[i].obj;
    if (!vmem_is_function(obj) && vmem_object(v, obj)->is_private && !vmem_find(s, obj)) vec_push(&n, obj);
  }
  rename_value(v, a, &n);
  vec_free(&n);
}

void vmem_publish_globals(values *v, vstate *s) {
  names n = {0};
  if (!s->alone) return;
  for (size_t i = 0; i < s->pieces.len; i++)
    if (s->pieces.data[i].obj <= v->m->n_globals) vec_push(&n, s->pieces.data[i].obj);
  publish_names(v, s, &n);
  s->alone = false;
  for (uint32_t g = 1; g <= v->m->n_globals; g++) {
    object *o = vmem_object(v, g);
    content untouched = {0};
    if (is_among(&n, g)) continue;
    // A global that was not touched here is known as it was at the start.
    o->changed |= !o->known;
    if (o->known) o->changed |= content_join(v, &o->c, &untouched, g, 0);
    o->known = true;
  }
  vec_free(&n);
}

void vmem_give_back(values *v, vstate *s) {
  names n = {0};
  for (size_t i = 0; i < s->pieces.len; i++)
    if (s->pieces.data[i].borrowed && !protection(v, s, s->pieces.data[i].obj)) vec_push(&n, s->pieces.data[i].obj);
  for (uint32_t r = 0; r < s->n_regs && n.len; r++)
    if (is_among(&n, s->regs[r].obj)) s->regs[r].obj = 0;
  publish_names(v, s, &n);
  vec_free(&n);
}

void vmem_give_back_all(values *v, vstate *s) {
  s->locks = 0;
  vmem_give_back(v, s);
}

void vmem_give_back_one(values *v, vstate *s, uint32_t obj) {
  for (uint32_t r = 0; r < s->n_regs; r++)
    if (s->regs[r].obj == obj) s->regs[r].obj = 0;
  vmem_publish(v, s, obj);
}

static bool mentions(const values *v, val a, uint32_t obj) {
  const target_set *set = val_targets(v, a);
  for (uint32_t i = 0; i < set->n; i++)
    if (set->data[i].obj == obj) return true;
  return false;
}

void vmem_forget(values *v, vstate *s, uint32_t obj) {
  piece *p = vmem_find(s, obj);
  names n = {0};
  bool left = false;
  if (!p) return;
  drop_piece(s, p);
  for (uint32_t r = 0; r < s->n_regs; r++) left |= mentions(v, s->regs[r].v, obj);
  for (size_t i = 0; i < s->pieces.len; i++)
    for (size_t k = 0; k < s->pieces.data[i].c.slots.len; k++)
      left |= mentions(v, s->pieces.data[i].c.slots.data[k].v, obj);
  vec_push(&n, obj);
  if (left) {
    rename_all(v, s, &n);
    vmem_object(v, obj + 1)->freed = true;
  }
  for (uint32_t r = 0; r < s->n_regs; r++)
    if (s->regs[r].obj == obj) s->regs[r].obj = 0;
  vec_free(&n);
}

// --- accesses ------------------------------------------------------------------------------------------------------------

// Is the running process inside of the function that made the local object, and nobody else ever?
static bool is_of_own_frame(const values *v, const object *o) {
  const context *maker = &v->contexts.data[o->ctx];
  if (!maker->once || !v->roots.data[maker->root].single) return false;
  for (uint32_t c = v->now; c; c = v->contexts.data[c].parent)
    if (c == o->ctx) return true;
  return false;
}

static void judge_target(values *v, vstate *s, const target *t, number size) {
  if (vmem_is_function(t->obj)) {
    values_unproved(v, "the bytes of a function may be accessed");
    return;
  }
  const object *o = vmem_object(v, t->obj);
  const piece *p = vmem_find(s, t->obj);
  bool ended = p ? p->freed : o->freed;
  if (!p && o->kind == OBJECT_LOCAL) ended |= v->contexts.data[o->ctx].returns && !is_of_own_frame(v, o);
  if (ended) values_unproved(v, "an object may be accessed that has ended");
  if (t->at.lo < 0 || t->at.hi + size.hi > (wide)o->least)
    values_unproved(v, "an access may lie outside of its object");
}

void vmem_access(values *v, vstate *s, val address, number size) {
  if (!v->judging) return;
  if (!number_is_none(address.n)) values_unproved(v, "null, or a number, may be dereferenced");
  const target_set *set = val_targets(v, address);
  for (uint32_t i = 0; i < set->n; i++) judge_target(v, s, &set->data[i], size);
}

static bool is_constant(const values *v, uint32_t obj) {
  if (obj <= v->m->n_globals)
    return v->m->globals[obj].is_const || ir_type_get(v->m, v->m->globals[obj].type)->has_const;
  return obj < FUNC_BASE && v->objects.data[obj].constant;
}

void vmem_writes(values *v, val address) {
  if (!v->judging) return;
  const target_set *set = val_targets(v, address);
  for (uint32_t i = 0; i < set->n; i++)
    if (is_constant(v, set->data[i].obj)) values_unproved(v, "a constant may be written");
}

static bool is_exact(const slot *t, uint64_t size) {
  return !t->mixed && t->size == size && t->end - t->start == t->step;
}

// The slot of the access, in the process's own content or in what is known to all.
static slot *slot_of(values *v, vstate *s, const target *t, uint64_t size, piece **own) {
  *own = vmem_piece(v, s, t->obj);
  object *o = vmem_object(v, t->obj);
  v->reformed = false;
  slot *at = content_slot(v, *own ? &(*own)->c : &o->c, t->obj, t->at, size);
  if (at->mixed && t->obj <= v->m->n_globals && !bitset_has(&v->torn, t->obj)) {
    bitset_add(&v->torn, t->obj);
    v->tore = true;
  }
  if (!*own) {
    vflow_note_read(v, t->obj);
    o->changed |= v->reformed;
  }
  return at;
}

static val read_slot(values *v, const slot *at, uint64_t size) {
  val a = at->v;
  if (!at->mixed) return a;
  if (a.ptrs) values_give_up(v, "a part of memory that may hold an address is accessed in several ways");
  return val_only_zero(a) ? a : (val){.n = number_top(size >= 16 ? 128 : (uint32_t)size * 8), .uninit = a.uninit};
}

// Numbers that are counted are no others than these, whoever changes them.
static val bounded(values *v, const target *t, const slot *at, uint64_t size, val a) {
  int64_t least, most;
  bool parts;
  if (t->obj > v->m->n_globals || a.ptrs) return a;
  bool exact = t->at.lo == t->at.hi;
  if (!counted_range(v->counted, t->obj, exact, exact ? (uint64_t)t->at.lo : 0, size, &least, &most, &parts)) return a;
  if (parts && bitset_has(&v->torn, t->obj)) return a;
  if (!at->mixed && at->size == size) a.n = number_cut(number_fit(a.n, (uint32_t)size * 8), least, most);
  return a;
}

val vmem_load(values *v, vstate *s, val address, uint64_t size, reg *from) {
  const target_set set = *val_targets(v, address);
  val all = val_none();
  vmem_access(v, s, address, number_one((wide)size));
  for (uint32_t i = 0; i < set.n && !v->given_up; i++) {
    piece *own;
    if (vmem_is_function(set.data[i].obj)) continue;
    const slot *at = slot_of(v, s, &set.data[i], size, &own);
    all = val_join(v, all, bounded(v, &set.data[i], at, size, read_slot(v, at, size)));
    bool exact = set.n == 1 && own && is_exact(at, size) && set.data[i].at.lo == set.data[i].at.hi;
    if (exact && from) *from = (reg){.obj = own->obj, .size = (uint32_t)size, .off = at->start + at->off};
  }
  return all;
}

static void forget_origins(vstate *s, uint32_t obj) {
  for (uint32_t r = 0; r < s->n_regs; r++)
    if (s->regs[r].obj == obj) s->regs[r].obj = 0;
}

static bool overlaps(const target *word, const target *t, uint64_t bytes) {
  return word->obj == t->obj && word->at.lo + 8 > t->at.lo && word->at.lo < t->at.hi + (wide)bytes;
}

void vmem_bar(values *v, uint32_t lock) {
  if (v->protects && !(v->barred >> lock & 1)) values_give_up(v, "a mutex is unlocked in a way that was not foreseen");
  v->barred |= (uint64_t)1 << lock;
}

void vmem_spoil(values *v, vstate *s, const target *t, uint64_t bytes) {
  if (v->lawful) return;
  for (uint32_t k = 0; k < v->locks.len; k++) {
    if (!(v->words >> k & 1) || !overlaps(&v->locks.data[k], t, bytes)) continue;
    s->locks &= ~((uint64_t)1 << k);
    if (!s->alone) vmem_bar(v, k);
  }
  if (s->alone || v->protects || t->obj > v->m->n_globals) return;
  target all = {t->obj, number_between(t->at.lo, t->at.hi + (wide)bytes - 1)};
  for (size_t i = 0; i < v->spoiled.len; i++)
    if (v->spoiled.data[i].obj == all.obj && number_within(all.at, v->spoiled.data[i].at)) return;
  vec_push(&v->spoiled, all);
}

void vmem_store(values *v, vstate *s, val address, uint64_t size, val what, bool maybe) {
  const target_set set = *val_targets(v, address);
  vmem_access(v, s, address, number_one((wide)size));
  bool all_own = true;
  for (uint32_t i = 0; i < set.n && !v->given_up; i++)
    all_own &= vmem_is_function(set.data[i].obj) || vmem_piece(v, s, set.data[i].obj) != NULL;
  if (!all_own) vmem_publish_value(v, s, &what);
  for (uint32_t i = 0; i < set.n && !v->given_up; i++) {
    piece *own;
    target t = set.data[i];
    if (vmem_is_function(t.obj)) continue;
    // What was stored may have made the object itself known: it has its other name then.
    if (vmem_object(v, t.obj)->is_private && !vmem_find(s, t.obj)) t.obj++;
    vmem_spoil(v, s, &t, size);
    slot *at = slot_of(v, s, &t, size, &own);
    bool exact = own && is_exact(at, size) && t.at.lo == t.at.hi;
    if (exact && set.n == 1 && !maybe)
      at->v = what;
    else if (content_add(v, at, what, !own) && !own)
      vmem_object(v, t.obj)->changed = true;
    forget_origins(s, t.obj);
  }
}

void vmem_smear(values *v, vstate *s, val address, uint64_t bytes, val with) {
  const target_set set = *val_targets(v, address);
  if (with.ptrs) values_give_up(v, "addresses are copied in pieces");
  for (uint32_t i = 0; i < set.n && !v->given_up; i++) {
    const target *t = &set.data[i];
    if (vmem_is_function(t->obj)) continue;
    vmem_spoil(v, s, t, bytes);
    piece *own = vmem_piece(v, s, t->obj);
    object *o = vmem_object(v, t->obj);
    content *c = own ? &own->c : &o->c, old;
    wide from = t->at.lo < 0 ? 0 : t->at.lo, to = t->at.hi + (wide)bytes;
    if (to > (wide)o->most) to = (wide)o->most;
    content_copy(&old, c);
    if (from < to) content_smear(v, c, t->obj, (uint64_t)from, (uint64_t)to, with);
    if (!own) o->changed |= !content_same(&old, c);
    vec_free(&old.slots);
    forget_origins(s, t->obj);
  }
}

void vmem_fill(values *v, vstate *s, val to, val byte, number bytes) {
  const target_set *set = val_targets(v, to);
  vmem_access(v, s, to, bytes);
  if (number_is_none(bytes) || bytes.hi <= 0) return;
  bool zero = val_only_zero(byte);
  if (set->n == 1 && !vmem_is_function(set->data[0].obj) && zero && number_is_one(set->data[0].at, 0) &&
      bytes.lo == bytes.hi) {
    uint32_t obj = set->data[0].obj;
    piece *own = vmem_piece(v, s, obj);
    const object *o = vmem_object(v, obj);
    if (own && o->kind != OBJECT_GLOBAL && o->least == o->most && bytes.lo == (wide)o->most) {
      vec_clear(&own->c.slots);
      own->c.zeroed = true;
      forget_origins(s, obj);
      return;
    }
  }
  uint64_t most = bytes.hi > (wide)IR_SIZE_MAX ? IR_SIZE_MAX : (uint64_t)bytes.hi;
  vmem_smear(v, s, to, most, val_number(zero ? number_one(0) : number_top(128)));
}

// --- objects -------------------------------------------------------------------------------------------------------------

static uint32_t add_object(values *v, object o) {
  if (v->objects.len > MOST_OBJECTS) values_give_up(v, "too many objects");
  o.locks = UINT64_MAX;
  vec_push(&v->objects, o);
  return (uint32_t)v->objects.len - 1;
}

static void set_size(object *o, uint64_t least, uint64_t most) {
  o->changed |= o->sized && (least < o->least || most > o->most);
  if (!o->sized || least < o->least) o->least = least;
  if (!o->sized || most > o->most) o->most = most;
  o->sized = true;
}

// The pair of objects that the instruction makes; the first of them.
uint32_t vmem_site(values *v, uint32_t pc, object_kind kind, ir_type type, number count, bool uninit) {
  uint32_t obj = v->contexts.data[v->now].site[pc];
  if (!obj) {
    object o = {.kind = kind, .ctx = v->now, .uninit = uninit, .is_private = true};
    obj = add_object(v, o);
    o.is_private = false;
    add_object(v, o);
    v->contexts.data[v->now].site[pc] = obj;
  }
  uint64_t each = ir_type_get(v->m, type)->size;
  wide least = count.lo < 0 ? 0 : count.lo * (wide)each, most = count.hi < 0 ? 0 : count.hi * (wide)each;
  if (count.lo < 0) values_unproved(v, "an object may have a negative number of elements");
  if (least > (wide)IR_SIZE_MAX) least = (wide)IR_SIZE_MAX;
  if (most > (wide)IR_SIZE_MAX) most = (wide)IR_SIZE_MAX;
  for (uint32_t k = obj; k <= obj + 1; k++) set_size(vmem_object(v, k), (uint64_t)least, (uint64_t)most);
  return obj;
}

void vmem_make(values *v, vstate *s, uint32_t obj) {
  piece *p = vmem_find(s, obj);
  if (p && vmem_object(v, obj)->kind == OBJECT_HEAP) {  // the one before joins the others
    vmem_publish(v, s, obj);
    p = NULL;
  }
  if (p) {
    forget_origins(s, obj);
    vec_clear(&p->c.slots);
    p->c.zeroed = false;
  } else {
    vmem_add(s, (piece){.obj = obj});
  }
}

bool vmem_make_again(values *v, vstate *s, uint32_t obj) {
  object *o = vmem_object(v, obj + 1);
  const content untouched = {0};
  vflow_note_read(v, obj + 1);
  if (!o->known) return false;
  if (vmem_find(s, obj)) vmem_publish(v, s, obj);
  if (vmem_find(s, obj + 1)) vmem_give_back_one(v, s, obj + 1);
  o = vmem_object(v, obj + 1);
  o->changed |= content_join(v, &o->c, &untouched, obj + 1, 0);
  note_access(v, s, obj + 1);
  return true;
}

void vmem_free(values *v, vstate *s, val address) {
  const target_set *set = val_targets(v, address);
  if (!number_is_none(address.n) && !number_is_one(address.n, 0)) values_unproved(v, "a number may be freed");
  for (uint32_t i = 0; i < set->n; i++) {
    const target *t = &set->data[i];
    piece *p = vmem_is_function(t->obj) ? NULL : vmem_find(s, t->obj);
    bool heap = p && vmem_object(v, t->obj)->kind == OBJECT_HEAP && number_is_one(t->at, 0);
    if (!heap || p->freed) values_unproved(v, "what is freed may be no object of the heap, or may have ended");
    if (p && !p->borrowed) p->freed = true;
    if (!p && !vmem_is_function(t->obj)) {
      object *o = vmem_object(v, t->obj);
      o->changed |= !o->freed;
      o->freed = true;
    }
  }
}

// What still names the object names one that has ended; the next one of the same place is another.
void vmem_end(values *v, vstate *s, val address) {
  const target_set set = *val_targets(v, address);
  if (set.n != 1) values_give_up(v, "one of several variables ends with its block");
  for (uint32_t i = 0; i < set.n && !v->given_up; i++) {
    uint32_t obj = set.data[i].obj;
    if (vmem_is_function(obj) || vmem_object(v, obj)->kind != OBJECT_LOCAL) continue;
    const piece *p = vmem_find(s, obj);
    if (p && !p->borrowed && vmem_object(v, obj)->is_private) {
      vmem_forget(v, s, obj);
      continue;
    }
    object *o = vmem_object(v, obj);
    o->changed |= !o->freed;
    o->freed = true;
    if (p) vmem_find(s, obj)->freed = true;
  }
}

// All shadows of an object's addresses are one object.
val vmem_shadow(values *v, vstate *s, val address, uint64_t size) {
  const target_set set = *val_targets(v, address);
  val all = val_none();
  vmem_access(v, s, address, number_one(1));
  for (uint32_t i = 0; i < set.n && !v->given_up; i++) {
    if (vmem_is_function(set.data[i].obj)) continue;
    uint32_t name = known_name(v, set.data[i].obj);
    if (!vmem_object(v, name)->shadow) {
      uint32_t made = add_object(v, (object){.kind = OBJECT_SHADOW, .known = true});
      vmem_object(v, name)->shadow = made;
    }
    uint32_t shadow = vmem_object(v, name)->shadow;
    set_size(vmem_object(v, shadow), size, size);
    all = val_join(v, all, val_target(v, shadow, number_one(0)));
  }
  return all;
}
