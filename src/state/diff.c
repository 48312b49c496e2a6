#include "state/diff.h"

#include <string.h>

#include "base/mem.h"
#include "state/diff_impl.h"

// Items of a difference. The kernel record comes first: it tells how many processes there is room for.
typedef enum item {
  ITEM_END,
  ITEM_KERN,
  ITEM_CELLS,
  ITEM_ODD,
  ITEM_STACK,
  ITEM_UPDATE_STACK,
  ITEM_WAIT,
  ITEM_PEND,
  ITEM_DESIGN,
  ITEM_TIME,
  ITEM_PATH,
  ITEM_INPUTS,
  ITEM_OBJECT,
  ITEM_PAGE,
  N_ITEMS
} item;

// What a name of an object stands for: nothing, a dead object, or a body with a number.
enum { NAME_UNUSED, NAME_DEAD, NAME_BODY };

// The kind and what it happens to, in one number: the latter by its distance from the item of the kind before, so that the
// number is mostly one byte.
typedef struct cursor {
  uint32_t chunk, obj;
} cursor;

state_diffs *state_diffs_new(bool symmetric) {
  state_diffs *d = MEM_NEW(state_diffs);
  d->symmetric = symmetric;
  return d;
}

void state_diffs_free(state_diffs *d) {
  if (!d) return;
  for (uint32_t i = 0; i < FRAME_CACHE; i++) frame_unref(d->cache[i].f);
  for (uint32_t i = 0; i < PATH_CACHE; i++) pathcond_unref(d->paths[i].pc);
  bytepool_fini(&d->frames);
  bytepool_fini(&d->bodies);
  bytepool_fini(&d->records);
  state_inputs_unref(d->some_input);
  vec_free(&d->layouts);
  vec_free(&d->conjuncts);
  vec_free(&d->part);
  vec_free(&d->stack);
  vec_free(&d->chain);
  mem_free(d);
}

size_t state_diffs_bytes(const state_diffs *d) {
  return bytepool_bytes(&d->frames) + bytepool_bytes(&d->bodies) + bytepool_bytes(&d->records);
}

// --- making --------------------------------------------------------------------------------------------------------

static void put_pair(const state_diffs *d, byte_vec *out, uint64_t old, uint64_t new) {
  if (d->symmetric) put_number(out, old);
  put_number(out, new);
}

static uint32_t *last_of(cursor *c, item kind) {
  if (kind == ITEM_CELLS || kind == ITEM_ODD) return &c->chunk;
  return kind == ITEM_OBJECT || kind == ITEM_PAGE ? &c->obj : NULL;
}

static void put_item(byte_vec *out, cursor *c, item kind, uint32_t which) {
  uint32_t *last = last_of(c, kind);
  put_number(out, kind + (uint64_t)N_ITEMS * (last ? which - *last : which));
  if (last) *last = which;
}

// Positions that differ, each with whether there are more.
static void put_cells(byte_vec *out, const value *a, const value *b, uint32_t n) {
  uint32_t i = 0, last = 0;
  while (same_value(a[i], b[i])) i++;
  while (i < n) {
    uint32_t next = i + 1;
    while (next < n && same_value(a[next], b[next])) next++;
    put_number(out, (uint64_t)(i - last) << 1 | (next < n));
    put_change(out, a[i], b[i]);
    last = i;
    i = next;
  }
}

static bool cells_differ(const chunk *a, const chunk *b) {
  return a != b && memcmp(a->slots, b->slots, a->n * sizeof(value)) != 0;
}

static void diff_memory(state_diffs *d, const state *a, const state *b, cursor *c, byte_vec *out) {
  for (uint32_t i = 0; i < a->env->n_mem; i++) {
    const chunk *x = a->root[i], *y = b->root[i];
    if (x == y) continue;
    if (cells_differ(x, y)) {
      put_item(out, c, ITEM_CELLS, i);
      put_cells(out, x->slots, y->slots, x->n);
    }
    if (x->odd == y->odd) continue;
    put_item(out, c, ITEM_ODD, i);
    put_pair(d, out, x->odd, y->odd);
  }
}

static frame *stack_at(const state *s, proc_id p) { return p <= s->shape->n_procs ? state_top(s, p) : NULL; }

static void diff_stack(state_diffs *d, frame *x, frame *y, item kind, proc_id p, cursor *c, byte_vec *out) {
  if (x == y) return;
  uint32_t old = part_of_stack(d, x), new = part_of_stack(d, y);
  if (old == new) return;
  put_item(out, c, kind, p);
  put_number(out, old ^ new);
}

