// Histories of calls in the text form.
#ifndef REPORT_REP_HISTORY_H
#define REPORT_REP_HISTORY_H

#include "base/str.h"
#include "report/report.h"

void report_history(const report *r, strbuf *out);  // nothing if the run has none

#endif
