// The intermediate representation: waist 1. Every front end ends here, everything later begins here.
//
// A module owns all it holds (one arena, one interner) and is built only through ir_build.h. `ir_freeze` checks it
// and computes the flat code; from then on everybody holds `const ir_module *`. Text form: .air (ir_print.c prints,
// front/air reads; print, parse, print is a fixed point). Definition of every operation: doc/ir.md.
//
// Registers are typed, per function, assigned any number of times (not SSA), zero at function entry. Memory consists
// of objects addressed by pointers (object, byte offset): globals, `local` objects of frames, heap objects. Events
// and mutexes are identified by an address. Every instruction keeps its source place.
//
// Every table indexed by an id has element 0 unused (types[0] is void) and `n_...` is the highest id, so a walk is
// `for (uint32_t i = 1; i <= m->n_funcs; i++)`; the same holds for registers and blocks of a function. `code` and
// `sources` are plain arrays: 0 <= i < n.
#ifndef IR_IR_H
#define IR_IR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/place.h"

typedef struct ir_type {
  uint32_t id;
} ir_type;  // 0 = void
typedef struct ir_reg {
  uint32_t id;
} ir_reg;  // 0 = none; registers of a function count from 1
typedef struct ir_block {
  uint32_t id;
} ir_block;  // 0 = none; blocks of a function count from 1, 1 = entry
typedef struct ir_func {
  uint32_t id;
} ir_func;  // 0 = none
typedef struct ir_global {
  uint32_t id;
} ir_global;  // 0 = none
typedef struct ir_proc {
  uint32_t id;
} ir_proc;  // 0 = none; static process
typedef struct ir_upd {
  uint32_t id;
} ir_upd;  // 0 = none; update function

typedef enum ir_op {
#define IR_OP(name, text, result, args, flags) IR_##name,
#include "ir/ops.def"
#undef IR_OP
  IR_OP_COUNT
} ir_op;

typedef enum ir_check {
#define IR_CHECK(name, kind, property, message) IR_CHECK_##name,
#include "ir/checks.def"
#undef IR_CHECK
  IR_CHECK_COUNT
} ir_check;
// What no finite run shows: counterexamples are lassos.
#define IR_CHECKS_OF_ENDLESS_RUNS (1u << IR_CHECK_PROGRESS | 1u << IR_CHECK_TERMINATION | 1u << IR_CHECK_LTL)

typedef enum ir_rmw {  // sub-code of RMW; all but XCHG are commutative updates when the result is unused
  IR_RMW_ADD,
  IR_RMW_MUL,
  IR_RMW_AND,
  IR_RMW_OR,
  IR_RMW_XOR,
  IR_RMW_XCHG,
  IR_RMW_SUB,
  IR_RMW_UMIN,
  IR_RMW_UMAX,
  IR_RMW_SMIN,
  IR_RMW_SMAX,
  IR_RMW_COUNT
} ir_rmw;

typedef enum ir_fcmp {  // sub-code of FCMP: ordered comparisons are false, unordered ones true if a side is NaN
  IR_FCMP_OEQ,
  IR_FCMP_OGT,
  IR_FCMP_OGE,
  IR_FCMP_OLT,
  IR_FCMP_OLE,
  IR_FCMP_ONE,
  IR_FCMP_ORD,
  IR_FCMP_UNO,
  IR_FCMP_UEQ,
  IR_FCMP_UGT,
  IR_FCMP_UGE,
  IR_FCMP_ULT,
  IR_FCMP_ULE,
  IR_FCMP_UNE,
  IR_FCMP_COUNT
} ir_fcmp;

