// Is memory given back in the way in which it was obtained? C++ has three: malloc and free, new and delete, new[] and
// delete[]; others together are undefined ([expr.delete], C17 7.22.3.3).
//
// Points-to sets tell the allocations that a `free` may meet. Where all of them are of another family, the `free` is wrong
// whenever it is executed with a pointer that is not null; where some are, it cannot be told without running.
#ifndef ANALYSIS_FAMILIES_H
#define ANALYSIS_FAMILIES_H

#include "analysis/points.h"

typedef enum family_fit { FAMILY_SAME, FAMILY_OTHER, FAMILY_MIXED } family_fit;

// Can families be mistaken at all? Without points-to sets: does the program itself use more than one?
bool families_differ(const ir_module *m);
// `free` at pc of function f.
family_fit families_fit(const ir_module *m, const points *pts, ir_func f, const ir_instr *i);
// A `free` that cannot be told, in *at; false: there is none.
bool families_mixed(const ir_module *m, place *at);

#endif
