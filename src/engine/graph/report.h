// Violations: a graph that shows one becomes a run that can be executed again.
#ifndef ENGINE_GRAPH_REPORT_H
#define ENGINE_GRAPH_REPORT_H

#include "engine/graph/search.h"

// The last step of g violates something. True: the result says UNSAFE.
bool graph_report(graph_search *x, const graph *g, const sem_succ *v);
// The event has no defined meaning beside an earlier one of the graph, which x->rel is begun with: a race, or an access outside of the life of its object. What was executed
// behind it does not matter. `blamed`: the one whose place is told.
bool graph_report_undefined(graph_search *x, const graph *g, uint32_t later, uint32_t blamed, ir_check check);
// Nobody goes on behind g, and v is what the end of the run says about it. True: the result says UNSAFE.
bool graph_report_end(graph_search *x, const graph *g, const sem_succ *v);

#endif
