#include "analysis/loops.h"

#include "analysis/cfg.h"
#include "base/mem.h"

typedef VEC(uint32_t) id_vec;

// Tarjan's strongly connected components of the blocks in a set, with a stack of its own.
typedef struct finder {
  const cfg *g;
  const ir_func_info *f;
  loops *out;
  const bitset *in;
  uint32_t *number, *low, *next, count;
  bool *open;
  id_vec path, stack;
} finder;

static void visit(finder *x, uint32_t b) {
  x->number[b] = x->low[b] = ++x->count;
  x->next[b] = x->g->succ_first[b];
  x->open[b] = true;
  vec_push(&x->path, b);
  vec_push(&x->stack, b);
}

static bool is_dead_end(const ir_func_info *f, uint32_t b) {
  return f->blocks[b].count && f->code[f->blocks[b].first + f->blocks[b].count - 1].op == IR_UNREACHABLE;
}

static bool leads_out(const finder *x, const bitset *blocks) {
  for (uint32_t b = 1; b <= x->g->n_blocks; b++)
    for (uint32_t e = x->g->succ_first[b]; bitset_has(blocks, b) && e < x->g->succ_first[b + 1]; e++)
      if (!bitset_has(blocks, x->g->succ[e]) && !is_dead_end(x->f, x->g->succ[e])) return true;
  return false;
}

static bool follows_itself(const cfg *g, uint32_t b) {
  for (uint32_t e = g->succ_first[b]; e < g->succ_first[b + 1]; e++)
    if (g->succ[e] == b) return true;
  return false;
}

// The head, and what comes to `last` without passing it.
static bitset rounds_by(const finder *x, const loop *l, uint32_t last) {
  bitset blocks = bitset_new(x->g->n_blocks + 1);
  id_vec open = {0};
  bitset_add(&blocks, l->head);
  if (!bitset_has(&blocks, last)) vec_push(&open, last);
  bitset_add(&blocks, last);
  while (open.len) {
    uint32_t b = vec_pop(&open);
    for (uint32_t e = x->g->pred_first[b]; e < x->g->pred_first[b + 1]; e++) {
      uint32_t p = x->g->pred[e];
      if (bitset_has(&blocks, p) || !bitset_has(&l->blocks, p)) continue;
      bitset_add(&blocks, p);
      vec_push(&open, p);
    }
  }
  vec_free(&open);
  return blocks;
}

static bool is_all_of(const bitset *part, const bitset *whole, uint32_t n) {
  for (uint32_t b = 1; b <= n; b++)
    if (bitset_has(whole, b) && !bitset_has(part, b)) return false;
  return true;
}

static place end_of(const finder *x, uint32_t b) {
  return x->f->code[x->f->blocks[b].first + x->f->blocks[b].count - 1].at;
}

static bool is_before(place a, place b) { return a.line < b.line || (a.line == b.line && a.col < b.col); }

// Does the edge from `last` belong to the loop around all others with this head? The edge back has the place of the statement (`for`, `while`): then it
// stands before everything in the loop, and before the edges of the others, which are inside.
static bool is_outermost(const finder *x, const loop *l, uint32_t last) {
  place at = end_of(x, last);
  for (uint32_t b = 1; b <= x->g->n_blocks; b++) {
    for (uint32_t c = 0; c < x->f->blocks[b].count && bitset_has(&l->blocks, b); c++) {
      const ir_instr *i = &x->f->code[x->f->blocks[b].first + c];
      place other = i->at;
      bool is_end = b == last && c + 1 == x->f->blocks[b].count;
      if (!is_end && i->op != IR_STEP && (!other.line || other.file != at.file || !is_before(at, other))) return false;
    }
  }
  return at.line;
}

static void add_part(finder *x, const loop *l, bitset blocks) {
  loop part = {.head = l->head, .of_edge = true, .blocks = blocks, .has_exit = leads_out(x, &blocks)};
  if (is_all_of(&blocks, &l->blocks, x->g->n_blocks))
    bitset_fini(&part.blocks);
  else
    vec_push(&x->out->list, part);
}

// Loops that share the head: the rounds by one edge each. If it is known which is the outermost one, its rounds are those of the whole loop; the
// others together are what is inside.
static void add_parts(finder *x, loop l) {
  bitset inside = bitset_new(x->g->n_blocks + 1);
  bool outermost = false;
  uint32_t n = 0;
  for (uint32_t e = x->g->pred_first[l.head]; e < x->g->pred_first[l.head + 1]; e++) {
    uint32_t last = x->g->pred[e];
    if (!bitset_has(&l.blocks, last)) continue;
    if (is_outermost(x, &l, last)) {
      outermost = true;
      continue;
    }
    bitset one = rounds_by(x, &l, last);
    bitset_union(&inside, &one);
    add_part(x, &l, one);
    n++;
  }
  if (outermost && n > 1)
    add_part(x, &l, inside);
  else
    bitset_fini(&inside);
}

