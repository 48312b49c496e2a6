// Inside of the engine `values`: which values every register and every part of memory can have, without running anything.
//
// Functions are followed once for each chain of calls that leads to them (a context), every point with what holds there: registers,
// and the contents of objects that are the process's own for the moment (pieces). All other memory has one description for all times,
// which only grows. An object is one's own
// - as long as nobody else can have its address: what was made here and is stored in nothing that others see; everything, while there is one process;
// - while a mutex is held that all accesses of the program to it hold, and in an atomic region: it is borrowed, and given back at the end;
// - if no other process ever accesses it.
//
// What always holds: a description has at least all values that occur in runs of the program, and an object of its own (an odd name)
// stands for one object at most. So a check that no described value violates holds in every run.
#ifndef ENGINE_VALUES_VALUES_H
#define ENGINE_VALUES_VALUES_H

#include "analysis/cfg.h"
#include "analysis/counted.h"
#include "base/bitset.h"
#include "base/map64.h"
#include "base/vec.h"
#include "engine/engine.h"
#include "engine/values/number.h"

enum {
  MOST_TARGETS = 48,
  MOST_CONTEXTS = 2000,
  MOST_OBJECTS = 20000,
  MOST_LOCKS = 62,
  MOST_REGISTERS = 3000000,  // of all points together
  MOST_WORK = 3000000,       // instructions that are looked at
};
#define LOCK_REGION ((uint64_t)1 << 63)  // among the mutexes that are held: an atomic region
#define LOCK_OWN ((uint64_t)1 << 62)     // no other process accesses it

// --- values ------------------------------------------------------------------------------------------------------------

// A number, or an address in one of the targets; null is the number 0. uninit (in memory): or indeterminate.
typedef struct val {
  number n;
  uint32_t ptrs;  // set of targets, 0: none
  bool uninit;
} val;

typedef struct target {
  uint32_t obj;  // FUNC_BASE + f: a function
  number at;     // offsets
} target;
#define FUNC_BASE 0x80000000u

typedef struct target_set {
  target *data;
  uint32_t n;
} target_set;  // ascending by object

// --- memory ------------------------------------------------------------------------------------------------------------

// Part of an object: bytes [off, off + size) of each period (step) of the region [start, end). Slots of one region do not overlap.
// mixed: accessed in several ways; it holds zeros (the number 0), or anything, and pieces of the addresses.
typedef struct slot {
  uint64_t start, end, step, off;
  uint64_t size;
  val v;
  bool mixed;
  uint16_t grown;
} slot;

typedef struct content {
  VEC(slot) slots;  // what is not here is as it was at the start
  bool zeroed;      // ... or zero
} content;

typedef enum object_kind { OBJECT_GLOBAL, OBJECT_LOCAL, OBJECT_HEAP, OBJECT_SHADOW } object_kind;

// Globals are 1..n_globals. Others come in pairs: one's own, and behind it all that others may know.
typedef struct object {
  object_kind kind;
  uint32_t ctx;                  // that makes it
  uint64_t least, most;          // bytes
  bool uninit, constant, sized;  // sized: some size is known
  bool is_private;               // the first of a pair
  bool reused;                   // it may lie where another has been, which is compared
  bool known;                    // to others; `c` says what it holds
  bool freed;      // known, and may have ended (thread-local: some other process may know it, and it ends with its own)
  bool loose;      // a mutex in it may be unlocked by an address that is not exact
  bool changed;    // since points were last told
  uint16_t grown;  // how often others made more of it known
  uint32_t shadow;
  uint64_t locks;  // held at all accesses while it is known
  uint32_t root;   // of all accesses while it is known; SEVERAL: of more than one
  content c;
} object;
#define SEVERAL UINT32_MAX

// An object that is the process's own for the moment.
typedef struct piece {
  uint32_t obj;
  bool freed, borrowed;
  content c;
} piece;

// --- points ------------------------------------------------------------------------------------------------------------

