// Processes that share the units of a divided search (--jobs). Processes, because nothing below is made for threads: each has its own
// terms, solver and states, as they were when it was forked. What they share is plain memory: who has taken which unit, what each
// unit has counted, and where the first violation is.
#ifndef ENGINE_PARTS_TEAM_H
#define ENGINE_PARTS_TEAM_H

#include "engine/parts/parts.h"

// Runs the units of p's trunk, of which there are so many, in options->jobs processes, and concludes. False: as parts_run.
bool team_run(engine_ctx *ctx, const parts_search *s, const parts *p, uint64_t units);

// For parts.c, in a worker.
bool team_claim(parts_team *t, uint32_t who, uint64_t unit);
void team_begin(parts *p);
void team_leave(parts *p, uint64_t unit, counters *counted);  // adds what the interpreter and the solver counted
uint64_t team_first(const parts_team *t);                     // position of the first violation that was found so far

// Of parts.c. What the trunk has counted;
counters parts_trunk(const parts *p);
void parts_tell(const parts *p);  // the result says which part it is

#endif