// Flags of an instruction, each with the operations it may stand at.
enum {
  IR_ATOMIC = 1,  // memory accesses: synchronises, takes part in no data race
  IR_HIDDEN =
      2,  // memory accesses: no other process accesses the same directly before or after it; never begins a step
  IR_UNINIT = 4,   // local, new: the contents are indeterminate instead of zero; load: these may be, too
  IR_INIT = 8,     // store, copy, fill: the initial value of an object, which may be a constant
  IR_WEAK = 16,    // trylock: its failing tells nothing; assume: it stands for the end of the program
  IR_CONST = 32,   // local, new: a constant; written by what has IR_INIT alone
  IR_REUSED = 64,  // new: pointers to what it makes may be compared after its end (doc/semantics-threads.md 11)
  IR_SCALAR = 128,
  IR_ARRAY = 256,  // new, free: by C++'s new and delete, or by new[] and delete[]; neither: by malloc and free
  IR_DATA =
      512,  // store, rmw, cas: taken to be no part of an object of synchronisation (doc/semantics-threads.md 8), and looked at whether it is
  IR_OWN_TO = 1024,
  IR_OWN_FROM = 2048,  // copy: no other process can see its target, its source
  IR_FLAG_COUNT = 12
};

// What an atomic access or a fence orders, as C11 and C++ say it. Zero is the strongest, so that an atomic access of which nothing
// else is known is sequentially consistent. Engines that interleave accesses ignore it but for data races (doc/semantics-threads.md 5).
typedef enum ir_ordering { IR_SC, IR_ACQ_REL, IR_ACQ, IR_REL, IR_RLX, IR_ORDERING_COUNT } ir_ordering;

// Sub-codes of RELAX: bits, 0: both; or the object is shared with others who do not synchronise with each other.
enum { IR_RELAX_READS = 1, IR_RELAX_WRITES = 2, IR_RELAX_SHARED = 3 };

// Sub-code of LOCK, TRYLOCK, UNLOCK and JOIN: what counts as misuse (doc/semantics-threads.md 8).
typedef enum ir_use {
  IR_USE_PLAIN,  // nothing
  IR_USE_MUTEX,  // the rules of mutexes; JOIN: those of threads
  IR_USE_SPIN,   // those of spin locks: only a call initialises them
  IR_USE_COUNT
} ir_use;

// Sub-code of LIFE. PIN, UNPIN: somebody waits for the object or has it, or nobody does any more. ANEW: nobody has ever held a mutex in
// the object, and it has no shadows.
typedef enum ir_life { IR_LIFE_INIT, IR_LIFE_DESTROY, IR_LIFE_PIN, IR_LIFE_UNPIN, IR_LIFE_ANEW, IR_LIFE_COUNT } ir_life;

// Sub-code of SEAL. ENDS: they are no longer constant.
typedef enum ir_seal { IR_SEAL_BEGINS, IR_SEAL_ENDS, IR_SEAL_COUNT } ir_seal;

// Sub-code of VALID. BLANK: are all of the bytes, as far as the object goes, determinate and zero?
typedef enum ir_valid { IR_VALID_BYTES, IR_VALID_BLANK, IR_VALID_COUNT } ir_valid;

// Sub-code of APART. OR_SAME: ranges that begin at one place are as good as apart.
// ASSUME: what pass_marks puts into a program to see where runs come: the constant true, at a place; further ones for arms of a
// branch, in the order of its targets.
typedef enum ir_mark { IR_MARK_NONE, IR_MARK_LINE, IR_MARK_ARM, IR_MARK_COUNT = IR_MARK_ARM + 16 } ir_mark;
typedef enum ir_apart { IR_APART_STRICT, IR_APART_OR_SAME, IR_APART_COUNT } ir_apart;

// Name of an input that stands for a result which a function was called for and did not return.
#define IR_MISSING_RESULT "undefined result"
// How the text of an `unsupported` ends that stands for a call of a function that nobody has written.
#define IR_NO_MODEL ", which has no definition and no model"

typedef enum ir_start {
  IR_START_IVL,     // all delta cycles at instants up to and including the absolute bound
  IR_START_SYSTEMC  // sc_start(t): relative, what is due exactly at the bound waits for the next start
} ir_start;
enum { IR_START_INSTANT = -2 };  // as the bound of sc_start: to the end of this instant, whatever runs in it

enum {                  // bits of the sub-code of WAIT
  IR_WAIT_ALL = 1,      // all events (and-list) instead of any
  IR_WAIT_TIMEOUT = 2,  // the last operand is a time span
  IR_WAIT_ARRAY = 4     // the events are given by a pointer to pointers and their number
};

