// Objects that have ended and whose addresses may be met again (doc/semantics-threads.md 11).
//
// Two objects may lie at one place if they never lived at one time. For that the state holds a record of each heap object that has
// ended, as long as something refers to it: its size, and the objects that were born since. It stands in an object of its own that
// belongs to the address (object, SHADOW_RECORD), and the base of the object, if somebody has looked at it, stays beside it. The names in it are
// no references: a name that is given again belongs to an object that was born later still. Only what the pass `reuse` has marked is followed.
#include "base/vec.h"
#include "sem/sem_impl.h"

typedef VEC(uint32_t) name_vec;

// The instruction that made it, NULL: not known. *heap: it was a `new`.
static const ir_instr *made_by(const world *m, uint32_t obj, bool *heap) {
  const alloc_site *site = heap_site(m, obj);
  *heap = false;
  if (!site || site->func == SITE_THREAD_LOCAL) return NULL;
  *heap = site->func == SITE_BY_TYPE;
  if (*heap) return NULL;
  const ir_instr *i = &m->base.ir->funcs[site->func].code[site->pc];
  *heap = i->op == IR_NEW;
  return i;
}

bool reuse_follows(const world *m, uint32_t obj) {
  bool heap;
  if (!m->reuse) return false;
  const ir_instr *i = made_by(m, obj, &heap);
  return heap && (!i || i->flags & IR_REUSED);
}

static bool may_be_freed(world *m, uint32_t obj) {
  const alloc_site *site = heap_site(m, obj);
  if (!m->freed_by) {
    m->freed_by = points_new(m->base.ir);
    m->freed = bitset_new(points_objects(m->freed_by) + 1);
    reuse_freed(m->base.ir, m->freed_by, &m->freed);
  }
  return bitset_has(&m->freed, points_site(m->freed_by, site->func, site->pc));
}

// A heap object that the pass has not marked.
static bool is_unmarked(const world *m, uint32_t obj) {
  bool heap;
  return m->base.options.address_reuse && !m->base.options.address_bytes && !reuse_follows(m, obj) &&
         made_by(m, obj, &heap) && heap;
}

bool reuse_unforeseen(world *m, uint32_t obj) { return is_unmarked(m, obj) && (m->reuse || may_be_freed(m, obj)); }

bool reuse_unforeseen_pair(world *m, uint32_t a, uint32_t b) {
  bool a_heap, b_heap;
  made_by(m, a, &a_heap);
  made_by(m, b, &b_heap);
  if (!a_heap || !b_heap || !(is_unmarked(m, a) || is_unmarked(m, b))) return false;
  return may_be_freed(m, a) || may_be_freed(m, b);
}

// Made by `local`, or thread-local: it ends with a call or a process.
static bool is_local(const world *m, uint32_t obj) {
  bool heap;
  return made_by(m, obj, &heap), heap_site(m, obj) && !heap;
}

static bool is_unfollowed_heap(world *m, uint32_t obj) {
  bool heap;
  return !m->base.options.address_reuse && made_by(m, obj, &heap) && heap && may_be_freed(m, obj);
}

void reuse_note_pair(world *m, uint32_t a, uint32_t b) {
  if (!heap_site(m, a) || !heap_site(m, b)) return;
  m->base.locals_apart |= is_local(m, a) || is_local(m, b);
  m->base.heap_apart |= is_unfollowed_heap(m, a) || is_unfollowed_heap(m, b);
}

void reuse_note_shown(world *m, uint32_t obj, bool first) {
  m->local_shown |= is_local(m, obj);
  m->base.locals_apart |= !first && m->local_shown;
  m->base.heap_apart |= !first && is_unfollowed_heap(m, obj);
}

static bool record_of(const world *m, const state *s, uint32_t obj, objref *o) {
  uint32_t name = m->reuse ? heap_find_shadow(m, obj, SHADOW_RECORD) : 0;
  return name && mem_object(m, s, name, o);
}

bool reuse_size(const world *m, const state *s, uint32_t obj, uint64_t *size) {
  objref o;
  if (!record_of(m, s, obj, &o)) return false;
  *size = mem_get(m, s, &o, 0).bits;
  return true;
}

static void read_names(const world *m, const state *s, const objref *o, name_vec *out) {
  for (uint64_t k = 1; k < o->elements; k++) vec_push(out, (uint32_t)mem_get(m, s, o, k).bits);
}

static void write_record(world *m, state *s, uint32_t record, uint64_t size, const name_vec *since) {
  cell word = {.size = 8, .bits = 64};
  uint64_t one;
  const layout *l = layout_intern(m->env->layouts, &word, 1, 8, &one);
  state_object_put(s, record, body_new(l, 1 + since->len, false));
  objref o;
  mem_object(m, s, record, &o);
  mem_set(m, s, &o, 0, value_word(size));
  for (size_t k = 0; k < since->len; k++) mem_set(m, s, &o, k + 1, value_word(since->data[k]));
}

void reuse_ends(run *r, uint32_t obj, uint64_t size) {
  write_record(r->m, r->s, heap_shadow_name(r->m, obj, SHADOW_RECORD), size, &(name_vec){0});
}

