// Membership: has a state been stored? (symcpp-explicit-symbolic.md 4.4, 4.8, 4.9)
#ifndef ENGINE_EXSYM_VISITED_H
#define ENGINE_EXSYM_VISITED_H

#include "engine/engine.h"
#include "match/match.h"
#include "state/store.h"

typedef struct visited visited;

visited *visited_new(engine_ctx *ctx);
void visited_free(visited *v);
// Adds s; false: it is there, *id tells which one (whole states: in order of insertion from 1; else 0). Borrows s.
bool visited_add(visited *v, state *s, uint32_t *id);
bool visited_full(const visited *v);  // there is no room for another signature
bool visited_is_exact(const visited *v);
void visited_say_unsafe(const visited *v);  // adds to the result what was pruned unsafely
size_t visited_bytes(const visited *v);
const match_stats *visited_stats(const visited *v);              // NULL: no matcher
matcher *visited_matcher(engine_ctx *ctx, match_method method);  // with the limits of the run

#endif
