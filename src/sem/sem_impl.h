// Inside of the symbolic interpreter; included by src/sem/*.c only.
//
// The module is decoded once: one `dinstr` per IR instruction at the same index, operands resolved to registers or
// preloaded constants, addresses of globals to slots. The loop (sem_run.c) executes what is concrete by itself and
// hands everything else to the other files, which return an `act`.
//
// `world` is what both schedulers share. What differs is a `scheduler`: its sem_ops, its table of kernel operations and
// what a failing assumption means (sem_systemc.c, sem_kernel.c; sem_threads.c, sem_threads_ops.c).
//
// What always holds while a step runs: r->s has one owner, its top frame r->f has one owner and f->pc is the
// instruction being executed whenever code outside the loop runs. Code that may fork or stop changes nothing before
// it has decided to go on: a forked state executes its instruction again, with a stronger path condition.
#ifndef SEM_SEM_IMPL_H
#define SEM_SEM_IMPL_H

#include "analysis/live.h"
#include "analysis/reuse.h"
#include "analysis/shifts.h"
#include "analysis/waiting.h"
#include "base/bitset.h"
#include "base/intern.h"
#include "base/map64.h"
#include "sem/collect.h"
#include "sem/forms.h"
#include "sem/peek.h"
#include "sem/remember.h"
#include "sem/sem.h"
#include "sem/start.h"
#include "state/state_impl.h"

typedef enum dop {
  D_SLOW,  // everything without a concrete fast path: by the IR operation
  D_MOV,
  D_ADD,
  D_SUB,
  D_MUL,
  D_UDIV,
  D_SDIV,
  D_UREM,
  D_SREM,
  D_SHL,
  D_LSHR,
  D_ASHR,
  D_AND,
  D_OR,
  D_XOR,
  D_NOT,
  D_NEG,
  D_EQ,
  D_NE,
  D_ULT,
  D_ULE,
  D_SLT,
  D_SLE,
  D_ZEXT,
  D_SEXT,
  D_SELECT,
  D_PTRADD,
  D_PTRDIFF,
  D_LOAD_SLOT,
  D_STORE_SLOT,
  D_RMW_SLOT,
  D_LOAD,
  D_STORE,
  D_JUMP,
  D_BRANCH,
  D_CALL,
  D_RETURN,
  D_CHECK,
  D_ASSUME,
  // Free interleaving only: what may begin a step (`from` is the operation itself; WRITE: it changes memory), jumps of
  // which a target lies at or before them.
  D_VISIBLE,
  D_VISIBLE_WRITE,
  D_JUMP_BACK,
  D_BRANCH_BACK,
  D_JOIN,  // where the arm that is run ends (sem_merge.c)
  D_CLAIM  // part of an assumption or assertion that is watched (`from` is the operation itself)
} dop;

#define ARG_CONST 0x80000000u

typedef struct dinstr {
  uint8_t op;     // dop
  uint8_t width;  // of the result; comparisons: of the operands; memory: of the value
  uint8_t sub;    // RMW; loads: of a pointer
  uint8_t from;   // ZEXT, SEXT: width of the operand; VISIBLE, CLAIM: dop
  uint32_t dst;
  uint32_t a, b;  // operands: register, or ARG_CONST | index of a constant
  // SELECT: third operand. BRANCH, JUMP: targets. Slots: root and slot. RETURN: d = no value. CALL: a is the function, c the index
  // of the first argument in dfunc.args, d their number.
  uint32_t c, d;
  uint64_t mask;  // of the result's width
} dinstr;

// The registers of a frame: those that may be read, and ranges (from, to) of the dead ones.
typedef struct reg_sets {
  uint32_t n_dead, *dead;
  uint32_t regs[];  // live ones as frame.live wants them; the ranges follow
} reg_sets;

