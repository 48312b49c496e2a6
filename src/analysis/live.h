// Which registers can still matter. A register is live at a point if some way from there reads it before writing it;
// the others can be left out of a state's key: two states that differ in them alone behave equally from there on.
//
// Kept as ranges of code per register, so the cost grows with the code and not with code x registers.
#ifndef ANALYSIS_LIVE_H
#define ANALYSIS_LIVE_H

#include "ir/ir.h"

typedef struct live_info live_info;

live_info *live_new(const ir_module *m);
void live_free(live_info *l);
// Live before instruction `code_index` of f is executed.
bool live_at(const live_info *l, ir_func f, uint32_t code_index, ir_reg r);
// Still needed while instruction `code_index` (a call or a blocking operation) is under way: its operands are read,
// its result is not written yet. Includes what an unwind block needs.
bool live_across(const live_info *l, ir_func f, uint32_t code_index, ir_reg r);

#endif
