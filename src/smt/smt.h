// Questions to a solver, answered by a chain: rewriting -> interval / known bits -> cached models and results ->
// independent-component slicing -> incremental Z3. Every answer has three values; SMT_UNKNOWN is never read as
// SMT_UNSAT, nor as a proof of anything.
//
// A query is a set of conjuncts (width-1 terms); there is no push and pop to get wrong: the Z3 layer compares the
// query with what it has asserted and keeps the common prefix. Limits count solver resources, not seconds, so runs
// repeat; `stop` (and the user's time limit) interrupt through smt_interrupt.
#ifndef SMT_SMT_H
#define SMT_SMT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "expr/expr.h"

typedef enum smt_answer { SMT_UNSAT = 0, SMT_SAT = 1, SMT_UNKNOWN = 2 } smt_answer;

typedef struct smt_config {
  uint64_t rlimit;  // Z3 resource units per query, 0 = none
  uint32_t seed;
  bool cache, slice, interval;  // each layer can be switched off
  bool validate;                // evaluate every model against its query (--check=2)
  FILE *log;                    // every query that reaches Z3 as SMT-LIB 2; NULL = none (--smt-log)
} smt_config;
smt_config smt_default_config(void);

typedef struct smt_stats {
  uint64_t queries;       // asked of the chain
  uint64_t solver_calls;  // reached Z3
  uint64_t unknown;
  uint64_t by_rewrite, by_interval, by_model, by_cache;  // answered before Z3
  double solver_time_s;
} smt_stats;

typedef struct smt smt;
smt *smt_new(expr_table *t, const smt_config *config);
void smt_free(smt *s);
expr_table *smt_terms(smt *s);

// Is the conjunction satisfiable? On SMT_SAT and out != NULL, *out is a model of all conjuncts (caller frees).
// Order the conjuncts oldest first: the incremental layer profits.
smt_answer smt_check(smt *s, const expr *conjuncts, size_t n, model **out);

// pc & for all `bound`: body. For subsumption queries; a separate solver with its own limit. No model.
smt_answer smt_check_forall(smt *s, const expr *conjuncts, size_t n, const expr *bound, size_t n_bound, expr body,
                            uint64_t rlimit);

// Safe from a signal handler or another thread: the running query, and all later ones, answer SMT_UNKNOWN.
void smt_interrupt(smt *s);
bool smt_interrupted(const smt *s);
const smt_stats *smt_get_stats(const smt *s);

#endif