typedef struct dfunc {
  const ir_func_info *ir;
  dinstr *code;
  value *consts;
  uint32_t *args;      // operands of calls
  uint32_t n_regs;     // with the pointers to local objects
  bool may_assume;     // it or what it calls contains an assumption or a stop
  uint32_t *local;     // by code index: the register of the LOCAL there, or 0
  reg_sets **resumed;  // by code index: what is live when execution resumes there; made lazily
  reg_sets **called;   // the same for a caller whose call stands there
  bool *rounds;  // by code index: may a round of a loop that has no effect lead through it? made lazily (sem_spin.c)
  bool *waits;   // the same, and nothing is counted there; made lazily
  bool *allowances;  // with `rounds`, by register: is it only counted up, and assumed to be small?
} dfunc;

typedef struct alloc_site {
  uint32_t proc, func, pc, depth;  // SITE_BY_TYPE: proc is the type, pc the number of elements
  VEC(uint32_t) objects;           // by counter
} alloc_site;

// "Functions" of sites that are no place in the program: thread-local variables; objects named by their type.
#define SITE_THREAD_LOCAL UINT32_MAX
#define SITE_BY_TYPE (UINT32_MAX - 1)

// What belongs to an object and is no shadow of the program's: its base (sem_address.c), the record of its end (sem_reuse.c).
#define SHADOW_ADDRESS UINT64_MAX
#define SHADOW_RECORD (UINT64_MAX - 1)

typedef struct run run;
typedef struct scheduler scheduler;

// A process that was spawned: the k-th of its parent.
typedef struct spawned {
  proc_id parent;
  uint32_t k, func;
  const char *name;
  bool named;
} spawned;

// The roots that the running step reads, in order, beside its own stack and record, if somebody wants to know (sem_memo.c).
typedef struct step_reads {
  bool wanted;
  bool all;        // it looks at all of them
  uint8_t *known;  // by root of memory: 1: noted, or nobody wants to know
  VEC(uint32_t) roots;
} step_reads;
typedef struct memo memo;

// A process is followed aside, to see whether it goes round and does nothing (sem_stuck.c). Taking and giving back a mutex counts as
// nothing then, and who comes back is parked as it stands, whatever happened for no reason.
#define WHOLE_OBJECT UINT64_MAX  // as the offset of what is pinned
typedef struct spin_check {
  bool on;
  bool acted;           // it has done something that others can see
  bool drew;            // inputs, other than those that say whether something happens for no reason
  const past *since;    // where the round began with which it has come back
  bool too_long;        // it went on for longer than places are remembered
  VEC(event_id) given;  // mutexes that it held and gave back in this step; what it pinned, or pins no more
} spin_check;

typedef struct used_word {
  uint32_t family;
  uint64_t offset;
} used_word;

typedef struct world {
  sem base;
  const scheduler *scheduler;
  state_env *env;
  dfunc *funcs;
  live_info *live;
  shifts *shifts;          // made when first asked for
  shift_point_vec points;  // of the state whose groups are looked up
  interner *texts;
  bool time_abstractable;
  uint32_t n_dynamic;  // names given to dynamic objects so far
  VEC(alloc_site) sites;
  map64 site_index;      // hash -> site number + 1; collisions are searched linearly
  map64 touch_index;     // footprint of the running step: hash -> index + 1
  VEC(spawned) spawned;  // [i]: process n_procs + 1 + i
  waiting_functions waiting;
  bool has_tls;           // some global is thread-local
  bool more_constants;    // constants that are no plain globals: thread-local or local ones, members
  bool const_fields;      // ... members
  bool seals;             // something becomes a constant while the program runs
  map64 spawned_index;    // parent << 32 | k -> index
  map64 named;            // function -> processes so far that are named after it
  VEC(uint32_t) made_at;  // by dynamic object: its site + 1; 0: a shadow
  struct views *views;    // NULL: processes are made when they are spawned (views.h)
  uint32_t *crowd;        // by function: the process that stands for all of them, or 0
  step_reads *reads;
  memo *memo;                 // NULL: steps are not remembered
  sem_out guard_out;          // of guards that are only looked at
  struct input_names *names;  // made when first asked for
  bool elaborating;           // SystemC: the step ends before the initialisation (sem_elaborated)
  flow *design;               // starvation: the elaborated design, and which of its objects live for ever;
  bitset designed;
  const char *no_design;  // or why it is not known
  bool reuse;             // addresses of ended objects may be met again (sem_reuse.c)
  bool local_shown;       // a local object has had an address
  points *freed_by;       // which objects a `free` may end; made when first asked for (sem_reuse.c)
  bitset freed;
  uint32_t order;           // the global that stands for the order of allocations; UINT32_MAX: none
  struct merging *merging;  // made when first asked for (sem_merge.c)
  uint32_t nested;          // arms of branches that are being run
  spin_check rounds;        // of the process that is followed aside (sem_stuck.c)
  bool has_data;            // misuse counts, and the module has IR_DATA (sem_apart.c):
  map64 words,
      anywhere;  // what was written as data, or used to synchronise; families of objects with writes at symbolic places
  VEC(used_word) used_words;
} world;

