#include "analysis/repeats.h"

#include "analysis/callgraph.h"
#include "analysis/cfg.h"
#include "base/bitset.h"
#include "base/mem.h"
#include "base/vec.h"

#define MOST ((uint64_t)1 << 40)  // more is as good as any number

typedef enum progress { UNSEEN, UNDER_WAY, KNOWN } progress;

// A call or a spawn.
typedef struct call_site {
  uint32_t func, pc;
} call_site;

struct repeats {
  const ir_module *m;
  callgraph *calls;
  VEC(call_site) sites;
  cfg **graphs;           // by function, made when first asked for
  uint64_t *activations;  // by function, if KNOWN
  progress *progress;
};

static uint64_t plus(uint64_t a, uint64_t b) { return a > MOST || b > MOST || a + b > MOST ? REPEATS_ANY : a + b; }

static uint64_t times(uint64_t a, uint64_t b) {
  if (a == 0 || b == 0) return 0;
  return a > MOST || b > MOST || a > MOST / b ? REPEATS_ANY : a * b;
}

repeats *repeats_new(const ir_module *m) {
  repeats *r = MEM_NEW(repeats);
  r->m = m;
  r->calls = callgraph_new(m);
  r->graphs = MEM_NEW_N(cfg *, m->n_funcs + 1);
  r->activations = MEM_NEW_N(uint64_t, m->n_funcs + 1);
  r->progress = MEM_NEW_N(progress, m->n_funcs + 1);
  for (uint32_t f = 1; f <= m->n_funcs; f++)
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++)
      if (m->funcs[f].code[c].op == IR_CALL || m->funcs[f].code[c].op == IR_SPAWN)
        vec_push(&r->sites, ((call_site){f, c}));
  return r;
}

void repeats_free(repeats *r) {
  if (!r) return;
  for (uint32_t f = 1; f <= r->m->n_funcs; f++)
    if (r->graphs[f]) cfg_free(r->graphs[f]);
  callgraph_free(r->calls);
  vec_free(&r->sites);
  mem_free(r->graphs);
  mem_free(r->activations);
  mem_free(r->progress);
  mem_free(r);
}

// --- parts of a function -------------------------------------------------------------------------------------------------

// Adds the blocks of `part` that paths of at least one edge inside of it lead to from `block` (against the edges: that lead to it).
static void add_reached(const cfg *g, const bitset *part, uint32_t block, bool against, bitset *found) {
  uint32_t *open = MEM_NEW_N(uint32_t, g->n_blocks + 1), n = 0;
  const uint32_t *first = against ? g->pred_first : g->succ_first, *list = against ? g->pred : g->succ;
  open[n++] = block;
  while (n > 0) {
    uint32_t b = open[--n];
    for (uint32_t k = first[b]; k < first[b + 1]; k++) {
      if (!bitset_has(part, list[k]) || bitset_has(found, list[k])) continue;
      bitset_add(found, list[k]);
      if (list[k] != block) open[n++] = list[k];
    }
  }
  mem_free(open);
}

// The blocks that lie on cycles through `block` inside of the part; false: there are none.
static bool find_cycle(const cfg *g, const bitset *part, uint32_t block, bitset *cycle) {
  bitset from = bitset_new(g->n_blocks + 1), to = bitset_new(g->n_blocks + 1);
  add_reached(g, part, block, false, &from);
  add_reached(g, part, block, true, &to);
  bool any = bitset_has(&from, block);
  for (uint32_t b = 1; b <= g->n_blocks && any; b++)
    if (bitset_has(&from, b) && bitset_has(&to, b)) bitset_add(cycle, b);
  bitset_fini(&from);
  bitset_fini(&to);
  return any;
}

static uint32_t block_of(const ir_func_info *f, uint32_t pc) {
  for (uint32_t b = 1; b <= f->n_blocks; b++)
    if (pc >= f->blocks[b].first && pc < f->blocks[b].first + f->blocks[b].count) return b;
  UNREACHABLE("an instruction outside of all blocks");
}

// --- loops that count ----------------------------------------------------------------------------------------------------

static bool is_reg(const ir_operand *o, uint32_t reg) { return o->kind == IR_OPERAND_REG && o->value == reg; }

// A constant of the register's width, as a signed number.
static bool constant(const ir_module *m, const ir_operand *o, int64_t *c) {
  if (o->kind != IR_OPERAND_INT || ir_type_get(m, o->type)->kind != IR_TYPE_INT) return false;
  uint32_t bits = ir_type_get(m, o->type)->bits;
  if (bits < 8 || bits > 64) return false;
  *c = (int64_t)(o->value << (64 - bits)) >> (64 - bits);
  return *c > -((int64_t)1 << 40) && *c < (int64_t)1 << 40;
}

