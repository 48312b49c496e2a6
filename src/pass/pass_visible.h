// What other processes can see, for passes of free interleaving; the rules are in pass_visible.c.
#ifndef PASS_PASS_VISIBLE_H
#define PASS_PASS_VISIBLE_H

#include "analysis/points.h"

typedef struct visibility visibility;

visibility *visibility_new(const ir_module *m);  // m must live as long
void visibility_free(visibility *v);
// Can no other process see what an operand of function f points to?
bool visibility_hides(const visibility *v, ir_func f, const ir_operand *address);
const points *visibility_points(const visibility *v);
const bitset *visibility_shared(const visibility *v);  // objects whose address a second process may find

// The static process that alone executes a function; 0: several do, UINT32_MAX: none.
uint32_t visibility_runner(const visibility *v, uint32_t func);

#endif
