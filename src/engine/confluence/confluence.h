// Two ends of one evaluation phase: can they differ under the same inputs?
#ifndef ENGINE_CONFLUENCE_CONFLUENCE_H
#define ENGINE_CONFLUENCE_CONFLUENCE_H

#include "engine/engine.h"
#include "state/store.h"
#include "state/words.h"

typedef VEC(uint32_t) uint32_vec;

// Two ends of one phase under the same inputs: what one process drew in the same place of its sequence has the same value
// in both.
typedef struct comparison {
  expr_vec query;     // both exist and differ, not for inputs that were excluded
  expr_vec from, to;  // literals of b and those of a that stand for the same input
  expr_vec inputs;    // that the states depend on, named as in a
  bool partly;        // other inputs might show other differences
  bool apart;         // processes stand elsewhere, wait for something else, or something else is pending
} comparison;

// Where controls and words of ends are numbered.
typedef struct comparison_stores {
  state_store *controls;
  word_store *words;
} comparison_stores;

// `anyhow`: they differ in something else than data and where processes stand. `common`: inputs that both drew before.
void comparison_open(comparison *c, engine_ctx *ctx, comparison_stores to, const state_input *common, state *a,
                     state *b, bool anyhow);
// SMT_SAT: *m has inputs for which both exist and differ. SMT_UNSAT: there are none (left).
smt_answer comparison_ask(comparison *c, engine_ctx *ctx, model **m);
bool comparison_exclude(comparison *c, engine_ctx *ctx, const model *m);  // the inputs of m; false: it is not possible
void comparison_close(comparison *c);

#endif
