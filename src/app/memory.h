// For which memory model a SAFE holds.
//
// Searches interleave accesses: what they show is shown for sequential consistency. By the theorem that C11 makes of race-free programs (Boehm and
// Adve, PLDI 2008) it holds for C11 as well if no run has a data race, all atomic accesses that others can meet are seq_cst, and nobody learns anything by an
// operation that fails.
#ifndef APP_MEMORY_H
#define APP_MEMORY_H

#include "app/session.h"

// With --memory-model other than sc: a SAFE that holds for sequential consistency alone becomes UNKNOWN.
void memory_demand(session *s);
// May DRF-SC speak for the program, if these checks are proved?
bool memory_may_be_drf(const ir_module *ir, uint32_t checks);
// Threads: says in the result that it holds for C11, or names what keeps it from that in the assumption `sequential consistency`.
void memory_settle(session *s);

#endif
