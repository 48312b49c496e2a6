// Where the ways through a function meet again: immediate postdominators.
//
// Only ways that return count, and in a loop that is never left those that come round. One that throws, or ends in code that is
// not left, does not keep the others from meeting.
#ifndef ANALYSIS_JOINS_H
#define ANALYSIS_JOINS_H

#include "ir/ir.h"

// By block: the first block behind it that every way from it to a return passes; 0: there is none. The caller frees it.
uint32_t *joins_new(const ir_func_info *f);

#endif
