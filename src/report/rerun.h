// Re-executing the run of a result, for what the trace does not hold: the values of all globals.
#ifndef REPORT_RERUN_H
#define REPORT_RERUN_H

#include "report/report.h"

// Called before the first step (process "-") and after each step.
typedef void (*rerun_visit)(void *arg, const machine *m, const char *process, bool last);

// False: *why says why the schedule cannot be followed.
bool report_rerun(const report *r, rerun_visit visit, void *arg, const char **why);

#endif
