// Two ends of one evaluation phase: can they differ under the same inputs?
#ifndef ENGINE_CONFLUENCE_CONFLUENCE_H
#define ENGINE_CONFLUENCE_CONFLUENCE_H

#include "engine/engine.h"
#include "state/store.h"

typedef VEC(uint32_t) uint32_vec;

// SMT_SAT: *m has inputs (literals of `a`) for which both states exist and differ, in data or in where processes stand.
// SMT_UNSAT: no such inputs. `common`: the inputs that both drew before the phase. *partly: other inputs might show
// other differences.
smt_answer confluence_differ(engine_ctx *ctx, state_store *controls, const state_input *common, state *a, state *b,
                             model **m, bool *partly);

#endif
