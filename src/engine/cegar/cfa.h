// Control flow automata of a threaded program, made from the frozen IR (specification cegar-por.md 2, 5, 6).
//
// A program is a fixed set of process *instances* (who spawned it, which of its spawns, which function), each with
// its own
// locations and edges. Calls are inlined (contexts), the number of spawns so far is a part of the location, so that a
// `spawn` edge always starts the same instance. A variable is a register of a context or a scalar cell of a memory
// object;
// an edge is a guard, simultaneous assignments, fresh inputs and at most one operation on the discrete state (lock,
// join,
// spawn, ...), all as terms over the variables' current symbols. Addresses are numbers: object and byte offset.
//
// A simulation (scheduler of SystemC) has the static processes, the entry function and the update functions as instances. A
// step is not preempted: all its code is inside of a region, edges end where the process gives way or at a loop, and what it
// does to the kernel are actions of the edge.
//
// What cannot be translated leads to a GAP location with its reason: a run that comes there is UNKNOWN, nothing is
// dropped.
// Guards that leave a location cover all data states: a failing assumption leads to PARKED.
//
// Built in rounds until nothing changes: a variable to which all edges give one and the same constant is replaced by
// it, so
// that addresses passed as arguments are known. Owned by the `cfa`; terms belong to the table given.
#ifndef ENGINE_CEGAR_CFA_H
#define ENGINE_CEGAR_CFA_H

#include "analysis/cfg.h"
#include "analysis/live.h"
#include "analysis/points.h"
#include "base/arena.h"
#include "base/bitset.h"
#include "base/map64.h"
#include "expr/expr.h"
#include "ir/ir.h"
#include "state/layout.h"

typedef struct cfa_options {
  uint32_t checks;    // bit per ir_check: what counts as an error
  bool large_blocks;  // else one operation per edge outside of atomic regions
  bool no_solo;       // every access to shared memory ends a block, also to what one process has for itself
} cfa_options;

typedef struct cvar {
  expr sym;           // its value now
  expr init;          // its value at the start; EXPR_NONE: any
  uint32_t width;     // 0: an array, the contents of an object whose size is no constant
  uint32_t inst;      // owner of a register or of a private object; 0: shared memory
  uint32_t ctx, reg;  // of a register; ctx 0: a memory cell
  const char *name;
  bool fixed;  // all edges give it the value `init`
  bool late;   // fixed, and began as `first`, which nobody reads (cfa_late.c)
  expr first;
  bool varies;      // was fixed once and turned out not to be
  bool entry_zero;  // a register that may be read before it is written
} cvar;

typedef enum cobj_kind { COBJ_GLOBAL, COBJ_LOCAL, COBJ_HEAP, COBJ_SHADOW, COBJ_FUNC } cobj_kind;

// Of addresses or of numbers: our addresses are no numbers of the program, so neither is ever taken for the other.
typedef struct ccell {
  uint64_t offset;
  uint32_t size, var;
  bool is_pointer;
  uint32_t settled;  // variable of one bit: its bytes are determinate; 0: they are, or nobody asks (cfa_blocks.c)
} ccell;

typedef struct cobj {
  cobj_kind kind;
  uint32_t abstract;  // number in analysis/points.h; FUNC: the function
  uint64_t size;
  const layout *shape;  // NULL: cells are made by the first access
  uint64_t elements;
  uint32_t inst, ctx;    // LOCAL: where it was made
  uint32_t alive, made;  // variables of one bit, 0: none (LOCAL: cfa_frames.c)
  bool uninit, is_private, is_const;
  bool const_fields;   // some parts of it are constants
  bool is_named;       // LOCAL: a mutex, or it has a shadow
  bool copied, lacks;  // blocks are copied from it; some of its bytes may be indeterminate
  uint32_t global;     // GLOBAL: whose initial values
  const char *name;
  VEC(ccell) cells;
  // Of an object whose size is no constant (cfa_array.c): bytes of an element, known from the first access on; variables
  // of its contents and of the number of its elements; what happens to it before the first process is started.
  bool sized, early_read, early_store;
  uint32_t element, array, length;
  bool typed, of_pointers;  // what the elements are
} cobj;

