#include "analysis/counted.h"

#include "analysis/points.h"
#include "analysis/repeats.h"
#include "base/bitset.h"
#include "base/mem.h"
#include "base/vec.h"

enum { MOST_DEPTH = 8, MOST_GLOBALS = 5000 };
#define ANYWHERE UINT64_MAX
#define HUGE_SUM ((int64_t)1 << 42)

// Integers that are told apart: at one offset of a global, or all of it.
typedef struct cell {
  uint32_t global;
  uint64_t offset, size;
  uint32_t next;  // of the same global; 0: none
  uint32_t up;    // in the tree of its class; itself: the root
  bool spoiled;   // of a root: the class is not counted
  // Of a root: what stands there at the start or is written as a constant; the sums of all changes; the product.
  int64_t least, most, down, rise;
  int64_t factor;
  bool minus;  // values are subtracted
} cell;

struct counted {
  const ir_module *m;
  points *pts;
  repeats *often;
  bitset whole;  // globals with accesses whose addresses are not exact: one cell each
  VEC(cell) cells;
  uint32_t *first;  // per global: the cell that was made last; 0: none
};

// What an instruction writes: the sum of so many values of the class, or their negatives, and of a number between least and most.
typedef struct sum {
  int64_t plus, minus, least, most;
} sum;

// --- cells -----------------------------------------------------------------------------------------------------------

static uint32_t root_of(const counted *c, uint32_t x) {
  while (c->cells.data[x].up != x) x = c->cells.data[x].up;
  return x;
}

static void spoil(counted *c, uint32_t x) { c->cells.data[root_of(c, x)].spoiled = true; }

static void unite(counted *c, uint32_t a, uint32_t b) {
  a = root_of(c, a);
  b = root_of(c, b);
  if (a == b) return;
  c->cells.data[b].up = a;
  c->cells.data[a].spoiled |= c->cells.data[b].spoiled;
}

static uint32_t cell_for(counted *c, uint32_t global, uint64_t offset, uint64_t size) {
  uint32_t others = c->first[global], made = (uint32_t)c->cells.len;
  for (uint32_t k = others; k; k = c->cells.data[k].next)
    if (c->cells.data[k].offset == offset && c->cells.data[k].size == size) return k;
  vec_push(&c->cells, ((cell){.global = global, .offset = offset, .size = size, .next = others, .up = made}));
  c->first[global] = made;
  // Those that overlap it are accessed in several ways.
  for (uint32_t k = others; k; k = c->cells.data[k].next) {
    const cell *o = &c->cells.data[k];
    if (offset != ANYWHERE && (o->offset + o->size <= offset || offset + size <= o->offset)) continue;
    spoil(c, k);
    spoil(c, made);
  }
  return made;
}

// --- addresses -------------------------------------------------------------------------------------------------------

typedef VEC(uint32_t) cell_vec;

// The cells of globals that an access concerns; false: other objects too, or nothing is known.
static bool find_cells(counted *c, uint32_t func, const ir_operand *address, uint64_t size, cell_vec *found) {
  uint32_t obj;
  uint64_t offset;
  if (points_exact(c->pts, (ir_func){func}, address, &obj, &offset) && obj <= c->m->n_globals) {
    vec_push(found, cell_for(c, obj, bitset_has(&c->whole, obj) ? ANYWHERE : offset, size));
    return true;
  }
  const bitset *may = points_of(c->pts, (ir_func){func}, address);
  bool globals_only = true;
  for (uint32_t o = 1; o <= points_objects(c->pts); o++) {
    if (!bitset_has(may, o)) continue;
    if (o <= c->m->n_globals) vec_push(found, cell_for(c, o, ANYWHERE, size));
    globals_only &= o <= c->m->n_globals;
  }
  return globals_only && found->len > 0;
}

// Reads or writes where its first operand points.
static bool is_access(ir_op op) {
  switch ((int)op) {
  case IR_LOAD:
  case IR_STORE:
  case IR_RMW:
  case IR_CAS:
  case IR_FILL:
  case IR_FREE:
  case IR_NONDET_MEM:
  case IR_COPY: return true;
  }
  return false;
}

