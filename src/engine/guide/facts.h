// Facts and what brings them about: a heuristic distance for programs of any form, C++ with calls and a heap among them.
//
// A fact is a comparison of a scalar cell with a constant, as the program's branches make them. From the code alone it is
// known which stores can make it true, under which branches they stand, who calls the function around them and with which
// arguments. That is a graph of alternatives (any one will do) and requirements (all are needed). In a given state some facts
// hold and some blocks are being executed; the cost of the others is the least over alternatives of the sum over
// requirements, a store counting 1: the additive heuristic of planning, for the block in which the goal's check fails.
//
// Cells are named by what the code knows of their object: a global, or the class (tables of virtual functions that the
// function's first parameter may have), or nothing; and by offset and size. So a distance is a guess: never a bound, never a
// proof. The graph belongs to the module's lifetime.
#ifndef ENGINE_GUIDE_FACTS_H
#define ENGINE_GUIDE_FACTS_H

#include "base/bitset.h"
#include "base/map64.h"
#include "base/vec.h"
#include "ir/ir.h"

#define FACTS_INFINITE UINT32_MAX

typedef enum fact_rel { FACT_EQ, FACT_NE, FACT_SLT, FACT_SGE, FACT_SGT, FACT_SLE, FACT_ULT, FACT_UGE } fact_rel;

typedef struct fact {
  uint32_t global;   // 0: in an object that a pointer reaches,
  uint32_t classes;  // of this set of classes (index into class_sets), 0: any
  uint64_t offset;
  uint32_t size;  // bytes
  fact_rel rel;
  uint64_t value;
  uint32_t node, next;  // next with the same offset and size
  uint32_t gap;         // in the state that is looked at: how far the nearest such cell is from `value`
} fact;

// Alternatives of one node stand in a row; each needs all of its requirements.
typedef struct fact_alt {
  uint32_t node, cost, first, n;
  uint32_t fact;  // not 0: a store that counts towards this fact
} fact_alt;

typedef struct facts {
  const ir_module *ir;
  VEC(fact) facts;  // 0 unused, so below
  VEC(fact_alt) alts;
  VEC(uint32_t) needs;  // nodes
  uint32_t n_nodes;
  uint32_t *first_block;      // by function: node of block 1, minus 1
  uint32_t *entry;            // by function: node of its being called
  uint32_t goal;              // node
  uint32_t *use_first, *use;  // by node: alternatives that need it
  map64 by_cell;              // offset and size -> first fact
  VEC(bitset) class_sets;     // 0: any
  uint32_t *class_of;         // by function: classes of its first parameter
  const ir_instr **defs;      // by function and register: the only assignment
  uint32_t *first_reg;
  // Of the last evaluation:
  uint32_t *cost, *missing, *sum;
  VEC(uint64_t) heap;
} facts;

// checks: the violations that are looked for. NULL: the module has none of them in an instruction.
facts *facts_new(const ir_module *ir, uint32_t checks);
void facts_free(facts *f);

// One state: begin, tell all cells and all places where processes stand, ask.
void facts_begin(facts *f);
// A cell with a concrete value, or `any` if it is symbolic; `cls`: the global that the object's first cell points into, or 0.
void facts_cell(facts *f, uint32_t obj, uint32_t cls, uint64_t offset, uint32_t size, uint64_t bits, bool any);
bool facts_knows(const facts *f, uint64_t offset, uint32_t size);  // may such a cell matter?
bool facts_knows_class(const facts *f, uint32_t cls);  // is there a fact about few classes, this one among them?
void facts_place(facts *f, uint32_t func, uint32_t pc);
uint32_t facts_distance(facts *f, uint32_t most);  // FACTS_INFINITE: none, or not below `most`

#endif
