// Guidance of a search by an abstraction: how far is a state from the goal? (symcpp-explicit-symbolic.md 5)
//
// The module is translated into a finite program (engine/guide/cfin.h), that into a graph of abstract states with the
// distances of all of them (engine/guide/boolprog.h); here a state of the search is looked up in it. The goal is the
// violation of kind `goal` if the module has such a check, else any check that counts. Everything belongs to the guide; terms
// live in the table of the context's sem.
//
// What always holds: the abstraction is an over-approximation, so a state from which the goal can be reached is never given
// GUIDE_INFINITE (unless the guide is a heuristic one, which guide_is_sound tells), and guide_unreachable is a proof.
#ifndef ENGINE_EXSYM_GUIDE_H
#define ENGINE_EXSYM_GUIDE_H

#include "engine/engine.h"

#define GUIDE_INFINITE UINT32_MAX
// The abstraction does not have the state: it comes last too, but is never dropped. That does not happen as long as the abstraction
// simulates the search, so it is counted (abstract_missing), and nothing is proved any more.
#define GUIDE_MISSING (UINT32_MAX - 1)

typedef struct guide guide;

// Programs without C_fin (calls, other schedulers) are guided by facts (engine/guide/facts.h). NULL: refused; the reason is noted
// in the result (result_add_note). Counts its work in the counters abstract_*.
guide *guide_new(engine_ctx *ctx);
void guide_free(guide *g);
// Least number of steps to a state in which the goal's step is enabled. Of an interrupted state (sem_interrupted) 0: ask only
// for complete ones. Undetermined predicates of a symbolic state: the least over the completions that are consistent.
uint32_t guide_h(guide *g, state *s);
// Nothing that counts as a violation can be reached in the abstraction: SAFE, proved.
bool guide_unreachable(const guide *g);
// May states with GUIDE_INFINITE be dropped without losing a violation?
bool guide_is_sound(const guide *g);

#endif
