// Path conditions: persistent, reference-counted lists of conjuncts with independent components and cached models.
//
// NULL is `true`. Adding a conjunct shares the older part. Invariant: a path condition built only with answers
// SMT_SAT is satisfiable and `pathcond_model` is a model of it; after an UNKNOWN answer it is `uncertain` and
// whatever is found under it must be confirmed by replay.
#ifndef SMT_PATHCOND_H
#define SMT_PATHCOND_H

#include "smt/smt.h"

typedef struct pathcond pathcond;

pathcond *pathcond_ref(pathcond *pc);
void pathcond_unref(pathcond *pc);

// Is pc & c satisfiable? Looks first at constants, the cached models of pc, then at the component of c only.
smt_answer pathcond_may(smt *s, pathcond *pc, expr c);
// pc & c; takes a reference of its own on pc and returns a new one. The caller has asked pathcond_may first;
// `answer` is what it said (SAT or UNKNOWN). Conjunctions are split; constants true are dropped.
pathcond *pathcond_add(smt *s, pathcond *pc, expr c, smt_answer answer);
bool pathcond_uncertain(const pathcond *pc);
size_t pathcond_length(const pathcond *pc);
// Conjuncts, oldest first, appended to out.
void pathcond_conjuncts(const pathcond *pc, expr_vec *out);
// A model of pc (borrowed until pc dies), or NULL when none is known or the solver does not tell.
const model *pathcond_model(smt *s, pathcond *pc);
// Only conjuncts of components that share a literal with `live` [AVPE15]: what a stored state needs.
pathcond *pathcond_collect(smt *s, pathcond *pc, const expr *live, size_t n);
// Marks its terms and those of the models it remembers (collection of terms, expr.h).
void pathcond_mark(smt *s, pathcond *pc);
// Order-independent hash of the conjunct set.
uint64_t pathcond_hash(const pathcond *pc);

#endif