// The loop stays inside as long as the register is less than `end`.
typedef struct bound {
  uint32_t reg, head;
  int64_t end;
} bound;

static bool find_bound(const ir_module *m, const ir_func_info *f, const bitset *cycle, uint32_t head, bound *found) {
  uint32_t last = f->blocks[head].first + f->blocks[head].count - 1;
  const ir_instr *leave = &f->code[last], *test = NULL;
  if (leave->op != IR_BRANCH || leave->args[0].kind != IR_OPERAND_REG) return false;
  bool yes = bitset_has(cycle, leave->targets[0].id), no = bitset_has(cycle, leave->targets[1].id);
  if (yes == no) return false;
  for (uint32_t c = f->blocks[head].first; c < last; c++)
    if (f->code[c].dst.id == leave->args[0].value) test = &f->code[c];
  if (!test) return false;
  bool less = test->op == IR_SLT || test->op == IR_ULT, at_most = test->op == IR_SLE || test->op == IR_ULE;
  if (!less && !at_most) return false;
  const ir_operand *reg = &test->args[yes ? 0 : 1], *end = &test->args[yes ? 1 : 0];  // r < end, or not end < r
  if (reg->kind != IR_OPERAND_REG || !constant(m, end, &found->end)) return false;
  if ((test->op == IR_ULT || test->op == IR_ULE) && found->end < 0) return false;
  if (yes == at_most) found->end++;  // r <= end; not end < r
  found->reg = (uint32_t)reg->value;
  found->head = head;
  return true;
}

// Where the register grows, and the greatest of 0 and the numbers that it begins with; none of them is negative.
typedef struct counter {
  uint32_t block;
  int64_t begin, by;
} counter;

// `r = add r, c`, or `x = add r, c` and behind it in the same block `r = mov x`.
static bool counts_up(const ir_module *m, const ir_func_info *f, uint32_t block, uint32_t pc, uint32_t reg,
                      int64_t *by) {
  const ir_instr *i = &f->code[pc];
  if (i->op == IR_MOV && i->args[0].kind == IR_OPERAND_REG) {
    const ir_instr *made = NULL;
    for (uint32_t c = f->blocks[block].first; c < pc; c++)
      if (f->code[c].dst.id == i->args[0].value) made = &f->code[c];
    if (!made) return false;
    i = made;
  }
  return i->op == IR_ADD && is_reg(&i->args[0], reg) && constant(m, &i->args[1], by) && *by > 0;
}

static bool find_counter(const ir_module *m, const ir_func_info *f, const bitset *cycle, uint32_t reg, counter *found) {
  bool any = false;
  *found = (counter){0};
  if (reg <= f->n_params) return false;
  for (uint32_t b = 1; b <= f->n_blocks; b++) {
    for (uint32_t c = f->blocks[b].first; c < f->blocks[b].first + f->blocks[b].count; c++) {
      int64_t from;
      if (f->code[c].dst.id != reg) continue;
      if (bitset_has(cycle, b)) {
        if (any || !counts_up(m, f, b, c, reg, &found->by)) return false;
        found->block = b;
        any = true;
      } else if (f->code[c].op != IR_MOV || !constant(m, &f->code[c].args[0], &from)) {
        return false;
      } else if (from < 0) {
        return false;
      } else if (from > found->begin) {
        found->begin = from;
      }
    }
  }
  return any;
}

// Is the head between any two times at which the register grows?
static bool is_between(const cfg *g, const bitset *cycle, uint32_t head, uint32_t block) {
  if (head == block) return true;
  bitset rest = bitset_new(g->n_blocks + 1), without = bitset_new(g->n_blocks + 1);
  bitset_union(&rest, cycle);
  bitset_remove(&rest, head);
  bool apart = !find_cycle(g, &rest, block, &without);
  bitset_fini(&rest);
  bitset_fini(&without);
  return apart;
}

// Does control go through the whole block, whenever it comes there and goes on in this function?
static bool is_whole(const ir_func_info *f, uint32_t block) {
  for (uint32_t c = f->blocks[block].first; c < f->blocks[block].first + f->blocks[block].count; c++)
    if (f->code[c].op == IR_CALL && f->code[c].n_targets) return false;
  return true;
}

// Is the cycle entered over the head alone?
static bool is_entered_at(const ir_func_info *f, const cfg *g, const bitset *cycle, uint32_t head) {
  if (bitset_has(cycle, 1) && head != 1) return false;
  for (uint32_t b = 1; b <= f->n_blocks; b++)
    for (uint32_t k = g->succ_first[b]; k < g->succ_first[b + 1]; k++)
      if (!bitset_has(cycle, b) && bitset_has(cycle, g->succ[k]) && g->succ[k] != head) return false;
  return true;
}

