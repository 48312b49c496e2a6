// State matching: is everything that can go wrong from s already explored from a stored state? (specification 4.10-4.15)
//
// A matcher owns the set of stored states. States equal in all concrete parts are found by hashing; symbolic parts are
// compared by the chosen method, weakest to strongest:
//   ceq      the same literals, terms and path condition
//   pesm     as ceq; with terms in normal form (the term table's rewriting)
//   esm      equal up to a one-to-one renaming of literals of equal type
//   esm_h    esm, with the symbolic parts in the hash (a literal hashes by its type)
//   psbc-eq, psbc-cv   the solver shows equality / coverage under identical literals
//   sbc-eq, sbc-cv     the same under guessed consistent mappings of literals
//   ess      exact symbolic subsumption, quantified
//   auto     esm_h, then sbc-cv with term witnesses, then ess, under limits
// A match is only ever claimed when it is certain: a solver that does not answer means "no match".
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include "sem/sem.h"
#include "state/store.h"

typedef enum match_method {
  METHOD_AUTO, METHOD_CEQ, METHOD_PESM, METHOD_ESM, METHOD_ESM_H, METHOD_PSBC_EQ, METHOD_PSBC_CV, METHOD_SBC_EQ, METHOD_SBC_CV,
  METHOD_ESS
} match_method;

typedef struct match_stats {
  uint64_t hash_matches;    // candidates with equal concrete parts (and symbolic hash) that were compared
  uint64_t matches;
  uint64_t by_esm, by_filter, solver_unknown;  // matched by structure; refuted by a concrete state; not answered
} match_stats;

typedef struct matcher matcher;

matcher *matcher_new(sem *semantics, match_method method);
void matcher_free(matcher *m);
// The stored state that covers s, or a new entry for it (*is_new). Ids count from 1. Borrows s.
uint32_t matcher_find_or_add(matcher *m, state *s, bool *is_new);
size_t matcher_count(const matcher *m);
size_t matcher_bytes(const matcher *m);
const match_stats *matcher_get_stats(const matcher *m);

#endif
