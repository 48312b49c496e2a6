// Control flow of one function: edges between blocks, an order for data flow, loop heads.
//
// Unwind edges of calls are edges like any other, although they leave a block in its middle. Block ids count from 1.
#ifndef ANALYSIS_CFG_H
#define ANALYSIS_CFG_H

#include "ir/ir.h"

typedef struct cfg {
  uint32_t n_blocks;
  // Successors of block b: succ[succ_first[b]] .. succ[succ_first[b + 1] - 1], in order of code, without repetition;
  // predecessors likewise, ascending.
  uint32_t *succ_first, *succ;
  uint32_t *pred_first, *pred;
  uint32_t *order, n_order;  // blocks reachable from the entry, in reverse postorder: the entry first
  bool *is_loop_head;        // by block: some edge of the depth-first search comes back to it
} cfg;

cfg *cfg_new(const ir_func_info *f);
void cfg_free(cfg *g);
bool cfg_comes_again(const cfg *g, const ir_func_info *f,
                     uint32_t pc);  // can the instruction come twice in one activation?
// The innermost loop that contains all the blocks of `in` (by block, at least one): CFG_NO_LOOP if there is none, else whether an edge
// leads out of it. An edge to a block that only ends the program does not count: a check that fails is no way out.
typedef enum cfg_loop { CFG_NO_LOOP, CFG_ENDLESS, CFG_HAS_EXIT } cfg_loop;
cfg_loop cfg_loop_around(const cfg *g, const ir_func_info *f, const bool *in);

#endif
