// From a schedule with inputs to a confirmed, minimised, readable counterexample.
#ifndef RESULT_EXPLAIN_H
#define RESULT_EXPLAIN_H

#include "base/str.h"
#include "replay/machine.h"
#include "result/result.h"

// Re-executes r->schedule with r->inputs on the concrete interpreter. True: it fails in the same way (kind and place);
// r->trace is filled, r->inputs become exactly those drawn, r->violation gets message, source line and process, of a race
// both accesses. False: *why (text of r->mem) says how it differs (a bug of ours unless the violation was uncertain). The
// places of deadlocks and leaks are not compared: any of the processes that wait, of the objects lost may be named.
bool explain_confirm(const ir_module *m, const machine_options *base, result *r, const char **why);
// Lowers the number of context switches (consecutive steps of different processes within one evaluation phase) and of
// steps, then the input values, while the same violation is reached, by at most `budget` re-executions. Changes
// r->schedule and r->inputs only (of two orders the second schedule); confirm afterwards. Does nothing to a counterexample that does not replay.
void explain_minimise(const ir_module *m, const machine_options *base, result *r, uint32_t budget);

// Is the place of such a violation part of what it is? Of a deadlock or a leak any of several may be named.
bool explain_has_place(ir_check c);
bool explain_same_race(const violation *v, const machine_race_info *race);  // one of its accesses is where v says
// The violation as the machine has it; for races of the last two steps. False: there is none.
bool explain_take_race(result *r, const ir_module *ir, const machine *m);

void explain_take_origins(result *r, const machine *m);  // so that r->schedule may hold the machine's numbers

uint32_t explain_switches(const uint32_t *schedule, size_t n);

// Saved counterexamples (.trace, JSON; doc/trace-format.md): program file, schedule by process name, inputs, violation.
void trace_put(const char *program, const ir_module *m, const result *r, strbuf *out);
bool trace_save(const char *path, const char *program, const ir_module *m, const result *r, const char **why);
// Fills names of the schedule, inputs and violation of r (verdict UNSAFE) and *program (caller frees with mem_free).
// Any file is safe to load; *why (text of r->mem) says what is wrong with it.
bool trace_load(const char *path, char **program, result *r, const char **why);
// Resolves process names and input types of a loaded trace against the module: fills r->schedule and the values.
bool trace_bind(const ir_module *m, result *r, const char **why);

#endif
