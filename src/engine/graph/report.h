// Violations: a graph that shows one becomes a run that can be executed again.
#ifndef ENGINE_GRAPH_REPORT_H
#define ENGINE_GRAPH_REPORT_H

#include "engine/graph/search.h"

// The last step of g violates something. True: the result says UNSAFE.
bool graph_report(graph_search *x, const graph *g, const sem_succ *v);

#endif
