// Relations over the events of a graph as rows of bits: row e holds the events that come before e. Made anew for each question, in memory that is kept.
#ifndef ENGINE_GRAPH_RELATIONS_H
#define ENGINE_GRAPH_RELATIONS_H

#include "engine/graph/graph.h"

typedef VEC(uint64_t) bits_vec;
typedef VEC(uint32_t) u32_vec;

typedef struct relations {
  const graph *g;
  uint32_t n, words;
  u32_vec before;  // the event before in the same process, or the one that made it: GRAPH_NONE if none
  u32_vec joined;  // JOIN: the end of the process that was waited for
  u32_vec pos;     // writes: place in modification order, from 1; reads: that of the write read from, 0 = initial value
  bits_vec porf, hb;  // (sequenced before u reads from)+, happens-before
  bits_vec rel,
      acq;  // writes: what a release sequence through them gives on; processes: what reads have found for a later fence
  bits_vec apart;    // writes of locks: what of that those who share the lock learn, too
  bits_vec rows[6];  // of models
  u32_vec last;      // by process: its last event so far
  u32_vec fence;     // by process: its last release fence
  u32_vec first, targets, degree, queue;
} relations;

void relations_fini(relations *x);

// The graph as a model sees it. An update without a place counts as a read, a write without a place as nothing.
void relations_begin(relations *x, const graph *g);
void relations_porf(relations *x);
void relations_hb(relations *x);  // of C11, with release sequences as in C++20

static inline uint64_t *row(const relations *x, bits_vec *m, uint32_t e) { return m->data + (size_t)e * x->words; }
static inline bool row_has(const uint64_t *r, uint32_t e) { return r[e / 64] >> (e % 64) & 1; }
static inline void row_add(uint64_t *r, uint32_t e) { r[e / 64] |= (uint64_t)1 << (e % 64); }
static inline void row_join(const relations *x, uint64_t *r, const uint64_t *more) {
  for (uint32_t i = 0; i < x->words; i++) r[i] |= more[i];
}
void rows_clear(relations *x, bits_vec *m, uint32_t n);  // n rows without bits

static inline bool is_write_in(const event *e) { return event_writes(e) && e->placed; }
static inline bool is_read_in(const event *e) { return event_reads(e); }

// Extended coherence order: does a come before b, two accesses of one place, by what they read and wrote? (reads-from, modification order, reads-before)+
bool relations_eco(const relations *x, uint32_t a, uint32_t b);
// Every update follows directly what it reads from.
bool relations_atomic(const relations *x);
// No access comes before, in `order` (rows), one that comes before it in eco.
bool relations_coherent(const relations *x, bits_vec *order);
// Pairs of events.
typedef struct edges {
  VEC(uint32_t) from, to;
} edges;
void edges_add(edges *e, uint32_t from, uint32_t to);  // nothing if one of them is GRAPH_NONE, or both are the same
bool relations_acyclic(relations *x, const edges *e);
// Does an interleaving show the graph? Sequenced before, reads from, modification order and reads before have no cycle together.
bool relations_sequential(relations *x, edges *scratch);

#endif