typedef enum act {
  ACT_NEXT,    // go on with the next instruction
  ACT_JUMP,    // r->f and its pc are set
  ACT_STOP,    // successors are in the output, r->s is gone
  ACT_SWITCH,  // the process waits or has suspended itself
  ACT_ENDED,   // the stack is empty
  ACT_JOINED,  // an arm of a branch has come to its end (sem_merge.c)
  ACT_START    // the entry function has reached START, pc is behind it
} act;

struct run {
  world *m;
  state *s;
  frame *f;
  const dfunc *df;
  proc_id p;      // the process that steps, 0 = kernel
  proc_id stack;  // p, or the update stack
  uint64_t left;  // instructions before the step limit
  sem_out *out;
  // Free interleaving:
  bool free;        // nothing is visible: nobody else is live, an atomic region, a guard, the elaboration
  bool alone;       // nobody else is live
  bool merges;      // and so visible operations do not end the step
  bool may_begin;   // the next visible operation belongs to this step
  bool repeats;     // the instruction being executed is visible: whoever stops in it executes it again in this step
  bool guard;       // inside the guard of an await
  bool fails;       // the cas that runs stores nothing
  bool silent;      // the guard is only looked at: no footprint, unless
  bool noted;       // it is asked what it reads
  value holds;      // silent: the guard's value
  uint32_t region;  // depth of atomic regions
  uint32_t entry;   // code index + 1 of the atomic_begin at which this step entered the outermost region
  uint32_t jumps;   // backward jumps of the step so far
  const state_input *inputs;  // the newest when the step began
};

typedef act op_fn(run *r, const ir_instr *i);
struct scheduler {
  const struct sem_ops *ops;
  const char *name;
  op_fn *const *kernel_ops;                  // by ir_op; NULL: UNKNOWN
  act (*assumption_fails)(run *r, value c);  // c is not a concrete true
};
extern const scheduler systemc_scheduler, threads_scheduler;

static inline bool run_has_drawn(const run *r) { return r->s->inputs != r->inputs; }  // in this step

enum { STEP_JUMPS = 256 };  // backward jumps after which a step ends (doc/semantics-threads.md 2)
// Called at a backward jump: does the step end at its target?
static inline bool run_jump_ends(run *r) {
  r->jumps++;
  return (r->jumps >= STEP_JUMPS || run_has_drawn(r)) && !r->region && !r->guard && r->p != PROC_KERNEL;
}

// --- decoding and running
void code_decode(world *m);
void code_free(world *m);
void run_begin(run *r, world *m, state *s, proc_id p, proc_id stack, sem_out *out);  // takes the step's state
act run_code(run *r);
act run_slow(run *r);  // the instruction at r->f->pc
act run_push(run *r, uint32_t func, const value *args, uint32_t n);
act run_return(run *r, value result);
void run_leave(run *r, uint32_t depth, value result);  // comes back from the frame of this depth and those above it
act run_jump(run *r, uint32_t to);                     // within the function
void run_region_writes(run *r);  // remembers that the atomic region has changed something others can see
void run_trim(world *m, state *s, proc_id stack);  // zeroes the dead registers of a stack that has been left

