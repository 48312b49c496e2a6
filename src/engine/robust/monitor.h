// What RC11 allows beyond the interleaving that is being run.
//
// If some execution graph of the program is no interleaving, take a smallest one and its last event e (sequenced before and reads from have no cycle): without e it is an interleaving.
// So there is a run behind which a process can read, under RC11, what was overwritten before something that lies before its next event in every interleaving of
// the same graph, or can write below that. Seen from the process: S says which write of each place lies before it in every such interleaving (along program order, reads from, modification
// order, reads before), C which writes RC11 makes it see. An access to a place where C lies below S shows that the program is not robust; where no access of any run does, it is
// (the idea: Lahav and Margalit, PLDI 2019, for release and acquire). Both depend on what lies before the process alone, so they are the same in every interleaving of a graph.
//
// S is exact, C may be too low: of the order of sc accesses only their order in a process, at one place and across locks counts, of that of sc fences what accesses of one place order.
// So "robust" is never said wrongly.
//
// Writes are numbered per place. Only numbers that some view holds can be told apart later: what lies between two of them is one segment, so there are finitely many
// monitors as long as there are finitely many places and values. Data races are found by clocks, of which only the order relative to the last accesses is kept.
#ifndef ENGINE_ROBUST_MONITOR_H
#define ENGINE_ROBUST_MONITOR_H

#include "sem/weak.h"

typedef VEC(uint8_t) byte_vec;

// Writes of a place that no view tells apart.
enum { SEGMENT_VALUES = 4 };
typedef struct segment {
  value values[SEGMENT_VALUES];  // what they wrote
  uint8_t n;
  bool any;   // ... or anything
  bool free;  // behind one of them another write or update has room: what follows is no update of it
} segment;

typedef enum past_kind { PAST_READ, PAST_WRITE, PAST_ATOMIC_READ, PAST_ATOMIC_WRITE, PAST_KINDS } past_kind;

typedef struct spot {
  bool known, last_sc;    // last_sc: its last write was an sc access
  proc_id maker;          // of its object, if it was made beside others; else 0
  uint32_t made;          // ... the time of the maker then
  VEC(segment) segments;  // by number of the write; 0: what was there first
  VEC(uint32_t) past;     // by process and past_kind: the time of its last such access, 0: none
} spot;

// Views. Wide rows (what happens before): for each place, the write that must be seen at least (SEES); what the sc fences before know of it (FENCED); what the next sc fence will know
// (PENDING); and for each process, its time.
// Narrow rows: for each place a write.
enum { SEES, FENCED, PENDING, WIDE_PARTS };
enum { NOW, ACQUIRED, RELEASED, PROC_WIDE };  // of a process: now, for a later acquire fence, at its last release fence
enum { BEFORE, SC_BEFORE, PROC_NARROW };      // of a process: S; what lies before its next sc access in the order of sc
enum {
  MESSAGE,
  APART_MESSAGE,
  SPOT_WIDE
};  // of a place: what its last write gives on; what only exclusive holders get
enum {
  WRITERS,
  READERS,
  W_FENCED,
  R_FENCED,
  W_SC,
  R_SC,
  SPOT_NARROW
};  // of a place: what its writes, and the reads since, have brought together

// An object that was made beside others.
typedef struct birth {
  uint32_t obj, made;
  proc_id maker;
} birth;

typedef struct monitor {
  uint32_t n_spots, n_procs;
  uint32_t *wide, *narrow;  // rows
  spot *spots;
  VEC(birth) births;
} monitor;

typedef struct mon_access {
  uint32_t spot;
  bool reads, writes, atomic;
  ir_ordering order;
  bool lock, shared;  // of an object of synchronisation; which synchronises with none of its kind
  bool hidden;        // something separates it from all others
  bool noted;         // it may race
  value v;            // what it wrote, if `told`
  bool told;
} mon_access;

monitor *monitor_new(void);
monitor *monitor_copy(const monitor *m);
void monitor_free(monitor *m);  // NULL: nothing
void monitor_grow(monitor *m, uint32_t n_spots, uint32_t n_procs);

// First access to a place in this run: what it holds, and the object it lies in.
void monitor_meet(monitor *m, uint32_t spot, bool told, value v, uint32_t obj);
void monitor_birth(monitor *m, uint32_t obj, proc_id maker);
// The writes [from, to) that p may read or write behind, though no interleaving of what lies before p shows it. False: none.
bool monitor_stale(const monitor *m, proc_id p, uint32_t spot, bool sc, uint32_t *from, uint32_t *to);

// What happens-before has to say of an access: it races with another one, or does not come behind the making of its object.
enum { MONITOR_RACE = 1, MONITOR_EARLY = 2 };

// A step of p begins. Each access of it comes in turn.
void monitor_tick(monitor *m, proc_id p);
uint32_t monitor_access(monitor *m, proc_id p, const mon_access *a);
void monitor_fence(monitor *m, proc_id p, ir_ordering order);
void monitor_spawn(monitor *m, proc_id p, proc_id child);
void monitor_join(monitor *m, proc_id p, proc_id ended);
// An object ends (an allocation may get its address, and comes behind all ends so far if it does): nothing is assumed to happen before, but interleavings show that order.
void monitor_order(monitor *m, proc_id p, uint32_t spot, bool ends);
// The object of the place ends; false: some access to it does not happen before that.
bool monitor_end(monitor *m, proc_id p, uint32_t spot);
void monitor_death(monitor *m, uint32_t obj);
void monitor_forget(monitor *m, const proc_vec *live);  // what none of these processes can find any more

// The same for monitors between which no later step can tell. Numbers become as small as they can be.
void monitor_key(monitor *m, byte_vec *out);

#endif
