#include "engine/trace/order.h"

#include "base/hash.h"
#include "base/mem.h"

enum { FIRST_STRIDE = 8, WIDEST = 1 << 16 };

order *order_new(void) {
  order *o = MEM_NEW(order);
  o->stride = FIRST_STRIDE;
  for (uint32_t i = 0; i < o->stride; i++) vec_push(&o->rows, 0u);
  return o;
}

void order_free(order *o) {
  if (!o) return;
  for (size_t i = 0; i < o->slots.len; i++) vec_free(&o->slots.data[i].past);
  vec_free(&o->rows);
  vec_free(&o->procs);
  vec_free(&o->slots);
  map64_fini(&o->slot_of);
  map64_fini(&o->mutex_of);
  map64_fini(&o->lives);
  map64_fini(&o->plain);
  map64_fini(&o->atomic);
  vec_free(&o->undo);
  vec_free(&o->events);
  mem_free(o);
}

// --- rows ----------------------------------------------------------------------------------------------------------------

static void know_process(order *o, proc_id p) {
  while (o->procs.len <= p) vec_push(&o->procs, ((order_proc){0}));
  if (p < o->stride) return;
  uint32_t old = o->stride;
  size_t n = o->rows.len / old;
  while (o->stride <= p) o->stride *= 2;
  vec_reserve(&o->rows, n * o->stride);
  for (size_t i = n; i-- > 0;) {
    uint32_t *to = &o->rows.data[i * o->stride];
    memmove(to, &o->rows.data[i * old], old * sizeof(uint32_t));
    memset(to + old, 0, (o->stride - old) * sizeof(uint32_t));
  }
  o->rows.len = n * o->stride;
}

static uint32_t new_row(order *o, uint32_t from) {
  vec_reserve(&o->rows, o->rows.len + o->stride);
  memcpy(o->rows.data + o->rows.len, o->rows.data + (size_t)from * o->stride, o->stride * sizeof(uint32_t));
  o->rows.len += o->stride;
  return (uint32_t)(o->rows.len / o->stride) - 1;
}

static void merge(order *o, uint32_t to, uint32_t from) {
  DCHECK(to && to < o->rows.len / o->stride && from < o->rows.len / o->stride, "the empty row is never changed");
  uint32_t *a = &o->rows.data[(size_t)to * o->stride];
  const uint32_t *b = &o->rows.data[(size_t)from * o->stride];
  for (uint32_t i = 0; i < o->stride; i++) a[i] = a[i] > b[i] ? a[i] : b[i];
}

static bool covers(const order *o, uint32_t row, uint32_t other) {
  const uint32_t *a = &o->rows.data[(size_t)row * o->stride], *b = &o->rows.data[(size_t)other * o->stride];
  for (uint32_t i = 0; i < o->stride; i++)
    if (a[i] < b[i]) return false;
  return true;
}

// A row with what is in both.
static uint32_t joined(order *o, uint32_t a, uint32_t b) {
  if (a == b || !b || covers(o, a, b)) return a;
  if (!a || covers(o, b, a)) return b;
  uint32_t row = new_row(o, a);
  merge(o, row, b);
  return row;
}

// --- places --------------------------------------------------------------------------------------------------------------

static uint64_t place_key(const order *o, uint32_t obj, uint32_t byte) {
  uint64_t life = 0;
  map64_get(&o->lives, obj, &life);
  return hash_combine((uint64_t)obj << 32 | byte, life);
}

static uint32_t slot(order *o, map64 *of, uint32_t obj, uint32_t byte) {
  uint64_t key = place_key(o, obj, byte), known;
  if (map64_get(of, key, &known)) return (uint32_t)known;
  vec_push(&o->slots, ((order_slot){0}));
  map64_put(of, key, o->slots.len - 1);
  return (uint32_t)o->slots.len - 1;
}

static void keep_proc(order *o, proc_id p) {
  vec_push(&o->undo, ((order_undo){.field = UNDO_PROC, .id = p, .proc = o->procs.data[p]}));
}