typedef struct cctx {  // a frame: a function at a chain of call sites
  uint32_t inst, parent, call_pc;
  ir_func func;
  uint32_t depth;
  map64 regs;            // register -> variable
  VEC(uint32_t) locals;  // objects
  bool again;            // may be entered again when it was left
} cctx;

typedef struct cinst {
  uint32_t parent, k;  // static processes: 0, number
  ir_func func;
  uint32_t root;                  // context
  uint32_t start, ended, parked;  // locations
  bool joined_inside;             // perhaps by a join inside of a region
  const char *name;
} cinst;

typedef enum cloc_kind { CLOC_CODE, CLOC_ENDED, CLOC_PARKED, CLOC_ERROR, CLOC_GAP } cloc_kind;

typedef struct cloc {
  cloc_kind kind;
  uint32_t inst, ctx, pc, depth, k;
  ir_check check;       // ERROR
  const char *message;  // ERROR, GAP
  place at;
  VEC(uint32_t) out;  // edges
  bool await;         // its first operation waits for a condition on data
  // Facts (cfa_facts.c)
  bitset future;  // objects touched from here on by this process and those it starts; writes in the upper half
  bitset near_reads, near_writes;  // of all edges that leave it
  bool repeats;                    // one of them goes back
  uint32_t distance;               // edges to the nearest error, UINT32_MAX: none
  bitset must_join;                // instances whose end every way to an error waits for
  bool looped;                     // the process may have come through a loop, or stands at one
  bool hopeful;                    // some error or gap lies ahead, perhaps in a process still to be started
} cloc;

typedef enum csync {
  CSYNC_NONE,
  CSYNC_LOCK,
  CSYNC_UNLOCK,
  CSYNC_TRYLOCK,
  CSYNC_HOLDS,
  CSYNC_JOIN,
  CSYNC_SPAWN,
  CSYNC_TIME  // reads the time of the simulation
} csync;

// What a step does to the kernel of a simulation, in order (kernel.h).
typedef enum kact_kind {
  KACT_NOTIFY,
  KACT_NOTIFY_AFTER,
  KACT_CANCEL,
  KACT_SUSPEND,
  KACT_RESUME,
  KACT_UPDATE,
  KACT_STOP,
  KACT_EVENT,  // one of those that the next WAIT is for
  KACT_WAIT,
  KACT_START
} kact_kind;

typedef struct kact {
  kact_kind kind;
  bool all;     // WAIT: for all events
  expr what;    // event, process, update
  expr amount;  // of time; EXPR_NONE: none
} kact;
typedef VEC(kact) kact_vec;

typedef struct cupdate {
  uint32_t var;
  expr value;
} cupdate;

typedef struct cedge {
  uint32_t id, inst, from, to;
  expr guard;
  VEC(cupdate) updates;
  expr_vec inputs;  // fresh values that it draws, existentially quantified
  csync sync;
  expr operand;    // address of the mutex, number of the process
  expr result;     // symbol of one bit for what TRYLOCK, HOLDS find, of the time that TIME reads; EXPR_NONE
  uint32_t child;  // SPAWN: instance
  kact_vec acts;
  bool backward, await, visible;
  bool goes_back;     // it is backward, or an edge that follows it in the region that it enters
  bool ranked;        // a round of a loop that ends (cfa_rank.c)
  uint32_t pace;      // it closes a loop: rounds of a turn with --prefer=paces (cfa_pace.c)
  bool fills;         // inputs were stored into contents that are anything (cfa_array.c)
  uint32_t func, pc;  // of the visible operation
  place at;
  VEC(uint32_t) uses;              // variables that stand in its terms, ascending
  bitset reads, writes;            // over cfa_objects()
  bitset near_reads, near_writes;  // without what nobody else can touch (write) while the process lives
} cedge;

