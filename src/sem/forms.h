// Other forms of a state: to be compared (sem_normal.c, sem_canon.c), with inputs that have other names or values (sem_names.c,
// sem_input.c), and as text (sem_dump.c).
#ifndef SEM_FORMS_H
#define SEM_FORMS_H

#include "sem/sem.h"

// May the time be left out of keys? (no bound in force, no @time; [AVPE15])
bool sem_time_abstractable(const sem *m, const state *s);
// A state whose runs go wrong exactly if those of s do, the same one for states that differ in numbers which cannot matter
// (analysis/shifts.h); a new reference, often to s itself. To be compared, not to be run.
state *sem_normal(sem *m, state *s);
// heap=exact: the same state with its objects named in the order in which a fixed walk meets them, so that states that differ
// in names alone are equal; a new reference, to s itself under other rules. To be compared, not to be run. sem_normal includes it.
state *sem_canonical(sem *m, state *s);
// heap=type, exact: the type of an object made by `new` (one element) and the number of its place among those of the type, from
// 1. False: made otherwise, or named by its place in the program.
bool sem_object_slot(const sem *m, uint32_t obj, ir_type *type, uint32_t *slot);
// Replaces every literal in s (memory, registers) by its value in `values` and adds literal = value to the path
// condition. s must have one owner.
void sem_fix_inputs(sem *m, state *s, const model *values);
// Renames the literals of s to canonical ones and drops what can no longer matter of its path condition, and the list of its
// inputs (sem_names.c). s has one owner. It behaves as before; a violation found from it has lost the way that led to it.
void sem_name_inputs(sem *m, state *s);
// For tests: canonical text of the observable state (globals by name, static processes, time)
void sem_dump(sem *m, const state *s, strbuf *out);

#endif