// from: the part of a piece that the register was loaded from and that still has this value; obj 0: none.
typedef struct reg {
  val v;
  uint32_t obj, size;
  uint64_t off;
} reg;

typedef struct vstate {
  bool reached;
  bool alone;       // there is one process: globals that are no pieces are as at the start
  uint8_t depth;    // of atomic regions
  uint64_t locks;   // must be held
  uint32_t n_regs;  // of all frames, outermost first
  reg *regs;
  VEC(piece) pieces;  // ascending by object
} vstate;

typedef struct context {
  uint32_t func, parent, pc;  // parent 0: first function of a process
  uint32_t root;
  uint32_t base;   // index of its register 0
  uint32_t *bits;  // by index of a register, callers' too: width
  bool once;       // at most one activation in a run
  bool returns;
  vstate *in;  // by block
  uint16_t *joins;
  bool *due;
  vstate exit;  // behind the return, without its frame
  val result;
  reg told;               // the part of a piece that every return so far has loaded its result from; obj 0: none
  val *params;            // parameters at the return, as far as the function does not change them
  uint32_t *site;         // by code index: object of a `local` or `new`
  VEC(uint32_t) * reads;  // by block: objects that others know
} context;

// What begins processes: the elaboration (1), a process of the program, a `spawn` in a context.
typedef struct root {
  uint32_t ctx, func;
  uint32_t parent, maker;  // root and context of the spawn
  uint32_t proc;           // of the program
  bool single;             // one process at most
} root;

typedef struct values {
  engine_ctx *ctx;
  const ir_module *m;
  cfg **graphs;          // by function
  bitset *cycles;        // by function: blocks that can come again
  uint32_t **before;     // by function and block: the only one from whose end it is entered, 0: none or several
  VEC(target_set) sets;  // [0]: empty
  map64 set_index;
  VEC(object) objects;    // [0] unused
  VEC(context) contexts;  // [0] unused
  map64 context_index;
  VEC(root) roots;
  VEC(target) locks;    // mutexes by number
  uint64_t words;       // which of them are words of memory
  VEC(target) spoiled;  // words that are written otherwise
  bool lawful;          // the present store takes or releases such a word
  uint64_t barred;      // that do not protect
  wide_vec thresholds;
  counted *counted;  // what bounds integers in globals besides
  bitset torn;       // globals that are accessed in several ways
  bool tore;         // one more, in this round
  bool protects;     // second round: objects know what protects them
  bool judging;      // nothing grows any more: checks are looked at
  bool asked;        // for the number of a process
  bool multiplied;   // a root of which there seemed to be one process has several
  bool given_up;
  bool reformed;  // some content has other slots than before
  uint64_t work, registers;
  // Of the instruction that is looked at:
  uint32_t now, block;
  const ir_instr *i;
} values;

void values_give_up(values *v, const char *why);    // at the present instruction
void values_unproved(values *v, const char *what);  // the same, if this is the last look

// value.c
val val_none(void);
val val_number(number n);
val val_target(values *v, uint32_t obj, number at);
bool val_is_none(val a);
bool val_same(val a, val b);
val val_join(values *v, val a, val b);
val val_widen(values *v, val old, val grown, uint32_t bits, bool far);
const target_set *val_targets(const values *v, val a);
val val_with(values *v, val a, const target *t, uint32_t n);  // the same with other targets (any order)
bool val_only_zero(val a);
uint32_t val_bits(const values *v, ir_type t);  // of a scalar
val val_top(const values *v, ir_type t);

// content.c
val content_initial(values *v, uint32_t obj, const content *c, uint64_t from, uint64_t to, uint64_t step,
                    uint64_t size);
slot *content_slot(values *v, content *c, uint32_t obj, number at, uint64_t size);
bool content_join(values *v, content *into, const content *from, uint32_t obj, int widen);  // 0 no, 1 near, 2 far
bool content_add(values *v, slot *s, val more, bool widen);
void content_smear(values *v, content *c, uint32_t obj, uint64_t from, uint64_t to, val with);
void content_copy(content *to, const content *from);
bool content_same(const content *a, const content *b);

