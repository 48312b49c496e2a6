// Of which scalars objects consist, so where an access to many bytes can be seen half done.
//
// An object with a declared type consists of the scalars of that type. Memory without one (heap, arrays of bytes) consists of what is loaded
// and stored there, as far as offsets from the start of a record are constants, and of what objects consist of that are copied to it or from
// it, or of what a front end says about a copied struct. What does not fit together this way is taken apart into scalars of the smallest size that is accessed. Accesses that
// take the scalars of a declared type apart (unions, casts) count as scalars, too.
#ifndef ANALYSIS_SCALARS_H
#define ANALYSIS_SCALARS_H

#include "analysis/points.h"

typedef struct scalars scalars;

scalars *scalars_new(const ir_module *m, const points *p);  // both must live as long
void scalars_free(scalars *s);

// Adds the places k, 0 < k < bytes, where a scalar begins k bytes behind the address (an operand of function f).
void scalars_begin(const scalars *s, ir_func f, const ir_operand *address, uint64_t bytes, bitset *begins);
// The size of the smallest scalar in the objects that the address may point to, at most that of a pointer.
uint32_t scalars_unit(const scalars *s, ir_func f, const ir_operand *address);
// Does an access of so many bytes take in several scalars, as declarations say? (A struct that is passed in a register.)
bool scalars_several(const scalars *s, ir_func f, const ir_operand *address, uint64_t bytes);
// The next entry of the text of a copy (doc/ir.md): a place and a size, and whether that is one scalar. False: no further one.
bool scalars_described(const char **text, uint64_t *place, uint64_t *size, bool *whole);
// Is the address one in an object with a declared type, at a place that is known but for indices?
bool scalars_known(const scalars *s, ir_func f, const ir_operand *address);
// How far behind the start of a record the address lies, as far as constants tell.
uint64_t scalars_offset(const scalars *s, ir_func f, const ir_operand *address);

#endif
