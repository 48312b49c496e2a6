// Shared by the files of solver-based comparison.
#ifndef MATCH_SBC_INT_H
#define MATCH_SBC_INT_H

#include "base/map64.h"
#include "match/sbc.h"

struct sbc {
  sem *sem;
  expr_table *t;
  sbc_options o;
  map64 twins;             // literal -> its fresh twin
  uint64_t unknown;
  // The pair under comparison: terms of both sides and conjuncts.
  expr_vec ta, tb, pa, pb;
  expr_vec lits_a, lits_b; // literals of each side
};

// Fills the fields above from two views.
void sbc_load(sbc *c, const view *a, const view *b, const pos_vec *at);
expr sbc_twin(sbc *c, expr literal);
// One choice for the literals of b: to[i] replaces lits_b[i].
typedef bool (*sbc_try)(void *arg, const expr *x, const expr *y, size_t n);
// Calls try for each mapping until it answers true; false if none did.
bool sbc_each_mapping(sbc *c, sbc_try try, void *arg);

#endif
