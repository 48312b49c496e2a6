// The counterexample as a table: rows are steps in time order, one column per process that takes part.
#ifndef REPORT_REP_TABLE_H
#define REPORT_REP_TABLE_H

#include "report/report.h"

void report_table(const report *r, strbuf *out);

#endif
