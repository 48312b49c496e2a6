// Dynamic objects, the initial memory, and walks over all values.
#include <string.h>

#include "base/mem.h"
#include "state/state_impl.h"

// --- directory -----------------------------------------------------------------------------------------------------

static dir_leaf *find_leaf(const state *s, uint32_t obj) {
  uint32_t leaf = (obj - s->env->first_dynamic) >> DIR_LEAF_BITS;
  return s->objects && leaf < s->objects->n ? s->objects->leaf[leaf] : NULL;
}

static uint32_t leaf_index(const state *s, uint32_t obj) { return (obj - s->env->first_dynamic) & (DIR_LEAF - 1); }

body *state_object(const state *s, uint32_t obj) {
  dir_leaf *leaf = find_leaf(s, obj);
  return leaf ? leaf->obj[leaf_index(s, obj)] : NULL;
}

bool state_object_dead(const state *s, uint32_t obj) {
  dir_leaf *leaf = find_leaf(s, obj);
  return leaf && (leaf->dead >> leaf_index(s, obj) & 1);
}

static dir *dir_rw(state *s, uint32_t n) {
  dir *old = s->objects;
  if (old && old->hd.refs == 1 && n <= old->n) {
    cow_touch(&old->hd);
    return old;
  }
  uint32_t len = old && old->n > n ? old->n : n;
  dir *d = part_new(sizeof(dir) + len * sizeof(dir_leaf *));
  d->n = len;
  if (old) {
    memcpy(d->leaf, old->leaf, old->n * sizeof(dir_leaf *));
    if (--old->hd.refs == 0) {
      part_free(old);
    } else {
      for (uint32_t i = 0; i < d->n; i++) {
        if (d->leaf[i]) d->leaf[i]->hd.refs++;
      }
    }
  }
  return s->objects = d;
}

static dir_leaf *leaf_rw(state *s, uint32_t obj) {
  DCHECK(obj >= s->env->first_dynamic, "the name of a global");
  uint32_t number = (obj - s->env->first_dynamic) >> DIR_LEAF_BITS;
  dir *d = dir_rw(s, number + 1);
  dir_leaf *leaf = d->leaf[number];
  if (!leaf) {
    leaf = part_new(sizeof *leaf);
  } else if (leaf->hd.refs > 1) {
    dir_leaf *copy = part_copy(leaf, sizeof *copy);
    leaf->hd.refs--;
    for
      EACH_OBJECT(copy, i) copy->obj[i]->hd.refs++;
    leaf = copy;
  }
  cow_touch(&leaf->hd);
  return d->leaf[number] = leaf;
}

void state_object_put(state *s, uint32_t obj, body *b) {
  dir_leaf *leaf = leaf_rw(s, obj);
  uint32_t i = leaf_index(s, obj);
  body_unref(leaf->obj[i]);
  leaf->obj[i] = b;
  leaf->used = b ? leaf->used | 1u << i : leaf->used & ~(1u << i);
  leaf->dead &= ~(1u << i);
  leaf->kept &= ~(1u << i);
}

void state_object_replace(state *s, uint32_t obj, body *b) {
  dir_leaf *leaf = leaf_rw(s, obj);
  uint32_t i = leaf_index(s, obj);
  DCHECK(leaf->used >> i & 1, "only a live object has contents to be replaced");
  body_unref(leaf->obj[i]);
  leaf->obj[i] = b;
}

bool state_object_kept(const state *s, uint32_t obj) {
  dir_leaf *leaf = find_leaf(s, obj);
  return leaf && (leaf->kept >> leaf_index(s, obj) & 1);
}

void state_object_keep(state *s, uint32_t obj, bool kept) {
  uint32_t bit = 1u << leaf_index(s, obj);
  dir_leaf *leaf = leaf_rw(s, obj);
  leaf->kept = kept ? leaf->kept | bit : leaf->kept & ~bit;
}

