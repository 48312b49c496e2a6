// Passes: frozen module -> new frozen module. A pass never changes the module it is given; the runner checks the new
// one for well-formedness and owns nothing afterwards.
//
// A pass says itself when it is wanted: for the kinds of violations that are asked for, or for the scheduler of the
// module, so that a program pays for nothing else and its IR stays as the front end made it. A new pass is one file and one line in
// passes.def.
#ifndef PASS_PASS_H
#define PASS_PASS_H

#include "ir/ir.h"

typedef struct pass {
  const char *name, *help;
  uint32_t cares;                                       // checks that `wanted` looks at; it is shown no others
  bool (*wanted)(const ir_module *m, uint32_t checks);  // checks: bit per ir_check that is a violation
  ir_module *(*run)(const ir_module *m);                // not yet frozen; NULL: there is nothing to do after all
} pass;

enum { PASS_MOST_LEFT_OUT = 8 };

const pass *const *pass_all(void);  // NULL-terminated, in the order in which they run
const pass *pass_find(const char *name);

// Runs one pass. The result, unless it is NULL, is frozen; a malformed one is a mistake of the pass and ends the process with the reason.
ir_module *pass_run(const pass *p, const ir_module *m);
// Runs the passes that are wanted, one after the other. The module to go on with (the caller's), or NULL if there
// is nothing to do. `without`: names of passes that are left out, the rest NULL.
ir_module *pass_apply(const ir_module *m, uint32_t checks, const char *const without[PASS_MOST_LEFT_OUT]);
// The checks that make a difference for pass_apply: without one among those that differ, it does the same.
uint32_t pass_cares(void);

#endif