static void release(order *o, uint32_t s, uint32_t row) {
  DCHECK(row < o->rows.len / o->stride, "no row of clocks");
  if (o->slots.data[s].released == row) return;
  vec_push(&o->undo, ((order_undo){.field = UNDO_RELEASED, .id = s, .value = o->slots.data[s].released}));
  o->slots.data[s].released = row;
}

static void note(order *o, uint32_t s, proc_id p, order_kind kind, uint32_t at) {
  order_slot *x = &o->slots.data[s];
  uint32_t i = 0;
  while (i < x->past.len && x->past.data[i].proc != p) i++;
  if (i == x->past.len) vec_push(&x->past, ((order_past){.proc = p}));
  vec_push(&o->undo,
           ((order_undo){
               .field = UNDO_PAST, .id = s, .index = i, .kind = (uint8_t)kind, .value = x->past.data[i].at[kind]}));
  x->past.data[i].at[kind] = at;
}

// Nothing that is done to a new object of that name has to do with the old one.
static void end_object(order *o, uint32_t obj) {
  uint64_t life = 0;
  map64_get(&o->lives, obj, &life);
  vec_push(&o->undo, ((order_undo){.field = UNDO_LIFE, .id = obj, .value = (uint32_t)life}));
  map64_put(&o->lives, obj, life + 1);
}

// --- accesses ------------------------------------------------------------------------------------------------------------

// The event that is being added.
typedef struct adding {
  order *o;
  const touches *t;
  proc_id p;
  uint32_t number, row;  // the event plus one; its clock so far
  bool raced;
  uint32_t other;
} adding;

static void look_for_race(adding *a, const order_slot *x, bool writes, bool atomic) {
  const uint32_t *clock = &a->o->rows.data[(size_t)a->row * a->o->stride];
  for (size_t i = 0; i < x->past.len; i++) {
    const order_past *q = &x->past.data[i];
    if (q->proc == a->p) continue;
    for (int k = 0; k < ORDER_KINDS; k++) {
      bool others_write = k == ORDER_WRITE || k == ORDER_ATOMIC_WRITE, others_atomic = k >= ORDER_ATOMIC_READ;
      if (!q->at[k] || !(writes || others_write) || (atomic && others_atomic) || clock[q->proc] >= q->at[k]) continue;
      if (a->raced && a->other >= q->at[k] - 1) continue;
      a->raced = true;  // the latest of them
      a->other = q->at[k] - 1;
    }
  }
}

static void note_mixed(order *o, const acc *x, uint32_t byte) {
  uint64_t key = place_key(o, x->obj, byte);
  bool plain_write = !x->atomic && acc_writes(x);
  if (!plain_write && !(x->atomic && !acc_writes(x))) return;
  map64 *own = plain_write ? &o->plain : &o->atomic;
  if (!map64_get(own, key, NULL)) map64_put(own, key, 1);
  o->mixed |= map64_get(plain_write ? &o->atomic : &o->plain, key, NULL);
}

// Did the region read the place before? Then the write is its update.
static bool is_update(const adding *a, const acc *x) {
  if (x->order & ORDER_RMW) return true;
  if (!(x->order & ORDER_REGION)) return false;
  for (const acc *y = a->t->list; y != x; y++)
    if (y->kind == ACC_READ && (y->order & ORDER_REGION) && y->obj == x->obj && y->lo <= x->lo && y->hi >= x->hi)
      return true;
  return false;
}

static void acquire(adding *a, uint32_t from, uint8_t how) {
  order *o = a->o;
  if (!from) return;
  if (!(how & ORDER_NO_ACQUIRE))
    merge(o, a->row, from);
  else
    o->procs.data[a->p].seen = joined(o, o->procs.data[a->p].seen, from);
}

static void access_byte(adding *a, const acc *x, uint32_t byte, bool update) {
  order *o = a->o;
  uint32_t s = slot(o, &o->slot_of, x->obj, byte);
  bool writes = acc_writes(x), atomic = x->atomic;
  if (!(x->order & ORDER_APART)) {
    look_for_race(a, &o->slots.data[s], writes, atomic);
    if (!(x->order & ORDER_ALONE)) note_mixed(o, x, byte);
  }
  uint32_t before = o->slots.data[s].released;
  if (atomic && (!writes || update)) acquire(a, before, x->order);
  if (writes) {
    uint32_t own = !atomic ? 0 : x->order & ORDER_NO_RELEASE ? o->procs.data[a->p].fenced : a->row;
    release(o, s, atomic && update ? joined(o, own, before) : own);
  }
  note(o, s, a->p,
       atomic   ? (writes ? ORDER_ATOMIC_WRITE : ORDER_ATOMIC_READ)
       : writes ? ORDER_WRITE
                : ORDER_READ,
       a->number);
}

