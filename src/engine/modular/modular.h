// Inside of the engine `modular` (doc/engines.md).
//
// What is reachable is kept as pairs: a common part and the own part of one process that may go with it (sem/views.h). A
// pair is stepped by its process; what the step does to the common part, its *effect*, is done to every other own part that
// goes with the old common part and can exist beside the one that stepped.
//
// Why every reachable state is covered: if all own parts of a state form pairs with its common part, so they do after a
// step: the stepping process by its own step, the others by the effect, new processes because they are added beside. Two
// own parts that exist at once hold no mutex in common and do not belong to the same single process; only such pairs need
// the effect; cells that somebody owns are like mutexes (owners.c). Symbolic values of parts are blurred (sem/blur.h). A step of a view does at least what the process can do in a state: a join of a process in a crowd does not
// wait, processes that the state does not have may interfere.
#ifndef ENGINE_MODULAR_MODULAR_H
#define ENGINE_MODULAR_MODULAR_H

#include "base/map64.h"
#include "engine/engine.h"
#include "engine/search/dfs.h"
#include "sem/blur.h"
#include "sem/views.h"
#include "state/store.h"

// What decides whether two own parts can exist at once.
typedef struct kind {
  proc_id proc;
  bool crowd;
  view_mutexes held;
} kind;

typedef struct effect {
  uint32_t to, kind;
} effect;
typedef struct record {
  uint32_t kind, first, count;
} record;  // accesses of a step, in modular.accesses

typedef struct common_part {
  state *s;
  VEC(uint32_t) owns;  // own parts that go with it
  VEC(effect) effects;
  VEC(record) records;
} common_part;

typedef struct own_part {
  state *s;
  proc_id proc;
  uint32_t kind;
} own_part;

typedef struct modular {
  engine_ctx *ctx;
  views *views;
  uint32_t most_names;  // of processes in crowds
  state_store *store;
  VEC(uint32_t) index;  // by number in the store: common or own part
  VEC(common_part) commons;
  VEC(own_part) owns;
  VEC(kind) kinds;
  map64 pairs;  // common << 32 | own; in order of discovery: the queue
  footprint accesses;
  map64 toucher;                 // object -> the process that alone has touched it
  footprint step;                // accesses of the pair being stepped to shared objects
  map64 cell_sizes;              // word of a global -> size of the cells in it that were written (owners.c)
  map64 owned;                   // words in which somebody owned a cell
  map64 values, counts;          // values seen in a word (a hash of both); word -> how many
  map64 wide;                    // words whose numbers are blurred: they have too many values
  map64 barred, barred_globals;  // where nobody owns cells: words, globals
  bool dies;                     // it ends a shared object
  bool changed;                  // the plan of what is shared has changed: begin again
  bool replanned;                // because more is shared
  bool given_up;
  blur *blur;
  blur_states cases;
  sem_out out;
} modular;

// Has more turned out to be shared? Then the search begins again, and what it finds until then does not count.
void modular_note_plan(modular *a);
void modular_give_up(modular *a, place at, const char *why);
// What a step touched: what is shared is discovered here.
void modular_note_touches(modular *a, proc_id p, const footprint *touched);
// The accesses of the step from the pair (common, own) against those of others: gives up where two may race.
void modular_check_races(modular *a, uint32_t common, uint32_t own);
// p has made the step of a->step from the common part to s, which has one owner: what cells does it own now?
void modular_note_owners(modular *a, uint32_t common, proc_id p, state *s);
// Words with many values become wide. False: there is none.
bool modular_widen(modular *a);
bool modular_can_meet(const modular *a, uint32_t kind_a, uint32_t kind_b);

#endif
