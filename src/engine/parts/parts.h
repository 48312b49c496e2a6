// A search in parts that need nothing of each other: --shard=I/N explores one of N, --jobs=N lets N processes share them.
//
// Everybody makes the same first piece of the search, the *trunk*, down to a frontier; what hangs below a place of the
// frontier is a *unit*. Everybody meets the units in the same order, so they have numbers; whoever a unit belongs to explores it, and
// all others step over it. That all of this is one complete search, and that no execution is met twice, is the engine's business:
// a unit must depend on nothing but the trunk above it (doc/parallel.md has the arguments for dpor and for graph).
//
// What the trunk counts and finds is found by all; it is the first part's. A violation has a position, so that of several the one is
// told that a single process would have come to first.
#ifndef ENGINE_PARTS_PARTS_H
#define ENGINE_PARTS_PARTS_H

#include "engine/engine.h"

enum { PARTS_MOST = 1 << 16 };  // of --shard

typedef struct parts_team parts_team;

typedef struct parts {
  engine_ctx *ctx;
  uint32_t level;         // the trunk has the places of at most this level
  uint32_t index, count;  // --shard; 1/1 without
  bool counting;          // nobody's units: how many are there,
  uint64_t most;          // up to so many?
  parts_team *team;       // --jobs: who comes first takes the unit; NULL: it is ours by its number
  uint32_t worker;
  uint64_t units, taken;  // met so far, ours among them
  uint64_t frontier;      // a hash of all of them: equal for everybody, or the parts do not fit together
  uint64_t position;      // of the violation, or of what was learnt; RESULT_NOWHERE: there is neither
  uint64_t noted;         // of the first reason why SAFE cannot be said
  bool inside;            // a unit of ours
  counters before, own;   // at its begin; of all our units
  // What the search says at its end.
  bool violation, cut;  // parts_end; cut: a limit, or a run that was too long
  bool learnt;          // what units rest on has changed, so others may have other units
  const char *doubt;    // why SAFE cannot be said if some part has runs that an assumption ended; NULL: no reason
} parts;

// One search as `p` divides it, from the beginning; ctx->result has its counters, its violation, its reasons.
// Before it is divided --pilot transitions were made: many programs need no more, and what depends on what is learnt.
// conclude: as at the end of every search (engine_conclude), in the process that made it.
typedef struct parts_search {
  void (*run)(void *arg, parts *p);
  void (*conclude)(void *arg, parts *p);
  void *arg;
} parts_search;

// "I/N" with 1 <= I <= N <= PARTS_MOST.
bool parts_parse(const char *text, uint32_t *index, uint32_t *count);
// Is the search of this engine, which was asked for by its name, to be divided?
bool parts_asked(const engine_ctx *ctx, opt_engine engine_asked);
// Divides the search. False: something was learnt that changes the units; a longer search before it would show it (--jobs).
bool parts_run(engine_ctx *ctx, const parts_search *s);
// The search came to its end before it was divided: the first part has it.
void parts_undivided(engine_ctx *ctx);

// For searches.
// The next unit has this identity: is it ours? If it is, call parts_leave behind it.
bool parts_take(parts *p, uint64_t identity);
void parts_leave(parts *p);
// The search is over, before anything of it is taken down. learnt: it would have to begin anew.
void parts_end(parts *p, bool violated, bool learnt, bool cut);
void parts_again(parts *p);  // the search begins anew
bool parts_overtaken(
    const parts *p);  // nothing is left to do here: somebody has found a violation that comes before it
// Does what happens now happen in this part, rather than in the trunk of another one?
static inline bool parts_counts(const parts *p) { return !p || p->inside || (p->index == 1 && !p->counting); }

#endif
