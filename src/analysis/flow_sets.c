// Sets of atoms, and operations on values.
#include <stdlib.h>

#include "analysis/flow_impl.h"
#include "base/hash.h"

enum { INTEGERS_MAX = 8, OFFSETS_MAX = 32, PRODUCT_MAX = 256, SETS_MAX = 1 << 24, LOOKUP_WORK = 50 };

void sets_init(flow_sets *s) {
  *s = (flow_sets){0};
  vec_push(&s->list, (flow_span){0});
}

void sets_fini(flow_sets *s) {
  vec_free(&s->pool);
  vec_free(&s->list);
  map64_fini(&s->by_hash);
  map64_fini(&s->joined);
  map64_fini(&s->blurred);
  map64_fini(&s->computed);
}

static int by_place(const void *a, const void *b) {
  const flow_atom *x = a, *y = b;
  if (x->obj != y->obj) return x->obj < y->obj ? -1 : 1;
  return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static bool same_atom(flow_atom a, flow_atom b) { return a.obj == b.obj && a.offset == b.offset; }

// Within one object FLOW_ANY is the last atom and covers all others.
static void normalise(flow_atoms *a) {
  bool sorted = true;
  for (size_t i = 1; i < a->len && sorted; i++) sorted = by_place(&a->data[i - 1], &a->data[i]) <= 0;
  if (!sorted) qsort(a->data, a->len, sizeof *a->data, by_place);
  size_t out = 0;
  for (size_t i = 0; i < a->len;) {
    size_t end = i, first = out;
    for (; end < a->len && a->data[end].obj == a->data[i].obj; end++) {
      if (out == first || !same_atom(a->data[out - 1], a->data[end])) a->data[out++] = a->data[end];
    }
    flow_atom any = {.obj = a->data[end - 1].obj, .offset = FLOW_ANY};
    size_t limit = any.obj == 0 ? INTEGERS_MAX : OFFSETS_MAX;
    if (out - first > limit || same_atom(a->data[out - 1], any)) {
      a->data[first] = any;
      out = first + 1;
    }
    i = end;
  }
  a->len = out;
}

flow_set sets_make(flow_sets *s, flow_atoms *atoms) {
  if (atoms->len == 0) return 0;
  normalise(atoms);
  uint64_t h = atoms->len;
  for (size_t i = 0; i < atoms->len; i++) h = hash_combine(hash_combine(h, atoms->data[i].obj), atoms->data[i].offset);
  uint64_t first = 0;
  map64_get(&s->by_hash, h, &first);
  for (uint32_t k = (uint32_t)first; k; k = s->list.data[k].next) {
    bool same = s->list.data[k].n == atoms->len;
    for (size_t i = 0; same && i < atoms->len; i++) {
      same = same_atom(s->pool.data[s->list.data[k].first + i], atoms->data[i]);
    }
    if (same) return k;
  }
  size_t id = s->list.len;
  vec_push(&s->list, ((flow_span){(uint32_t)s->pool.len, (uint32_t)atoms->len, (uint32_t)first}));
  for (size_t i = 0; i < atoms->len; i++) vec_push(&s->pool, atoms->data[i]);
  map64_put(&s->by_hash, h, id);
  return (flow_set)id;
}

flow_set sets_one(flow_sets *s, flow_atom a) {
  flow_atoms one = {.data = &a, .len = 1, .cap = 1};
  return sets_make(s, &one);
}

const flow_atom *sets_atoms(const flow_sets *s, flow_set a, uint32_t *n) {
  *n = s->list.data[a].n;
  return s->pool.data + s->list.data[a].first;
}

static void push_set(flow_sets *s, flow_set a, flow_atoms *out) {
  uint32_t n;
  const flow_atom *list = sets_atoms(s, a, &n);
  s->work += 20 * n;
  for (uint32_t i = 0; i < n; i++) vec_push(out, list[i]);
}

// Both in order, so that nothing is to be sorted.
static void push_both(flow_sets *s, flow_set a, flow_set b, flow_atoms *out) {
  uint32_t n, k, i = 0, j = 0;
  const flow_atom *x = sets_atoms(s, a, &n), *y = sets_atoms(s, b, &k);
  s->work += 20 * n + 20 * k;
  vec_reserve(out, (size_t)n + k);
  while (i < n || j < k) {
    bool from_a = j == k || (i < n && by_place(&x[i], &y[j]) <= 0);
    vec_push(out, from_a ? x[i++] : y[j++]);
  }
}

// Is b part of a, seen without asking the table? Few elements are compared faster.
static bool covers(const flow_sets *s, flow_set a, flow_set b) {
  uint32_t n, k, i = 0;
  const flow_atom *x = sets_atoms(s, a, &n), *y = sets_atoms(s, b, &k);
  if (k > 2 || n > 32) return false;
  for (uint32_t j = 0; j < k; j++) {
    while (i < n &&
           (x[i].obj < y[j].obj || (x[i].obj == y[j].obj && x[i].offset < y[j].offset && x[i].offset != FLOW_ANY)))
      i++;
    if (i == n || x[i].obj != y[j].obj || (x[i].offset != y[j].offset && x[i].offset != FLOW_ANY)) return false;
  }
  return true;
}

flow_set sets_join(flow_sets *s, flow_set a, flow_set b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  if (covers(s, a, b)) return a;
  s->work += LOOKUP_WORK;
  uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a, known;
  if (map64_get(&s->joined, key, &known)) return (flow_set)known;
  flow_atoms all = {0};
  push_both(s, a, b, &all);
  flow_set made = sets_make(s, &all);
  vec_free(&all);
  map64_put(&s->joined, key, made);
  return made;
}

flow_set sets_blur(flow_sets *s, flow_set a) {
  uint64_t known;
  s->work += LOOKUP_WORK;
  if (map64_get(&s->blurred, a, &known)) return (flow_set)known;
  flow_atoms all = {0};
  push_set(s, a, &all);
  for (size_t i = 0; i < all.len; i++) all.data[i].offset = FLOW_ANY;
  vec_push(&all, ((flow_atom){.offset = FLOW_ANY}));
  flow_set made = sets_make(s, &all);
  vec_free(&all);
  map64_put(&s->blurred, a, made);
  return made;
}

// --- operations on values -------------------------------------------------------------------------------------------

static uint64_t mask_of(uint32_t bits) { return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1; }
static int64_t signed_of(uint64_t v, uint32_t bits) {
  return bits >= 64 ? (int64_t)v : (int64_t)(v << (64 - bits)) >> (64 - bits);
}
static bool is_known(flow_atom a) { return a.obj == 0 && a.offset != FLOW_ANY; }
static bool is_address(flow_atom a) { return a.obj != 0; }

// The result of an operation on two integers of `bits`; false: not computed here.
static bool fold(ir_op op, uint32_t bits, uint64_t a, uint64_t b, uint64_t *out) {
  uint64_t m = mask_of(bits);
  switch ((int)op) {
  case IR_ADD: *out = (a + b) & m; return true;
  case IR_SUB: *out = (a - b) & m; return true;
  case IR_MUL: *out = (a * b) & m; return true;
  case IR_AND: *out = a & b; return true;
  case IR_OR: *out = a | b; return true;
  case IR_XOR: *out = a ^ b; return true;
  case IR_SHL: *out = b < bits ? (a << b) & m : 0; return true;
  case IR_LSHR: *out = b < bits ? a >> b : 0; return true;
  case IR_ASHR: *out = (uint64_t)(signed_of(a, bits) >> (b < bits ? b : bits - 1)) & m; return true;
  case IR_UDIV: *out = b ? a / b : m; return true;
  case IR_UREM: *out = b ? a % b : a; return true;
  case IR_EQ: *out = a == b; return true;
  case IR_NE: *out = a != b; return true;
  case IR_ULT: *out = a < b; return true;
  case IR_ULE: *out = a <= b; return true;
  case IR_SLT: *out = signed_of(a, bits) < signed_of(b, bits); return true;
  case IR_SLE: *out = signed_of(a, bits) <= signed_of(b, bits); return true;
  default: return false;
  }
}

// An address and a number: the place moves; everything else about addresses is blurred.
static flow_atom move(ir_op op, flow_atom p, flow_atom by) {
  bool moves = (op == IR_ADD || op == IR_SUB || op == IR_PTRADD) && is_known(by) && p.offset != FLOW_ANY;
  uint64_t offset = !moves ? FLOW_ANY : op == IR_SUB ? p.offset - by.offset : p.offset + by.offset;
  return (flow_atom){.obj = p.obj, .offset = offset};
}

static bool is_comparison(ir_op op) {
  return op == IR_EQ || op == IR_NE || op == IR_ULT || op == IR_ULE || op == IR_SLT || op == IR_SLE;
}

// An object that stands for one thing only: two exact addresses in it are equal or not.
static bool is_single(const flow *f, uint32_t obj) { return obj <= f->seed.n_objects || obj >= FLOW_FUNC; }

// What is in different objects, or is no address, is not equal to an address (doc/ir.md 4, or the run ends there).
static uint64_t compare(const flow *f, ir_op op, uint32_t bits, flow_atom a, flow_atom b) {
  uint64_t r;
  bool exact = a.offset != FLOW_ANY && b.offset != FLOW_ANY && is_single(f, a.obj);
  if (!is_address(a) && !is_address(b)) return exact && fold(op, bits, a.offset, b.offset, &r) ? r : FLOW_ANY;
  if (op != IR_EQ && op != IR_NE) return FLOW_ANY;
  if (a.obj != b.obj) return op == IR_NE;
  return exact ? (a.offset == b.offset) == (op == IR_EQ) : FLOW_ANY;
}

enum { OBJECT_ALIGN = 16 };

// The low bits of an address are those of its offset; a function's lowest bit is clear.
static uint64_t low_bits(flow_atom p, uint64_t k) {
  if (p.obj >= FLOW_FUNC) return k == 1 ? 0 : FLOW_ANY;
  return p.offset == FLOW_ANY ? FLOW_ANY : p.offset & k;
}

static void pair(flow *f, const ir_instr *i, uint32_t bits, flow_atom a, flow_atom b, flow_atoms *out) {
  flow_atom unknown = {.offset = FLOW_ANY};
  uint64_t r;
  if (is_comparison(i->op)) {
    vec_push(out, ((flow_atom){.offset = compare(f, i->op, bits, a, b)}));
    return;
  }
  if (is_known(a) && is_known(b) && bits <= 64 && fold(i->op, bits, a.offset, b.offset, &r)) {
    vec_push(out, ((flow_atom){.offset = r}));
    return;
  }
  if (i->op == IR_AND && is_address(a) && is_known(b) && b.offset < OBJECT_ALIGN) {
    vec_push(out, ((flow_atom){.offset = low_bits(a, b.offset)}));
    return;
  }
  if (is_address(a)) vec_push(out, move(i->op, a, b));
  if (is_address(b)) vec_push(out, move(i->op == IR_SUB ? IR_AND : i->op, b, a));
  if (i->op != IR_PTRADD || !(is_address(a) || is_address(b))) vec_push(out, unknown);
}

static flow_set each_pair(flow *f, const ir_instr *i, uint32_t bits, flow_set x, flow_set y) {
  uint32_t n, k;
  sets_atoms(&f->sets, x, &n);
  sets_atoms(&f->sets, y, &k);
  flow_atoms out = {0};
  for (uint32_t a = 0; a < n; a++) {
    for (uint32_t b = 0; b < k; b++) {
      pair(f, i, bits, sets_atoms(&f->sets, x, &n)[a], sets_atoms(&f->sets, y, &k)[b], &out);
    }
  }
  flow_set made = sets_make(&f->sets, &out);
  vec_free(&out);
  return made;
}

static flow_set binary(flow *f, const ir_instr *i, flow_set x, flow_set y) {
  uint32_t n, k;
  sets_atoms(&f->sets, x, &n);
  sets_atoms(&f->sets, y, &k);
  if (n == 0 || k == 0) return 0;
  const ir_type_info *t = ir_type_get(f->m, i->args[0].type);
  uint32_t bits = t->kind == IR_TYPE_INT ? t->bits : 64;
  if ((uint64_t)n * k > PRODUCT_MAX || bits > 64 || x >= SETS_MAX || y >= SETS_MAX) {
    return is_comparison(i->op) ? f->integer : sets_blur(&f->sets, sets_join(&f->sets, x, y));
  }
  uint64_t key = (uint64_t)i->op << 56 | (uint64_t)bits << 48 | (uint64_t)x << 24 | y, known;
  if (map64_get(&f->sets.computed, key, &known)) return (flow_set)known;
  flow_set made = each_pair(f, i, bits, x, y);
  map64_put(&f->sets.computed, key, made);
  return made;
}

static flow_set convert(flow *f, const ir_instr *i, flow_set x) {
  uint32_t n;
  sets_atoms(&f->sets, x, &n);
  const ir_type_info *from = ir_type_get(f->m, i->args[0].type), *to = ir_type_get(f->m, i->type);
  uint32_t in = from->kind == IR_TYPE_INT ? from->bits : 64, bits = to->kind == IR_TYPE_INT ? to->bits : 64;
  flow_atoms out = {0};
  for (uint32_t k = 0; k < n; k++) {
    flow_atom a = sets_atoms(&f->sets, x, &n)[k];
    if (is_known(a) && in <= 64 && bits <= 64) {
      uint64_t v = i->op == IR_SEXT ? (uint64_t)signed_of(a.offset, in) : a.offset;
      a.offset = v & mask_of(bits);
    } else if (!is_address(a)) {
      a.offset = FLOW_ANY;
    }
    vec_push(&out, a);
  }
  flow_set made = sets_make(&f->sets, &out);
  vec_free(&out);
  return made;
}

static flow_set negate(flow *f, const ir_instr *i, flow_set x) {
  uint32_t n, bits = ir_type_get(f->m, i->type)->bits;
  const flow_atom *a = sets_atoms(&f->sets, x, &n);
  if (n != 1 || !is_known(a[0]) || bits == 0 || bits > 64) return x ? sets_blur(&f->sets, x) : 0;
  uint64_t v = i->op == IR_NOT ? ~a[0].offset : 0 - a[0].offset;
  return sets_one(&f->sets, (flow_atom){.offset = v & mask_of(bits)});
}

static flow_set choose(flow *f, const flow_set *args) {
  uint32_t n;
  const flow_atom *c = sets_atoms(&f->sets, args[0], &n);
  if (n == 0) return 0;
  if (n == 1 && is_known(c[0])) return c[0].offset & 1 ? args[1] : args[2];
  return sets_join(&f->sets, args[1], args[2]);
}

flow_set flow_eval_value(flow *f, const ir_instr *i, const flow_set *args) {
  switch ((int)i->op) {
  case IR_MOV:
  case IR_PTRTOINT:
  case IR_INTTOPTR: return args[0];
  case IR_ADD:
  case IR_SUB:
  case IR_MUL:
  case IR_UDIV:
  case IR_SDIV:
  case IR_UREM:
  case IR_SREM:
  case IR_SHL:
  case IR_LSHR:
  case IR_ASHR:
  case IR_AND:
  case IR_OR:
  case IR_XOR:
  case IR_EQ:
  case IR_NE:
  case IR_ULT:
  case IR_ULE:
  case IR_SLT:
  case IR_SLE:
  case IR_PTRADD: return binary(f, i, args[0], args[1]);
  case IR_ZEXT:
  case IR_SEXT:
  case IR_TRUNC: return convert(f, i, args[0]);
  case IR_NOT:
  case IR_NEG: return negate(f, i, args[0]);
  case IR_SELECT: return choose(f, args);
  default: return f->integer;  // floats, differences of pointers, inputs, time: numbers
  }
}