enum {
  IR_NONDET_SPURIOUS = 1
};  // sub-code of NONDET: true is something that happens without a reason, and may as well not

// Sub-code of LOCAL and NEW: 0, or k where the address of the object is a multiple of 2^k, which is more than the type (LOCAL) or every
// allocation (NEW: IR_HEAP_ALIGN) demands.
enum { IR_ALIGN_MAX = 20, IR_HEAP_ALIGN = 16 };

// Sub-code of COPY and FILL that are parts of larger ones: the first part of a word, which is as wide as a pointer; less: the part so many bytes
// behind the start of the word. A stored pointer is never taken apart: the first part is about all of it, the others about nothing.
enum { IR_PART_WORD = 8 };

enum { IR_SPAWN_METHOD = 1 };  // sub-code of SPAWN: the process models an SC_METHOD

typedef enum ir_type_kind {
  IR_TYPE_VOID,
  IR_TYPE_INT,
  IR_TYPE_PTR,
  IR_TYPE_ARRAY,
  IR_TYPE_RECORD,
  IR_TYPE_EVENT,
  IR_TYPE_FLOAT
} ir_type_kind;

// Names of fields that are base classes begin so: texts leave them out, what they hold is the record's own.
#define IR_BASE_FIELD "^"
typedef struct ir_field {
  const char *name;
  ir_type type;
  uint64_t offset;
  bool is_const;  // of globals and locals written by what has IR_INIT alone; of other objects plain
} ir_field;

typedef struct ir_type_info {
  ir_type_kind kind;
  uint32_t bits;          // INT, FLOAT: value width; PTR: 64 or 32
  bool is_signed;         // INT
  bool is_bool, is_char;  // INT: how values are shown
  ir_type elem;           // PTR: pointee (void: unknown); ARRAY: element
  uint64_t count;         // ARRAY
  const char *name;       // RECORD: tag; INT: source name ("int", "u32") or NULL
  const ir_field *fields;
  uint32_t n_fields;  // RECORD, ascending offsets
  uint64_t size;      // bytes in memory
  uint32_t align;     // RECORD: 0 while its fields are unknown (an incomplete record; only pointers to it exist)
  bool has_const;     // RECORD, ARRAY: some field inside is a constant
  uint32_t rank;      // RECORD: the n-th to be completed; parts held by value come before their owner
} ir_type_info;

typedef enum ir_operand_kind {
  IR_OPERAND_NONE,
  IR_OPERAND_REG,
  IR_OPERAND_INT,
  IR_OPERAND_WIDE,
  IR_OPERAND_NULL,
  IR_OPERAND_GLOBAL,
  IR_OPERAND_FUNC,
  IR_OPERAND_PROC,
  IR_OPERAND_UPDATE
} ir_operand_kind;

typedef struct ir_operand {
  ir_operand_kind kind;
  ir_type type;           // INT, WIDE: the integer type; NULL, GLOBAL, FUNC: pointer; PROC: i32; REG: the register's
  uint64_t value;         // REG/GLOBAL/FUNC/PROC/UPDATE: id; INT: bits, truncated to the type; GLOBAL: see offset
  uint64_t offset;        // GLOBAL: byte offset into it
  const uint64_t *limbs;  // WIDE: little endian, (bits + 63) / 64
} ir_operand;

typedef struct ir_instr {
  ir_op op;
  uint32_t sub;
  uint32_t
      flags;  // IR_ATOMIC, IR_HIDDEN, IR_UNINIT, IR_INIT, IR_CONST, IR_REUSED, IR_SCALAR, IR_ARRAY, IR_DATA, IR_OWN_*
  ir_type type;  // result type; STORE, RMW, CAS, LOCAL, NEW, NONDET_MEM: the type in memory
  ir_reg dst;
  uint32_t n_args, n_targets;
  const ir_operand *args;
  ir_block *targets;
  const char *text;  // CHECK, NONDET, OUTPUT, UNSUPPORTED; COPY: scalars as "place+size ...", or NULL; else NULL
  place at;          // first line of the statement
  uint8_t ordering;  // ir_ordering: LOAD, STORE, RMW, CAS that are atomic; FENCE
  uint8_t failure;   // CAS that is atomic: of the read if it stores nothing
} ir_instr;