static bool has_size(ir_op op) { return op == IR_LOAD || op == IR_STORE || op == IR_RMW || op == IR_CAS; }

static void find_whole(counted *c) {
  const ir_module *m = c->m;
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    for (uint32_t pc = 0; pc < m->funcs[f].n_code; pc++) {
      const ir_instr *i = &m->funcs[f].code[pc];
      uint32_t obj;
      uint64_t offset;
      if (!is_access(i->op)) continue;
      if (has_size(i->op) && points_exact(c->pts, (ir_func){f}, &i->args[0], &obj, &offset)) continue;
      bitset_union(&c->whole, points_of(c->pts, (ir_func){f}, &i->args[0]));
    }
  }
}

// --- what is written -------------------------------------------------------------------------------------------------

typedef struct reading {
  counted *c;
  uint32_t func, bits;
  uint64_t size;
  cell_vec *from;  // cells whose values enter
} reading;

static const ir_instr *only_definition(const ir_func_info *f, uint64_t reg) {
  const ir_instr *found = NULL;
  if (reg <= f->n_params) return NULL;
  for (uint32_t c = 0; c < f->n_code; c++) {
    if (f->code[c].dst.id != reg) continue;
    if (found) return NULL;
    found = &f->code[c];
  }
  return found;
}

static bool within(const sum *s) { return s->least > -HUGE_SUM && s->most < HUGE_SUM && s->plus + s->minus < 64; }

static bool add_sums(sum a, sum b, bool minus, sum *made) {
  if (minus)
    *made = (sum){a.plus + b.minus, a.minus + b.plus, a.least - b.most, a.most - b.least};
  else
    *made = (sum){a.plus + b.plus, a.minus + b.minus, a.least + b.least, a.most + b.most};
  return within(made);
}

static bool read_sum(const reading *r, const ir_operand *o, uint32_t depth, sum *made);

// One of several values of the class.
static bool read_memory(const reading *r, const ir_instr *i, sum *made) {
  *made = (sum){.plus = 1};
  return ir_type_get(r->c->m, i->type)->size == r->size && find_cells(r->c, r->func, &i->args[0], r->size, r->from);
}

static bool read_either(const reading *r, const ir_instr *i, uint32_t depth, sum *made) {
  sum a, b;
  if (!read_sum(r, &i->args[1], depth, &a) || !read_sum(r, &i->args[2], depth, &b)) return false;
  made->plus = a.plus > b.plus ? a.plus : b.plus;
  made->minus = a.minus > b.minus ? a.minus : b.minus;
  made->least = a.least < b.least ? a.least : b.least;
  made->most = a.most > b.most ? a.most : b.most;
  return within(made);
}

static bool read_definition(const reading *r, const ir_instr *i, uint32_t depth, sum *made) {
  const ir_module *m = r->c->m;
  sum a, b;
  switch ((int)i->op) {
  case IR_MOV: return read_sum(r, &i->args[0], depth, made);
  case IR_ADD:
  case IR_SUB:
    return read_sum(r, &i->args[0], depth, &a) && read_sum(r, &i->args[1], depth, &b) &&
           add_sums(a, b, i->op == IR_SUB, made);
  case IR_SELECT: return read_either(r, i, depth, made);
  case IR_ZEXT: {
    const ir_type_info *t = ir_type_get(m, i->args[0].type);
    *made = (sum){.most = t->bits < 40 ? ((int64_t)1 << t->bits) - 1 : 0};
    return t->bits < 40;
  }
  case IR_LOAD:
  case IR_RMW:
  case IR_CAS: return read_memory(r, i, made);
  }
  return false;
}

