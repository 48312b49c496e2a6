// Inside of the symbolic interpreter; included by src/sem/*.c only.
//
// The module is decoded once: one `dinstr` per IR instruction at the same index, operands resolved to registers or
// preloaded constants, addresses of globals to slots. The loop (sem_run.c) executes what is concrete by itself and
// hands everything else to the other files, which return an `act`.
//
// What always holds while a step runs: r->s has one owner, its top frame r->f has one owner and f->pc is the
// instruction being executed whenever code outside the loop runs. Code that may fork or stop changes nothing before
// it has decided to go on: a forked state executes its instruction again, with a stronger path condition.
#ifndef SEM_SEM_IMPL_H
#define SEM_SEM_IMPL_H

#include "analysis/live.h"
#include "base/intern.h"
#include "base/map64.h"
#include "sem/sem.h"
#include "state/state_impl.h"

typedef enum dop {
  D_SLOW,  // everything without a concrete fast path: by the IR operation
  D_MOV, D_ADD, D_SUB, D_MUL, D_UDIV, D_SDIV, D_UREM, D_SREM, D_SHL, D_LSHR, D_ASHR, D_AND, D_OR, D_XOR, D_NOT, D_NEG,
  D_EQ, D_NE, D_ULT, D_ULE, D_SLT, D_SLE, D_ZEXT, D_SEXT, D_SELECT, D_PTRADD,
  D_LOAD_SLOT, D_STORE_SLOT, D_RMW_SLOT, D_LOAD, D_STORE,
  D_JUMP, D_BRANCH, D_RETURN, D_CHECK, D_ASSUME
} dop;

#define ARG_CONST 0x80000000u

typedef struct dinstr {
  uint8_t op;       // dop
  uint8_t width;    // of the result; comparisons: of the operands; memory: of the value
  uint8_t sub;      // RMW; loads: of a pointer
  uint8_t from;     // ZEXT, SEXT: width of the operand
  uint32_t dst;
  uint32_t a, b;    // operands: register, or ARG_CONST | index of a constant
  uint32_t c, d;    // SELECT: third operand. BRANCH, JUMP: targets. Slots: root and slot. RETURN: d = no value
  uint64_t mask;    // of the result's width
} dinstr;

typedef struct dfunc {
  const ir_func_info *ir;
  dinstr *code;
  value *consts;
  uint32_t n_regs;    // with the pointers to local objects
  uint32_t *local;    // by code index: the register of the LOCAL there, or 0
  uint32_t **dead;    // by code index: registers that are dead when execution resumes there, count first; made lazily
  uint32_t **dead_calls;  // the same for a caller whose call stands there
} dfunc;

typedef struct alloc_site {
  uint32_t proc, func, pc, depth;
  VEC(uint32_t) objects;  // by counter
} alloc_site;

typedef struct world {
  sem base;
  state_env *env;
  dfunc *funcs;
  live_info *live;
  interner *texts;
  bool time_abstractable;
  uint32_t n_dynamic;          // names given to dynamic objects so far
  VEC(alloc_site) sites;
  map64 site_index;            // hash -> site number + 1; collisions are searched linearly
  map64 touch_index;           // footprint of the running step: hash -> index + 1
} world;

typedef enum act {
  ACT_NEXT,     // go on with the next instruction
  ACT_JUMP,     // r->f and its pc are set
  ACT_STOP,     // successors are in the output, r->s is gone
  ACT_SWITCH,   // the process waits or has suspended itself
  ACT_ENDED,    // the stack is empty
  ACT_START     // the entry function has reached START, pc is behind it
} act;

typedef struct run {
  world *m;
  state *s;
  frame *f;
  const dfunc *df;
  proc_id p;        // the process that steps, 0 = kernel
  proc_id stack;    // p, or the update stack
  uint64_t left;    // instructions before the step limit
  sem_out *out;
} run;

// --- decoding and running
void code_decode(world *m);
void code_free(world *m);
void run_begin(run *r, world *m, state *s, proc_id p, proc_id stack, sem_out *out);  // takes the step's state
act run_code(run *r);
act run_slow(run *r);              // the instruction at r->f->pc
act run_push(run *r, uint32_t func, const value *args, uint32_t n);
act run_return(run *r, value result);
void run_trim(world *m, state *s, proc_id stack);  // zeroes the dead registers of a stack that has been left

static inline const ir_instr *run_instr(const run *r) { return &r->df->ir->code[r->f->pc]; }
static inline value run_arg(const run *r, uint32_t a) {
  return a & ARG_CONST ? r->df->consts[a & ~ARG_CONST] : r->f->regs[a];
}
value run_operand(const run *r, const ir_operand *o);
void run_set(run *r, value v);     // the result register of the current instruction, if any
static inline uint32_t type_bits(const world *m, ir_type t) { return m->base.ir->types[t.id].bits; }
static inline uint64_t width_mask(uint32_t width) { return width >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1; }
static inline int64_t sign_extend(uint64_t x, uint32_t width) {
  return width >= 64 ? (int64_t)x : (int64_t)(x << (64 - width)) >> (64 - width);
}

