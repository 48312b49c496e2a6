// A disagreement between two parts of allways about one program.
#ifndef APP_BUG_H
#define APP_BUG_H

#include "app/session.h"

// Prints what disagrees and saves the run in question (allways-bug-N.trace). Returns the exit status.
int bug_report(const session *s, const char *what);

#endif