typedef struct late_use {
  uint32_t var, at;
} late_use;

typedef struct cfa {
  const ir_module *ir;
  expr_table *terms;
  cfa_options options;
  points *points;
  bool reuses;  // addresses of ended objects may be met again; of these abstract objects
  bitset reused;
  bitset returned, named;  // abstract objects: some function returns their address; they are mutexes or have shadows
  live_info *live;
  layout_table *layouts;
  cfg **cfgs;  // by function, made when first asked for
  arena *mem;
  VEC(cvar) vars;  // 0 unused, so below
  VEC(cobj) objs;
  VEC(cctx) ctxs;
  VEC(cinst) insts;  // static processes first: instance i is process i
  uint32_t entry;    // a simulation: instance of the entry function, behind it the updates; 0: an interleaved program
  bool keeps_time;   // a simulation: somebody reads the time or bounds it
  VEC(cloc) locs;
  VEC(cedge) edges;
  VEC(expr) mutexes;  // constant addresses of mutexes, in order of first sight
  map64 by_sym;       // symbol -> variable
  map64 loc_index, obj_index, ctx_index, inst_index;
  uint8_t *solo;  // variable x instance: SOLO_ bits, of the round before
  size_t n_solo, solo_vars;
  VEC(uint32_t) worklist;    // locations without edges yet
  VEC(struct cwalk *) ways;  // of the location that is being walked
  uint32_t n_ways;
  VEC(late_use) late_reads, late_writes;  // of this round: variable and location, variable and edge
  bool no_gaps;                           // no run comes to one
  bool paced;                             // the paces of loops differ
  bool grew;                              // something new was found in this round
  const char *too_large;                  // why nothing can be said, or NULL
  place too_large_at;
} cfa;

// NULL never; if the program is too large or of the wrong kind, `too_large` says so and there are no edges.
cfa *cfa_new(const ir_module *ir, expr_table *terms, const cfa_options *options);
void cfa_free(cfa *c);

// It was proved that no run comes to a gap before it comes to an error: where errors lie ahead is found out again without them. That holds for
// every attempt on these automata, since each has to exclude the errors as well.
void cfa_exclude_gaps(cfa *c);

static inline uint32_t cfa_var_of(const cfa *c, expr sym) {
  uint64_t v;
  return map64_get(&c->by_sym, sym.id, &v) ? (uint32_t)v : 0;
}

// Objects of the dependency relation: variables, then mutexes, then processes.
static inline size_t cfa_objects(const cfa *c) { return c->vars.len + c->mutexes.len + 1 + c->insts.len; }
static inline size_t cfa_mutex_object(const cfa *c, uint32_t mutex) { return c->vars.len + mutex; }
static inline size_t cfa_any_mutex(const cfa *c) { return c->vars.len + c->mutexes.len; }
static inline size_t cfa_proc_object(const cfa *c, uint32_t inst) { return c->vars.len + c->mutexes.len + 1 + inst; }

// --- cfa_terms.c
bool cfa_add_vars(const cfa *c, expr term, bitset *into);              // true: there were new ones
bool cfa_speaks_only_of(const cfa *c, expr term, const bitset *vars);  // of no inputs; NULL: of any variables
expr cfa_before(const cfa *c, const cedge *e, expr term);  // a term of the state after e, over the one before

// --- inside of the automata: cfa_*.c only

