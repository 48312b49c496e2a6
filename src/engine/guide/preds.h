// Predicates over the variables of C_fin: read from a file, taken from the program (symcpp-explicit-symbolic.md 5.4, 5.7a).
#ifndef ENGINE_GUIDE_PREDS_H
#define ENGINE_GUIDE_PREDS_H

#include "engine/guide/cfin.h"

enum { PREDS_MOST = 64 };  // an abstract state is one word of bits

typedef struct preds {
  expr list[PREDS_MOST];  // terms of one bit
  uint32_t n;
} preds;

// Adds a term, or the negation of one that is there: nothing. False: no room.
bool preds_add(const cfin *c, preds *p, expr e);
// The comparisons that a term is made of: its parts of one bit that are no connectives.
void preds_atoms(const cfin *c, expr e, expr_vec *out);
// One expression per line over names of variables; `#` comments, `label:` prefixes. Grammar: doc/engines.md. False: *why.
bool preds_parse(cfin *c, const char *text, preds *out, const char **why);
// Parses one expression of one bit.
bool preds_parse_one(cfin *c, const char *text, expr *out, const char **why);
// The atoms of the guards of edges that fail with one of the checks (bits): q. Without inputs and without what is fixed.
void preds_goal(const cfin *c, uint32_t checks, preds *out);
// Atoms of guards over variables in the backward cone of q: what q reads, what flows into it, what controls its changes.
void preds_candidates(const cfin *c, uint32_t checks, expr_vec *out);
void preds_print(const cfin *c, expr e, strbuf *out);

#endif
