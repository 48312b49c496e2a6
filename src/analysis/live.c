// Backward data flow: in(b) = use(b) or (out(b) without def(b)), out(b) = union of in(successors), to the fixed point;
// then one walk back through each block turns the sets into ranges.
//
// Example: 0: %a = nondet; 1: %b = add %a, 1; 2: return %b gives a: [1,2), b: [2,3).
#include "analysis/live.h"

#include <stdlib.h>

#include "analysis/cfg.h"
#include "base/bitset.h"
#include "base/check.h"
#include "base/mem.h"
#include "base/vec.h"

typedef struct range {
  uint32_t reg, from, to;
} range;  // live before from .. to - 1
typedef VEC(range) range_vec;

typedef struct live_func {
  range *ranges;    // by register, then ascending and apart
  uint32_t *first;  // ranges of register r: first[r] .. first[r + 1] - 1
} live_func;

struct live_info {
  const ir_module *m;
  live_func *funcs;
};

typedef struct flow {
  const ir_func_info *f;
  const cfg *g;
  bitset *in;  // by block
} flow;

// `set` holds what is live after instruction n and becomes what is live before it.
static void step_back(const flow *w, uint32_t n, bitset *set) {
  const ir_instr *i = &w->f->code[n];
  if (i->dst.id) bitset_remove(set, i->dst.id);
  // Behind the result: an unwinding call leaves its result register as it was.
  if (i->op == IR_CALL && i->n_targets) bitset_union(set, &w->in[i->targets[0].id]);
  for (uint32_t a = 0; a < i->n_args; a++)
    if (i->args[a].kind == IR_OPERAND_REG) bitset_add(set, i->args[a].value);
}

// Live at the end of block b. Unwind edges are counted at their call (step_back).
static void at_end(const flow *w, uint32_t b, bitset *set) {
  bitset_clear(set);
  const ir_instr *last = &w->f->code[w->f->blocks[b].first + w->f->blocks[b].count - 1];
  for (uint32_t t = 0; t < last->n_targets; t++) bitset_union(set, &w->in[last->targets[t].id]);
}

// Blocks that the entry does not reach are included: a range must not depend on how control got there.
static void solve(const flow *w) {
  uint32_t n = w->f->n_blocks;
  bitset set = bitset_new(w->f->n_regs + 1);
  bool *waiting = MEM_NEW_N(bool, n + 1);
  VEC(uint32_t) worklist = {0};
  for (uint32_t b = 1; b <= n; b++) {
    vec_push(&worklist, b);
    waiting[b] = true;
  }
  while (worklist.len) {
    uint32_t b = vec_pop(&worklist);
    waiting[b] = false;
    at_end(w, b, &set);
    const ir_block_info *k = &w->f->blocks[b];
    for (uint32_t c = k->first + k->count; c-- > k->first;) step_back(w, c, &set);
    if (!bitset_union(&w->in[b], &set)) continue;
    for (uint32_t e = w->g->pred_first[b]; e < w->g->pred_first[b + 1]; e++) {
      uint32_t p = w->g->pred[e];
      if (waiting[p]) continue;
      waiting[p] = true;
      vec_push(&worklist, p);
    }
  }
  vec_free(&worklist);
  mem_free(waiting);
  bitset_fini(&set);
}

// Opens or closes the range of r at the step from `n + 1` back to `n`.
static void note(range_vec *out, const bitset *set, uint32_t *end, uint32_t r, uint32_t n) {
  bool now = bitset_has(set, r);
  if (now && !end[r]) end[r] = n + 1;
  if (!now && end[r]) {
    if (n + 1 < end[r]) vec_push(out, ((range){r, n + 1, end[r]}));
    end[r] = 0;
  }
}

// `end[r]` is where the range that is open at this point ends, 0 if r is dead here.
static void block_ranges(const flow *w, uint32_t b, bitset *set, uint32_t *end, range_vec *out) {
  const ir_block_info *k = &w->f->blocks[b];
  at_end(w, b, set);
  for (uint32_t r = 1; r <= w->f->n_regs; r++) end[r] = bitset_has(set, r) ? k->first + k->count : 0;
  for (uint32_t n = k->first + k->count; n-- > k->first;) {
    const ir_instr *i = &w->f->code[n];
    step_back(w, n, set);
    if (i->dst.id) note(out, set, end, i->dst.id, n);
    for (uint32_t a = 0; a < i->n_args; a++)
      if (i->args[a].kind == IR_OPERAND_REG) note(out, set, end, (uint32_t)i->args[a].value, n);
    if (i->op == IR_CALL && i->n_targets)
      for (uint32_t r = 1; r <= w->f->n_regs; r++) note(out, set, end, r, n);
  }
  for (uint32_t r = 1; r <= w->f->n_regs; r++)
    if (end[r] > k->first) vec_push(out, ((range){r, k->first, end[r]}));
}

