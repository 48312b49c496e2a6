// Violations: a graph that shows one becomes a run that can be executed again.
#ifndef ENGINE_GRAPH_REPORT_H
#define ENGINE_GRAPH_REPORT_H

#include "engine/graph/search.h"

// The last step of g violates something. True: the result says UNSAFE.
bool graph_report(graph_search *x, const graph *g, const sem_succ *v);
// The event races with an earlier one of the graph, which x->rel is begun with. What was executed behind it does not matter.
bool graph_report_race(graph_search *x, const graph *g, uint32_t later);
// Nobody goes on behind g, and v is what the end of the run says about it. True: the result says UNSAFE.
bool graph_report_deadlock(graph_search *x, const graph *g, const sem_succ *v);

#endif
