// Which heap objects may be taken for one that has ended, because something compares addresses (doc/semantics-threads.md 11).
//
// A comparison for equality or order, a compare-and-swap, or arithmetic that looks at addresses as numbers brings the objects
// together that its operands may point to (analysis/points.h). If a `free` may end one of them, a pointer to it may be met when it is
// stale, and the other side may lie where it was.
#ifndef ANALYSIS_REUSE_H
#define ANALYSIS_REUSE_H

#include "analysis/points.h"

// Has the pass `reuse` marked something? *order: the global that stands for the order of allocations, or UINT32_MAX.
bool reuse_marked(const ir_module *m, uint32_t *order);
bool reuse_in_language(const ir_module *m);  // programs with threads, in C and C++
// Is there anything to look for? Without the points-to sets: does the program allocate, free and compare?
bool reuse_possible(const ir_module *m);
// Is there anything to look for where addresses are looked at through other types, too?
bool reuse_possible_in_bytes(const ir_module *m);
// Objects made by `new` that some `free` may end; the set has room for all objects and is empty before.
void reuse_freed(const ir_module *m, const points *pts, bitset *freed);
// `bytes`: every operation on integers looks at the addresses that they may carry, whole or in part.
// `sites`: abstract objects made by `new` that are met so; `together`: those of them that something brings together with one among
// `with`. Both sets have room for all objects and are empty before.
void reuse_find(const ir_module *m, const points *pts, bool bytes, const bitset *with, bitset *sites, bitset *together);

// May a pointer to a local object that has ended be compared with one to an object that was made later? What the libraries
// compare among themselves is left out.
bool reuse_of_locals(const ir_module *m);

#endif