static void access(adding *a, const acc *x) {
  if (x->order & ORDER_NO_ACCESS && x->kind == ACC_WRITE) end_object(a->o, x->obj);
  if (x->order & ORDER_NO_ACCESS || x->obj >= GUARD_OBJECT || x->lo >= x->hi) return;
  if (x->hi - x->lo > WIDEST) {
    if (!a->o->lost) a->o->lost = "an access is too wide for happens-before to be followed byte by byte";
    return;
  }
  if (x->atomic && x->order & ORDER_SOMEWHERE && !a->o->lost)
    a->o->lost = "what an atomic access orders whose address depends on inputs is not followed";
  bool update = acc_writes(x) && is_update(a, x);
  for (uint32_t b = x->lo; b < x->hi; b++) access_byte(a, x, b, update);
}

static void fence(adding *a, const acc *x) {
  order_proc *p = &a->o->procs.data[a->p];
  if (!(x->order & ORDER_NO_ACQUIRE) && p->seen) merge(a->o, a->row, p->seen);
  if (!(x->order & ORDER_NO_RELEASE)) p->fenced = a->row;
}

static void synchronise(adding *a, const acc *x) {
  order *o = a->o;
  switch ((acc_kind)x->kind) {
  case ACC_READ:
  case ACC_WRITE: access(a, x); return;
  case ACC_LOCK:
  case ACC_TRYLOCK: {
    uint32_t s = slot(o, &o->mutex_of, x->obj, x->lo), from = o->slots.data[s].released;
    if (from) merge(o, a->row, from);
    return;
  }
  case ACC_UNLOCK: release(o, slot(o, &o->mutex_of, x->obj, x->lo), a->row); return;
  case ACC_SPAWN:
    keep_proc(o, x->obj);
    o->procs.data[x->obj].spawned = a->row;
    return;
  case ACC_END: o->procs.data[a->p].ended = true; return;
  // A join that had to wait inside an atomic region has touched a process that goes on.
  case ACC_JOIN:
    if (o->procs.data[x->obj].ended) merge(o, a->row, o->procs.data[x->obj].now);
    return;
  case ACC_FENCE: fence(a, x); return;
  }
}

bool order_push(order *o, proc_id p, const touches *t, uint32_t *other) {
  know_process(o, p);
  for (uint32_t i = 0; i < t->n_own; i++) {
    if (!acc_is_memory(&t->list[i]) && t->list[i].kind != ACC_FENCE) know_process(o, t->list[i].obj);
  }
  vec_push(&o->events, ((order_event){o->undo.len, o->rows.len / o->stride}));
  keep_proc(o, p);
  uint32_t from = o->procs.data[p].now ? o->procs.data[p].now : o->procs.data[p].spawned;
  adding a = {.o = o, .t = t, .p = p, .number = (uint32_t)o->events.len, .row = new_row(o, from)};
  o->rows.data[(size_t)a.row * o->stride + p] = a.number;
  for (uint32_t i = 0; i < t->n_own; i++) synchronise(&a, &t->list[i]);
  o->procs.data[p].now = a.row;
  *other = a.other;
  return a.raced;
}

void order_pop(order *o) {
  order_event e = vec_pop(&o->events);
  while (o->undo.len > e.first_undo) {
    order_undo u = vec_pop(&o->undo);
    switch ((order_field)u.field) {
    case UNDO_PROC: o->procs.data[u.id] = u.proc; break;
    case UNDO_RELEASED: o->slots.data[u.id].released = u.value; break;
    case UNDO_LIFE: map64_put(&o->lives, u.id, u.value); break;
    case UNDO_PAST: o->slots.data[u.id].past.data[u.index].at[u.kind] = u.value; break;
    }
  }
  o->rows.len = e.first_row * o->stride;
}
