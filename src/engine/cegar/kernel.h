// The kernel of a simulation as a part of the discrete state (doc/semantics-systemc.md 1).
//
// Who is runnable, suspended or waits for which events, what is pending, the time, the phase: all known exactly. A step of a
// process changes it by the actions of its edges (cfa.h), in their order; whatever the kernel does by itself (initialisation,
// notification phases, the passing of time) happens at the end of the step that makes it due, so that it needs no nodes.
// An action whose operand is not known exactly makes the node `lost`: it is treated as a place that cannot be translated.
// A node of an interleaved program has no such part. Owned by its node.
#ifndef ENGINE_CEGAR_KERNEL_H
#define ENGINE_CEGAR_KERNEL_H

#include "engine/cegar/cfa.h"

typedef struct kwait {
  uint32_t inst;
  uint64_t event;  // its address
  bool met;        // has come; for lists of which all are needed
} kwait;

typedef struct kpend {
  bool timed;      // else with the next delta cycle
  uint64_t at;     // time, relative to now where nobody reads the time
  uint64_t event;  // 0: the time-out of a process
  uint32_t inst;
} kpend;

typedef enum kphase { KPHASE_ELAB, KPHASE_INIT, KPHASE_EVAL, KPHASE_UPDATE, KPHASE_CLEANUP, KPHASE_DONE } kphase;

typedef struct ckern {
  kphase phase;
  bool started, stop, bounded;
  uint64_t bound, time;
  uint8_t *flags;  // by instance
  size_t n;
  VEC(kwait) waits;       // by instance, then by address
  VEC(kpend) pending;     // delta before timed, by time; time-outs first
  bitset asked, running;  // updates
  const char *lost;       // why the state is not known
} ckern;

typedef struct cegar cegar;
typedef struct anode anode;

ckern *kernel_first(const cegar *g);
void kernel_free(ckern *k);
uint64_t kernel_hash(const ckern *k);
bool kernel_same(const ckern *a, const ckern *b);
// May this instance take the next step, if nobody is inside of one?
bool kernel_lets_step(const cegar *g, const ckern *k, uint32_t inst);
// After an edge: `to` has its locations already and gets its record.
void kernel_apply(cegar *g, const anode *from, const cedge *e, anode *to);

#endif