// A block that comes a known number of times while the cycle is not left, so that the rest of the cycle comes in as many stretches.
typedef struct cut {
  uint32_t block;
  uint64_t times, stretches;
} cut;

// Between two times at which the counter's block comes the head stays in the cycle, so what it compares was less than the end, and each
// time adds to it. Where the counter's block is between any two heads as well, and the head comes first, the head stays once before each stretch.
static bool find_cut(const ir_module *m, const ir_func_info *f, const cfg *g, const bitset *cycle, cut *found) {
  for (uint32_t b = 1; b <= f->n_blocks; b++) {
    bound end;
    counter by = {0};
    if (!bitset_has(cycle, b) || !find_bound(m, f, cycle, b, &end) || !find_counter(m, f, cycle, end.reg, &by))
      continue;
    uint32_t bits = ir_type_get(m, f->regs[end.reg].type)->bits;
    // No sum wraps around: the numbers are natural ones, whatever the comparison.
    int64_t most = end.end > by.begin ? end.end : by.begin;
    bool fits = bits >= 8 && bits <= 64 && (bits > 42 || most + by.by < (int64_t)1 << (bits - 1));
    if (!fits || !is_whole(f, b) || !is_whole(f, by.block) || !is_between(g, cycle, b, by.block)) continue;
    uint64_t stays = end.end <= 0 ? 0 : (uint64_t)((end.end + by.by - 1) / by.by);
    if (b != by.block && is_between(g, cycle, by.block, b) && is_entered_at(f, g, cycle, b)) {
      *found = (cut){b, stays + 1, stays};
    } else {
      // The first time may come before the head; and where the test stands before the sum in one block, it sees the value of the turn before.
      uint64_t n = (stays ? stays : 1) + (b == by.block);
      *found = (cut){by.block, n, n + 1};
    }
    return true;
  }
  return false;
}

// How often the block comes on a path that stays in the part. The path is in the cycle for one stretch, which the cut divides.
static uint64_t block_count(const ir_module *m, const ir_func_info *f, const cfg *g, const bitset *part,
                            uint32_t block) {
  bitset cycle = bitset_new(g->n_blocks + 1);
  uint64_t n = 1;
  cut by = {0};
  if (find_cycle(g, part, block, &cycle)) {
    if (!find_cut(m, f, g, &cycle, &by)) {
      n = REPEATS_ANY;
    } else if (by.block == block) {
      n = by.times;
    } else {
      bitset_remove(&cycle, by.block);
      n = times(by.stretches, block_count(m, f, g, &cycle, block));
    }
  }
  bitset_fini(&cycle);
  return n;
}

// --- functions -----------------------------------------------------------------------------------------------------------

static uint64_t activations(repeats *r, uint32_t func);

static uint64_t in_function(repeats *r, uint32_t func, uint32_t pc) {
  const ir_func_info *f = &r->m->funcs[func];
  if (!r->graphs[func]) r->graphs[func] = cfg_new(f);
  const cfg *g = r->graphs[func];
  bitset all = bitset_new(g->n_blocks + 1);
  for (uint32_t b = 1; b <= g->n_blocks; b++) bitset_add(&all, b);
  uint64_t n = block_count(r->m, f, g, &all, block_of(f, pc));
  bitset_fini(&all);
  return n;
}

uint64_t repeats_of(repeats *r, uint32_t func, uint32_t pc) {
  uint64_t often = activations(r, func);
  return often && often != REPEATS_ANY ? times(often, in_function(r, func, pc)) : often;
}

static bool may_mean(const repeats *r, const ir_instr *i, uint32_t func) {
  if (i->args[0].kind == IR_OPERAND_FUNC) return i->args[0].value == func;
  return callgraph_address_taken(r->calls, (ir_func){func});
}

static uint64_t activations(repeats *r, uint32_t func) {
  const ir_module *m = r->m;
  if (r->progress[func] == KNOWN) return r->activations[func];
  if (r->progress[func] == UNDER_WAY) return REPEATS_ANY;  // recursion, or processes that start their like
  r->progress[func] = UNDER_WAY;
  uint64_t n = m->entry.id == func;
  for (uint32_t p = 1; p <= m->n_procs; p++) n += m->procs[p].func.id == func;
  for (size_t k = 0; k < r->sites.len && n != REPEATS_ANY; k++) {
    call_site at = r->sites.data[k];
    if (may_mean(r, &m->funcs[at.func].code[at.pc], func)) n = plus(n, repeats_of(r, at.func, at.pc));
  }
  r->progress[func] = KNOWN;
  r->activations[func] = n;
  return n;
}