void state_keep_nothing(state *s) {
  for (uint32_t i = 0; s->objects && i < s->objects->n; i++) {
    const dir_leaf *leaf = s->objects->leaf[i];
    if (leaf && leaf->kept) leaf_rw(s, s->env->first_dynamic + (i << DIR_LEAF_BITS))->kept = 0;
  }
}

void state_object_kill(state *s, uint32_t obj) {
  dir_leaf *leaf = leaf_rw(s, obj);
  uint32_t i = leaf_index(s, obj);
  body_unref(leaf->obj[i]);
  leaf->obj[i] = NULL;
  leaf->used &= ~(1u << i);
  leaf->dead |= 1u << i;
  leaf->kept &= ~(1u << i);
}

void state_object_forget(state *s, uint32_t obj) {
  if (!state_object(s, obj) && !state_object_dead(s, obj)) return;
  state_object_kill(s, obj);
  leaf_rw(s, obj)->dead &= ~(1u << leaf_index(s, obj));
}

static body *body_rw(state *s, uint32_t obj) {
  dir_leaf *leaf = leaf_rw(s, obj);
  uint32_t i = leaf_index(s, obj);
  body *b = leaf->obj[i];
  if (b->hd.refs > 1) {
    body *copy = part_copy(b, sizeof(body) + b->n_pages * sizeof(chunk *));
    b->hd.refs--;
    for (uint32_t p = 0; p < copy->n_pages; p++) copy->pages[p]->hd.refs++;
    leaf->obj[i] = b = copy;
  }
  cow_touch(&b->hd);
  return b;
}

chunk *state_object_page_rw(state *s, uint32_t obj, uint32_t page) {
  body *b = body_rw(s, obj);
  return b->pages[page] = chunk_own(b->pages[page]);
}

// Small objects are copied whole; large ones in pages that keep both the copy and the page table short.
uint8_t state_page_shift(uint64_t cells) { return cells <= 256 ? 4 : cells <= 16384 ? 6 : 8; }

// --- environment ---------------------------------------------------------------------------------------------------

#define PACK 16u            // scalars and small records share chunks of this many slots
#define PACK_CONSTANT 256u  // constants share larger ones: nobody copies them

// A chunk that globals share, and how much of it is taken.
typedef struct open_chunk {
  uint32_t root, used;
} open_chunk;

static void put_in_chunk(state_env *env, placement *p, open_chunk *c, uint32_t cells, uint32_t room, uint32_t *roots) {
  if (c->root == UINT32_MAX || c->used + cells > room) *c = (open_chunk){(*roots)++, 0};
  p->first = c->root;
  p->base = c->used;
  p->shift = SHARED_CHUNK;
  c->used += cells;
  env->packed[c->root] = c->used;
}

// Integer arrays have chunks of their own, because they may become one array term; all else is packed. A program of SystemC has
// hundreds of constants (texts, tables of virtual functions): each chunk is a root that every copy of a state pays for. Under free
// interleaving constants are treated as all others (sem_views.c tells slots of a chunk apart).
static void place_globals(state_env *env) {
  open_chunk shared = {UINT32_MAX, 0}, constants = {UINT32_MAX, 0};
  bool together = env->ir->scheduler != IR_SCHED_INTERLEAVE;
  uint32_t roots = 0;
  uint64_t most = 0;
  for (uint32_t g = 1; g <= env->ir->n_globals; g++) {
    const layout *l = layout_of(env->layouts, env->ir->globals[g].type);
    most += l->count * l->n_cells / PACK + 1;
  }
  env->packed = MEM_NEW_N(uint32_t, most + 1);
  for (uint32_t g = 1; g <= env->ir->n_globals; g++) {
    placement *p = &env->statics[g];
    p->l = layout_of(env->layouts, env->ir->globals[g].type);
    p->elements = p->l->count;
    p->size = ir_type_get(env->ir, env->ir->globals[g].type)->size;
    uint64_t cells = p->elements * p->l->n_cells;
    if (cells == 0) continue;
    if (together && env->ir->globals[g].is_const && cells <= PACK_CONSTANT) {
      put_in_chunk(env, p, &constants, (uint32_t)cells, PACK_CONSTANT, &roots);
    } else if (cells > PACK || (p->l->uniform && cells > 1)) {
      p->shift = state_page_shift(cells);
      p->first = roots;
      roots += (uint32_t)((cells + (1u << p->shift) - 1) >> p->shift);
    } else {
      put_in_chunk(env, p, &shared, (uint32_t)cells, PACK, &roots);
    }
  }
  env->n_mem = roots;
}

