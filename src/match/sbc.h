// Solver-based comparison of two views [AVPE15]. Every function answers "certainly yes" or "not
// shown"; a solver that gives up means "not shown".
//
// Literals of the stored state are replaced before comparing: by literals of the other state (a mapping), by terms over
// them (witnesses), or by fresh twins. A replacement of the stored state's literals is a choice for its inputs, so any
// replacement is sound for coverage; the solver then checks that it works for every input of the other state.
#ifndef MATCH_SBC_H
#define MATCH_SBC_H

#include "match/view.h"

typedef enum sbc_relation { SBC_EQ, SBC_CV } sbc_relation;

typedef struct sbc_options {
  unsigned algorithm;     // 1: all partial injections of literals; 2: constraints from co-occurrence
  bool key_by_place;      // map only literals drawn at the same place (else: of the same type)
  uint32_t regular;       // accept constraints whose sides differ by at most this; UINT32_MAX: all
  bool break_equalities;  // a literal that both states contain may also be mapped to another one
  bool seeded;            // links found by structural comparison are constraints too [AVPE15]
  uint32_t max_mappings;  // tried per pair
  uint32_t models;        // concrete states of the new state kept for refuting
  uint64_t rlimit;        // resource units of a question without quantifiers, 0 = no limit
  uint64_t ess_rlimit;    // of a quantified one
} sbc_options;
sbc_options sbc_default_options(void);

typedef struct sbc sbc;

sbc *sbc_new(sem *semantics, const sbc_options *o);
void sbc_free(sbc *c);

void sbc_set_limit(sbc *c, uint64_t rlimit);  // of questions without quantifiers, from now on

// From here on `a` is another state: what is known about it is forgotten.
void sbc_begin(sbc *c);
// `at`: the positions where a or b is symbolic; everything else is equal.
bool sbc_plain(sbc *c, const view *a, const view *b, const pos_vec *at, sbc_relation rel);    // identical literals
bool sbc_mapped(sbc *c, const view *a, const view *b, const pos_vec *at, sbc_relation rel);   // guessed mappings
bool sbc_witness(sbc *c, const view *a, const view *b, const pos_vec *at);                    // a covered by b
bool sbc_subsumed(sbc *c, const view *a, const view *b, const pos_vec *at, uint64_t rlimit);  // ESS: exact
// The same question with all its answers: SMT_UNSAT a is covered, SMT_SAT it is not, SMT_UNKNOWN.
smt_answer sbc_subsumption(sbc *c, const view *a, const view *b, const pos_vec *at, uint64_t rlimit);
// Is a covered by several states together (symcpp-explicit-symbolic.md 4.8, MEND-8)? They are added one by one, then asked about.
void sbc_together_begin(sbc *c);
void sbc_together_add(sbc *c, const view *a, const view *b, const pos_vec *at);
bool sbc_together(sbc *c, uint64_t rlimit);
// True: a is certainly not covered by b, because a concrete state of a lies outside b, or the ranges of a pair do not
// meet. Uses the cached models of a, and finds more.
bool sbc_refuted(sbc *c, const view *a, const view *b, const pos_vec *at);
// Questions that the solver did not answer.
uint64_t sbc_unknown(const sbc *c);
// Terms are being collected, all other holders have marked theirs: forgets what will die, keeps the twins of the literals that stay.
// Returns how many it had to look at.
size_t sbc_mark(sbc *c);

// The mappings that would be tried, as pairs (literal of a, literal of b): for tests. Returns their number.
typedef void sbc_each(void *arg, const expr *x, const expr *y, size_t n);
size_t sbc_mappings(sbc *c, const view *a, const view *b, const pos_vec *at, sbc_each *each, void *arg);

#endif