typedef struct ir_reg_info {
  const char *name;
  ir_type type;
  place at;
  bool is_temp;
} ir_reg_info;

typedef struct ir_block_info {
  uint32_t first, count;
} ir_block_info;  // range in the function's code

typedef struct ir_func_info {
  const char *name;
  ir_type result;
  uint32_t n_params;  // registers 1..n_params
  const ir_reg_info *regs;
  uint32_t n_regs;  // regs[0] is unused, regs[r.id]
  const ir_block_info *blocks;
  uint32_t n_blocks;  // blocks[0] is unused
  const ir_instr *code;
  uint32_t n_code;  // blocks in order, entry first
  bool is_update;   // called by the kernel in the update phase
  place at;
} ir_func_info;

typedef struct ir_init {
  uint64_t offset;
  ir_operand value;
} ir_init;  // value.type = type in memory

typedef struct ir_global_info {
  const char *name;
  ir_type type;
  const ir_init *inits;
  uint32_t n_inits;                           // the rest is zero
  bool is_const, is_thread_local, is_hidden;  // hidden: not shown in traces
  uint32_t align;                             // of its address, if more than its type demands; else 0
  place at;
} ir_global_info;

// observer: a process that looks at the others for a goal or a formula; that it waits is no deadlock.
typedef struct ir_proc_info {
  const char *name;
  ir_func func;
  bool dont_initialize, observer;
  place at;
} ir_proc_info;
typedef struct ir_upd_info {
  const char *name;
  ir_func func;
  place at;
} ir_upd_info;
typedef struct ir_source {
  const char *file;
  const char *text;
  size_t len;
} ir_source;

typedef enum ir_scheduler { IR_SCHED_SYSTEMC, IR_SCHED_INTERLEAVE } ir_scheduler;

typedef struct ir_module {
  const char *language;  // "ivl", "dlang", "cmin", "c", "c++"
  ir_scheduler scheduler;
  bool separate;           // interleaving: visible operations begin a step also while nobody else is live
  bool without_arguments;  // the program reads its arguments or environment, and the module starts it with none
  // Arguments that the module starts it with: 0, or so many at most of any bytes up to that length; given ones if that is 0.
  uint32_t arguments, argument_length;
  // Kinds of violations, a bit per ir_check. Some the front end of a language shows only if they are asked for when it
  // reads the program: `made_for` are those. `partial`: only a part of them can be seen in what was read.
  uint32_t made_for, partial;
  uint32_t pointer_bits;
  ir_func entry;           // elaboration: global initialisers, then main; contains `start`
  const char *properties;  // default properties, comma list
  const char *models;      // choices of the models it was made with that are not the defaults, comma list
  const ir_type_info *types;
  uint32_t n_types;  // types[0] = void
  const ir_func_info *funcs;
  uint32_t n_funcs;  // element 0 unused, ids 1..n_funcs; so below
  const ir_global_info *globals;
  uint32_t n_globals;
  const ir_proc_info *procs;
  uint32_t n_procs;
  const ir_upd_info *updates;
  uint32_t n_updates;
  const ir_source *sources;
  uint32_t n_sources;   // element 0 used; the files read, for reports
  bool uses_time;       // some TIME instruction exists (time abstraction, [AVPE15])
  bool uses_delta;      // some DELTA instruction exists: delta cycles are counted
  bool uses_triggered;  // some TRIGGERED instruction exists
  bool spawns;          // some SPAWN instruction exists: the processes are not known before the run
  bool frozen;
  arena *mem;
  interner *names;
  struct ir_builder *builder;  // growing tables while being built; NULL once frozen
} ir_module;

void ir_module_free(ir_module *m);

// Limits that keep sizes and offsets far from overflow; builders refuse what exceeds them.
enum { IR_BITS_MAX = 1 << 20 };
#define IR_SIZE_MAX ((uint64_t)1 << 40)  // bytes of one object

