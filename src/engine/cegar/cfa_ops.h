// Between cfa_walk.c, which follows the ways of the code, and cfa_ops.c, which translates single operations.
#ifndef ENGINE_CEGAR_CFA_OPS_H
#define ENGINE_CEGAR_CFA_OPS_H

#include "engine/cegar/cfa.h"

typedef enum step_end {
  STEP_NEXT,  // go on at w->pc
  STEP_DONE,  // the way has become an edge
  STEP_DROP   // nothing is left of the way: it forked, or its guard is false
} step_end;

step_end cwalk_step(cwalk *w, uint32_t from, const ir_instr *i);
step_end cwalk_control(cwalk *w, uint32_t from, const ir_instr *i);  // operations that end a block, assumptions
cwalk *cwalk_copy(const cwalk *w);
bool cwalk_restrict(cwalk *w, expr cond);  // false: no state takes this way
void cwalk_drop(cwalk *w);                 // frees its lists
// Makes the way an edge; takes its lists.
void cwalk_finish(cwalk *w, uint32_t from, uint32_t to);
// Where `cond` holds something fails: an edge to an error, or to a gap if nobody asked for this kind. Goes on where it
// does not; false: nowhere.
bool cwalk_fails(cwalk *w, uint32_t from, expr cond, const ir_instr *i, ir_check check, const char *message);
void cwalk_later(cwalk *w);  // to be walked after the others
// Instead of this way one for each value of an operand, with that value in its register, to be walked again from the same
// instruction. The values are all there are. False: they are too many, or it is no register; nothing has happened.
bool cwalk_split(cwalk *w, const ir_operand *o, expr value, const expr_vec *values);
// The address of something without contents (an event); the ways on which it is none become edges of their own, and where
// it may be one of several there is a way for each.
step_end cwalk_address(cwalk *w, uint32_t from, const ir_instr *i, const ir_operand *o, expr *out);
// An operation that means something else in a simulation, or nothing elsewhere; false: it is none.
bool cwalk_kernel(cwalk *w, uint32_t from, const ir_instr *i, step_end *end);
void cwalk_gap(cwalk *w, uint32_t from, const ir_instr *i, const char *message);

#endif