// --- values as terms (sem_term.c)
expr term_of(const world *m, value v, uint32_t width);   // v is no pointer
act term_value_op(run *r, const ir_instr *i);           // value operations that are not concrete integers
// One binary operation on integers of a width, concrete or not.
value term_binary(const world *m, ir_op op, uint32_t width, value a, value b);
value term_convert(const world *m, ir_op op, value a, uint32_t from, uint32_t to);
// Are two values of a type equal? As a 1-bit value; pointers to different objects differ.
value term_equal(const world *m, value a, value b, uint32_t width);

// --- forks and ends (sem_fork.c)
void fork_put(run *r, sem_succ succ);                     // appends; marks uncertain ones
act fork_unknown(run *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
act fork_unknown_at(run *r, place at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
act fork_violation(run *r, ir_check check, const char *message);  // or unknown, if the check is off
act fork_cut(run *r);
// s stopped inside the step of r, to be stepped again.
void fork_interrupt(run *r, state *s);
typedef enum decision { DECIDE_NO, DECIDE_YES, DECIDE_FORKED } decision;
// Which way does a 1-bit condition go? DECIDE_FORKED: both; two states repeat the instruction, r->s is gone.
decision fork_decide(run *r, expr c);
// Goes on (true) only if ok holds; otherwise the violation is reported, and where ok can hold a state repeats the
// instruction.
bool fork_guard(run *r, expr ok, ir_check check, const char *message);
// Adds a condition that may hold to the path condition of s.
void fork_add(run *r, state *s, expr c, smt_answer answer);
act fork_branch(run *r, expr c, uint32_t yes, uint32_t no);
act fork_switch(run *r, const ir_instr *i);
act fork_check(run *r, const ir_instr *i, value c);
act fork_assume(run *r, value c);
// The value as a number; a symbolic one is forked over its feasible values, if there are not too many. False: stopped.
bool fork_concretise(run *r, value v, uint32_t width, const char *what, uint64_t *out);

// --- memory (sem_mem.c, sem_bytes.c, sem_heap.c)
typedef struct objref {
  const layout *l;
  uint64_t elements, size;
  uint32_t obj;      // as pointers name it
  uint32_t body;     // name in the directory, unless static
  bool is_static;
  bool uninit;       // bytes without cells are indeterminate, otherwise zero
} objref;
// Checks an access of `bytes` at ptr. False: stopped. A symbolic offset stays symbolic and is then in range.
bool mem_resolve(run *r, value ptr, uint64_t bytes, objref *o);
bool mem_object(const world *m, const state *s, uint32_t obj, objref *o);
value mem_get(const world *m, const state *s, const objref *o, uint64_t cell);
void mem_set(const world *m, state *s, const objref *o, uint64_t cell, value v);
void mem_touch(run *r, touch_mode mode, uint32_t detail, value ptr, const objref *o, uint64_t bytes);
bool mem_load(run *r, value ptr, ir_type type, value *out);
bool mem_store(run *r, value ptr, ir_type type, value v);
act mem_rmw(run *r, const ir_instr *i);
act mem_cas(run *r, const ir_instr *i);
act mem_copy(run *r, const ir_instr *i);
act mem_fill(run *r, const ir_instr *i);
act mem_nondet(run *r, const ir_instr *i);
act mem_nondet_memory(run *r, const ir_instr *i);
bool mem_is_array(const world *m, const state *s, const objref *o);
void mem_retire_static(const world *m, state *s, const objref *o);  // its slots become zero: it has moved
// Loads and stores that may meet anything but one whole cell of their form. A store may change the object's cells, and
// then *o. c->offset: from the begin of the object. False: stopped.
bool bytes_load(run *r, objref *o, uint64_t offset, ir_type type, value *out);
bool bytes_store(run *r, objref *o, const cell *c, value v);
// The object gets a cell of c's form that holds v. False: it has too many cells, nothing was changed. (sem_retype.c)
bool retype_store(run *r, objref *o, const cell *c, value v);
// Bytes [from, to) of a cell that holds v.
value retype_cut(const world *m, const cell *c, value v, uint64_t from, uint64_t to);
// An input that stands for indeterminate bytes. False: stopped.
bool input_uninitialised(run *r, ir_type type, expr *out);
// Appends "[2].f" for the scalar of `type` at `offset`.
void sem_leaf_name(const ir_module *ir, ir_type type, uint64_t offset, strbuf *out);
// The object becomes the given array term (uniform integer objects).
void mem_become_array(const world *m, state *s, const objref *o, expr array);
value term_rmw(const world *m, ir_rmw op, uint32_t width, value old, value v);
act heap_new(run *r, const ir_instr *i);
act heap_local(run *r, const ir_instr *i);
act heap_free(run *r, const ir_instr *i);
void heap_end_frame(run *r, const frame *f);  // its local objects die

// --- kernel (sem_kernel.c)
act sysc_op(run *r, const ir_instr *i);
bool sysc_enabled(const kern *k, proc_id p);
bool sysc_some_enabled(const kern *k);
void sysc_deliver_delta(world *m, state *s);
// The instant of the earliest timed notification; false if there is none.
bool sysc_next_time(const state *s, uint64_t *time);
void sysc_deliver_time(world *m, state *s, uint64_t time);
void sysc_end_process(world *m, state *s, proc_id p);

// --- step interface (sem_systemc.c)
extern const struct sem_ops systemc_ops;
const char *sem_text(world *m, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