state_env *state_env_new(const ir_module *ir, expr_table *terms, smt *solver, bool as_documented) {
  state_env *env = MEM_NEW(state_env);
  env->ir = ir;
  env->terms = terms;
  env->solver = solver;
  env->as_documented = as_documented;
  env->layouts = layout_table_new(ir);
  env->statics = MEM_NEW_N(placement, ir->n_globals + 1);
  env->first_dynamic = ir->n_globals + 1;
  place_globals(env);
  return env;
}

void state_env_free(state_env *env) {
  if (!env) return;
  layout_table_free(env->layouts);
  map64_fini(&env->lost_padding);
  map64_fini(&env->shadow_head);
  vec_free(&env->shadows);
  mem_free(env->statics);
  mem_free(env->packed);
  for (uint32_t i = 0; i < SHAPES; i++) mem_free(env->shapes[i]);
  mem_free(env);
}

// --- initial memory ------------------------------------------------------------------------------------------------

value state_constant(const state_env *env, const ir_operand *o) {
  switch (o->kind) {
  case IR_OPERAND_INT: return value_word(o->value);
  case IR_OPERAND_WIDE:
    return value_from_term(env->terms, expr_const_wide(env->terms, ir_type_get(env->ir, o->type)->bits, o->limbs));
  case IR_OPERAND_GLOBAL: return value_pointer((uint32_t)o->value, o->offset);
  case IR_OPERAND_FUNC: return value_pointer(STATE_FUNC_BASE + (uint32_t)o->value, 0);
  case IR_OPERAND_PROC:
  case IR_OPERAND_UPDATE: return value_word(o->value);
  case IR_OPERAND_NONE:
  case IR_OPERAND_NULL:
  case IR_OPERAND_REG: break;
  }
  return value_word(0);
}

value value_from_term(expr_table *t, expr e) {
  if (!expr_is_const(t, e)) return value_term(e);
  uint32_t width = expr_width(t, e);
  if (width > 64) {
    const uint64_t *limbs = expr_const_limbs(t, e);
    for (uint32_t i = 1; i < (width + 63) / 64; i++) {
      if (limbs[i] != 0) return value_term(e);
    }
  }
  return value_word(expr_const_u64(t, e));
}

static void make_chunks(state *s, const placement *p) {
  uint64_t cells = p->elements * p->l->n_cells;
  if (cells == 0) return;
  if (p->shift == SHARED_CHUNK) {
    if (!s->root[p->first]) s->root[p->first] = chunk_new(s->env->packed[p->first]);
    return;
  }
  chunk *zero = NULL;
  for (uint64_t done = 0, page = p->first; done < cells; done += 1u << p->shift, page++) {
    uint64_t left = cells - done;
    uint32_t n = left < (1u << p->shift) ? (uint32_t)left : 1u << p->shift;
    if (zero && zero->n == n)
      zero->hd.refs++;
    else
      zero = chunk_new(n);
    s->root[page] = zero;
  }
}

void state_init_memory(state *s) {
  const state_env *env = s->env;
  for (uint32_t g = 1; g <= env->ir->n_globals; g++) make_chunks(s, &env->statics[g]);
  for (uint32_t g = 1; g <= env->ir->n_globals; g++) {
    const ir_global_info *info = &env->ir->globals[g];
    const placement *p = &env->statics[g];
    for (uint32_t i = 0; i < info->n_inits; i++) {
      const ir_init *init = &info->inits[i];
      uint64_t number;
      uint32_t size = (uint32_t)ir_type_get(env->ir, init->value.type)->size;
      CHECK(layout_find(p->l, p->elements, init->offset, size, &number), "an initialiser sets exactly one scalar");
      uint32_t slot = p->base + (uint32_t)number;
      state_chunk_rw(s, p->first + (slot >> p->shift))->slots[slot & ((1u << p->shift) - 1)] =
          state_constant(env, &init->value);
    }
  }
}

