// LazyPOR: dynamic partial order reduction that plans whole executions (doc/engines.md, `lazy`).
//
// A *call* (u1, u2) is a maximal execution u1.u2 of which the dependences inside u1 are settled and those of u2 are to be
// varied: every non-empty set of its dependent pairs is reversed in turn, the order that results is planned as far as it
// has a solution, run as far as its steps can be made, and continued to the end. What of the new execution is settled is
// found by split; the rest is a call of its own. Calls stand on an explicit stack.
//
// The program must be separated (a step never disables another process) and acyclic, and steps must not fork. So the state
// behind a sequence of processes is fixed by that sequence; the last execution is kept with all its states (the path), and
// the next one begins where it leaves it.
#ifndef ENGINE_LAZY_LAZY_H
#define ENGINE_LAZY_LAZY_H

#include <stdio.h>

#include "base/map64.h"
#include "engine/engine.h"
#include "engine/trace/book.h"
#include "sem/peek.h"
#include "state/keyset.h"
#include "state/store.h"

typedef struct lazy_pair {
  uint32_t a, b;
} lazy_pair;  // positions in u2, a < b

typedef struct lazy_call {
  uint32_t n1, n2;   // lengths of u1 and u2
  proc_id *procs;    // of all events
  uint64_t *where;   // of the events of u2: where their process stood
  uint32_t n_pairs;  // dependent pairs of u2 in lexicographic order
  lazy_pair *pairs;
  uint32_t *pair_from;           // by position: the first pair that begins there (n2 + 1)
  uint32_t *touch, *touch_from;  // by position: its pairs, from either side
  uint32_t *chain, *chain_from;  // positions by process, ascending processes; n_chains + 1
  uint32_t n_chains;
  lazy_pair *fixed;  // spawn and begin, end and join: never varied
  uint32_t n_fixed;
  uint64_t *mask;  // the variation: which pairs are reversed
  VEC(uint32_t)
  cut_short;        // orders of plans up to and including the step that could not be made, each behind its length
  uint32_t prefix;  // so many pairs are decided for good: this is a part of the call
  bool first;       // the variation in `mask` itself is still to come
} lazy_call;

typedef VEC(uint32_t) settled_sets;  // one behind the other: length, then the numbers

typedef struct lazy {
  engine_ctx *ctx;
  VEC(uint32_t) prologue;  // the schedule of the forced beginning
  proc_id n_procs;         // the highest seen
  // The path: the last execution.
  VEC(canon_event) events;
  VEC(uint64_t) where;
  VEC(state *) states;                 // before each event, and behind the last; the first is that behind the beginning
  VEC(uint32_t) pred_first, preds;     // dependent pairs (canon_pairs)
  VEC(uint32_t) forced, forced_first;  // first steps of processes that an event has made, by event
  proc_vec enabled;                    // scratch
  bool shared;                         // the path is that of the new execution so far
  bool joins;                          // some event of the path spawns or joins
  sem_out out;
  // Calls.
  VEC(lazy_call *) stack;
  VEC(uint32_t) order;                // solution: positions of u2
  VEC(lazy_pair) pairs;               // scratch
  VEC(uint32_t) degree, heads, from;  // scratch; from: position in u2 of each planned event of the path
  VEC(uint64_t) closure;              // orders of the variation at hand (call.c)
  const lazy_call *closure_of;
  keyset memo;
  VEC(settled_sets) settled;  // by number of a trace: the sets of settled events that were seen
  state_store *states_seen;
  canon form;
  VEC(expr) times;  // variables of the cross-check
  map64 branches;   // place -> does a step from there branch?
  trace_book *book;
  struct lazy_team *team;  // NULL: alone
  FILE *found;             // of a member of a team: new traces
  bool repeating;          // the execution is one that was counted before
  bool plain_end;          // a finished run needs no look by the kernel
  bool stop, violation;
} lazy;

static inline counters *lazy_count(lazy *z) { return &z->ctx->result->counters; }
static inline touches *lazy_touches(const lazy *z, size_t i) { return (touches *)z->events.data[i].touched; }

// --- run.c: the path
bool lazy_begin(lazy *z);  // false: refused or violated
void lazy_fini(lazy *z);
// Executes u1 of the call, then the planned order, then goes on to the end. The number of planned steps that were made;
// z->stop: something ended the search.
uint32_t lazy_execute(lazy *z, const lazy_call *c);
void lazy_execute_first(lazy *z);
void lazy_repeat(lazy *z, const uint32_t *schedule, size_t n);  // a violation that another process has found
// Follows the processes from the root and goes on to the end; false: impossible.
bool lazy_follow(lazy *z, const proc_id *procs, size_t n);

// --- call.c: calls and their variations
// The call of the path whose first `cut` events are settled; NULL if nothing is left to vary.
lazy_call *lazy_call_new(lazy *z, uint32_t cut);
void lazy_call_free(lazy_call *c);
void lazy_call_restrict(lazy_call *c, uint32_t prefix,
                        uint32_t bits);      // the part whose first pairs are decided by bits
bool lazy_call_next(lazy *z, lazy_call *c);  // the next variation; false: there is none
// The last pair changes fastest: two runs in a row then begin alike.
static inline bool lazy_reversed(const lazy_call *c, uint32_t pair) {
  uint32_t bit = c->n_pairs - 1 - pair;
  return c->mask[bit / 64] >> (bit % 64) & 1;
}
// Finds the pair of two positions; UINT32_MAX: they were independent.
uint32_t lazy_find_pair(const lazy_call *c, uint32_t a, uint32_t b);

// --- solve.c
void lazy_solve(lazy *z, const lazy_call *c);  // z->order: empty if nothing can be placed

// --- explore.c
void lazy_explore(lazy *z);  // until the stack is empty
// How much of the path is settled after `planned` steps of c; c NULL: nothing.
uint32_t lazy_split(lazy *z, const lazy_call *c, uint32_t planned);
// Pushes the call of the path, unless it was made before.
void lazy_enter(lazy *z, uint32_t cut);

// --- refuse.c: what the engine cannot do
const char *lazy_refuses(const ir_module *m, place *at);
bool lazy_ends_plainly(const engine_ctx *ctx);
bool lazy_branches(lazy *z, uint64_t where);

// --- team.c: several processes
void lazy_run_team(lazy *z, uint32_t jobs);
bool lazy_team_share(lazy *z, lazy_call *c);  // true: others may take it
void lazy_team_violation(lazy *z, const uint32_t *schedule, size_t n);
bool lazy_team_new_key(lazy *z, const uint8_t *bytes, size_t len);

#endif
