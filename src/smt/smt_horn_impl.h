// Between smt_horn.c, which asks, and smt_horn_back.c, which reads the answers.
#ifndef SMT_SMT_HORN_IMPL_H
#define SMT_SMT_HORN_IMPL_H

#include <z3.h>

#include "smt/smt_horn.h"

enum { HORN_DEPTH = 60 };  // of terms that are read back

// A formula of Z3 over the arguments of a relation.
typedef struct horn_answer {
  expr_table *t;
  Z3_context ctx;
  const expr *args;
  size_t n_args;
} horn_answer;

void horn_read_conjuncts(const horn_answer *a, Z3_ast formula, expr_vec *out);  // those that have a translation
void horn_read_atoms(const horn_answer *a, Z3_ast formula, expr_vec *out);

#endif
