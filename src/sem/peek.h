// A look at what the processes of a state would do next, without doing it (free interleaving).
#ifndef SEM_PEEK_H
#define SEM_PEEK_H

#include "sem/sem.h"
#include "state/layout.h"

typedef enum peek_kind {
  PEEK_NOTHING,  // touches nothing that anybody else can touch
  PEEK_MEMORY,   // the accesses in `touched` and no others; a cas, which may only read, as a write that varies
  PEEK_MUTEX,    // lock, unlock or trylock of the one address in `touched`
  PEEK_JOIN,     // waits for the end of process `other`
  PEEK_REGION,   // a region, the rest of one or an await: only running it tells
} peek_kind;

// Of a process that is live and not inside a step. Clears `touched` first.
peek_kind sem_peek(sem *m, const state *s, proc_id p, footprint *touched, proc_id *other);
// May p, which is not inside a step, step in s? Then *where is the place it stands at, with its chain of calls: equal places,
// equal numbers (calls: up to a collision of 64-bit hashes).
bool sem_next(sem *m, const state *s, proc_id p, uint64_t *where);
// Appends the live processes (not ended, not parked) in ascending order.
void sem_live(const sem *m, const state *s, proc_vec *out);
// How a process stands in a state that is not inside a step. STOPPED: at `stop`, the program may end; CUT: at an assumption that fails.
typedef enum sem_turn {
  SEM_TURN_ABSENT,
  SEM_TURN_ENDED,
  SEM_TURN_READY,
  SEM_TURN_BLOCKED,
  SEM_TURN_STOPPED,
  SEM_TURN_CUT
} sem_turn;
sem_turn sem_turn_of(sem *m, const state *s, proc_id p);
// Does the guard hold at which the observer p stands, also before its first step? Under SystemC's scheduler one that waits for an event: has it come?
bool sem_guard_holds(sem *m, const state *s, proc_id p);
uint32_t sem_procs(const state *s);  // the highest number of a process so far
// Is the next step of p its first, which only brings it to its first visible operation? Nobody else may step then.
bool sem_begins(const state *s, proc_id p);
bool sem_after_simulation(const state *s);     // SystemC: the entry function goes on behind a start
bool sem_at_begin(const state *s, proc_id p);  // it has not made a step
// Where a dynamic object was made: the `local` or `new` instruction. False: a global, or made otherwise.
bool sem_object_site(const sem *m, uint32_t obj, uint32_t *func, uint32_t *pc);
// The value of type `type` at `offset` of an object. False: the object is dead, or nothing of that
// size lies there, or it is indeterminate.
bool sem_value_at(sem *m, const state *s, uint32_t obj, uint64_t offset, ir_type type, value *out);
// A register of the frame that p stands in. False: p has no frame, or the value is indeterminate.
bool sem_register(sem *m, const state *s, proc_id p, ir_reg r, value *out);
bool sem_object_alive(const sem *m, const state *s, uint32_t obj);  // a global, or an object that has not ended
// Is the object alive, and do these bytes lie in it? UINT64_MAX bytes: not known exactly, the object must be alive.
bool sem_object_holds(const sem *m, const state *s, uint32_t obj, uint64_t offset, uint64_t bytes);
uint32_t sem_last_object(const sem *m);  // the highest number of an object so far
// Calls each for every cell with a value: of globals that are not constant and of living objects, those with more than `most`
// cells left out; by object, ascending offsets.
typedef void sem_cell_fn(void *arg, uint32_t obj, uint64_t offset, const cell *c, value v);
void sem_each_cell(sem *m, const state *s, uint64_t most, sem_cell_fn *each, void *arg);
// Appends "[2].f" for the scalar of `type` at `offset`.
void sem_leaf_name(const ir_module *ir, ir_type type, uint64_t offset, strbuf *out);

#endif