static void diff_processes(state_diffs *d, const state *a, const state *b, cursor *c, byte_vec *out) {
  uint32_t most = a->shape->n_procs > b->shape->n_procs ? a->shape->n_procs : b->shape->n_procs;
  for (proc_id p = 0; p <= most; p++) diff_stack(d, stack_at(a, p), stack_at(b, p), ITEM_STACK, p, c, out);
  diff_stack(d, state_top(a, update_stack(a)), state_top(b, update_stack(b)), ITEM_UPDATE_STACK, 0, c, out);
  for (proc_id p = 1; p <= most; p++) {
    bool in_a = p <= a->shape->n_procs, in_b = p <= b->shape->n_procs;
    if (in_a && in_b && a->root[wait_root(a, p)] == b->root[wait_root(b, p)]) continue;
    uint32_t old = in_a ? part_of_wait(d, a, p) : 0, new = in_b ? part_of_wait(d, b, p) : 0;
    if (old == new) continue;
    put_item(out, c, ITEM_WAIT, p);
    put_pair(d, out, old, new);
  }
}

static void diff_numbers(state_diffs *d, byte_vec *out, item kind, uint64_t old, uint64_t new) {
  if (old == new) return;
  put_number(out, kind);
  put_pair(d, out, old, new);
}

static void diff_records(state_diffs *d, const state *a, const state *b, byte_vec *out) {
  // Times of notifications are relative to the time of the state, which is therefore set first.
  if (a->time != b->time) {
    put_number(out, ITEM_TIME);
    put_number(out, a->time ^ b->time);
  }
  uint32_t old = part_of_pend(d, a), new = part_of_pend(d, b);
  if (old != new || (a->time != b->time && old)) {
    put_number(out, ITEM_PEND);
    put_pair(d, out, old, new);
  }
  if (a->made != b->made) diff_numbers(d, out, ITEM_DESIGN, part_of_design(d, a->made), part_of_design(d, b->made));
  if (a->pc != b->pc) diff_numbers(d, out, ITEM_PATH, part_of_path(d, a->pc), part_of_path(d, b->pc));
  diff_numbers(d, out, ITEM_INPUTS, a->inputs != NULL, b->inputs != NULL);
  if (b->inputs && !d->some_input) {
    d->some_input = MEM_NEW(state_input);
    *d->some_input = *b->inputs;
    d->some_input->refs = 1;
    d->some_input->older = NULL;
  }
}

static bool same_form(const body *x, const body *y) {
  if (x->l != y->l || x->elements != y->elements || x->is_heap != y->is_heap || x->uninit != y->uninit) return false;
  for (uint32_t i = 0; i < x->n_pages; i++) {
    if (x->pages[i]->odd != y->pages[i]->odd) return false;
  }
  return true;
}

static uint64_t name_of(state_diffs *d, body *b, bool dead) {
  return b ? (uint64_t)NAME_BODY + part_of_body(d, b) : dead ? NAME_DEAD : NAME_UNUSED;
}

static void diff_object(state_diffs *d, uint32_t obj, body *x, bool x_dead, body *y, bool y_dead, cursor *c,
                        byte_vec *out) {
  if (x == y && x_dead == y_dead) return;
  if (!x || !y || !same_form(x, y)) {
    put_item(out, c, ITEM_OBJECT, obj);
    put_pair(d, out, name_of(d, x, x_dead), name_of(d, y, y_dead));
    return;
  }
  for (uint32_t i = 0; i < x->n_pages; i++) {
    if (!cells_differ(x->pages[i], y->pages[i])) continue;
    put_item(out, c, ITEM_PAGE, obj);
    if (x->n_pages > 1) put_number(out, i);
    put_cells(out, x->pages[i]->slots, y->pages[i]->slots, x->pages[i]->n);
  }
}

static void diff_objects(state_diffs *d, const state *a, const state *b, cursor *c, byte_vec *out) {
  const dir *x = a->objects, *y = b->objects;
  if (x == y) return;
  uint32_t nx = x ? x->n : 0, ny = y ? y->n : 0;
  for (uint32_t i = 0; i < nx || i < ny; i++) {
    const dir_leaf *p = i < nx ? x->leaf[i] : NULL, *q = i < ny ? y->leaf[i] : NULL;
    if (p == q) continue;
    for (uint32_t j = 0; j < DIR_LEAF; j++) {
      uint32_t obj = a->env->first_dynamic + (i << DIR_LEAF_BITS) + j;
      diff_object(d, obj, p ? p->obj[j] : NULL, p && p->dead >> j & 1, q ? q->obj[j] : NULL, q && q->dead >> j & 1, c,
                  out);
    }
  }
}

void state_diff_make(state_diffs *d, const state *a, const state *b, byte_vec *out) {
  CHECK(!a->interrupted && !b->interrupted && a->env == b->env, "differences are between complete states");
  if (d->serial == 0) {
    CHECK(a->env->n_stores < STORES_MAX, "too many stores");
    d->serial = ++a->env->n_stores;
  }
  if (a->k != b->k) diff_numbers(d, out, ITEM_KERN, part_of_kern(d, a->k), part_of_kern(d, b->k));
  cursor c = {0, a->env->first_dynamic};
  diff_memory(d, a, b, &c, out);
  diff_processes(d, a, b, &c, out);
  diff_records(d, a, b, out);
  diff_objects(d, a, b, &c, out);
  put_number(out, ITEM_END);
}

