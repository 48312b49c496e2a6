// Distances in a file, so that an abstraction is made once for many searches [SYMCPP05].
//
// Text: a header that says what the distances are of (program, goal, memory configuration, predicates), then the abstract states in
// ascending order: code indices of the processes, bits in hexadecimal, distance or `-`. A file that is of something else is not
// read. What it says is believed, so it orders a search and proves nothing.
#ifndef ENGINE_GUIDE_TABLE_H
#define ENGINE_GUIDE_TABLE_H

#include "engine/guide/boolprog.h"

// The head of a file; texts live in the arena given.
typedef struct table_head {
  uint64_t program;  // table_program of C_fin with this memory
  uint32_t goal;     // bits, as in bool_options
  memory_config memory;
  VEC(const char *) predicates;
  const char *states;  // the rest of the text
} table_head;

uint64_t table_program(const cfin *c);
// False: *why says what keeps the distances from being written.
bool table_print(const boolprog *b, strbuf *out, const char **why);
// False: it is no such text; *why.
bool table_parse_head(arena *mem, const char *text, table_head *out, const char **why);
// The graph without transitions, for boolprog_find and boolprog_distance. NULL: *why.
boolprog *table_read(cfin *c, smt *solver, const table_head *head, const char **why);

#endif
