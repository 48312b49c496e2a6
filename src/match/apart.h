// Pairs of symbolic parts of which one is known not to cover the other.
//
// Many states that have one control and the same words differ in their terms alone: each new one is compared with all of them, and
// the same two symbolic parts meet again and again. Whether a concrete state of one lies outside the other depends on the terms
// and the path conditions only, so it is found out once. Symbolic parts are numbered; large ones are not, they have 0. A number
// means one symbolic part for ever; when terms are collected (expr.h) the lists are forgotten with them, and the next ones get new numbers.
#ifndef MATCH_APART_H
#define MATCH_APART_H

#include "base/map64.h"
#include "match/view.h"

// A zeroed one is empty.
typedef struct apart {
  map64 links;      // number of a list << 32 | term -> number of the longer list
  uint32_t last;    // number given
  uint64_t *pairs;  // by hash; what is overwritten is found out again
} apart;

void apart_fini(apart *k);
void apart_forget_terms(apart *k);  // from here on every list is a new one
uint32_t apart_number(apart *k, const view *v);
// Of two numbers whose terms stand at the same positions: is it known that b does not cover a?
bool apart_known(const apart *k, uint32_t a, uint32_t b);
void apart_note(apart *k, uint32_t a, uint32_t b);
size_t apart_bytes(const apart *k);

#endif