static bool read_sum(const reading *r, const ir_operand *o, uint32_t depth, sum *made) {
  const ir_type_info *t = ir_type_get(r->c->m, o->type);
  if (depth == MOST_DEPTH || t->kind != IR_TYPE_INT || t->bits != r->bits) return false;
  if (o->kind == IR_OPERAND_INT) {
    int64_t n = (int64_t)(o->value << (64 - r->bits)) >> (64 - r->bits);
    *made = (sum){.least = n, .most = n};
    return within(made);
  }
  const ir_instr *i = o->kind == IR_OPERAND_REG ? only_definition(&r->c->m->funcs[r->func], o->value) : NULL;
  return i && read_definition(r, i, depth + 1, made);
}

static bool read_update(const reading *r, const ir_instr *i, sum *made) {
  sum by;
  if (!read_sum(r, &i->args[1], 0, &by)) return false;
  *made = by;
  if (i->sub == IR_RMW_XCHG) return true;
  return (i->sub == IR_RMW_ADD || i->sub == IR_RMW_SUB) && add_sums((sum){.plus = 1}, by, i->sub == IR_RMW_SUB, made);
}

static bool read_written(const reading *r, const ir_instr *i, sum *made) {
  switch ((int)i->op) {
  case IR_STORE: return read_sum(r, &i->args[1], 0, made);
  case IR_CAS: return read_sum(r, &i->args[2], 0, made);
  case IR_RMW: return read_update(r, i, made);
  }
  return false;
}

// --- changes ---------------------------------------------------------------------------------------------------------

typedef struct change {
  uint32_t func, pc, cell;
  sum s;
} change;
typedef VEC(change) change_vec;

static void note_write(counted *c, uint32_t func, uint32_t pc, change_vec *changes) {
  const ir_instr *i = &c->m->funcs[func].code[pc];
  const ir_type_info *t = ir_type_get(c->m, i->type);
  bool sized = has_size(i->op);
  cell_vec to = {0}, from = {0};
  find_cells(c, func, &i->args[0], sized ? t->size : 0, &to);
  reading r = {.c = c, .func = func, .bits = t->bits, .size = t->size, .from = &from};
  change made = {.func = func, .pc = pc};
  bool good = sized && t->kind == IR_TYPE_INT && t->bits >= 8 && t->bits <= 64 && t->bits == t->size * 8 && to.len &&
              read_written(&r, i, &made.s);
  for (size_t k = 1; k < to.len; k++) unite(c, to.data[0], to.data[k]);
  for (size_t k = 0; k < from.len && to.len && good; k++) unite(c, to.data[0], from.data[k]);
  if (to.len && !good) spoil(c, to.data[0]);
  if (to.len) made.cell = to.data[0];
  if (to.len && good) vec_push(changes, made);
  vec_free(&to);
  vec_free(&from);
}

static void find_changes(counted *c, change_vec *changes) {
  const ir_module *m = c->m;
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t pc = 0; pc < m->funcs[f].n_code; pc++)
      if (is_access(m->funcs[f].code[pc].op) && m->funcs[f].code[pc].op != IR_LOAD) note_write(c, f, pc, changes);
}

// --- bounds ----------------------------------------------------------------------------------------------------------

static void take_constant(cell *root, int64_t least, int64_t most) {
  if (least < root->least) root->least = least;
  if (most > root->most) root->most = most;
}

// What stands there at the start. Zero is always among it.
static void take_initial(counted *c, uint32_t x) {
  const cell *own = &c->cells.data[x];
  const ir_global_info *g = &c->m->globals[own->global];
  cell *root = &c->cells.data[root_of(c, x)];
  if (g->is_thread_local) root->spoiled = true;
  for (uint32_t k = 0; k < g->n_inits; k++) {
    const ir_operand *o = &g->inits[k].value;
    const ir_type_info *t = ir_type_get(c->m, o->type);
    bool all = own->offset == ANYWHERE;
    if (!all && (g->inits[k].offset + t->size <= own->offset || own->offset + own->size <= g->inits[k].offset))
      continue;
    bool zero = o->kind == IR_OPERAND_NULL || (o->kind == IR_OPERAND_INT && o->value == 0);
    if (zero) continue;
    bool fits = o->kind == IR_OPERAND_INT && t->kind == IR_TYPE_INT && t->size == own->size && t->bits == t->size * 8 &&
                (all || g->inits[k].offset == own->offset);
    int64_t n = fits ? (int64_t)(o->value << (64 - t->bits)) >> (64 - t->bits) : HUGE_SUM;
    if (n <= -HUGE_SUM || n >= HUGE_SUM)
      root->spoiled = true;
    else
      take_constant(root, n, n);
  }
}

