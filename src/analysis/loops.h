// The loops of a function: strongly connected parts of its control flow, and those that are left of each without its head, the block of
// it that comes first in the order of the data flow; irreducible ones are loops, too. Where several edges lead back to the head, the rounds
// that come back by one of them are a loop of their own: `for (;;) { while (x) ; f(); }` has one head and two loops, and cannot be told
// from `for (;;) { if (x) continue; f(); }`. The outermost loop is known by the place of its edge if code has places of statements.
#ifndef ANALYSIS_LOOPS_H
#define ANALYSIS_LOOPS_H

#include "base/bitset.h"
#include "base/vec.h"
#include "ir/ir.h"

typedef struct loop {
  uint32_t head;
  bitset blocks;
  bool of_edge;  // the rounds by some of several edges to the head
  bool
      has_exit;  // some edge leads out of it, other than to a block that only ends the program: a check that fails is no way out
} loop;

typedef struct loops {
  const ir_func_info *f;
  uint32_t *block_of;  // by code index
  VEC(loop) list;      // outer ones before those inside of them
} loops;

loops *loops_new(const ir_func_info *f);
void loops_free(loops *l);
// Does the code index lie in the loop?
static inline bool loops_contain(const loops *l, size_t i, uint32_t pc) {
  return bitset_has(&l->list.data[i].blocks, l->block_of[pc]);
}
// Where the loop stands in the source: the first place in its head, or in its other blocks in the order of code.
place loops_place(const loops *l, size_t i);

#endif
