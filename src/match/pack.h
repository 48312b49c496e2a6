// Stored views in few bytes: what equal states share is stored once.
//
// The concrete words of a view are numbered (state/words.h); its terms are a stretch of a pool; its path condition is
// the number of a list cell (older list, conjunct), so that states along one path share what they have in common.
// Nothing is ever taken out: to forget states, the kept ones are written to a new pack.
#ifndef MATCH_PACK_H
#define MATCH_PACK_H

#include "base/map64.h"
#include "match/view.h"

typedef struct pack_cell {
  uint32_t older, length;
  expr c;
} pack_cell;

typedef struct pack {
  word_store *words;
  expr_vec terms;
  VEC(pack_cell) cells;  // [0]: the empty list
  map64 cell_ids;        // older << 32 | conjunct -> cell
  expr_pins pinned_terms, pinned_cells;
} pack;

typedef struct packed {
  uint32_t data;   // number of the words
  uint32_t terms;  // where its terms begin
  uint32_t pc;
} packed;

void pack_init(pack *p);
void pack_fini(pack *p);
packed pack_put(pack *p, const view *v);
// Fills data, terms, path condition and, if asked, the words of *out; the mask is copied. No origin.
void pack_open(const pack *p, packed at, const pos_vec *mask, bool words, view *out);
// Pins its terms (collection of terms, expr.h). Returns how many it had to look at.
size_t pack_pin(pack *p, expr_table *t);
size_t pack_bytes(const pack *p);

#endif