static void add_loop(finder *x, bitset blocks) {
  loop l = {.blocks = blocks, .has_exit = leads_out(x, &blocks)};
  for (uint32_t i = 0; i < x->g->n_order && !l.head; i++)
    if (bitset_has(&blocks, x->g->order[i])) l.head = x->g->order[i];
  vec_push(&x->out->list, l);
  add_parts(x, l);
}

// The component of which b was met first is complete.
static void take_component(finder *x, uint32_t b) {
  bitset blocks = bitset_new(x->g->n_blocks + 1);
  size_t n = 0;
  for (uint32_t k = 0; k != b; n++) {
    k = vec_pop(&x->stack);
    x->open[k] = false;
    bitset_add(&blocks, k);
  }
  if (n > 1 || follows_itself(x->g, b))
    add_loop(x, blocks);
  else
    bitset_fini(&blocks);
}

static void advance(finder *x) {
  uint32_t b = vec_last(&x->path);
  if (x->next[b] < x->g->succ_first[b + 1]) {
    uint32_t s = x->g->succ[x->next[b]++];
    if (!bitset_has(x->in, s)) return;
    if (!x->number[s])
      visit(x, s);
    else if (x->open[s] && x->number[s] < x->low[b])
      x->low[b] = x->number[s];
    return;
  }
  (void)vec_pop(&x->path);
  if (x->low[b] == x->number[b]) take_component(x, b);
  if (x->path.len && x->low[b] < x->low[vec_last(&x->path)]) x->low[vec_last(&x->path)] = x->low[b];
}

static void find_in(finder *x, const bitset *in) {
  uint32_t n = x->g->n_blocks;
  x->in = in;
  x->count = 0;
  memset(x->number, 0, (n + 1) * sizeof *x->number);
  for (uint32_t i = 0; i < x->g->n_order; i++) {
    uint32_t b = x->g->order[i];
    if (!bitset_has(in, b) || x->number[b]) continue;
    visit(x, b);
    while (x->path.len) advance(x);
  }
}

static void find_all(finder *x) {
  bitset all = bitset_new(x->g->n_blocks + 1);
  for (uint32_t b = 1; b <= x->g->n_blocks; b++) bitset_add(&all, b);
  find_in(x, &all);
  for (size_t i = 0; i < x->out->list.len; i++) {
    if (x->out->list.data[i].of_edge) continue;
    bitset_clear(&all);
    bitset_union(&all, &x->out->list.data[i].blocks);
    if (x->out->list.data[i].head) bitset_remove(&all, x->out->list.data[i].head);
    find_in(x, &all);
  }
  bitset_fini(&all);
}

loops *loops_new(const ir_func_info *f) {
  loops *l = MEM_NEW(loops);
  l->f = f;
  l->block_of = MEM_NEW_N(uint32_t, f->n_code + 1);
  for (uint32_t b = 1; b <= f->n_blocks; b++)
    for (uint32_t i = 0; i < f->blocks[b].count; i++) l->block_of[f->blocks[b].first + i] = b;
  cfg *g = cfg_new(f);
  finder x = {.g = g, .f = f, .out = l};
  x.number = MEM_NEW_N(uint32_t, g->n_blocks + 1);
  x.low = MEM_NEW_N(uint32_t, g->n_blocks + 1);
  x.next = MEM_NEW_N(uint32_t, g->n_blocks + 1);
  x.open = MEM_NEW_N(bool, g->n_blocks + 1);
  find_all(&x);
  mem_free(x.number);
  mem_free(x.low);
  mem_free(x.next);
  mem_free(x.open);
  vec_free(&x.path);
  vec_free(&x.stack);
  cfg_free(g);
  return l;
}

void loops_free(loops *l) {
  if (!l) return;
  for (size_t i = 0; i < l->list.len; i++) bitset_fini(&l->list.data[i].blocks);
  vec_free(&l->list);
  mem_free(l->block_of);
  mem_free(l);
}

static bool place_in_block(const ir_func_info *f, uint32_t b, place *at) {
  for (uint32_t i = 0; i < f->blocks[b].count; i++) {
    *at = f->code[f->blocks[b].first + i].at;
    if (at->file && at->line) return true;
  }
  return false;
}

place loops_place(const loops *l, size_t i) {
  const loop *x = &l->list.data[i];
  place at = PLACE_NONE;
  if (place_in_block(l->f, x->head, &at)) return at;
  for (uint32_t b = 1; b <= l->f->n_blocks; b++)
    if (bitset_has(&x->blocks, b) && place_in_block(l->f, b, &at)) return at;
  return PLACE_NONE;
}
