// C_fin: a program with finitely many variables that simulates a module of processes (symcpp-explicit-symbolic.md 5.2, 5.3).
//
// Taken from the IR of modules without calls, in which every step is code without loops between two step boundaries (C_min,
// dlang). Variables are the scalar cells of globals, the cells of object pools (as many slots per type as the memory
// configuration says), registers that live across a boundary, and one bit per slot: is it taken? An address is the number
// (`index`) of the variable that lies there, null is 0, `top` = highest number + 1 is any object outside of the pools. An edge
// is one way through a step: guard, simultaneous updates, fresh inputs; or a way on which a check fails.
//
// Over-approximates always: what is read from `top`, or with another type than it was written with, is any value; what cannot
// be translated at all is refused with its place. Dead slots hold zeros (there is no value `free`: see the bit of the slot).
// Everything belongs to the cfin, terms to the table given.
#ifndef ENGINE_GUIDE_CFIN_H
#define ENGINE_GUIDE_CFIN_H

#include "analysis/live.h"
#include "analysis/points.h"
#include "base/arena.h"
#include "base/map64.h"
#include "base/str.h"
#include "expr/expr.h"
#include "ir/ir.h"
#include "state/layout.h"

typedef struct fvar {
  expr sym;   // its value now
  expr init;  // its value at the start
  uint32_t width;
  const char *name;
  uint32_t index;   // as an address; 0: a register or the bit of a slot
  uint32_t obj;     // a cell: its object; the bit of a slot: the slot's
  uint64_t offset;  // a cell: where in the object
  ir_type type;
  uint32_t proc, reg;  // a register
  bool fixed;          // no edge changes it
} fvar;

typedef enum fobj_kind { FOBJ_GLOBAL, FOBJ_SLOT, FOBJ_LOCAL } fobj_kind;

typedef struct fobj {
  fobj_kind kind;
  uint32_t global;  // GLOBAL
  ir_type type;
  uint32_t slot;      // SLOT: from 1
  uint32_t proc, pc;  // LOCAL: its instruction
  uint32_t taken;     // SLOT: variable of one bit; else 0
  uint32_t first, n;  // variables of its cells, ascending offsets
  uint64_t size;      // bytes, with the padding behind the last cell
  bitset abstracts;   // numbers in analysis/points.h that it may stand for
} fobj;

typedef struct fpool {
  ir_type type;
  uint32_t slots, first;
} fpool;  // first: object of slot 1

typedef struct floc {
  uint32_t proc, pc;  // pc UINT32_MAX: it has ended, or stands still for ever
  place at;
  VEC(uint32_t) out;  // edges
} floc;

typedef struct fupdate {
  uint32_t var;
  expr value;
} fupdate;

typedef struct fedge {
  uint32_t proc, from, to;  // to 0: `check` fails
  expr guard;
  VEC(fupdate) updates;
  expr_vec inputs;
  ir_check check;
  bool own_error;  // raised by an access, not by a check instruction
  place at;
} fedge;

// A value that was read from outside of the pools, and the address it was read from.
typedef struct ftop {
  expr input;
  ir_func func;
  const ir_operand *at;
} ftop;

typedef struct memory_config_line {
  const char *type;
  uint32_t slots;
} memory_config_line;
typedef VEC(memory_config_line) memory_config;

typedef struct cfin {
  const ir_module *ir;
  expr_table *terms;
  uint32_t checks;
  bool reuses;  // addresses of ended objects may be met again
  points *points;
  live_info *live;
  layout_table *layouts;
  arena *mem;
  VEC(fvar) vars;  // 0 unused, so below
  VEC(fobj) objs;
  VEC(fpool) pools;
  VEC(floc) locs;
  VEC(fedge) edges;
  VEC(ftop) tops;
  VEC(uint32_t) cells;     // by index: the variable
  VEC(uint32_t) start;     // by process: its first location
  VEC(uint32_t) worklist;  // locations without edges yet
  map64 by_sym, loc_index, reg_index;
  uint32_t top;
  bool frees;  // some object may be freed
  bool
      dangling;  // a slot may be taken again while old addresses of it are left: these may mean either object (MEND-12)
  const char *refused;  // why there is no translation, or NULL
  place refused_at;
} cfin;