// --- applying ------------------------------------------------------------------------------------------------------

static uint64_t get_pair(const state_diffs *d, const uint8_t **at, bool forward) {
  uint64_t old = d->symmetric ? get_number(at) : 0, new = get_number(at);
  return forward ? new : old;
}

static void get_cells(const uint8_t **at, value *slots) {
  uint32_t i = 0;
  for (bool more = true; more;) {
    uint64_t gap = get_number(at);
    i += (uint32_t)(gap >> 1);
    more = gap & 1;
    slots[i] = get_changed(at, slots[i]);
  }
}

static void change_stack(state_diffs *d, state *s, proc_id stack, uint32_t change) {
  frame *old = state_top(s, stack), *f = stack_of_part(d, part_of_stack(d, old) ^ change);
  frame_unref(old);
  state_set_top(s, stack, f);
}

static void set_object(state_diffs *d, state *s, uint32_t obj, uint64_t name) {
  if (name == NAME_UNUSED)
    state_object_forget(s, obj);
  else if (name == NAME_DEAD)
    state_object_kill(s, obj);
  else
    state_object_put(s, obj, body_of_part(d, (uint32_t)(name - NAME_BODY)));
}

static void set_inputs(const state_diffs *d, state *s, bool some) {
  state_inputs_unref(s->inputs);
  s->inputs = some ? d->some_input : NULL;
  if (some) s->inputs->refs++;
}

// Items that are the same in both directions. False: it is none of them.
static bool apply_change(state_diffs *d, state *s, item kind, uint32_t which, const uint8_t **at) {
  if (kind == ITEM_CELLS) {
    get_cells(at, state_chunk_own(s, which)->slots);
  } else if (kind == ITEM_PAGE) {
    uint32_t page = state_object(s, which)->n_pages > 1 ? (uint32_t)get_number(at) : 0;
    get_cells(at, state_object_page_rw(s, which, page)->slots);
  } else if (kind == ITEM_STACK || kind == ITEM_UPDATE_STACK) {
    change_stack(d, s, kind == ITEM_STACK ? which : update_stack(s), (uint32_t)get_number(at));
  } else if (kind == ITEM_TIME) {
    state_set_time(s, s->time ^ get_number(at));
  } else {
    return false;
  }
  return true;
}

static void apply_item(state_diffs *d, state *s, item kind, uint32_t which, const uint8_t **at, bool forward) {
  if (apply_change(d, s, kind, which, at)) return;
  uint64_t x = get_pair(d, at, forward);
  switch (kind) {
  case ITEM_ODD: state_chunk_own(s, which)->odd = (uint8_t)x; return;
  case ITEM_WAIT: state_set_wait(s, which, wait_of_part(d, s, (uint32_t)x)); return;
  case ITEM_OBJECT: set_object(d, s, which, x); return;
  case ITEM_KERN:
    part_unref(s->k);
    s->k = kern_of_part(d, (uint32_t)x);
    return;
  case ITEM_PEND:
    part_unref(s->pending);
    s->pending = pend_of_part(d, s->time, (uint32_t)x);
    return;
  case ITEM_DESIGN:
    part_unref(s->made);
    s->made = design_of_part(d, (uint32_t)x);
    return;
  case ITEM_PATH: state_set_pathcond(s, path_of_part(d, s->env->solver, (uint32_t)x)); return;
  case ITEM_INPUTS: set_inputs(d, s, x); return;
  case ITEM_END:
  case ITEM_CELLS:
  case ITEM_PAGE:
  case ITEM_STACK:
  case ITEM_UPDATE_STACK:
  case ITEM_TIME:
  case N_ITEMS: break;
  }
  UNREACHABLE("a difference with an item of no known kind");
}

state *state_diff_apply(state_diffs *d, state *s, const uint8_t **diff, bool forward) {
  cursor c = {0, s->env->first_dynamic};
  for (uint64_t number; (number = get_number(diff)) != ITEM_END;) {
    uint32_t before = s->k->n, which = (uint32_t)(number / N_ITEMS);
    item kind = (item)(number % N_ITEMS);
    uint32_t *last = last_of(&c, kind);
    if (last) which = *last += which;
    apply_item(d, s, kind, which, diff, forward);
    // Room first for the larger of both numbers of processes; those that go leave their roots empty on the way.
    if (kind == ITEM_KERN && s->k->n > before) s = state_reshape(s, s->k->n);
  }
  state_keep_nothing(s);  // differences do not say who refers to what
  return state_reshape(s, s->k->n);
}
