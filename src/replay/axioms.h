// Is an execution one that a memory model allows? Written from the axioms alone, with relations as matrices: the second opinion on what the engine graph has found.
#ifndef REPLAY_AXIOMS_H
#define REPLAY_AXIOMS_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/ir.h"

typedef enum axioms_kind {
  AXIOMS_READ,
  AXIOMS_WRITE,
  AXIOMS_UPDATE,
  AXIOMS_FENCE,
  AXIOMS_SPAWN,
  AXIOMS_JOIN,
  AXIOMS_END
} axioms_kind;

#define AXIOMS_INITIAL UINT32_MAX

typedef struct axioms_event {
  axioms_kind kind;
  bool atomic;
  bool lock;         // of an object of synchronisation: no atomic one that fences work with
  bool shared;       // ... which does not synchronise with others that are
  uint8_t ordering;  // ir_ordering
  uint32_t proc;
  uint32_t spot;    // accesses: the place
  uint32_t source;  // reads: the event that wrote what it found, or AXIOMS_INITIAL
  uint32_t rank;    // writes: greater than those of all writes of the place that come before it in modification order
  uint32_t other;   // spawn, join: the process
} axioms_event;

// Events of one process come in its order. NULL: consistent under "sc", "tso" or "rc11"; else which axiom is violated.
const char *axioms_violated(const axioms_event *events, uint32_t n, const char *model);
// C11: the last pair of conflicting accesses, one of them not atomic, that happens-before does not order: pair[0] is the later one. False: there is none.
bool axioms_race(const axioms_event *events, uint32_t n, uint32_t pair[2]);

// The object that a place lies in: who made it when so many events were there, who ended it; process 0: nobody, in the run.
typedef struct axioms_life {
  uint32_t maker, made, ender, ended;
} axioms_life;

// C11: an access that the making of its object does not happen before, or that does not happen before its end; lives[] by spot. False: there is none.
bool axioms_outside(const axioms_event *events, uint32_t n, const axioms_life *lives, uint32_t *access, bool *early);

#endif