static inline const ir_instr *run_instr(const run *r) { return &r->df->ir->code[r->f->pc]; }
static inline value run_arg(const run *r, uint32_t a) {
  return a & ARG_CONST ? r->df->consts[a & ~ARG_CONST] : r->f->regs[a];
}
value run_operand(const run *r, const ir_operand *o);
value world_constant(world *m, proc_id p, const ir_operand *o);  // what is no register, as process p sees it
void run_set(run *r, value v);  // the result register of the current instruction, if any
static inline uint32_t type_bits(const world *m, ir_type t) { return m->base.ir->types[t.id].bits; }
static inline uint64_t width_mask(uint32_t width) { return width >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1; }
static inline int64_t sign_extend(uint64_t x, uint32_t width) {
  return width >= 64 ? (int64_t)x : (int64_t)(x << (64 - width)) >> (64 - width);
}

// --- values as terms (sem_term.c)
expr term_of(const world *m, value v, uint32_t width);  // v is no pointer
act term_value_op(run *r, const ir_instr *i);           // value operations that are not concrete integers
act float_op(run *r, const ir_instr *i);                // sem_float.c
// One binary operation on integers of a width, concrete or not.
value term_binary(const world *m, ir_op op, uint32_t width, value a, value b);
value term_convert(const world *m, ir_op op, value a, uint32_t from, uint32_t to);
// Are two values of a type equal? As a 1-bit value. False: stopped.
bool term_equal(run *r, value a, value b, uint32_t width, value *out);
// A binary operation of which an operand is a pointer, kept in an integer. False: stopped.
bool term_on_pointers(run *r, ir_op op, uint32_t width, value a, value b, value *out);

// --- addresses as numbers (sem_address.c); false: stopped
uint64_t address_align(const world *m, uint32_t obj);  // what the address of the object is a multiple of
bool address_of(run *r, value p, expr *out);           // of a pointer into an object, as wide as a pointer
bool address_known(const world *m, const state *s, value p, expr *out);  // the same, false: nobody has looked yet
bool address_number(run *r, value v, uint32_t width, value *out);        // v itself if it is no pointer
bool address_equal(run *r, value a, value b, uint32_t width, value *out);
bool address_pointer(run *r, value number, value *out);  // a symbolic number
bool address_mentioned(run *r, expr number);             // is it made of an address?

// --- objects that have ended and whose addresses may be met again (sem_reuse.c)
bool reuse_follows(const world *m, uint32_t obj);  // heap objects that the program may compare after their end
// May the address of this object, or of one of these, matter after its end, although the pass has not seen that it is looked at?
bool reuse_unforeseen(world *m, uint32_t obj);
bool reuse_unforeseen_pair(world *m, uint32_t a, uint32_t b);
// Addresses are compared: of these two as numbers, of this one for the first time. What counts as apart by assumption is noted for the result.
void reuse_note_pair(world *m, uint32_t a, uint32_t b);
void reuse_note_shown(world *m, uint32_t obj, bool first);
void reuse_begins(run *r, uint32_t obj);                 // a heap object has been made
void reuse_ends(run *r, uint32_t obj, uint64_t size);    // one that is followed has ended
void reuse_replaced(run *r, uint32_t obj, uint32_t by);  // it has ended, and another counts as born since
bool reuse_size(const world *m, const state *s, uint32_t obj, uint64_t *size);  // of an ended one; false: not followed
bool reuse_apart(const world *m, const state *s, uint32_t a, uint32_t b);       // did they never live at one time?
typedef enum reuse_lives {
  LIVES_MET,     // they lived at one time
  LIVES_APART,   // they did not
  LIVES_DIFFER,  // not followed: they count as different
  LIVES_UNKNOWN,
} reuse_lives;
// Of two objects at least one of which has ended.
reuse_lives reuse_compare(const world *m, const state *s, uint32_t a, bool a_ended, uint32_t b, bool b_ended);
void reuse_clean(world *m, state *s);  // drops what nothing refers to any more