static bool multiply(int64_t *a, int64_t b) { return !__builtin_mul_overflow(*a, b, a) && *a < HUGE_SUM; }

static bool take_times(int64_t *total, int64_t each, uint64_t n) {
  if (each <= 0 || n == 0) return true;
  if (n >= (uint64_t)HUGE_SUM || !multiply(&each, (int64_t)n)) return false;
  *total += each;
  return *total < HUGE_SUM;
}

static void take_change(counted *c, const change *x) {
  cell *root = &c->cells.data[root_of(c, x->cell)];
  if (root->spoiled) return;
  int64_t values = x->s.plus + x->s.minus;
  root->minus |= x->s.minus > 0;
  if (!values) {
    take_constant(root, x->s.least, x->s.most);
    return;
  }
  uint64_t n = repeats_of(c->often, x->func, x->pc);
  bool good = take_times(&root->rise, x->s.most, n) && take_times(&root->down, -x->s.least, n);
  for (uint64_t k = 0; k < n && values > 1 && good; k++) good = multiply(&root->factor, values);
  root->spoiled |= !good;
}

counted *counted_new(const ir_module *m) {
  counted *c = MEM_NEW(counted);
  c->m = m;
  vec_push(&c->cells, (cell){.spoiled = true});
  if (m->n_globals > MOST_GLOBALS) return c;
  c->pts = points_new(m);
  c->often = repeats_new(m);
  c->whole = bitset_new(points_objects(c->pts) + 1);
  c->first = MEM_NEW_N(uint32_t, m->n_globals + 1);
  change_vec changes = {0};
  find_whole(c);
  find_changes(c, &changes);
  for (uint32_t k = 1; k < c->cells.len; k++) c->cells.data[k].factor = 1;
  for (uint32_t k = 1; k < c->cells.len; k++) take_initial(c, k);
  for (size_t k = 0; k < changes.len; k++) take_change(c, &changes.data[k]);
  vec_free(&changes);
  return c;
}

void counted_free(counted *c) {
  if (!c) return;
  points_free(c->pts);
  repeats_free(c->often);
  bitset_fini(&c->whole);
  vec_free(&c->cells);
  mem_free(c->first);
  mem_free(c);
}

static bool bounds_of(const cell *root, int64_t *least, int64_t *most) {
  int64_t greatest = root->most > -root->least ? root->most : -root->least;
  if (root->spoiled) return false;
  if (!root->minus && root->factor == 1) {
    *least = root->least - root->down;
    *most = root->most + root->rise;
    return true;
  }
  greatest += root->rise + root->down;
  if (greatest >= HUGE_SUM || !multiply(&greatest, root->factor)) return false;
  *least = !root->minus && root->least == 0 && root->down == 0 ? 0 : -greatest;
  *most = greatest;
  return true;
}

bool counted_range(const counted *c, uint32_t global, bool exact, uint64_t offset, uint64_t size, int64_t *least,
                   int64_t *most, bool *parts) {
  if (!c->pts || size > 8 || global > c->m->n_globals) return false;
  *parts = bitset_has(&c->whole, global);
  if (!exact && !*parts) return false;
  for (uint32_t k = c->first[global]; k; k = c->cells.data[k].next) {
    const cell *x = &c->cells.data[k];
    if (x->size != size || x->offset != (*parts ? ANYWHERE : offset)) continue;
    int64_t end = size == 8 ? HUGE_SUM : (int64_t)1 << (size * 8 - 1);
    return bounds_of(&c->cells.data[root_of(c, k)], least, most) && *least >= -end && *most < end;
  }
  return false;
}
