// Questions to a solver, answered by a chain: rewriting -> interval / known bits -> cached models and results ->
// independent-component slicing -> an incremental solver (Z3, or cvc5 as a child process) -> assignments at random and one by
// one. Every answer has three values; SMT_UNKNOWN is never read as
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

typedef enum smt_solver { SMT_SOLVER_Z3, SMT_SOLVER_CVC5 } smt_solver;
// Z3 is part of this program; cvc5 must be found on PATH.
bool smt_solver_exists(smt_solver which);

typedef struct smt_config {
  smt_solver solver;
  uint64_t rlimit;  // resource units of Z3 per query, 0 = none
  uint32_t seed;
  bool cache, slice, interval;  // each layer can be switched off
  uint32_t random;              // assignments that are tried where the solver has no answer,
  uint32_t enumerate;           // and then all, if there are at most so many
  bool validate;                // evaluate every model against its query (--check=2)
  FILE *log;                    // every query that reaches the solver as SMT-LIB 2; NULL = none (--smt-log)
} smt_config;
smt_config smt_default_config(void);

typedef struct smt_stats {
  uint64_t queries;       // asked of the chain
  uint64_t solver_calls;  // reached the solver
  uint64_t unknown;
  uint64_t by_rewrite, by_interval, by_model, by_cache;  // answered before that
  uint64_t by_random, by_enumeration;                    // where the solver had no answer
  uint64_t resources;                                    // that Z3 counts; read now and then, 0 with another solver
  double solver_time_s;
} smt_stats;

typedef struct smt smt;
smt *smt_new(expr_table *t, const smt_config *config);
void smt_free(smt *s);
expr_table *smt_terms(smt *s);
// Terms are being collected (expr.h), all other holders have marked theirs: forgets what it knows of those that will die.
void smt_collect(smt *s);
// It remembers a lot, at least `least`: by the number of words, the same in every run.
bool smt_collection_due(const smt *s, uint64_t least);

// Is the conjunction satisfiable? On SMT_SAT and out != NULL, *out is a model of all conjuncts (caller frees).
// Order the conjuncts oldest first: the incremental layer profits.
smt_answer smt_check(smt *s, const expr *conjuncts, size_t n, model **out);

// The same with a limit of its own, 0 = none; the configured one holds too. For questions that help but need no answer.
// With SMT_NOTHING only the layers before the solver are asked.
enum { SMT_NOTHING = 1 };
smt_answer smt_check_within(smt *s, const expr *conjuncts, size_t n, model **out, uint64_t rlimit);

// pc & for all `bound`: body. For subsumption queries; a separate solver with its own limit. No model.
smt_answer smt_check_forall(smt *s, const expr *conjuncts, size_t n, const expr *bound, size_t n_bound, expr body,
                            uint64_t rlimit);

// Safe from a signal handler or another thread: the running query, and all later ones, answer SMT_UNKNOWN.
void smt_interrupt(smt *s);
bool smt_interrupted(const smt *s);
const smt_stats *smt_get_stats(const smt *s);
// Work done so far, in units of the cheapest steps of an engine: for budgets, which count no seconds.
static inline uint64_t smt_effort(const smt *s) {
  enum { OF_QUESTION = 10, OF_CALL = 50, RESOURCES_OF_UNIT = 20 };
  const smt_stats *n = smt_get_stats(s);
  return OF_QUESTION * n->queries + OF_CALL * n->solver_calls + n->resources / RESOURCES_OF_UNIT;
}

#endif
