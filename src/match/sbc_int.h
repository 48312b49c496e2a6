// Shared by the files of solver-based comparison.
#ifndef MATCH_SBC_INT_H
#define MATCH_SBC_INT_H

#include "base/map64.h"
#include "match/esm.h"
#include "match/sbc.h"

struct sbc {
  sem *sem;
  expr_table *t;
  sbc_options o;
  esm *esm;     // for seeding
  map64 twins;  // literal -> its fresh twin
  uint64_t unknown;
  VEC(model *) models;  // of the path condition of a
  size_t next_model;    // the one to replace when there are enough
  bool no_more_models;
  expr_vec values;     // of a's terms in each model, model by model
  expr_vec values_of;  // the terms they belong to
  // The pair under comparison: terms of both sides and conjuncts.
  expr_vec ta, tb, pa, pb;
  expr_vec lits_a, lits_b;  // literals of each side
  // Several stored states together: their twins, and what is true iff a lies in none of them.
  expr_vec all_twins;
  expr outside;
};

// Fills terms and conjuncts from two views; false: they differ in a sort, hence altogether.
bool sbc_load(sbc *c, const view *a, const view *b, const pos_vec *at);
void sbc_load_literals(sbc *c);  // after sbc_load
expr sbc_twin(sbc *c, expr literal);
// A question without quantifiers, under the limit of such questions. On SMT_SAT *out is a model unless out is NULL.
smt_answer sbc_ask(sbc *c, const expr *conjuncts, size_t n, model **out);
bool sbc_unsat(sbc *c, const expr *conjuncts, size_t n);
// Is the relation valid when b's literals `from` are replaced by `to`?
bool sbc_holds(sbc *c, sbc_relation rel, const expr *from, const expr *to, size_t n);

// sbc_model.c: concrete states of a.
void sbc_forget_models(sbc *c);
void sbc_keep_model(sbc *c, model *m);  // takes m, a model of the path condition of a
// With b's literals replaced by `to`, a known concrete state of a differs from b's.
bool sbc_fails_on_models(sbc *c, const view *a, const expr *to);

// sbc_map.c
typedef bool (*sbc_try)(void *arg, const expr *x, const expr *y, size_t n);
// Calls try for each mapping until it answers true; false if none did. `breaking`: shared literals are mapped as well.
bool sbc_each_mapping(sbc *c, bool breaking, sbc_try try, void *arg);

#endif