// A way from a location that is being walked: what it has done so far.
typedef struct cwalk {
  cfa *c;
  uint32_t inst, ctx, pc, depth, k;
  uint32_t from;         // location at which the edge begins
  uint32_t start_depth;  // at the start of the edge
  bool left_region;      // a region in which the edge begins has ended on it: that was its part that others see
  expr guard;
  VEC(cupdate) updates;
  expr_vec inputs;
  csync sync;
  expr operand, result;
  uint32_t child;
  kact_vec acts;
  bool await, in_guard, visible, fills;
  bool only_begun;          // nothing but begins of regions so far
  bool acted;               // something else than the values of expressions so far
  uint32_t func, first_pc;  // of the visible operation
  uint32_t ops, forks;
  uint32_t jumps;  // before the first operation
  place at;
} cwalk;

// Addresses of two objects lie twice as far apart, so that offsets of up to so many bytes, on both sides, never meet.
#define CFA_REACH ((uint64_t)1 << 39)
enum { CFA_NO_OBJECT = 4096 };  // bytes around null in which no object lies

// cfa_mem.c
uint32_t cfa_pointer_bits(const cfa *c);
uint32_t cfa_width(const cfa *c, ir_type t);                            // of a value of this type
uint32_t cfa_cell_width(const cfa *c, uint32_t size, bool is_pointer);  // of a cell in memory
expr cfa_address(cfa *c, uint32_t obj, uint64_t offset);
bool cfa_split_address(const cfa *c, expr address, uint32_t *obj, uint64_t *offset);  // of a constant
expr cfa_object_part(cfa *c, expr address);
uint32_t cfa_global_object(cfa *c, uint32_t inst, uint32_t global);
uint32_t cfa_func_object(cfa *c, uint32_t func);
uint32_t cfa_site_object(cfa *c, uint32_t ctx, uint32_t pc, const ir_instr *i, uint64_t count);
uint32_t cfa_shadow_object(cfa *c, uint32_t obj, uint64_t offset, ir_type type);
uint32_t cfa_new_var(cfa *c, uint32_t width, uint32_t inst, const char *name, expr init);
uint32_t cfa_new_array(cfa *c, sort s, const char *name);
// Value of `size` bytes; EXPR_NONE: the object cannot be looked at in this way.
// `width`: bits of the value, which are more than those of the bytes if it is a pointer.
expr cfa_read(cwalk *w, uint32_t obj, uint64_t offset, uint32_t size, bool is_pointer);
bool cfa_write(cwalk *w, uint32_t obj, uint64_t offset, uint32_t size, bool is_pointer, expr value);

// The variable of a whole cell at a constant address, and its object; 0: none yet.
uint32_t cfa_cell_at(const cfa *c, expr address, uint32_t size, uint32_t *obj);

// One place that an address may mean.
typedef struct ctarget {
  expr cond;
  uint32_t obj;
  uint64_t offset;
  expr index;  // in an object whose size is no constant; EXPR_NONE: at `offset`
} ctarget;
typedef VEC(ctarget) ctarget_vec;
// All of them; false: too many to tell.
bool cfa_targets(cwalk *w, const ir_operand *o, expr address, uint64_t size, ctarget_vec *out);

// cfa_blocks.c
extern const char *const cfa_const_fields;              // the same
extern const char *const cfa_mixed;                     // why memory cannot be looked at
expr cfa_dead_if(cwalk *w, const cobj *o);              // where an access to it finds that it has ended
bool cfa_is_of_another(const cwalk *w, const cobj *o);  // a thread-local variable of another process
// The one place of an operand, if it is known.
bool cfa_known_place(cwalk *w, const ir_operand *o, uint64_t size, uint32_t *obj, uint64_t *offset);
// Where `cond` holds, these bytes are determinate or not from now on.
void cfa_settle(cwalk *w, uint32_t obj, uint64_t offset, uint64_t size, expr settled, expr cond);
void cfa_reset_cells(cwalk *w, uint32_t obj);        // as they are when the object is made
const char *cfa_block(cwalk *w, const ir_instr *i);  // copy, fill, nondet_mem; why it cannot be told, or NULL

