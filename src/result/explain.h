// From a schedule with inputs to a confirmed, minimised, readable counterexample.
#ifndef RESULT_EXPLAIN_H
#define RESULT_EXPLAIN_H

#include "replay/machine.h"
#include "result/result.h"

// Re-executes r->schedule with r->inputs on the concrete interpreter. True: it fails in the same way (kind and place);
// r->trace is filled. False: *why says how it differs (a bug of ours unless the violation was uncertain).
bool explain_confirm(const ir_module *m, const machine_options *base, result *r, const char **why);
// Lowers the number of context switches while the same violation is reached, by at most `budget` re-executions.
void explain_minimise(const ir_module *m, const machine_options *base, result *r, uint32_t budget);

// Saved counterexamples (.trace, JSON): program file, schedule by process name, inputs, violation.
bool trace_save(const char *path, const char *program, const ir_module *m, const result *r, const char **why);
// Fills schedule, inputs, violation of r and *program (caller frees with mem_free).
bool trace_load(const char *path, char **program, result *r, const char **why);
// Resolves process names and input types of a loaded trace against the module.
bool trace_bind(const ir_module *m, result *r, const char **why);

#endif
