// Where the entry function may still start the simulation: code after the last start concerns no process.
#ifndef ANALYSIS_RESTART_H
#define ANALYSIS_RESTART_H

#include "ir/ir.h"

typedef struct restarts restarts;

restarts *restarts_new(const ir_module *m);
void restarts_free(restarts *r);
// From code index pc of func on: may a `start` be executed before the function returns?
bool restarts_after(restarts *r, uint32_t func, uint32_t pc);

#endif
