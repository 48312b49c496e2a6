// Inside of the matcher: what is stored, and how it is found (match.c); what is forgotten (match_forget.c).
#ifndef MATCH_MATCH_IMPL_H
#define MATCH_MATCH_IMPL_H

#include "base/map64.h"
#include "match/apart.h"
#include "match/esm.h"
#include "match/match.h"
#include "match/pack.h"
#include "match/sbc.h"
#include "match/view.h"

// Stored states with the same control and the same symbolic positions. For each set of positions that is left out of
// the comparison of concrete data (those symbolic here or in the query) there is an index of its own, made when first
// asked.
typedef struct position_index {
  pos_vec skip;
  bool blind;           // the key includes the symbolic parts, literals by type
  map64 chains;         // hash of the words outside `skip` -> newest entry + 1
  pos_vec outside;      // if `skip` is not the mask of the group: by entry, the number of these words
  VEC(uint32_t) older;  // by entry of the group: the next older one of its chain + 1, or 0
  VEC(uint32_t) newer;  // not if blind: the next newer one + 1; from the newest on to the oldest
} position_index;

typedef struct group {
  pos_vec mask;
  VEC(uint32_t) entries;  // stored states, in order of insertion
  VEC(position_index) indexes;
} group;

typedef struct control {
  VEC(group) groups;
  uint64_t failed, succeeded;  // effort of comparisons, in units
  uint64_t unanswered;         // questions
} control;

// Where a stored state stands in the search.
typedef enum standing { UNTOLD, ON_PATH, LEFT, GONE } standing;

typedef struct entry {
  uint64_t blind;  // hash of the symbolic parts, if the method needs it
  packed at;
  uint32_t symbols;  // number of its symbolic part (match/apart.h)
  uint32_t since;    // queries before it entered the stack; once it has left: those made below it
  uint32_t hits;     // matches
  uint8_t standing;
  uint8_t unanswered;  // solver questions about it
  bool uncertain;      // its path condition may be unsatisfiable
} entry;

struct matcher {
  sem *sem;
  match_options o;
  bool concrete_only;  // the program draws no input: the exact store alone decides
  state_store *exact;  // concrete programs
  state_store *controls;
  VEC(control) by_control;
  pack pack;
  VEC(entry) entries;      // [0] unused
  VEC(uint32_t) entry_of;  // by number of a state; 0: forgotten
  VEC(uint32_t) unused;    // entries of forgotten states
  size_t gone, indexed, evict_at;
  uint32_t queries;
  bool has_pinned;        // terms
  view query, candidate;  // memory that is used again
  pos_vec skip;
  apart apart;
  esm *esm;
  sbc *sbc;
  match_stats stats;
};

static inline entry *entry_at(const matcher *m, uint32_t id) { return &m->entries.data[m->entry_of.data[id]]; }

void match_drop_indexes(group *g);  // they are made again when somebody asks

#endif