static int by_register(const void *x, const void *y) {
  const range *a = x, *b = y;
  if (a->reg != b->reg) return a->reg < b->reg ? -1 : 1;
  return a->from < b->from ? -1 : a->from > b->from;
}

// Sorted, with ranges that touch (at the border of two blocks) joined.
static live_func store(const flow *w, range_vec *v) {
  uint32_t n_regs = w->f->n_regs;
  live_func l = {.ranges = MEM_NEW_N(range, v->len + 1), .first = MEM_NEW_N(uint32_t, n_regs + 2)};
  if (v->len) qsort(v->data, v->len, sizeof(range), by_register);
  uint32_t n = 0;
  for (size_t i = 0; i < v->len; i++) {
    range r = v->data[i];
    if (n && l.ranges[n - 1].reg == r.reg && l.ranges[n - 1].to == r.from)
      l.ranges[n - 1].to = r.to;
    else
      l.ranges[n++] = r;
  }
  for (uint32_t i = 0; i < n; i++) l.first[l.ranges[i].reg + 1]++;
  for (uint32_t r = 0; r <= n_regs; r++) l.first[r + 1] += l.first[r];
  return l;
}

static live_func live_of(const ir_func_info *f) {
  cfg *g = cfg_new(f);
  flow w = {.f = f, .g = g, .in = MEM_NEW_N(bitset, f->n_blocks + 1)};
  for (uint32_t b = 1; b <= f->n_blocks; b++) w.in[b] = bitset_new(f->n_regs + 1);
  solve(&w);
  bitset set = bitset_new(f->n_regs + 1);
  uint32_t *end = MEM_NEW_N(uint32_t, f->n_regs + 1);
  range_vec ranges = {0};
  for (uint32_t b = 1; b <= f->n_blocks; b++) block_ranges(&w, b, &set, end, &ranges);
  live_func l = store(&w, &ranges);
  vec_free(&ranges);
  mem_free(end);
  bitset_fini(&set);
  for (uint32_t b = 1; b <= f->n_blocks; b++) bitset_fini(&w.in[b]);
  mem_free(w.in);
  cfg_free(g);
  return l;
}

live_info *live_new(const ir_module *m) {
  CHECK(m->frozen, "liveness is computed for frozen modules");
  live_info *l = MEM_NEW(live_info);
  l->m = m;
  l->funcs = MEM_NEW_N(live_func, m->n_funcs + 1);
  return l;
}

// Many functions are never asked about.
static const live_func *known(const live_info *l, ir_func f) {
  live_func *w = &l->funcs[f.id];
  if (!w->first) *w = live_of(&l->m->funcs[f.id]);
  return w;
}

void live_free(live_info *l) {
  if (!l) return;
  for (uint32_t f = 1; f <= l->m->n_funcs; f++) {
    mem_free(l->funcs[f].ranges);
    mem_free(l->funcs[f].first);
  }
  mem_free(l->funcs);
  mem_free(l);
}

bool live_at(const live_info *l, ir_func f, uint32_t code_index, ir_reg r) {
  DCHECK(f.id && f.id <= l->m->n_funcs && code_index < l->m->funcs[f.id].n_code && r.id &&
             r.id <= l->m->funcs[f.id].n_regs,
         "a register at an instruction of a function");
  const live_func *w = known(l, f);
  uint32_t low = w->first[r.id], high = w->first[r.id + 1];
  while (low < high) {
    uint32_t mid = low + (high - low) / 2;
    if (code_index < w->ranges[mid].from)
      high = mid;
    else if (code_index >= w->ranges[mid].to)
      low = mid + 1;
    else
      return true;
  }
  return false;
}

bool live_across(const live_info *l, ir_func f, uint32_t code_index, ir_reg r) {
  const ir_func_info *info = ir_func_get(l->m, f);
  const ir_instr *i = &info->code[code_index];
  if (i->op == IR_CALL && i->n_targets && live_at(l, f, info->blocks[i->targets[0].id].first, r)) return true;
  if (r.id == i->dst.id || ir_op_ends_block(i->op)) return false;
  return live_at(l, f, code_index + 1, r);
}
