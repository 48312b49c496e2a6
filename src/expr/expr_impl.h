// Inside of the term table; included by src/expr/*.c only.
//
// Nodes live in pages that never move, so a node pointer stays valid while new terms are built. Ids start at 1 and
// arguments have smaller ids than the node that uses them: ascending ids are a topological order. Ids are never given
// twice, so a handle that outlives its term names nothing. When terms are collected, pages of which all have died are freed, and
// those of which few are left are written anew without the others (expr_collect.c).
#ifndef EXPR_EXPR_IMPL_H
#define EXPR_EXPR_IMPL_H

#include "base/arena.h"
#include "base/intern.h"
#include "expr/expr.h"
#include "expr/expr_bits.h"

#define EXPR_PAGE_BITS 9
#define EXPR_PAGE_SIZE (1u << EXPR_PAGE_BITS)
// Longest flattened operator list; longer ones are left nested, so that building n operands costs O(n).
#define EXPR_CHAIN_CAP 32

typedef struct enode {
  uint64_t blind;
  union {
    uint32_t arg[3];        // EXTRACT: {argument, hi, lo}; VAR: {index into vars}
    uint64_t value;         // CONST of at most 64 bits
    const uint64_t *limbs;  // wider CONST, (width + 63) / 64 limbs in the arena
  } u;
  uint32_t width;     // arrays: of the index
  uint32_t elem;      // arrays: of the element; 0 for bit-vectors
  uint32_t bits;      // index into expr_table.bits; 0 = nothing known
  uint8_t op;         // EXPR_DEAD: the term was collected
  uint8_t marked;     // TERM_*
  uint32_t stamp;     // scratch of one traversal at a time: memo is valid iff this is expr_table.stamp_now
  uint32_t enriched;  // the same term with all rewrites, 0 = not made yet
  uint64_t memo;
} enode;
#define EXPR_DEAD EXPR_OP_COUNT
#define EXPR_DEAD_NODE \
  ((enode){.u.arg = {UINT32_MAX, UINT32_MAX, UINT32_MAX}, .op = EXPR_DEAD})  // of no use to who looks at it
// Marked: it stays when terms are collected this time. Pinned: every time, with its arguments, until all pins are taken off.
enum { TERM_MARKED = 1, TERM_PINNED = 2 };

typedef struct expr_page {
  enode *nodes;  // NULL: there are none
  uint8_t *
      place;  // of a page that was written anew, by term: where it is; the dead ones are all at 0. NULL: nothing has moved
  uint32_t count;  // of nodes
} expr_page;
#define EXPR_FEW 255u  // most nodes of a page that is written anew

typedef struct expr_var_rec {
  expr_var_info info;
  expr self;
} expr_var_rec;

struct expr_table {
  expr_options options;
  bool rich;  // all rewrites: neither plain nor as_documented
  expr_page *pages;
  size_t page_count, page_cap;
  uint32_t count;            // the last id that was given
  uint32_t alive;            // terms
  uint32_t floor;            // terms up to this id are never collected
  uint32_t seen, survivors;  // when terms were last collected: count, and how many above the floor stayed
  uint32_t collections;
  uint32_t unpinned;  // how often all pins were taken off
  uint32_t *slots;
  uint32_t slot_count;
  VEC(expr_bits) bits;
  VEC(expr_var_rec) vars;
  interner *names;
  arena *mem;  // limbs of wide constants
  size_t arena_bytes;
  expr yes, no;
  bool cutting;         // an extract is being pushed through its argument,
  unsigned cut_budget;  // which may happen so often yet
  uint32_t stamp_now;
  VEC(uint32_t) stack;
};

static inline enode *enode_at(const expr_table *t, uint32_t id) {
  const expr_page *page = &t->pages[id >> EXPR_PAGE_BITS];
  DCHECK(page->nodes, "a term that was collected");
  uint32_t i = id & (EXPR_PAGE_SIZE - 1);
  return &page->nodes[page->place ? page->place[i] : i];
}
static inline enode *enode_of(const expr_table *t, expr e) { return enode_at(t, e.id); }
static inline bool enode_is(const expr_table *t, expr e, expr_op op) { return enode_of(t, e)->op == (uint8_t)op; }
static inline expr enode_arg(const expr_table *t, expr e, unsigned i) { return (expr){enode_of(t, e)->u.arg[i]}; }
static inline uint32_t enode_width(const expr_table *t, expr e) { return enode_of(t, e)->width; }

