// Loops that count: no round of theirs ends with the registers that it began with. Found without running anything.
#ifndef ANALYSIS_ROUNDS_H
#define ANALYSIS_ROUNDS_H

#include "analysis/cfg.h"

// `in`, by block: the blocks that are looked at. Takes out of it those that lie on no cycle of the rest along which the registers of
// the function can be at the end what they were at the start.
//
// A register counts in a strongly connected part if all that assigns it there adds constants that are equal and small. Then no cycle through such
// an assignment comes back to the same value, but after as many rounds as the register has values; so the blocks of the assignments are
// taken out, and what is left falls into smaller parts, in which others count.
void rounds_drop_counted(const ir_module *m, const cfg *g, const ir_func_info *f, bool *in);

#endif