// --- walks ---------------------------------------------------------------------------------------------------------

typedef void each_fn(void *arg, const value *v);
typedef void each_run_fn(void *arg, const value *v, uint32_t n);

// With `terms` parts are left out that are known to contain none.
static void walk_objects(const dir *d, bool terms, each_run_fn *each, void *arg) {
  if (!d || (terms && d->hd.plain)) return;
  for (uint32_t i = 0; i < d->n; i++) {
    const dir_leaf *leaf = d->leaf[i];
    if (!leaf || (terms && leaf->hd.plain)) continue;
    for (uint32_t j = 0; j < DIR_LEAF; j++) {
      const body *b = leaf->obj[j];
      if (!b || (terms && b->hd.plain)) continue;
      for (uint32_t p = 0; p < b->n_pages; p++) {
        const chunk *c = b->pages[p];
        if (!terms || !c->hd.plain) each(arg, c->slots, c->n);
      }
    }
  }
}

static void walk(const state *s, bool terms, each_run_fn *each, void *arg) {
  for (uint32_t i = 0; i < s->env->n_mem; i++) {
    const chunk *c = s->root[i];
    if (!terms || !c->hd.plain) each(arg, c->slots, c->n);
  }
  for (proc_id p = 0; p <= update_stack(s); p++) {
    // What is known of a frame holds for its callers too.
    for (const frame *f = state_top(s, p); f && !(terms && f->hd.plain); f = f->caller)
      each(arg, f->regs, f->n_regs + 1);
  }
  walk_objects(s->objects, terms, each, arg);
}

void state_each_run(const state *s, each_run_fn *each, void *arg) { walk(s, false, each, arg); }

typedef struct single {
  each_fn *each;
  void *arg;
} single;

static void each_single(void *arg, const value *v, uint32_t n) {
  const single *x = arg;
  for (uint32_t i = 0; i < n; i++) x->each(x->arg, &v[i]);
}

void state_each_value(const state *s, each_fn *each, void *arg) { walk(s, false, each_single, &(single){each, arg}); }

static void chunk_pointers(chunk *c, each_fn *each, void *arg) {
#ifdef NDEBUG
  if (c->hd.bare) return;
#endif
  bool bare = true;
  for (uint32_t i = 0; i < c->n; i++) {
    if (c->slots[i].obj == 0 || value_is_special(c->slots[i])) continue;
    each(arg, &c->slots[i]);
    bare = false;
  }
  CHECK(bare || !c->hd.bare, "a part without pointers was written unnoticed");
  c->hd.bare = bare;
}

static void body_pointers(const body *b, each_fn *each, void *arg) {
  for (uint32_t p = 0; p < b->n_pages; p++) chunk_pointers(b->pages[p], each, arg);
}

void state_each_pointer(const state *s, each_fn *each, void *arg) {
  for (uint32_t i = 0; i < s->env->n_mem; i++) chunk_pointers(s->root[i], each, arg);
  for (proc_id p = 0; p <= update_stack(s); p++) {
    for (const frame *f = state_top(s, p); f; f = f->caller) {
      for (uint32_t i = 0; i <= f->n_regs; i++)
        if (f->regs[i].obj) each(arg, &f->regs[i]);
    }
  }
  const dir *d = s->objects;
  for (uint32_t i = 0; d && i < d->n; i++) {
    const dir_leaf *leaf = d->leaf[i];
    for (uint32_t j = 0; leaf && j < DIR_LEAF; j++)
      if (leaf->obj[j]) body_pointers(leaf->obj[j], each, arg);
  }
}

typedef value map_fn(void *arg, value v);

