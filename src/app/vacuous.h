// Does a proof say something? Its assumptions are passed and its assertions are reached by some run, or shown to be neither.
#ifndef APP_VACUOUS_H
#define APP_VACUOUS_H

#include "app/session.h"
#include "engine/engine.h"

// After SAFE (proved): looks at each assumption and assertion that the program itself has, first with random runs, then, if some
// are left, with a small search of its own. Fills result->claims and adds a note for each that no run comes through. Counters and
// verdict stay as they are. False: *why says which run violates what was proved, a mistake of ours.
bool vacuous_look(session *s, const engine_ctx *ctx, const char **why);

#endif
