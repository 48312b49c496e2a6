// State matching: is everything that can go wrong from s already explored from a stored state? [AVPE15]
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

#include "match/sbc.h"
#include "sem/collect.h"
#include "sem/sem.h"
#include "state/store.h"

typedef enum match_method {
  METHOD_AUTO,
  METHOD_CEQ,
  METHOD_PESM,
  METHOD_ESM,
  METHOD_ESM_H,
  METHOD_PSBC_EQ,
  METHOD_PSBC_CV,
  METHOD_SBC_EQ,
  METHOD_SBC_CV,
  METHOD_ESS
} match_method;

typedef struct match_options {
  match_method method;
  sbc_options sbc;
  bool confirm;        // self-check: every match is asked about once more, as exact subsumption
  bool together;       // a state that several stored ones cover together counts as seen, too
  size_t cache_bytes;  // beyond this, states that the search has left are forgotten; 0: never
} match_options;
match_options match_default_options(match_method method);

typedef struct match_stats {
  uint64_t hash_matches;  // candidates with equal concrete parts (and symbolic hash) that were compared
  uint64_t matches;
  uint64_t by_esm, by_filter, solver_unknown;  // matched by structure; refuted by a concrete state; not answered
  uint64_t evicted;
  uint64_t confirmed, unconfirmed;  // self-check: matches that exact subsumption confirms, does not answer
} match_stats;

typedef struct matcher matcher;

matcher *matcher_new(sem *semantics, const match_options *o);
void matcher_free(matcher *m);
// The stored state that covers s, or a new entry for it (*is_new). Ids count from 1 and are never used again. Borrows
// s.
uint32_t matcher_find_or_add(matcher *m, state *s, bool *is_new);
// The stored state that the step of p from s, which is stored, leads to, if that is known without making the step (sem_step_known);
// else 0.
uint32_t matcher_find_step(matcher *m, state *s, proc_id p);
// Does a stored state cover s? Nothing is added (but to a program without inputs, where equality decides).
bool matcher_covers(matcher *m, state *s);

// Optional: the search tells when a stored state enters (true) and leaves (false) its stack. A candidate on the stack
// may close a cycle and is worth more effort than one that only saves work [AVPE15]; only states that have
// left are ever forgotten, for the others termination and the cycle proviso depend on them [AVPE15].
void matcher_set_on_path(matcher *m, uint32_t id, bool on_path);
// Forgets states that have left the stack, the least useful first, until about `bytes` remain. Returns how many.
size_t matcher_evict(matcher *m, size_t bytes);

// Collection of terms (sem.h): keeps those of the stored states. To be called last among the roots.
void matcher_mark(matcher *m, sem_marks *x);

size_t matcher_count(const matcher *m);  // states that are stored now
size_t matcher_bytes(const matcher *m);
const match_stats *matcher_get_stats(const matcher *m);
const char *matcher_fault(const matcher *m);  // what is wrong with what is stored, all looked at; NULL: nothing

#endif
