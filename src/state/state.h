// Symbolic states: what a program looks like between two instructions.
//
// A state is reference-counted and shares structure: memory lives in copy-on-write chunks, call stacks in persistent
// frames (top frame -> caller), so that state_fork costs the chunk table, not the contents, and a step copies only
// what it writes. A chunk or frame that has one owner is written in place. Hashes are cached per chunk.
//
// A value is a concrete word (e none, obj 0), a term (e), or a pointer (obj, byte offset in `bits` or, if symbolic,
// the 64-bit term `e`). Integers wider than 64 bits are terms, constants included unless they fit a word. Purely
// concrete programs never touch the term table.
//
// Not part of the key: the path (`inputs`), caches, counters. Everything else that the future can depend on is.
#ifndef STATE_STATE_H
#define STATE_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "expr/expr.h"
#include "ir/ir.h"
#include "smt/pathcond.h"

typedef struct value {
  uint64_t bits;  // concrete word or pointer offset
  expr e;         // term, if some
  uint32_t obj;   // pointer: the object; 0 = not a pointer, or null
} value;

static inline bool value_is_concrete(value v) { return v.e.id == 0; }
static inline bool value_same(value a, value b) { return a.bits == b.bits && a.e.id == b.e.id && a.obj == b.obj; }
static inline value value_word(uint64_t bits) { return (value){bits, {0}, 0}; }
static inline value value_term(expr e) { return (value){0, e, 0}; }
static inline value value_pointer(uint32_t obj, uint64_t offset) { return (value){offset, {0}, obj}; }

// One input drawn on the way here (persistent list, newest first; not part of the key).
typedef struct state_input {
  struct state_input *older;
  uint32_t refs;
  const char *name;
  ir_type type;
  expr literal;  // the literal, or a constant term once it was fixed
  place at;
  uint32_t proc;   // who drew it
  bool spurious;   // what a `nondet.spurious` has drawn where loops are watched: a constant
  bool no_reason;  // the literal of a `nondet.spurious`
} state_input;

// Number of a process at run time: 0 = the kernel (elaboration, notification phase, clean-up: whichever is due),
// 1..n_procs = the module's processes, above = spawned ones, named independently of the schedule.
typedef uint32_t proc_id;
#define PROC_KERNEL ((proc_id)0)
typedef VEC(proc_id) proc_vec;

typedef struct state state;

state *state_ref(state *s);
void state_unref(state *s);
// A copy that may be changed on its own. O(number of chunks), contents shared.
state *state_fork(state *s);

pathcond *state_pathcond(const state *s);  // borrowed
const state_input *state_inputs(const state *s);
uint64_t state_time(const state *s);
// Drops path condition and inputs. s has one owner and is concrete: nothing later depends on them.
void state_forget_history(state *s);
// All literals that occur in memory, live registers or the kernel record (not in the path condition), in a fixed order.
void state_literals(const state *s, expr_table *t, expr_vec *out);
bool state_is_concrete(const state *s);
// Calls each(arg, v) for every value of the state: memory, frames, objects; in a fixed order.
void state_each_value(const state *s, void (*each)(void *arg, const value *v), void *arg);
// The same for values that refer to an object. Chunks without any are remembered: the next call passes them until they are written.
void state_each_pointer(const state *s, void (*each)(void *arg, const value *v), void *arg);
// The same by stretches of values that lie together.
void state_each_run(const state *s, void (*each)(void *arg, const value *v, uint32_t n), void *arg);
// As above, and the result replaces the value. s has one owner; parts are copied only where something changes.
void state_map_values(state *s, value (*map)(void *arg, value v), void *arg);
// The same for a map that changes terms only.
void state_map_terms(state *s, value (*map)(void *arg, value v), void *arg);
// What is wrong with the parts of the state, which are all looked at; NULL: nothing (state_fault.c).
const char *state_fault(const state *s);

#endif
