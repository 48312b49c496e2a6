// The table of terms: pages of nodes, the unique table, literals, plain accessors.
#include "expr/expr_impl.h"

#include "base/hash.h"

unsigned expr_op_arity(expr_op op) {
  static const uint8_t arity[EXPR_OP_COUNT] = {
#define EXPR_OP(name, n, commutative, smtlib, text) n,
#include "expr/ops.def"
#undef EXPR_OP
  };
  return arity[op];
}

static uint64_t const_hash(uint32_t width, const uint64_t *limbs) {
  if (width <= 64) return hash_combine(hash_u64(width), limbs[0]);
  return hash_bytes(limbs, (size_t)((width + 63) / 64) * 8, width);
}

static uint64_t node_hash(const enode *n) {
  if (n->op == EXPR_CONST) return const_hash(n->width, n->width <= 64 ? &n->u.value : n->u.limbs);
  uint64_t h = hash_combine(((uint64_t)n->op << 32) | n->width, n->elem);
  h = hash_combine(h, ((uint64_t)n->u.arg[0] << 32) | n->u.arg[1]);
  return hash_combine(h, n->u.arg[2]);
}

void expr_table_rehash(expr_table *t, uint32_t terms) {
  uint32_t size = 1024;
  while ((uint64_t)terms * 3 > (uint64_t)size * 2) {
    CHECK(size < (1u << 31), "term table is full");
    size *= 2;
  }
  mem_free(t->slots);
  t->slots = MEM_NEW_N(uint32_t, size);
  t->slot_count = size;
  for (uint32_t id = 1; id <= t->count; id++) {
    if (!t->pages[id >> EXPR_PAGE_BITS].nodes) {
      id |= EXPR_PAGE_SIZE - 1;
      continue;
    }
    if (enode_at(t, id)->op == EXPR_DEAD) continue;
    uint32_t i = (uint32_t)node_hash(enode_at(t, id)) & (size - 1);
    while (t->slots[i]) i = (i + 1) & (size - 1);
    t->slots[i] = id;
  }
}

static bool node_equal(const enode *a, const enode *b) {
  if (a->op != b->op || a->width != b->width || a->elem != b->elem) return false;
  if (a->op == EXPR_CONST) {
    if (a->width <= 64) return a->u.value == b->u.value;
    return memcmp(a->u.limbs, b->u.limbs, (size_t)((a->width + 63) / 64) * 8) == 0;
  }
  return a->u.arg[0] == b->u.arg[0] && a->u.arg[1] == b->u.arg[1] && a->u.arg[2] == b->u.arg[2];
}

static uint64_t blind_hash(const expr_table *t, const enode *n) {
  if (n->op == EXPR_CONST) return hash_combine(node_hash(n), EXPR_CONST);
  uint64_t h = hash_combine(((uint64_t)n->op << 32) | n->width, n->elem);
  if (n->op == EXPR_VAR) return hash_combine(h, t->vars.data[n->u.arg[0]].info.type_tag);
  if (n->op == EXPR_EXTRACT) h = hash_combine(h, ((uint64_t)n->u.arg[1] << 32) | n->u.arg[2]);
  unsigned arity = expr_op_arity((expr_op)n->op);
  for (unsigned i = 0; i < arity; i++) h = hash_combine(h, enode_at(t, n->u.arg[i])->blind);
  return h;
}

// Only knowledge beyond the trivial is stored: most nodes keep index 0.
static void store_bits(expr_table *t, enode *n) {
  n->bits = 0;
  if (n->elem || n->width > 64 || n->op == EXPR_VAR || n->op == EXPR_CONST || n->op == EXPR_SELECT) return;
  expr_bits_args in = {.hi = n->u.arg[1], .lo = n->u.arg[2]};
  unsigned arity = expr_op_arity((expr_op)n->op);
  for (unsigned i = 0; i < arity; i++) {
    const enode *a = enode_at(t, n->u.arg[i]);
    if (a->elem || a->width > 64) continue;
    in.width[i] = a->width;
    in.arg[i] = expr_get_bits(t, (expr){n->u.arg[i]});
  }
  expr_bits b = expr_bits_apply((expr_op)n->op, n->width, &in);
  expr_bits full = expr_bits_full(n->width);
  if (memcmp(&b, &full, sizeof b) == 0) return;
  n->bits = (uint32_t)t->bits.len;
  vec_push(&t->bits, b);
}

