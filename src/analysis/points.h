// Which objects a pointer may point to: flow- and context-insensitive, per register and per object contents.
//
// Abstract objects: 1..n_globals are the module's globals; every `local` and `new` instruction is one more (all
// objects it ever makes). A shadow object is taken as part of the object it belongs to. Over-approximates: what is not in
// a set is never pointed to.
//
// Under free interleaving (C) every scalar may carry an address, whatever its type: integers loaded from where a pointer
// was stored, bytes, results of arithmetic. Elsewhere only pointers do, and one that is made from an integer may point
// to anything whose address escapes.
#ifndef ANALYSIS_POINTS_H
#define ANALYSIS_POINTS_H

#include "base/bitset.h"
#include "ir/ir.h"

typedef struct points points;

points *points_new(const ir_module *m);
void points_free(points *p);
uint32_t points_objects(const points *p);                           // highest abstract object number
uint32_t points_site(const points *p, uint32_t func, uint32_t pc);  // the objects of a `local` or `new`; 0: it is none

// Objects the operand (of function f) may point to.
const bitset *points_of(const points *p, ir_func f, const ir_operand *o);
// Objects whose addresses object `obj` may contain.
const bitset *points_contents(const points *p, uint32_t obj);
// True if the operand always is the address (object, offset): the exact cell is known before running.
bool points_exact(const points *p, ir_func f, const ir_operand *o, uint32_t *obj, uint64_t *offset);
bool points_local(const points *p, uint32_t obj);  // made by `local`
// Objects that one process alone can reach: `local` ones whose address is stored nowhere and passed to no process.
bool points_private(const points *p, uint32_t obj);

#endif
