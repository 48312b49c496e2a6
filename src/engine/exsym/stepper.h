// Successors of a state with records of how each was reached, so that a path can be executed again.
//
// A record is a byte string: the process, the successors chosen where a call of sem_step offered several, for explicit states
// the values of the inputs, and the number of steps of the chain behind it (symcpp-explicit-symbolic.md 4.1, 4.5). Steps of a
// chain need no record: each is the only one there is. The first number says which of these parts there are, so that most
// records are one byte.
#ifndef ENGINE_EXSYM_STEPPER_H
#define ENGINE_EXSYM_STEPPER_H

#include "engine/engine.h"
#include "engine/exsym/ends.h"
#include "engine/search/dfs.h"
#include "state/bytepool.h"

typedef VEC(uint32_t) choice_vec;

typedef struct successor {
  state *s;
  uint32_t record, length;  // its record in `records`
} successor;

typedef struct unfinished {
  state *s;
  uint32_t choices, n;
} unfinished;

typedef struct stepper {
  engine_ctx *ctx;
  bool is_explicit;       // inputs become values when the step ends
  bool forgets;           // explicit: path condition and inputs are dropped with the last input
  bool probing;           // only asked how many successors there are: nothing is counted or noted
  VEC(successor) next;    // complete states
  VEC(successor) failed;  // violations: `s` is NULL, the last choice of the record is the violation
  uint32_t ends;          // outcomes that are neither, cuts excepted
  byte_vec records;
  choice_vec choices;
  VEC(unfinished) work;
  sem_out out;
  state_vec concrete;
  chain_ends *known_ends;  // NULL: the end of a chain is looked for anew each time
} stepper;

void stepper_fini(stepper *st);
void stepper_clear(stepper *st);  // drops the states still in it
// Runs p from s (consumed) to the end of its step along every branch. Adds to next, failed, ends.
void stepper_run(stepper *st, state *s, proc_id p);

// Chains (4.5): is there exactly one thing that can happen in s, and is it a step? Then the state behind it, and *p, who made
// it; else NULL. Borrows s. Uses next and failed, which must be empty.
state *stepper_single(stepper *st, state *s, proc_id *p);
// Did p, by its step from `before` to `after`, stay or go back in its code? Then a loop may be going round.
bool stepper_jumped_back(sem *m, const state *before, const state *after, proc_id p);

// --- records
void record_number(byte_vec *out, uint64_t x);
uint64_t record_read(const uint8_t **at);
void record_chain(byte_vec *records, successor *v, uint64_t length);  // v's record gets a chain and moves to the end
const uint8_t *record_end(const uint8_t *at);
// Executes the step of a record again, without its chain, whose length is told; *at moves on. False: the branch is not there. The
// outcome is taken out of st->out: a complete state or a violation.
bool record_replay(stepper *st, state *s, const uint8_t **at, proc_id *p, uint64_t *chain, sem_succ *out);

#endif