// Finds `key` or adds it; the caller has filled everything but the hash and the bits.
static expr find_or_add(expr_table *t, enode *key, bool *added) {
  if ((uint64_t)(t->alive + 1) * 3 > (uint64_t)t->slot_count * 2) expr_table_rehash(t, t->alive + t->alive / 2 + 1);
  uint32_t mask = t->slot_count - 1;
  uint32_t i = (uint32_t)node_hash(key) & mask;
  for (; t->slots[i]; i = (i + 1) & mask)
    if (node_equal(enode_at(t, t->slots[i]), key)) {
      *added = false;
      return (expr){t->slots[i]};
    }
  CHECK(t->count < UINT32_MAX - 1, "term table is full");
  uint32_t id = t->count + 1;
  if ((id >> EXPR_PAGE_BITS) >= t->page_count) {
    t->pages = t->page_count < t->page_cap ? t->pages
                                           : vec_grow(t->pages, &t->page_cap, t->page_count + 1, sizeof *t->pages);
    t->pages[t->page_count++] = (expr_page){.nodes = MEM_NEW_N(enode, EXPR_PAGE_SIZE), .count = EXPR_PAGE_SIZE};
  }
  t->slots[i] = id;
  t->count = id;
  t->alive++;
  key->blind = blind_hash(t, key);
  *enode_at(t, id) = *key;
  *added = true;
  return (expr){id};
}

expr expr_intern(expr_table *t, expr_op op, sort s, uint32_t a, uint32_t b, uint32_t c) {
  enode key = {.u.arg = {a, b, c}, .width = s.width, .elem = s.elem, .op = (uint8_t)op};
  bool added;
  expr e = find_or_add(t, &key, &added);
  if (added) store_bits(t, enode_of(t, e));
  return e;
}

expr expr_const(expr_table *t, uint32_t width, uint64_t value) {
  CHECK(width > 0, "bit-vectors have at least one bit");
  if (width > 64) {
    uint32_t n = (width + 63) / 64;
    uint64_t *limbs = MEM_NEW_N(uint64_t, n);
    limbs[0] = value;
    expr e = expr_const_wide(t, width, limbs);
    mem_free(limbs);
    return e;
  }
  enode key = {.u.value = value & bits_mask(width), .width = width, .op = EXPR_CONST};
  bool added;
  return find_or_add(t, &key, &added);
}

expr expr_const_wide(expr_table *t, uint32_t width, const uint64_t *limbs) {
  if (width <= 64) return expr_const(t, width, limbs[0]);
  uint32_t n = (width + 63) / 64;
  uint64_t small[16];
  uint64_t *copy = n <= 16 ? small : MEM_NEW_N(uint64_t, n);
  memcpy(copy, limbs, (size_t)n * 8);
  if (width % 64) copy[n - 1] &= bits_mask(width % 64);
  enode key = {.u.limbs = copy, .width = width, .op = EXPR_CONST};
  bool added;
  expr e = find_or_add(t, &key, &added);
  if (added) {
    enode_of(t, e)->u.limbs = arena_copy(t->mem, copy, (size_t)n * 8);
    t->arena_bytes += (size_t)n * 8;
  }
  if (copy != small) mem_free(copy);
  return e;
}

expr expr_bool(expr_table *t, bool value) { return value ? t->yes : t->no; }

expr expr_var(expr_table *t, sort s, const expr_var_info *info) {
  CHECK(s.width > 0, "bit-vectors have at least one bit");
  expr_var_rec rec = {.info = *info};
  rec.info.name = intern(t->names, info->name ? info->name : "v");
  uint32_t index = (uint32_t)t->vars.len;
  vec_push(&t->vars, rec);
  expr e = expr_intern(t, EXPR_VAR, s, index, 0, 0);
  t->vars.data[index].self = e;
  return e;
}

const expr_var_info *expr_var_get(const expr_table *t, expr v) {
  CHECK(enode_is(t, v, EXPR_VAR), "only literals have information");
  return &t->vars.data[enode_of(t, v)->u.arg[0]].info;
}

expr_table *expr_table_new(const expr_options *options) {
  expr_table *t = MEM_NEW(expr_table);
  if (options) t->options = *options;
  t->rich = !t->options.plain && !t->options.as_documented;
  t->names = interner_new();
  t->mem = arena_new();
  expr_bits none = {0};
  vec_push(&t->bits, none);
  expr_table_rehash(t, 0);
  t->no = expr_const(t, 1, 0);
  t->yes = expr_const(t, 1, 1);
  expr_keep_all(t);
  return t;
}

void expr_table_free(expr_table *t) {
  if (!t) return;
  for (size_t i = 0; i < t->page_count; i++) {
    mem_free(t->pages[i].nodes);
    mem_free(t->pages[i].place);
  }
  mem_free(t->pages);
  mem_free(t->slots);
  vec_free(&t->bits);
  vec_free(&t->vars);
  vec_free(&t->stack);
  interner_free(t->names);
  arena_free(t->mem);
  mem_free(t);
}

size_t expr_table_count(const expr_table *t) { return t->count; }

size_t expr_table_bytes(const expr_table *t) {
  size_t pages = 0;
  for (size_t i = 0; i < t->page_count; i++)
    pages += t->pages[i].count * sizeof(enode) + (t->pages[i].place ? EXPR_PAGE_SIZE : 0);
  return pages + t->page_cap * sizeof *t->pages + (size_t)t->slot_count * sizeof(uint32_t) +
         t->bits.cap * sizeof(expr_bits) + t->vars.cap * sizeof(expr_var_rec) + t->stack.cap * sizeof(uint32_t) +
         t->arena_bytes;
}

