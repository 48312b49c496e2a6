// Inclusion constraints between sets of objects (Andersen): what pointers point to, as a graph. Nodes are sets. Each object has a node
// for what it contains; loads and stores through a node make edges from and to the contents of all objects in it.
//
// Solved in waves (Pereira, Berlin 2009): cycles become one node, sets flow in topological order, then what grew makes new edges.
#ifndef ANALYSIS_INCLUSION_H
#define ANALYSIS_INCLUSION_H

#include "base/bitset.h"

typedef struct inclusion inclusion;
typedef uint32_t inc_node;

// Objects are 0 to n_objects - 1.
inclusion *inclusion_new(uint32_t n_objects);
void inclusion_free(inclusion *s);
inc_node inclusion_node(inclusion *s, uint32_t n);              // n more nodes, empty sets; the first of them
inc_node inclusion_contents(const inclusion *s, uint32_t obj);  // the node of what the object contains
void inclusion_add(inclusion *s, inc_node set, uint32_t obj);
void inclusion_flow(inclusion *s, inc_node from, inc_node into);
void inclusion_load(inclusion *s, inc_node pointer, inc_node into);
void inclusion_store(inclusion *s, inc_node from, inc_node pointer);
// The least solution. Nothing may be added afterwards.
void inclusion_solve(inclusion *s);
// The solution, over n_objects bits. Sets of several nodes may be one.
const bitset *inclusion_set(const inclusion *s, inc_node set);

#endif
