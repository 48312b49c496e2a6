// Terms that nobody needs any more are collected: marked from those that are still held, and what is not marked dies.
//
// A search makes terms without end and holds those of one path and of its stored states. No id is given again: a holder that
// was forgotten meets a dead term, not another one (debug builds check each look at a term).
#include "expr/expr_impl.h"

enum { COLLECT_LEAST = 1u << 17 };  // terms, some million words: below that nothing is gained

void expr_keep_all(expr_table *t) {
  t->floor = t->seen = t->count;
  t->survivors = 0;
}

bool expr_collection_due(const expr_table *t, uint64_t least) {
  uint32_t made = t->count - t->seen;
  return made >= COLLECT_LEAST && made >= t->survivors && made >= least;
}

uint32_t expr_collections(const expr_table *t) { return t->collections; }

bool expr_is_kept(const expr_table *t, expr e) { return e.id <= t->floor || enode_of(t, e)->marked; }

// Its arguments are kept at least as well as a term itself, so whoever meets such a one has met them too.
static bool is_kept_as(const expr_table *t, uint32_t id, uint8_t how) {
  return id <= t->floor || enode_at(t, id)->marked >= how;
}

static void keep_as(expr_table *t, expr e, uint8_t how) {
  if (is_kept_as(t, e.id, how)) return;
  t->stack.len = 0;
  enode_of(t, e)->marked = how;
  vec_push(&t->stack, e.id);
  while (t->stack.len) {
    const enode *n = enode_at(t, vec_pop(&t->stack));
    CHECK(n->op != EXPR_DEAD, "a term is held that was collected");
    for (unsigned i = expr_op_arity((expr_op)n->op); i-- > 0;) {
      if (is_kept_as(t, n->u.arg[i], how)) continue;
      enode_at(t, n->u.arg[i])->marked = how;
      vec_push(&t->stack, n->u.arg[i]);
    }
  }
}

void expr_mark(expr_table *t, expr e) { keep_as(t, e, TERM_MARKED); }
void expr_pin(expr_table *t, expr e) { keep_as(t, e, TERM_PINNED); }

void expr_unpin_all(expr_table *t) {
  t->unpinned++;
  for (size_t page = 0; page < t->page_count; page++)
    for (uint32_t i = 0; i < t->pages[page].count; i++) t->pages[page].nodes[i].marked = 0;
}

size_t expr_pins_next(const expr_table *t, expr_pins *p, size_t len) {
  size_t from = p->unpinned == t->unpinned ? p->done : 0;
  *p = (expr_pins){len, t->unpinned};
  return from;
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
    for (uint32_t i = 0; i < t->pages[page].count; i++) {
      enode *n = &t->pages[page].nodes[i];
      if (n->op != EXPR_DEAD && n->enriched && !expr_is_kept(t, (expr){n->enriched})) n->enriched = 0;
    }
  }
}

// Returns how many terms of the page stay.
static uint32_t keep_page(expr_table *t, uint32_t page, moved *to) {
  uint32_t alive = 0;
  for (uint32_t i = 0; i < EXPR_PAGE_SIZE; i++) {
    expr e = {(page << EXPR_PAGE_BITS) + i};
    if (e.id == 0 || e.id > t->count) continue;
    enode *n = enode_of(t, e);
    if (n->op == EXPR_DEAD) continue;
    if (expr_is_kept(t, e)) {
      keep_node(t, n, to);
      alive++;
    } else {
      *n = EXPR_DEAD_NODE;
    }
  }
  return alive;
}

static void free_page(expr_page *page) {
  mem_free(page->nodes);
  mem_free(page->place);
  *page = (expr_page){0};
}

// Stored states hold a few terms of each page: without this they would hold the pages.
static void rewrite_page(expr_table *t, uint32_t number, uint32_t alive) {
  expr_page fresh = {MEM_NEW_N(enode, alive + 1), MEM_NEW_N(uint8_t, EXPR_PAGE_SIZE), 1};
  fresh.nodes[0] = EXPR_DEAD_NODE;
  for (uint32_t i = 0; i < EXPR_PAGE_SIZE; i++) {
    uint32_t id = (number << EXPR_PAGE_BITS) + i;
    if (id == 0 || enode_at(t, id)->op == EXPR_DEAD) continue;
    fresh.place[i] = (uint8_t)fresh.count;
    fresh.nodes[fresh.count++] = *enode_at(t, id);
  }
  free_page(&t->pages[number]);
  t->pages[number] = fresh;
}

size_t expr_sweep(expr_table *t) {
  moved to = {.mem = arena_new()};
  uint32_t before = t->alive;
  t->alive = 0;
  t->arena_bytes = 0;
  vec_push(&to.bits, t->bits.data[0]);
  cut_links(t);
  for (uint32_t page = 0; page < t->page_count; page++) {
    if (!t->pages[page].nodes) continue;
    uint32_t alive = keep_page(t, page, &to);
    t->alive += alive;
    if (page + 1 == t->page_count) continue;  // it is being filled
    if (alive == 0)
      free_page(&t->pages[page]);
    else if (2 * (alive + 1) <= t->pages[page].count && alive < EXPR_FEW)
      rewrite_page(t, page, alive);
  }
  for (uint32_t page = 0; page < t->page_count; page++)
    for (uint32_t i = 0; i < t->pages[page].count; i++) t->pages[page].nodes[i].marked &= TERM_PINNED;
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