// memory.c, copy.c
static inline object *vmem_object(const values *v, uint32_t obj) { return &v->objects.data[obj]; }
static inline bool vmem_is_function(uint32_t obj) { return obj >= FUNC_BASE; }
piece *vmem_piece(values *v, vstate *s, uint32_t obj);  // NULL: others know it
void vmem_publish(values *v, vstate *s, uint32_t obj);
void vmem_publish_value(values *v, vstate *s, val *a);
void vmem_refresh(values *v, const vstate *s, val *a);
void vmem_publish_globals(values *v, vstate *s);
void vmem_give_back(values *v, vstate *s);      // what is no longer protected
void vmem_give_back_all(values *v, vstate *s);  // the process ends, in an atomic region perhaps
void vmem_give_back_one(values *v, vstate *s, uint32_t obj);
piece *vmem_find(const vstate *s, uint32_t obj);
piece *vmem_add(vstate *s, piece p);
void vmem_forget(values *v, vstate *s, uint32_t obj);  // its frame ends
val vmem_load(values *v, vstate *s, val address, uint64_t size, reg *from);
void vmem_writes(values *v, val address);  // what is written there must be no constant
void vmem_store(values *v, vstate *s, val address, uint64_t size, val what, bool maybe);
void vmem_access(values *v, vstate *s, val address, number size);  // may these bytes be accessed?
void vmem_smear(values *v, vstate *s, val address, uint64_t bytes, val with);
void vmem_copy(values *v, vstate *s, val to, val from, number bytes);
void vmem_fill(values *v, vstate *s, val to, val byte, number bytes);
void vmem_bar(values *v, uint32_t lock);                                 // it does not protect
void vmem_spoil(values *v, vstate *s, const target *t, uint64_t bytes);  // words there are no mutexes
uint32_t vmem_site(values *v, uint32_t pc, object_kind kind, ir_type type, number count, bool uninit);
void vmem_make(values *v, vstate *s, uint32_t obj);
// A local object in a loop that others may know since an earlier turn: it is the same one, as at the start. False: nobody knows it.
bool vmem_make_again(values *v, vstate *s, uint32_t obj);
void vmem_free(values *v, vstate *s, val address);
void vmem_end(values *v, vstate *s, val address);  // of a local object
val vmem_shadow(values *v, vstate *s, val address, uint64_t size);
bool vmem_unique(const values *v, uint32_t obj);

// state.c
void vstate_free(vstate *s);
const char *vstate_fault(const values *v, const vstate *s);  // what is wrong with it, all looked at; NULL: nothing
void vstate_copy(vstate *to, const vstate *from);
bool vstate_join(values *v, vstate *into, vstate *from, const uint32_t *bits, int widen);

// refine.c
void refine_value(values *v, vstate *s, uint32_t pc, const ir_operand *o, number n);  // it is one of these
void refine_condition(values *v, vstate *s, uint32_t pc, const ir_operand *o, bool truth, uint32_t depth);

// step.c
val step_operand(values *v, const vstate *s, const ir_operand *o);
void step_set(values *v, vstate *s, uint32_t dst, val a);
// False: the point behind the instruction is not reached.
bool step_instr(values *v, vstate *s, uint32_t pc);

// graph.c
cfg *vflow_graph(values *v, uint32_t func);
const uint32_t *vflow_before(values *v, uint32_t func);
bool vflow_comes_again(values *v, uint32_t func, uint32_t pc);

// flow.c
void vflow_run(values *v);
bool vflow_call(values *v, vstate *s, uint32_t pc);
void vflow_spawn(values *v, vstate *s, uint32_t pc);
number vflow_process(values *v);  // numbers of processes
void vflow_start(values *v, vstate *s);
void vflow_return(values *v, vstate *s, reg returned);
void vflow_note_read(values *v, uint32_t obj);

#endif
