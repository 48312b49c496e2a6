// Inputs by their values: every literal that is left in a state is replaced by each of its values that the path condition
// allows. Too many (--input-limit): the reason is noted in the result, and SAFE can no longer be said.
#ifndef ENGINE_SEARCH_CONCRETE_H
#define ENGINE_SEARCH_CONCRETE_H

#include "engine/engine.h"
#include "engine/search/dfs.h"

void concrete_states(engine_ctx *ctx, state *s, state_vec *out);  // takes s

#endif
