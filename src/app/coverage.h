// --coverage: which lines, arms of branches, assumptions and assertions of the program some run comes to.
#ifndef APP_COVERAGE_H
#define APP_COVERAGE_H

#include "app/session.h"
#include "sem/sem.h"

// Random runs and small searches of their own, before the search proper and whatever its answer will be: fills result->coverage.
void coverage_look(session *s, const sem_options *so, expr_table *terms, smt *solver);
// What the counterexample comes to is reached, too.
void coverage_add_trace(result *r);

#endif
