// What a program says about waiting for ever, by functions with these names (doc/semantics-threads.md 3):
//   allways_try         a call of it comes back with 1 where the process that runs it is alone and waits for ever
//   allways_when_stuck  is run at the end where somebody waits for ever, instead of a deadlock
// Drivers of libraries have both, so that calls which never return are compared with a specification.
#ifndef ANALYSIS_WAITING_H
#define ANALYSIS_WAITING_H

#include "ir/ir.h"

typedef struct waiting_functions {
  uint32_t attempt, when_stuck;  // numbers of functions; 0: there is none
} waiting_functions;

waiting_functions waiting_find(const ir_module *m);

#endif