// cfa_array.c: objects whose size is no constant
uint64_t cfa_constant_part(const expr_table *t, expr e);         // of a sum
bool cfa_array_base(const cfa *c, expr address, uint32_t *obj);  // the one that a sum with a known base points into
// Adds the place in it; false: it is not told.
bool cfa_array_target(cwalk *w, uint32_t obj, expr address, uint64_t size, ctarget_vec *out);
expr cfa_array_read(cwalk *w, const ctarget *at);
void cfa_array_write(cwalk *w, const ctarget *at, expr value);
void cfa_array_zero(cwalk *w, uint32_t obj);
bool cfa_has_arrays(const cfa *c);
void cfa_loosen_fills(cfa *c);  // of the finished automata
// Length of an object of n units of `unit` bytes. *fits: where it is that; elsewhere it is not known.
bool cfa_array_fits(cfa *c, uint32_t obj, bool is_pointer);  // elements of this kind?
expr cfa_array_length(cwalk *w, uint32_t obj, expr n, uint64_t unit, expr *fits);

// cfa_walk.c
expr cfa_fresh_of(cwalk *w, sort s, const char *name);
expr cfa_fresh(cwalk *w, uint32_t width, const char *name);
expr cfa_get(const cwalk *w, uint32_t var);
void cfa_set(cwalk *w, uint32_t var, expr value);
uint32_t cfa_reg_var(cfa *c, uint32_t ctx, uint32_t reg);
expr cfa_operand(cwalk *w, const ir_operand *o);
const cfg *cfa_graph(cfa *c, ir_func f);
uint32_t cfa_context(cfa *c, uint32_t inst, uint32_t parent, uint32_t call_pc, ir_func f);
uint32_t cfa_instance(cfa *c, uint32_t parent, uint32_t k, ir_func f);
uint32_t cfa_location(cfa *c, const cwalk *w);
void cfa_walk_from(cfa *c, uint32_t loc);

// cfa_frames.c: local objects whose frame has been left
void cfa_find_lasting(cfa *c);
bool cfa_comes_again(cfa *c, uint32_t parent, uint32_t call_pc);  // is it `again` for a context?
void cfa_open_local(cfa *c, cobj *o, uint32_t pc);                // gives it the variables that it needs
expr cfa_local_made_again(cwalk *w, const cobj *o);
expr cfa_local_dead(cwalk *w, const cobj *o);

// cfa_value.c: the result of an operation on values; EXPR_NONE: it has no translation.
expr cfa_value(cwalk *w, const ir_instr *i);
// Where the end of an object is compared with the start of another one, which has no answer.
expr cfa_ends_meet(cwalk *w, const ir_instr *i);
// Do two addresses of different objects meet of which one has ended, so that they may be equal after all?
expr cfa_meets_ended(cwalk *w, expr a, expr b);
// Where a pointer is moved so far that it may pass for the address of another object, or out of null to where objects lie.
expr cfa_leads_far(cwalk *w, const ir_instr *i);
bool cfa_is_far(uint64_t offset);       // of a constant address
bool cfa_names_far(const ir_instr *i);  // one of its operands is such an address

// cfa_solo.c: found after each round for the next one; true: it changed
enum { SOLO_ALL = 1, SOLO_READS = 2 };  // nobody else touches it, nobody else writes it
bool cfa_find_solo(cfa *c);
bool cfa_is_solo(const cfa *c, uint32_t var, uint32_t inst, bool writes);

// cfa_late.c
void cfa_note_late_read(cfa *c, uint32_t var, uint32_t loc);
void cfa_note_late_write(cfa *c, uint32_t var, uint32_t edge);
bool cfa_is_late(cfa *c, uint32_t var);  // all edges that assign it give it one constant: does its first value matter?
void cfa_check_late(cfa *c);             // after a round: variables that turn out not to be late vary

// cfa_rank.c
void cfa_find_ranked(cfa *c);

// cfa_pace.c
void cfa_find_paces(cfa *c);

// cfa_facts.c
void cfa_find_facts(cfa *c);

#endif