// First index whose value changes, or n.
static uint32_t first_change(const value *v, uint32_t n, map_fn *map, void *arg) {
  uint32_t i = 0;
  while (i < n && value_same(map(arg, v[i]), v[i])) i++;
  return i;
}

static void map_slots(value *v, uint32_t from, uint32_t n, map_fn *map, void *arg) {
  for (uint32_t i = from; i < n; i++) v[i] = map(arg, v[i]);
}

static void map_stack(state *s, proc_id p, bool terms, map_fn *map, void *arg) {
  uint32_t depth = 0, own = 0;  // everything from the top down to the deepest frame that changes gets its own copy
  for (frame *f = state_top(s, p); f && !(terms && f->hd.plain); f = f->caller) {
    depth++;
    if (first_change(f->regs, f->n_regs + 1, map, arg) <= f->n_regs) own = depth;
  }
  if (own == 0) return;
  frame *f = state_own_top(s, p);
  map_slots(f->regs, 0, f->n_regs + 1, map, arg);
  for (depth = 1; depth < own; depth++) {
    f = f->caller = frame_own(f->caller);
    map_slots(f->regs, 0, f->n_regs + 1, map, arg);
  }
}

static void map_object(state *s, uint32_t obj, bool terms, map_fn *map, void *arg) {
  const body *b = state_object(s, obj);
  for (uint32_t p = 0; b && p < b->n_pages; p++) {
    if (terms && b->pages[p]->hd.plain) continue;
    uint32_t n = b->pages[p]->n, first = first_change(b->pages[p]->slots, n, map, arg);
    if (first == n) continue;
    map_slots(state_object_page_rw(s, obj, p)->slots, first, n, map, arg);
    b = state_object(s, obj);
  }
}

static void map_all(state *s, bool terms, map_fn *map, void *arg) {
  for (uint32_t i = 0; i < s->env->n_mem; i++) {
    const chunk *c = s->root[i];
    if (terms && c->hd.plain) continue;
    uint32_t first = first_change(c->slots, c->n, map, arg);
    if (first < c->n) map_slots(state_chunk_rw(s, i)->slots, first, c->n, map, arg);
  }
  for (proc_id p = 0; p <= update_stack(s); p++) map_stack(s, p, terms, map, arg);
  for (uint32_t i = 0; s->objects && i < s->objects->n; i++) {
    if (!s->objects->leaf[i] || (terms && s->objects->leaf[i]->hd.plain)) continue;
    for (uint32_t j = 0; j < DIR_LEAF; j++)
      map_object(s, s->env->first_dynamic + (i << DIR_LEAF_BITS) + j, terms, map, arg);
  }
}

void state_map_values(state *s, map_fn *map, void *arg) { map_all(s, false, map, arg); }
void state_map_terms(state *s, map_fn *map, void *arg) { map_all(s, true, map, arg); }

// --- literals ------------------------------------------------------------------------------------------------------

typedef struct literal_walk {
  expr_table *terms;
  expr_vec *out;
} literal_walk;

static void collect_literals(void *arg, const value *v, uint32_t n) {
  literal_walk *w = arg;
  for (uint32_t i = 0; i < n; i++) {
    if (!value_is_concrete(v[i])) expr_collect_vars(w->terms, v[i].e, w->out);
  }
}

void state_literals(const state *s, expr_table *t, expr_vec *out) {
  literal_walk w = {t, out};
  walk(s, true, collect_literals, &w);
}

static void notice_symbolic(void *arg, const value *v, uint32_t n) {
  const literal_walk *w = arg;
  // Wide constants and arrays of constants are terms without literals.
  if (w->out->len == 0) collect_literals(arg, v, n);
}

bool state_is_concrete(const state *s) {
  if (!s->inputs) return true;  // no literal was ever drawn
  expr_vec found = {0};
  literal_walk w = {s->env->terms, &found};
  walk(s, true, notice_symbolic, &w);
  bool concrete = found.len == 0;
  vec_free(&found);
  return concrete;
}
