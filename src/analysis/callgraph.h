// Who calls whom. A call through a pointer may reach every function whose address is taken somewhere; that is coarse
// and always right. `spawn` starts another process and is no call.
#ifndef ANALYSIS_CALLGRAPH_H
#define ANALYSIS_CALLGRAPH_H

#include "base/bitset.h"
#include "ir/ir.h"

typedef struct callgraph callgraph;

callgraph *callgraph_new(const ir_module *m);
void callgraph_free(callgraph *g);
// Functions that may run when f is called, f among them; a set of function ids owned by the graph.
const bitset *callgraph_reach(const callgraph *g, ir_func f);
bool callgraph_recursive(const callgraph *g, ir_func f);  // may be active twice in one process
bool callgraph_address_taken(const callgraph *g, ir_func f);
bool callgraph_spawned(const callgraph *g, ir_func f);  // may be the first function of a spawned process

#endif
