// Marks where runs come (--coverage): an assumption of the constant true at the first instruction of each line in each block, and
// one on each arm of a branch. They change neither steps nor results; which of them runs have come through, ir_claims.h counts.
#ifndef PASS_PASS_MARKS_H
#define PASS_PASS_MARKS_H

#include "ir/ir.h"

// A new frozen module. Places in libraries and in models get no marks.
ir_module *pass_marks(const ir_module *m);

#endif