// Lines `TYPE COUNT`, `#` comments. False: *why says what is wrong.
bool memory_config_parse(arena *mem, const char *text, memory_config *out, const char **why);

// Never NULL; `refused` tells whether there are edges.
// checks: bit per ir_check that is a violation; checks that are none are left out. dangling: see `dangling` above.
cfin *cfin_new(const ir_module *ir, expr_table *terms, uint32_t checks, const memory_config *config, bool dangling);
void cfin_free(cfin *c);
void cfin_print(const cfin *c, strbuf *out);

static inline uint32_t cfin_var_of(const cfin *c, expr sym) {
  uint64_t v;
  return map64_get(&c->by_sym, sym.id, &v) ? (uint32_t)v : 0;
}
// The variable of a name: static names, `t.x[j]`, `t[j]`, `taken(t[j])`; 0: none.
uint32_t cfin_var_named(const cfin *c, const char *name);
// The location of a process that stands at a code index; 0: it is none.
uint32_t cfin_loc_at(const cfin *c, uint32_t proc, uint32_t pc);
expr cfin_address(const cfin *c, uint32_t index);
// Does every pointer point to what its type says, to the first byte of it, or is null? So it is in C_min.
bool cfin_typed(const cfin *c);

// --- inside of the translation: cfin_*.c only

// A value on a way: a term, or a pointer as the address `e` and a distance in bytes.
typedef struct fval {
  expr e;
  expr off;      // pointers: 64 bits; else EXPR_NONE
  ir_type elem;  // pointers: what `e` was declared to point to; void: unknown
} fval;

typedef struct fwalk {
  cfin *c;
  uint32_t proc, from, pc;
  const ir_func_info *f;
  expr guard;
  fval *regs;  // by register; e none: as at the start of the way
  bool *written;
  VEC(fupdate) updates;
  expr_vec inputs;
  uint32_t depth;  // of atomic regions
  bool in_guard, begun, drawn;
  uint32_t ops;
} fwalk;

typedef enum fend { FEND_NEXT, FEND_DONE } fend;  // go on at w->pc; the way has ended

void cfin_refuse(cfin *c, place at, const char *why);
uint32_t cfin_location(cfin *c, uint32_t proc, uint32_t pc);
uint32_t cfin_reg_var(cfin *c, uint32_t proc, uint32_t reg);
void cfin_walk_from(cfin *c, uint32_t loc);

expr fwalk_fresh(fwalk *w, uint32_t width, const char *name);
expr fwalk_get(const fwalk *w, uint32_t var);
void fwalk_set(fwalk *w, uint32_t var, expr value);
fval fwalk_operand(fwalk *w, const ir_operand *o);
void fwalk_result(fwalk *w, const ir_instr *i, fval v);
bool fwalk_restrict(fwalk *w, expr cond);  // false: no state goes this way
// Where `cond` holds the check fails: an edge of its own; goes on where it does not. False: nowhere.
bool fwalk_fails(fwalk *w, expr cond, const ir_instr *i, ir_check check, bool own);
// A pointer as one term of pointer width.
expr fwalk_pointer(fwalk *w, fval v);
expr fwalk_scalar(fwalk *w, fval v);  // likewise any value

// cfin_mem.c
fend fmem_access(fwalk *w, const ir_instr *i);  // load, store, rmw, cas
fend fmem_valid(fwalk *w, const ir_instr *i);
fend fmem_new(fwalk *w, const ir_instr *i);
fend fmem_local(fwalk *w, const ir_instr *i);
fend fmem_free(fwalk *w, const ir_instr *i);

#endif
