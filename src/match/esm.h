// Structural comparison: equality of terms up to a one-to-one renaming of literals of equal sort and type
// ([AVPE15], with correction E3: the map is checked in both directions).
#ifndef MATCH_ESM_H
#define MATCH_ESM_H

#include "match/view.h"

typedef struct esm esm;

esm *esm_new(expr_table *t);
void esm_free(esm *m);
// rename = false: literals must be identical (CEQ, PESM). ordered: path conditions are compared conjunct by conjunct,
// as the documents do, instead of as sets. Views have equal control and mask, and equal words.
bool esm_views(esm *m, const view *a, const view *b, bool rename, bool ordered);
// Two lists of terms under one growing map, for tests and for seeding mappings. On success the map stays readable.
bool esm_terms(esm *m, const expr *a, const expr *b, size_t n, bool rename);
// Compares each pair only up to its first difference and keeps the links between literals met before it [AVPE15]. False: two links contradict each other.
bool esm_prefixes(esm *m, const expr *a, const expr *b, size_t n);
// The literal of the right side that `literal` of the left side was matched with, or EXPR_NONE.
expr esm_image(const esm *m, expr literal);
// Hash of the symbolic parts that sees literals by sort and type only.
uint64_t esm_blind_hash(expr_table *t, const view *v);

#endif