// --- forks and ends (sem_fork.c)
void fork_put(run *r, sem_succ succ);  // appends; marks uncertain ones
act fork_unknown(run *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
act fork_unknown_at(run *r, place at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
act fork_violation(run *r, ir_check check, const char *message);  // or unknown, if the check is off
act fork_cut(run *r);
// s stopped inside the step of r, to be stepped again.
void fork_interrupt(run *r, state *s);
// The same for a state that has jumped from code index `from` to `to`: under free interleaving its step may end there.
void fork_arrive(run *r, state *s, uint32_t from, uint32_t to);
typedef enum decision { DECIDE_NO, DECIDE_YES, DECIDE_FORKED } decision;
// Which way does a 1-bit condition go? DECIDE_FORKED: both; two states repeat the instruction, r->s is gone.
decision fork_decide(run *r, expr c);
// Goes on (true) only if ok holds; otherwise the violation is reported, and where ok can hold a state repeats the
// instruction.
bool fork_guard(run *r, expr ok, ir_check check, const char *message);
// Adds a condition that may hold to the path condition of s.
void fork_add(run *r, state *s, expr c, smt_answer answer);
act fork_branch(run *r, expr c, uint32_t yes, uint32_t no);
// Does a check fail behind pc, whatever the data are, and before anything else can happen? Not always seen (sem_doomed.c).
bool code_is_doomed(const world *m, const ir_func_info *f, uint32_t pc);
act fork_switch(run *r, const ir_instr *i);
// One way that a branch can go: where it leads, when, and whether that can be.
typedef struct fork_arm {
  expr when;
  smt_answer may;
  uint32_t pc;
} fork_arm;
// --- arms that meet again (sem_merge.c). True: r->s stands where they meet, for all of them. False: nothing has changed.
bool merge_arms(run *r, const fork_arm *arms, size_t n);
void merge_free(world *m);
act fork_check(run *r, const ir_instr *i, value c);
act fork_assume(run *r, value c);
act fork_assume_or_cut(run *r, value c);  // where c fails there is no run (SystemC)
// The value as a number; a symbolic one is forked over its feasible values, if there are not too many. False: stopped.
bool fork_concretise(run *r, value v, uint32_t width, const char *what, uint64_t *out);
typedef VEC(uint64_t) fork_words;
// All values that e can have in s, in order. False: too many, or the solver does not tell.
bool fork_values(run *r, const state *s, expr e, fork_words *out);

// --- memory (sem_mem.c, sem_bytes.c, sem_heap.c)
typedef struct objref {
  const layout *l;
  uint64_t elements, size;
  uint32_t obj;   // as pointers name it
  uint32_t body;  // name in the directory, unless static
  bool is_static;
  bool uninit;  // bytes without cells are indeterminate, otherwise zero
} objref;
// Checks an access of `bytes` at ptr. False: stopped. A symbolic offset stays symbolic and is then in range.
bool mem_resolve(run *r, value ptr, uint64_t bytes, objref *o);
// May what stands there be written? False: stopped; it is a constant.
bool mem_writable(run *r, const objref *o, value ptr, uint64_t bytes);
// Bytes that became constants (sem_seal.c). False: stopped; some of these have.
bool mem_unsealed(run *r, value ptr, uint64_t bytes);
act mem_seal(run *r, const ir_instr *i);
bool mem_any_seal(const ir_module *ir);
bool mem_object(const world *m, const state *s, uint32_t obj, objref *o);
value mem_get(const world *m, const state *s, const objref *o, uint64_t cell);
void mem_set(const world *m, state *s, const objref *o, uint64_t cell, value v);
void mem_untouch(run *r, size_t n);  // all but the first n touches of the step
void mem_touch(run *r, touch_mode mode, uint32_t detail, value ptr, const objref *o, uint64_t bytes);
act mem_fence(run *r, const ir_instr *i);
act mem_relax(run *r, const ir_instr *i);
bool mem_load(run *r, value ptr, ir_type type, value *out);
bool mem_store(run *r, value ptr, ir_type type, value v);
act mem_rmw(run *r, const ir_instr *i);
act mem_valid(run *r, const ir_instr *i);
// Are these bytes, as far as the object goes, determinate and zero? False: that depends on inputs. Touches nothing: who asks does.
bool mem_is_blank(run *r, value ptr, uint64_t bytes, bool *blank);
act mem_cas(run *r, const ir_instr *i);
act mem_copy(run *r, const ir_instr *i);
act mem_fill(run *r, const ir_instr *i);
act mem_nondet(run *r, const ir_instr *i);
act mem_nondet_memory(run *r, const ir_instr *i);
bool mem_is_array(const world *m, const state *s, const objref *o);
void mem_retire_static(const world *m, state *s, const objref *o);  // its slots become zero: it has moved
// Loads and stores that may meet anything but one whole cell of their form. A store may change the object's cells, and
// then *o. c->offset: from the start of the object. False: stopped.
bool bytes_load(run *r, objref *o, uint64_t offset, ir_type type, value *out);
bool bytes_store(run *r, objref *o, const cell *c, value v);
// What a load would find; it draws nothing.
// The bytes that a copy or fill in parts (IR_PART_WORD) is about here; false: none, it only looks at the source.
bool bytes_part(const world *m, const state *s, const ir_instr *i, value to, value from, uint64_t *bytes);
value bytes_peek(const world *m, const state *s, const objref *o, const cell *c);
// Without the padding, if the range is one scalar and padding behind it.
uint64_t bytes_of_scalar(const objref *o, uint64_t offset, uint64_t bytes);
// The object gets a cell of c's form that holds v. False: it has too many cells, nothing was changed. (sem_retype.c)
bool retype_store(run *r, objref *o, const cell *c, value v);
// Bytes [from, to) of a cell that holds v.
value retype_cut(const world *m, const cell *c, value v, uint64_t from, uint64_t to);
// An input that stands for indeterminate bytes. False: stopped.
bool input_uninitialised(run *r, ir_type type, expr *out);
// The object becomes the given array term (uniform integer objects).
bool mem_shares_chunk(const world *m, const objref *o);  // then it cannot become one array term
void mem_become_array(const world *m, state *s, const objref *o, expr array);
value term_rmw(const world *m, ir_rmw op, uint32_t width, value old, value v);
uint32_t heap_shadow_name(world *m, uint32_t obj, uint64_t offset);        // of the object that belongs to an address
uint32_t heap_find_shadow(const world *m, uint32_t obj, uint64_t offset);  // the same, 0: it never had one
bitset heap_referenced(const world *m,
                       const state *s);  // dynamic objects that something refers to, from env->first_dynamic
act heap_new(run *r, const ir_instr *i);
act heap_local(run *r, const ir_instr *i);
act heap_free(run *r, const ir_instr *i);
act heap_end(run *r, const ir_instr *i);
act heap_size(run *r, const ir_instr *i);
act heap_shadow(run *r, const ir_instr *i);
// Is there a heap object that nothing reaches any more? *at: where
// it was made. (sem_leak.c)
bool heap_leaks(world *m, const state *s, place *at);
void heap_kill(run *r, uint32_t obj);             // with the shadow objects that belong to it
void heap_anew(run *r, uint32_t obj);             // ... without the object, and no mutex in it is held
bool heap_may_end_frame(run *r, const frame *f);  // false: stopped; misuse, something in it is in use
void heap_end_frame(run *r, const frame *f);      // its local objects die
bool heap_any_constant(const ir_module *ir);      // a local object that is one
bool heap_is_shadow(const world *m, uint32_t obj);
// Or a thread-local variable: what others seldom look at (sem_stuck.c).
bool heap_is_aside(const world *m, uint32_t obj);
const alloc_site *heap_site(const world *m, uint32_t obj);                     // NULL: no dynamic object, or a shadow
uint32_t heap_only_name(world *m, uint32_t proc, uint32_t func, uint32_t pc);  // of a site with one object at a time

// --- steps that are remembered (sem_memo.c). Whatever a step reads of the roots, beside the stack and the record of its process, it
// reads by these.
void memo_note(const world *m, uint32_t root);
static inline void memo_reads(const world *m, uint32_t root) {
  if (UNLIKELY(!m->reads->known[root])) memo_note(m, root);
}
static inline const chunk *memo_chunk(const world *m, const state *s, uint32_t root) {
  memo_reads(m, root);
  return s->root[root];
}
static inline void memo_reads_process(const world *m, const state *s, proc_id p) {
  if (LIKELY(!m->reads->wanted)) return;
  memo_note(m, stack_root(s, p));
  memo_note(m, wait_root(s, p));
}
static inline void memo_reads_all(const world *m) { m->reads->all = true; }
// Does the step of p from s, which has one owner, if it is known. Otherwise the caller does it and then calls memo_record.
bool memo_replay(world *m, state *s, proc_id p, bool resumed, sem_out *out);
void memo_record(world *m, const sem_out *out);
void memo_free(memo *x);

// --- locals that nothing outlives (sem_keep.c)
void keep_not(state *s, uint32_t obj);  // something that may outlive the object refers to it
void keep_unless_in(const world *m, state *s, uint32_t obj, uint32_t into);     // a cell of `into` refers to it
void keep_returned(const world *m, state *s, uint32_t obj, const frame *from);  // the caller of the frame gets it

// --- thread-local variables (sem_tls.c)
bool tls_any(const ir_module *ir);
bool tls_any_constant(const ir_module *ir);
uint32_t tls_name(world *m, proc_id p, uint32_t global);
void tls_begin(world *m, state *s, proc_id p);
bool tls_may_end(run *r);  // false: stopped; misuse, a mutex of the process is held
void tls_end(run *r);      // those of the running process die

// --- kernel of SystemC (sem_kernel.c)
extern op_fn *const sysc_ops[IR_OP_COUNT];
bool sysc_enabled(const kern *k, proc_id p);
bool sysc_some_enabled(const kern *k);
void sysc_deliver_delta(world *m, state *s);
// The instant of the earliest timed notification; false if there is none.
bool sysc_next_time(const state *s, uint64_t *time);
void sysc_deliver_time(world *m, state *s, uint64_t time);
void sysc_end_process(world *m, state *s, proc_id p);
enum { MAX_EVENTS = 4096 };  // of one list
typedef VEC(event_id) event_vec;
place sysc_blocked_place(const world *m, const state *s, proc_id p);  // where a process that has not ended stands
bool sysc_may_wait(const world *m, proc_id p);                        // for ever: --may-wait
// Starvation (sem_starve.c): before a run; at the end of an evaluation phase, true: found or not decided, r->s is gone.
void starve_prepare(world *m);
bool starve_look(run *r);
void starve_free(world *m);
bool sysc_exists(const world *m, const kern *k, proc_id p);  // p <= k->n
bool sysc_in_update(const run *r);
bool sysc_process_operand(run *r, const ir_operand *operand, uint64_t *p);  // false: stopped
// The events whose addresses stand in memory. False: stopped.
bool sysc_event_array(run *r, const ir_operand *first, const ir_operand *number, event_vec *out);
void sysc_begin_wait(run *r, proc_id p, const event_vec *events, bool all, uint32_t at);
void sysc_wake(world *m, state *s, proc_id p, bool timed_out);  // its wait is over

// --- programs that build their design (sem_design.c)
op_fn design_self, design_spawn, design_arm, design_waited, design_switch_to, design_delta, design_not_explored,
    design_pause, design_halt, design_await, design_name;
// A step of p that did not end in switch_to is over: whoever called it goes on.
void design_step_over(state *s, proc_id p);
// Text in memory as far as it is known.
const char *design_text(world *m, const state *s, value at);

// --- threads (sem_threads.c, sem_threads_ops.c)
extern op_fn *const threads_ops[IR_OP_COUNT];
bool threads_may_step(world *m, const state *s, proc_id p);  // p is live
bool threads_visible(const world *m, const ir_instr *i);
// Does the guard that begins at pc hold for p? False: that must be found out by running it (sem_guard.c).
bool guard_look(world *m, const state *s, proc_id p, uint32_t pc, bool *holds);
// Can p, live and past its first step, proceed?
bool threads_may_step(world *m, const state *s, proc_id p);
// Does p, or the number p, belong to a crowd? (sem_views.c)
bool threads_in_crowd(const world *m, proc_id p);
// A process of func has got a number; it may make a crowd of them.
void views_count(struct views *v, proc_id parent, uint32_t func, bool is_new);
// The own part of a new process in a crowd; its arguments are still to be set.
state *views_newcomer(struct views *v, uint32_t func, proc_id rep);
// Is p neither ended nor parked?
bool views_unnamed(const struct views *v);
bool threads_live(const kern *k, proc_id p);
// Is the mutex at an address held? By whom?
bool threads_holder(const state *s, event_id mutex, proc_id *holder);
void threads_forget(state *s, proc_id p);    // its record, but for what others may ask
bool threads_may_end(run *r, uint32_t obj);  // false: stopped; misuse, an object ends that is or has something in use
bool threads_may_write(run *r, value ptr, uint64_t bytes);  // false: stopped; misuse, over something in use
bool apart_has_data(const ir_module *ir);
bool apart_used(run *r, event_id e);                    // false: stopped; it was written as data
bool apart_written(run *r, value ptr, uint64_t bytes);  // false: stopped; it is used to synchronise
bool threads_join_is_wrong(const state *s, proc_id p,
                           proc_id joined);  // misuse: itself, or one that was joined or detached before
// The code index of the await_begin that comes first behind the atomic_begin at pc; UINT32_MAX: something else comes first.
uint32_t threads_first_await(const ir_func_info *f, uint32_t pc);
void threads_begin_process(world *m, state *s, proc_id p);  // it is live now, its stack has been made
act threads_assumption_fails(run *r, value c);
void run_claim(run *r, const state *s);  // s has come through the instruction at r->f->pc (sem_options.claims)
// The step of r is complete and leaves s.
void threads_end_step(run *r, state *s);
void threads_final(run *r);  // the run is over
// Somebody waits for ever: has the program said what that means? Then r->s is gone.
bool pending_ends(run *r);
// The number of the k-th process that `parent` spawns.
proc_id threads_number(world *m, proc_id parent, uint32_t k, uint32_t func);

// --- loops that wait (sem_spin.c); only with sem_needs.spin
void spin_note(run *r, touch_mode mode, value ptr);  // the step touches something
// Is it of interest whether the store of r writes what it finds? The process has stood where it may come back to.
bool spin_watches(const run *r);
void spin_note_same(run *r, value ptr);
void spin_note_tried(run *r, event_id mutex, proc_id holder);  // the process of r has failed to take it
// The process of r, alone, comes to what would begin a step if there were others. True: it spins, its step is to end here.
bool spin_passes(run *r);
// The process of r has ended a step in s: remembers where it stands, or parks it. False: the outcome is to be dropped.
bool spin_end_step(const run *r, state *s);
// Can the process that stands here, in this frame or in one that called it, come here again and have done nothing?
bool spin_may_return(world *m, const frame *f);
bool spin_may_wait(world *m, const frame *f);  // the same, with the same registers
// Calls each(arg, x) for every place that s remembers.
void spin_each_place(const state *s, void (*each)(void *arg, const past *x), void *arg);

// --- processes that wait in loops for ever (sem_stuck.c); only if deadlocks are looked for
typedef enum stuck { STUCK_NOT, STUCK_FOR_EVER, STUCK_PERHAPS } stuck;
// Is every live process of s blocked, or does it go round and change nothing? s stands between two steps and nobody in it is parked,
// except by spinning. If so, and `how` is not NULL, *how gets the conjuncts under which it is: a new reference.
stuck stuck_all(world *m, const state *s, pathcond **how);

// --- canonical names of inputs (sem_names.c)
typedef struct input_names input_names;
void names_free(input_names *n);
void names_mark(const input_names *n, expr_table *t);  // collection of terms

// --- the common part of sem_ops (sem.c)
// Makes s its own, restores the footprint of an interrupted step; clears the interruption.
state *world_begin_step(world *m, state *s, sem_out *out);
void world_free(sem *base);
void run_put_next(run *r);  // r->s as a complete step
void run_set_phase(state *s, kernel_phase phase);
const char *sem_text(world *m, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
