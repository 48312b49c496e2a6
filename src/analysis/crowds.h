// Are processes spawned at all, and in loops, so that there may be many of one function?
#ifndef ANALYSIS_CROWDS_H
#define ANALYSIS_CROWDS_H

#include "ir/ir.h"

// Some spawn, or a call of what spawns, can come again in one activation of its function. Calls through pointers and
// recursion do not count: the answer guides the choice of engines, nothing rests on it.
bool crowds_spawned(const ir_module *m);
bool crowds_endless(const ir_module *m);  // and of such a function no return can come behind that
bool crowds_any(const ir_module *m);      // more than one process, or a spawn somewhere in the program

#endif