// The record and the base of an object whose name is free, or to which nothing refers.
static void forget(world *m, state *s, uint32_t obj) {
  uint32_t record = heap_find_shadow(m, obj, SHADOW_RECORD), base = heap_find_shadow(m, obj, SHADOW_ADDRESS);
  state_object_forget(s, record);
  if (!base) return;
  m->base.bases_dropped |= state_object(s, base) != NULL;
  state_object_forget(s, base);
}

static bool is_record(const state *s, const shadow_name *x) {
  return x->offset == SHADOW_RECORD && state_object(s, x->name);
}

static void insert(name_vec *names, uint32_t name) {
  size_t at = 0;
  while (at < names->len && names->data[at] < name) at++;
  if (at < names->len && names->data[at] == name) return;
  vec_push(names, name);
  for (size_t k = names->len - 1; k > at; k--) names->data[k] = names->data[k - 1];
  names->data[at] = name;
}

static void add_born(world *m, state *s, uint32_t record, uint32_t obj) {
  objref o;
  name_vec since = {0};
  mem_object(m, s, record, &o);
  uint64_t size = mem_get(m, s, &o, 0).bits;
  read_names(m, s, &o, &since);
  insert(&since, obj);
  write_record(m, s, record, size, &since);
  vec_free(&since);
}

void reuse_replaced(run *r, uint32_t obj, uint32_t by) {
  objref o;
  if (record_of(r->m, r->s, obj, &o) && reuse_follows(r->m, by))
    add_born(r->m, r->s, heap_find_shadow(r->m, obj, SHADOW_RECORD), by);
}

void reuse_begins(run *r, uint32_t obj) {
  world *m = r->m;
  if (!m->reuse) return;
  objref o;
  if (record_of(m, r->s, obj, &o)) forget(m, r->s, obj);
  for (size_t i = 0; i < m->env->shadows.len && reuse_follows(m, obj); i++) {
    shadow_name x = m->env->shadows.data[i];
    if (is_record(r->s, &x)) add_born(m, r->s, x.name, obj);
  }
}

static bool born_since(const world *m, const state *s, uint32_t ended, uint32_t obj) {
  objref o;
  if (!record_of(m, s, ended, &o)) return false;
  for (uint64_t k = 1; k < o.elements; k++)
    if (mem_get(m, s, &o, k).bits == obj) return true;
  return false;
}

bool reuse_apart(const world *m, const state *s, uint32_t a, uint32_t b) {
  return m->reuse && (born_since(m, s, a, b) || born_since(m, s, b, a));
}

// An ended object and another one: is what became of the one known, as far as it may matter to the other?
static reuse_lives with_ended(const world *m, const state *s, uint32_t ended, uint32_t other) {
  bool ended_heap, other_heap;
  objref o;
  made_by(m, ended, &ended_heap);
  made_by(m, other, &other_heap);
  if (!ended_heap || !other_heap) return LIVES_DIFFER;
  if (record_of(m, s, ended, &o) && reuse_follows(m, other)) return LIVES_MET;
  return m->base.options.address_reuse ? LIVES_UNKNOWN : LIVES_DIFFER;
}

reuse_lives reuse_compare(const world *m, const state *s, uint32_t a, bool a_ended, uint32_t b, bool b_ended) {
  reuse_lives x = a_ended ? with_ended(m, s, a, b) : LIVES_MET, y = b_ended ? with_ended(m, s, b, a) : LIVES_MET;
  if (x != LIVES_MET || y != LIVES_MET) return x == LIVES_UNKNOWN || y == LIVES_UNKNOWN ? LIVES_UNKNOWN : LIVES_DIFFER;
  return reuse_apart(m, s, a, b) ? LIVES_APART : LIVES_MET;
}

// Names of objects that are there no more say nothing.
static void clean_record(world *m, state *s, const shadow_name *x) {
  objref o;
  name_vec old = {0}, since = {0};
  mem_object(m, s, x->name, &o);
  uint64_t size = mem_get(m, s, &o, 0).bits;
  read_names(m, s, &o, &old);
  for (size_t k = 0; k < old.len; k++) {
    objref there;
    if (state_object(s, old.data[k]) || record_of(m, s, old.data[k], &there)) vec_push(&since, old.data[k]);
  }
  if (since.len != old.len) write_record(m, s, x->name, size, &since);
  vec_free(&old);
  vec_free(&since);
}

void reuse_clean(world *m, state *s) {
  const state_env *env = m->env;
  bool any = false;
  for (size_t i = 0; i < env->shadows.len && !any; i++) any = is_record(s, &env->shadows.data[i]);
  if (!any) return;
  memo_reads_all(m);
  bitset used = heap_referenced(m, s);
  for (size_t i = 0; i < env->shadows.len; i++) {
    shadow_name x = env->shadows.data[i];
    if (is_record(s, &x) && !bitset_has(&used, x.base - env->first_dynamic)) forget(m, s, x.base);
  }
  for (size_t i = 0; i < env->shadows.len; i++) {
    shadow_name x = env->shadows.data[i];
    if (is_record(s, &x)) clean_record(m, s, &x);
  }
  bitset_fini(&used);
}