void expr_scratch_begin(expr_table *t) {
  t->stack.len = 0;
  if (++t->stamp_now != 0) return;
  for (size_t p = 0; p < t->page_count; p++)
    for (uint32_t i = 0; i < t->pages[p].count; i++) t->pages[p].nodes[i].stamp = 0;
  t->stamp_now = 1;
}

// --- accessors ------------------------------------------------------------------------------------------------------

expr_op expr_get_op(const expr_table *t, expr e) { return (expr_op)enode_of(t, e)->op; }
sort expr_sort(const expr_table *t, expr e) { return (sort){enode_of(t, e)->width, enode_of(t, e)->elem}; }
uint32_t expr_width(const expr_table *t, expr e) {
  DCHECK(enode_of(t, e)->elem == 0, "arrays have no width");
  return enode_of(t, e)->width;
}
unsigned expr_arity(const expr_table *t, expr e) { return expr_op_arity((expr_op)enode_of(t, e)->op); }
expr expr_arg(const expr_table *t, expr e, unsigned i) {
  CHECK(i < expr_arity(t, e), "argument number");
  return enode_arg(t, e, i);
}
uint32_t expr_extract_hi(const expr_table *t, expr e) { return enode_of(t, e)->u.arg[1]; }
uint32_t expr_extract_lo(const expr_table *t, expr e) { return enode_of(t, e)->u.arg[2]; }
bool expr_is_const(const expr_table *t, expr e) { return enode_is(t, e, EXPR_CONST); }
bool expr_is_true(const expr_table *t, expr e) { return e.id == t->yes.id; }
bool expr_is_false(const expr_table *t, expr e) { return e.id == t->no.id; }
const uint64_t *expr_const_limbs(const expr_table *t, expr e) {
  const enode *n = enode_of(t, e);
  CHECK(n->op == EXPR_CONST, "not a constant");
  return n->width <= 64 ? &n->u.value : n->u.limbs;
}
uint64_t expr_const_u64(const expr_table *t, expr e) { return expr_const_limbs(t, e)[0]; }
uint64_t expr_blind_hash(const expr_table *t, expr e) { return enode_of(t, e)->blind; }

expr_bits expr_get_bits(const expr_table *t, expr e) {
  const enode *n = enode_of(t, e);
  DCHECK(n->elem == 0 && n->width <= 64, "bits are known up to 64");
  if (n->op == EXPR_CONST) return expr_bits_const(n->width, n->u.value);
  return n->bits ? t->bits.data[n->bits] : expr_bits_full(n->width);
}

expr_range expr_get_range(expr_table *t, expr e) {
  expr_bits b = expr_get_bits(t, e);
  return (expr_range){b.umin, b.umax, b.smin, b.smax};
}

void expr_collect_vars(expr_table *t, expr e, expr_vec *out) {
  expr_scratch_begin(t);
  for (size_t i = 0; i < out->len; i++) expr_scratch_put(t, out->data[i].id, 0);
  vec_push(&t->stack, e.id);
  while (t->stack.len) {
    uint32_t id = vec_pop(&t->stack);
    if (expr_scratch_has(t, id)) continue;
    expr_scratch_put(t, id, 0);
    const enode *n = enode_at(t, id);
    if (n->op == EXPR_VAR) vec_push(out, ((expr){id}));
    for (unsigned i = expr_op_arity((expr_op)n->op); i-- > 0;) vec_push(&t->stack, n->u.arg[i]);
  }
}

bool expr_table_check(const expr_table *t) {
  uint32_t alive = 0;
  for (uint32_t id = 1; id <= t->count; id++) {
    if (!t->pages[id >> EXPR_PAGE_BITS].nodes || enode_at(t, id)->op == EXPR_DEAD) continue;
    alive++;
    const enode *n = enode_at(t, id);
    if (n->marked & TERM_MARKED || n->width == 0 || n->bits >= t->bits.len) return false;
    unsigned arity = expr_op_arity((expr_op)n->op);
    for (unsigned i = 0; i < arity; i++)
      if (n->u.arg[i] == 0 || n->u.arg[i] >= id || enode_at(t, n->u.arg[i])->op == EXPR_DEAD) return false;
    if (n->blind != blind_hash(t, n)) return false;
    uint32_t slot = (uint32_t)node_hash(n) & (t->slot_count - 1);
    while (t->slots[slot] && t->slots[slot] != id) slot = (slot + 1) & (t->slot_count - 1);
    if (t->slots[slot] != id) return false;
    if (n->op == EXPR_VAR && t->vars.data[n->u.arg[0]].self.id != id) return false;
  }
  return alive == t->alive;
}
