// What an event touched, in the compact form that the search compares thousands of times: reference-counted, immutable.
//
// Mutexes live in the same space as memory: taking and releasing one writes the first byte of its address, looking at one
// reads it. Two events are dependent iff they touch a common byte and one of them writes it; an event that ends the run
// depends on everything. Commutative updates count as writes, so that executions are counted as other tools count them.
#ifndef ENGINE_TRACE_TOUCHES_H
#define ENGINE_TRACE_TOUCHES_H

#include "sem/footprint.h"

typedef enum acc_kind {
  ACC_READ,  // also a look at a mutex that takes nothing
  ACC_WRITE,
  ACC_LOCK,     // took a mutex and would have waited for it
  ACC_TRYLOCK,  // took a mutex and would not have waited
  ACC_UNLOCK,
  ACC_SPAWN,  // obj = process; the last three touch no memory
  ACC_END,
  ACC_JOIN,
  ACC_FENCE  // touches nothing
} acc_kind;

// What an access means to happens-before (order.h): the sides of an ordering that it lacks, whether it is part of an atomic update or made in
// a region, whether nobody else is live, whether something separates it from all others, whether it is at any of several
// places, and whether it is none (the end of an object).
enum {
  ORDER_NO_ACQUIRE = 1,
  ORDER_NO_RELEASE = 2,
  ORDER_RMW = 4,
  ORDER_REGION = 8,
  ORDER_ALONE = 16,
  ORDER_APART = 32,
  ORDER_SOMEWHERE = 64,
  ORDER_NO_ACCESS = 128
};

typedef struct acc {
  uint32_t obj, lo, hi;  // bytes lo..hi-1
  uint8_t kind;
  bool atomic;    // takes part in no data race
  bool guard;     // read by the guard of an await
  uint8_t order;  // bits ORDER_...
} acc;

typedef struct touches {
  uint32_t refs, n;
  uint32_t n_own;        // the first so many the step made itself; the others it may make in another order
  uint64_t any, writes;  // one bit per object, folded: disjoint masks mean independent
  bool everything;       // depends on every event
  bool alone;            // several steps in one: nobody else was there
  bool varies;           // may read only, write or be disabled when it finds other values
  acc list[];
} touches;

// Places that the guard of one await reads together. Writes to any of them must be ordered with each other, because the
// guard may hold before them, and after all, and never between; so each group is an object of its own that all
// of them write.
typedef struct guard_range {
  uint32_t obj, lo, hi, group;
} guard_range;
typedef struct guard_groups {
  guard_range *data;
  size_t len, cap;
  uint32_t next;  // number of the next new group
} guard_groups;
#define GUARD_OBJECT 0xf0000000u

// `own`: the first so many of the footprint were made, the rest was learnt elsewhere. groups may be NULL.
touches *touches_new(const footprint *f, size_t own, const guard_groups *groups);
touches *touches_empty(void);
touches *touches_ref(touches *t);
void touches_unref(touches *t);

static inline bool acc_writes(const acc *a) { return a->kind >= ACC_WRITE && a->kind <= ACC_UNLOCK; }
static inline bool acc_is_memory(const acc *a) { return a->kind <= ACC_UNLOCK; }
bool acc_conflict(const acc *a, const acc *b);
bool touches_dependent(const touches *a, const touches *b);
// The same by what both touched themselves, nothing learnt: the dependence of the execution at hand.
bool touches_own_dependent(const touches *a, const touches *b);
// Is whatever depends on `b` dependent on `a` as well?
bool touches_cover(const touches *a, const touches *b);
// Enters the places that guards read in t; false if they were known already.
bool guard_groups_learn(guard_groups *groups, const touches *t);

#endif
