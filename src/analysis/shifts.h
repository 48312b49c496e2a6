// Groups of integer globals that the code still to come knows only up to a common summand: it adds constants to them,
// copies them to each other, subtracts and compares them for equality among themselves, and nothing else. If the same
// number is added to all globals of a group, every run goes on as before; so two states that differ in such a number
// alone are one. A global that nothing reads any more is a group of its own, and so is a counter that is only counted.
//
// Type inference by unification: every global and every register is a node, node 0 stands for "does not move". The code
// still to come is what can be reached from the positions on the stacks, so initial assignments do not count later.
#ifndef ANALYSIS_SHIFTS_H
#define ANALYSIS_SHIFTS_H

#include "analysis/live.h"
#include "base/vec.h"

// A frame: the next instruction of a top one, the call under way of any other.
typedef struct shift_point {
  uint32_t func, pc, is_top;
} shift_point;
typedef VEC(shift_point) shift_point_vec;

// Globals, group after group, each group closed by 0.
typedef struct shift_groups {
  const uint32_t *list;
  size_t n;
} shift_groups;

typedef struct shifts shifts;

shifts *shifts_new(const ir_module *m, const live_info *live);  // borrows both
void shifts_free(shifts *x);
bool shifts_possible(const shifts *x);  // false: there are never groups
// `points`: the frames of all processes that can still run. Owned by x, valid as long as it.
shift_groups shifts_from(shifts *x, const shift_point_vec *points);

#endif
