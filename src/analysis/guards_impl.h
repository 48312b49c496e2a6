// Inside of guards.h.
//
// Each class of processes (a process of the program, or all processes that one `spawn` instruction starts) is followed through its
// code on what must and may hold at a point: the mutexes that are held, whether the point lies in an atomic region, which
// processes started from here may live. Accesses are taken with these facts and with the objects they may concern
// (analysis/points.h); two of them race unless something separates them (pairs.c).
//
// What always holds: locks and depth are never more, alive and most never less than in any run that comes to the point.
#ifndef ANALYSIS_GUARDS_IMPL_H
#define ANALYSIS_GUARDS_IMPL_H

#include "analysis/callgraph.h"
#include "analysis/cfg.h"
#include "analysis/guards.h"
#include "analysis/points.h"
#include "base/map64.h"
#include "base/vec.h"

enum {
  MOST_SITES = 63,    // instructions that start processes
  MOST_LOCKS = 64,    // mutexes that are told apart
  MOST_HANDLES = 30,  // registers and cells of one function that hold processes
  MOST_CONTEXTS = 20000,
  MOST_WORK = 20000000,  // instructions and pairs that are looked at
};

// What a register that may hold a process is known to hold: a site (from 1), a truth value, or nothing.
typedef uint8_t handle;
enum { HANDLE_FALSE = 253, HANDLE_TRUE = 254, HANDLE_ANY = 255 };

typedef struct point {
  uint64_t locks;  // must be held, by number
  uint64_t alive;  // sites of which a process that was started from here, or from there and so on, may live
  uint8_t depth;   // of atomic regions, at least,
  uint8_t most;    // and at most; UINT8_MAX: any number
  bool reached;
  handle handles[MOST_HANDLES];
} point;

// Where processes begin.
typedef struct site {
  uint32_t func, pc;
  uint32_t parent;  // class of those who start it; NO_PARENT: none or several
  bool single;      // at most one process in a run
  uint64_t below;   // itself and the sites that are reached from it
  uint64_t before;  // alive when it was started
} site;
#define NO_PARENT UINT32_MAX

// A class: process 1.. of the program, then sites.
typedef struct class_info {
  VEC(uint32_t) roots;  // functions
  uint32_t site;        // number from 1; 0: a process of the program
} class_info;

// A function under given facts at its entry.
typedef struct context {
  uint32_t class, func;
  point entry, exit;
  VEC(uint32_t) callers;  // contexts that have gone on with its exit; may repeat
  bool due;               // not followed yet, or one that it calls has another exit since
} context;

// BLOCK writes many bytes at once. USE: of an object of synchronisation where misuse counts, which sees whether it is overwritten.
typedef enum access_kind { ACCESS_DATA, ACCESS_BLOCK, ACCESS_USE, ACCESS_USE_SPIN } access_kind;
typedef struct access {
  uint32_t class, obj;
  uint64_t offset, size;  // size 0: somewhere in the object
  uint64_t locks, alive;
  bool writes, atomic, direct;  // direct: by the name of a global, so that of a thread-local one it is one's own
  access_kind kind;
  uint64_t reach;  // BLOCK: bytes written from `offset` on; 0: unknown
  place at;
} access;

// An address: of a mutex, of a cell.
typedef struct global_place {
  uint32_t global;
  uint64_t offset;
} global_place;

// Registers and cells of globals that a function is followed on; the facts about cells stand behind those about registers.
enum { MOST_REGS = 20, MOST_CELLS = MOST_HANDLES - MOST_REGS };
typedef struct followed {
  uint32_t n_regs, n_cells;
  uint32_t regs[MOST_REGS];
  global_place cells[MOST_CELLS];
} followed;

// An instruction makes an access.
typedef struct use {
  uint32_t instr, access;
} use;

struct guards {
  const ir_module *m;
  points *pts;
  callgraph *calls;
  cfg **graphs;       // by function, made when first asked for
  followed *follows;  // by function
  VEC(site) sites;    // [0] unused
  VEC(class_info) classes;
  VEC(context) contexts;  // [0] unused
  uint32_t current;       // the one that is followed
  map64 index;            // of contexts, by hash
  VEC(global_place) locks;
  uint64_t barred;  // locks that do not protect
  VEC(access) accesses;
  map64 known;      // accesses, by hash
  uint32_t *first;  // by function: number of its first instruction
  VEC(use) uses;
  map64 used;      // pairs that stand in uses
  bitset met;      // by number of the instruction: it accesses memory, and is reached
  bitset assumed;  // separated only because it is taken to be no part of what others use to synchronise; if `compared`
  bitset exposed;  // accesses memory that others may access directly before or after it; if `compared`
  bool compared;
  bool recording;
  bool misuse;                        // some instruction may be misuse: the first
  place misused_at, init_at;          // init_at: the last call that initialises a mutex
  uint64_t judged, blank;             // locks that were looked at; that their first bytes initialise, always
  uint64_t initialised;               // by a call
  uint64_t taken_alone;               // by a process of the program while no other lives
  uint64_t init_by[MOST_LOCKS];       // the instruction
  uint64_t ended_at[MOST_SITES + 1];  // the instruction that joins or detaches
  uint64_t work;
  bool given_up;
  place gave_up_at;
  const char *gave_up_why;
};

void guards_give_up(guards *l, place at, const char *why);
bool guards_find_sites(guards *l);  // and classes; false: given up
void guards_flow(guards *l);
void guards_note(guards *l, uint32_t class, uint32_t func, const ir_instr *i, const point *p);
// What the instruction may misuse: `lock` its mutex by number, `joined` the site of who is joined; MOST_LOCKS, 0: unknown.
void guards_judge(guards *l, const context *c, uint32_t pc, const point *p, uint32_t lock, uint32_t joined);
// Is the instruction executed at most once by a process of the class?
bool guards_is_once(guards *l, const class_info *c, uint32_t func, uint32_t pc);
// May a process have been started before it, which a process of the class executes at most once?
bool guards_after_spawn(guards *l, const class_info *c, uint32_t func, uint32_t pc);
cfg *guards_graph(guards *l, uint32_t func);

#endif
