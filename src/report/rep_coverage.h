// --coverage: where runs come, as text and as JSON; rep_coverage.c also writes the form of lcov.
#ifndef REPORT_REP_COVERAGE_H
#define REPORT_REP_COVERAGE_H

#include <jansson.h>

#include "report/report.h"

void report_coverage_text(const result *r, strbuf *out);  // nothing if it was not asked for
json_t *report_coverage_value(const result *r);           // NULL if it was not asked for

#endif