static inline const ir_type_info *ir_type_get(const ir_module *m, ir_type t) { return &m->types[t.id]; }
static inline const ir_func_info *ir_func_get(const ir_module *m, ir_func f) { return &m->funcs[f.id]; }
// SystemC's scheduler: an observer that only looks is never run; the others wait for an event.
static inline bool ir_observer_looks(const ir_module *m, ir_proc p) {
  return m->procs[p.id].observer && m->funcs[m->procs[p.id].func.id].code[0].op == IR_AWAIT_BEGIN;
}
static inline const ir_global_info *ir_global_get(const ir_module *m, ir_global g) { return &m->globals[g.id]; }

bool ir_type_is_scalar(const ir_module *m, ir_type t);    // INT, PTR, FLOAT: fits a register
bool ir_type_is_complete(const ir_module *m, ir_type t);  // has a size: not void, not an incomplete record
// Same kind of value: both integers of one width (signedness and name do not matter), both pointers, both floats of
// one width.
bool ir_types_agree(const ir_module *m, ir_type a, ir_type b);
bool ir_any_const_field(const ir_module *m);
// Does some of these bytes of an array of T lie in a constant field?
bool ir_type_const_at(const ir_module *m, ir_type t, uint64_t offset, uint64_t bytes);
// Does a call or spawn through a pointer pass what the function takes, and yield what is wanted of it? A pointer may stand
// for an integer of its width and the other way round.
bool ir_call_fits(const ir_module *m, const ir_instr *call, const ir_func_info *f);

const char *ir_op_text(ir_op op);
const char *ir_op_flags(ir_op op);
bool ir_op_ends_block(ir_op op);
// No operation of the kernel, or one that programs with threads have: processes, mutexes, guards, regions. The others are SystemC's.
bool ir_op_of_threads(ir_op op);
char ir_op_result(ir_op op);                // 'N' none, 'Y' a register, 'O' an optional one
int ir_op_args(ir_op op);                   // number of operands, -1 = any
const char *ir_check_kind(ir_check c);      // "div-by-zero"
uint32_t ir_unseen(const ir_module *m);     // kinds that the module does not show in full
bool ir_is_optimised(const ir_module *m);   // it was LLVM code that a compiler had optimised
const char *ir_check_property(ir_check c);  // the property that reports it
const char *ir_check_message(ir_check c);
const char *ir_rmw_text(ir_rmw r);
// The sub-code as written after the operation's name: "add" (rmw), "div-by-zero" (check), "ivl" (start),
// "all", "timeout", "all.timeout" (wait), "" where there is none; NULL if the operation has no such sub-code.
const char *ir_sub_text(ir_op op, uint32_t sub);
const char *ir_flag_text(uint32_t flag);      // IR_ATOMIC: "atomic"; written after the sub-code
uint32_t ir_op_may_flags(ir_op op);           // the flags that an operation may have
const char *ir_ordering_text(ir_ordering o);  // IR_RLX: "rlx"; written after the flags, if it is not IR_SC
// May the operation have it? C11 knows no load that releases, no store that acquires, no relaxed fence.
bool ir_may_have_ordering(const ir_instr *i);
// Does a read of the instruction synchronise with a releasing write that it reads from (a `cas` also if it fails)? Does its write
// release? Of atomic accesses.
bool ir_acquires(const ir_instr *i);
bool ir_releases(const ir_instr *i);
bool ir_rmw_commutative(ir_rmw r);
// Free interleaving: does a step begin with this instruction, outside of regions and guards? (`stop` under a leak check: too)
bool ir_begins_step(const ir_instr *i);
// new, free: the variable that stands for their order among processes (doc/semantics-threads.md 11), or NULL.
const ir_operand *ir_order(const ir_instr *i);
// Is an object of so many bytes deleted as what it was made as? By the texts of `new` and `free` (doc/ir.md); NULL: nothing is told.
bool ir_deletion_fits(const char *made_as, const char *deleted_as, uint64_t bytes);
const char *ir_deletion_message(const ir_instr *deletion);
// Source line (not NUL-terminated at the line end: *len) or NULL if the file was not kept.
const char *ir_source_line(const ir_module *m, place at, size_t *len);
// "u32", "int*", "point[3]" into a static-lifetime (module) string.
const char *ir_type_text(const ir_module *m, ir_type t);

#endif
