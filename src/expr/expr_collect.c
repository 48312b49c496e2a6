// Terms that nobody needs any more are collected: marked from those that are still held, and what is not marked dies.
//
// A stateless search makes terms without end and holds those of one path. Nothing moves and no id is given again: a
// holder that was forgotten meets a dead term, not another one (debug builds check each look at a term).
#include "expr/expr_impl.h"

enum { COLLECT_LEAST = 1u << 17 };  // terms, some million words: below that nothing is gained

void expr_keep_all(expr_table *t) {
  t->floor = t->seen = t->count;
  t->survivors = 0;
}

bool expr_collection_due(const expr_table *t) {
  uint32_t made = t->count - t->seen;
  return made >= COLLECT_LEAST && made >= t->survivors;
}

uint32_t expr_collections(const expr_table *t) { return t->collections; }

bool expr_is_kept(const expr_table *t, expr e) { return e.id <= t->floor || enode_of(t, e)->marked; }

void expr_mark(expr_table *t, expr e) {
  if (expr_is_kept(t, e)) return;
  t->stack.len = 0;
  enode_of(t, e)->marked = true;
  vec_push(&t->stack, e.id);
  while (t->stack.len) {
    const enode *n = enode_at(t, vec_pop(&t->stack));
    CHECK(n->op != EXPR_DEAD, "a term is held that was collected");
    for (unsigned i = expr_op_arity((expr_op)n->op); i-- > 0;) {
      if (expr_is_kept(t, (expr){n->u.arg[i]})) continue;
      enode_at(t, n->u.arg[i])->marked = true;
      vec_push(&t->stack, n->u.arg[i]);
    }
  }
}

// What hangs on the nodes that stay, copied so that nothing of the others is left.
typedef struct moved {
  VEC(expr_bits) bits;
  VEC(expr_var_rec) vars;
  arena *mem;
} moved;

static void keep_node(expr_table *t, enode *n, moved *to) {
  if (n->bits) {
    vec_push(&to->bits, t->bits.data[n->bits]);
    n->bits = (uint32_t)to->bits.len - 1;
  }
  if (n->op == EXPR_VAR) {
    vec_push(&to->vars, t->vars.data[n->u.arg[0]]);
    n->u.arg[0] = (uint32_t)to->vars.len - 1;
  } else if (n->op == EXPR_CONST && n->width > 64) {
    size_t size = (size_t)((n->width + 63) / 64) * 8;
    n->u.limbs = arena_copy(to->mem, n->u.limbs, size);
    t->arena_bytes += size;
  }
}

// Before anything dies: links from terms to such as will not stay.
static void cut_links(expr_table *t) {
  for (size_t page = 0; page < t->page_count; page++) {
    for (uint32_t i = 0; t->pages[page] && i < EXPR_PAGE_SIZE; i++) {
      enode *n = &t->pages[page][i];
      if (n->op != EXPR_DEAD && n->enriched && !expr_is_kept(t, (expr){n->enriched})) n->enriched = 0;
    }
  }
}

// Returns how many terms of the page stay.
static uint32_t keep_page(expr_table *t, uint32_t page, moved *to) {
  uint32_t alive = 0;
  for (uint32_t i = 0; i < EXPR_PAGE_SIZE; i++) {
    expr e = {(page << EXPR_PAGE_BITS) + i};
    enode *n = &t->pages[page][i];
    if (e.id == 0 || e.id > t->count || n->op == EXPR_DEAD) continue;
    if (expr_is_kept(t, e)) {
      keep_node(t, n, to);
      alive++;
    } else {
      *n = (enode){.u.arg = {UINT32_MAX, UINT32_MAX, UINT32_MAX}, .op = EXPR_DEAD};  // of no use to whoever still looks
    }
  }
  return alive;
}

size_t expr_sweep(expr_table *t) {
  moved to = {.mem = arena_new()};
  uint32_t before = t->alive;
  t->alive = 0;
  t->arena_bytes = 0;
  vec_push(&to.bits, t->bits.data[0]);
  cut_links(t);
  for (uint32_t page = 0; page < t->page_count; page++) {
    if (!t->pages[page]) continue;
    uint32_t alive = keep_page(t, page, &to);
    t->alive += alive;
    if (alive || page + 1 == t->page_count) continue;
    mem_free(t->pages[page]);
    t->pages[page] = NULL;
  }
  for (uint32_t page = 0; page < t->page_count; page++)
    for (uint32_t i = 0; t->pages[page] && i < EXPR_PAGE_SIZE; i++) t->pages[page][i].marked = false;
  vec_free(&t->bits);
  vec_free(&t->vars);
  arena_free(t->mem);
  memcpy(&t->bits, &to.bits, sizeof t->bits);
  memcpy(&t->vars, &to.vars, sizeof t->vars);
  t->mem = to.mem;
  expr_table_rehash(t, t->alive);
  t->seen = t->count;
  t->survivors = t->alive > t->floor ? t->alive - t->floor : 0;
  t->collections++;
  return before - t->alive;
}
