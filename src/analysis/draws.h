// Assumptions that concern only inputs drawn in the same step.
//
// An assumption that fails ends the run, so it can hide what other processes would have done before: in general a step
// with an assumption does not commute with a step that checks something. If its condition depends on nothing but inputs
// that the same step has drawn, no other process can have seen them: for every run of the others there is a choice of
// these inputs that survives, as long as the assumption is satisfiable (which the search sees when it runs it).
#ifndef ANALYSIS_DRAWS_H
#define ANALYSIS_DRAWS_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/ir.h"

typedef struct draws draws;

draws *draws_new(const ir_module *m);
void draws_free(draws *d);
// Is the ASSUME at code index pc of f of that kind?
bool draws_only(const draws *d, ir_func f, uint32_t pc);

#endif
