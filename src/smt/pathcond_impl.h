// Inside of path conditions; included by pathcond.c and pathcond_index.c only.
#ifndef SMT_PATHCOND_IMPL_H
#define SMT_PATHCOND_IMPL_H

#include "smt/pathcond.h"
#include "smt/smt_impl.h"

#define ASKED 4

typedef struct shared_model {
  uint32_t refs;
  model *m;
} shared_model;

typedef struct asked {
  expr c;
  shared_model *m;
} asked;

struct pathcond {
  pathcond *prev;
  expr c;
  uint32_t refs;
  uint32_t marked;  // the last collection of terms that has met it, and so all older nodes
  bool uncertain;
  bool model_tried;  // the solver was asked for a model of the whole and gave none
  unsigned next_asked;
  size_t length;
  uint64_t hash;
  uint64_t serial;  // never used twice in one smt, unlike addresses
  shared_model *m;
  pathcond *collected;  // the latest answer of pathcond_collect, or NULL
  asked asked[ASKED];
};

// Is c one of the conjuncts?
bool pathcond_contains(smt *s, const pathcond *pc, expr c);
// Appends to out, oldest first, the conjuncts connected with a seed through shared literals, and those without any.
void pathcond_related(smt *s, const pathcond *pc, const expr *seeds, size_t n, expr_vec *out);

#endif
