// Integers in globals whose values are bounded by how often they are changed (analysis/repeats.h). Found without running anything.
//
// A class of integers is *counted* if every instruction that may write one of them writes a constant, or the sum of constants and of
// values that were read from the class at any time before. Why there is a bound: let M be the greatest absolute value that has stood in the
// class so far. A write of constants alone adds them to the candidates for M; one of `k` values and constants that sum up to c makes M at
// most k M + c. No order of the processes and no race matters: what was read stood there before. So with n executions of each write at most,
// M stays below the product of all k^n (k > 0) times the sum of the greatest constant at the start and all n c. If values enter at most
// once and are not subtracted, the bounds upwards and downwards are sums for themselves. The bound holds if it fits the width, for
// then no sum has wrapped around.
//
// Holds as long as objects are accessed within their bounds, and integers of one global never in pieces, where the addresses are
// not exact: whoever asks must have seen that (`parts`).
#ifndef ANALYSIS_COUNTED_H
#define ANALYSIS_COUNTED_H

#include "ir/ir.h"

typedef struct counted counted;

counted *counted_new(const ir_module *m);  // programs of the interleaving scheduler; m must live as long
void counted_free(counted *c);
// Is the integer of so many bytes, at this offset of the global (exact), or at any, between *least and *most at all times?
// *parts: only if no access to the global overlaps one of its integers in part.
bool counted_range(const counted *c, uint32_t global, bool exact, uint64_t offset, uint64_t size, int64_t *least,
                   int64_t *most, bool *parts);

#endif