// Number of arguments that are terms.
unsigned expr_op_arity(expr_op op);

// Starts a traversal: afterwards no id is stamped and every existing id may be.
void expr_scratch_begin(expr_table *t);
static inline bool expr_scratch_has(const expr_table *t, uint32_t id) { return enode_at(t, id)->stamp == t->stamp_now; }
static inline uint64_t expr_scratch_get(const expr_table *t, uint32_t id) { return enode_at(t, id)->memo; }
static inline void expr_scratch_put(expr_table *t, uint32_t id, uint64_t v) {
  enode *n = enode_at(t, id);
  n->stamp = t->stamp_now;
  n->memo = v;
}

// A unique table with room for `terms` terms, made anew.
void expr_table_rehash(expr_table *t, uint32_t terms);

// The node itself, without rewriting or folding. `sort` is the result's.
expr expr_intern(expr_table *t, expr_op op, sort s, uint32_t a, uint32_t b, uint32_t c);
// Folds constants; with all rewrites on also replaces a term whose bits are all known by its value.
expr expr_node(expr_table *t, expr_op op, sort s, uint32_t a, uint32_t b, uint32_t c);
static inline expr expr_node2(expr_table *t, expr_op op, uint32_t width, expr a, expr b) {
  return expr_node(t, op, sort_bv(width), a.id, b.id, 0);
}

// --- constants ------------------------------------------------------------------------------------------------------

// A value of width w: the number itself for w <= 64, else the id of the constant. Equal iff equal numbers.
typedef uint64_t val;
val expr_val(const expr_table *t, expr constant);
expr expr_from_val(expr_table *t, uint32_t width, val v);
val expr_val_small(expr_table *t, uint32_t width, uint64_t small);  // a number that fits 64 bits
val expr_val_ones(expr_table *t, uint32_t width);
// Both operands and the result of width w (EQ, ULT, SLT: the result is 0 or 1).
val expr_val_op(expr_table *t, expr_op op, uint32_t width, val a, val b);
uint64_t fold_narrow(expr_op op, uint32_t width, uint64_t a, uint64_t b);
// `op` on constants of any width; hi and lo for EXTRACT; `width` is the result's.
expr fold_wide(expr_table *t, expr_op op, uint32_t width, expr a, expr b, uint32_t hi, uint32_t lo);

static inline bool expr_is_zero(expr_table *t, expr e) {
  return enode_is(t, e, EXPR_CONST) && expr_val(t, e) == expr_val_small(t, enode_width(t, e), 0);
}
static inline bool expr_is_one(expr_table *t, expr e) {
  return enode_is(t, e, EXPR_CONST) && expr_val(t, e) == expr_val_small(t, enode_width(t, e), 1);
}
static inline bool expr_is_ones(expr_table *t, expr e) {
  return enode_is(t, e, EXPR_CONST) && expr_val(t, e) == expr_val_ones(t, enode_width(t, e));
}

// --- rewriting (one file each) --------------------------------------------------------------------------------------

// Total order of commutative operands: kind, blind hash, creation; constants last [AVPE15].
int expr_order(const expr_table *t, expr a, expr b);
expr expr_chain_add(expr_table *t, expr a, expr b);
expr expr_chain_mul(expr_table *t, expr a, expr b);
expr expr_chain_logic(expr_table *t, expr_op op, expr a, expr b);  // AND, OR
expr expr_chain_xor(expr_table *t, expr a, expr b);
expr expr_rewrite_div(expr_table *t, expr_op op, expr a, expr b);
expr expr_rewrite_shift(expr_table *t, expr_op op, expr a, expr b);
// k for the constant 2^k, else -1.
int expr_log2(const expr_table *t, expr e);
// Splits e into rest + constant; rest may be EXPR_NONE for a constant.
void expr_split_sum(expr_table *t, expr e, expr *rest, val *constant);
// True if a and b differ under every assignment, found without building terms.
bool expr_surely_differ(expr_table *t, expr a, expr b);

#endif
