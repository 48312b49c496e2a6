// What the files facts*.c share: where the value of an operand comes from, and the blocks of the code as nodes.
#ifndef ENGINE_GUIDE_FACTS_IMPL_H
#define ENGINE_GUIDE_FACTS_IMPL_H

#include "engine/guide/facts.h"

enum { FACTS_DEPTH = 24 };  // assignments that are followed back

typedef enum source_kind {
  SOURCE_UNKNOWN,
  SOURCE_CONST,
  SOURCE_CELL,
  SOURCE_PARAM,
  SOURCE_RESULT,
  SOURCE_MANY,   // a register with several assignments
  SOURCE_CHOICE  // a select
} source_kind;

typedef struct source {
  source_kind kind;
  uint64_t value;            // CONST
  uint32_t global, classes;  // CELL
  uint64_t offset;
  uint32_t size;
  uint32_t param;          // PARAM, MANY: the register
  const ir_instr *choice;  // CHOICE
  uint32_t callee;         // RESULT
} source;

bool facts_holds(fact_rel r, uint64_t a, uint64_t b, uint32_t size);
// The only assignment of each register; NULL: a parameter, or several.
void facts_find_defs(facts *f);
const ir_instr *facts_def(const facts *f, uint32_t func, uint64_t reg);
source facts_source(const facts *f, uint32_t func, const ir_operand *o);
// Where a pointer points to: a global or an object behind the first parameter.
void facts_find_place(const facts *f, uint32_t func, const ir_operand *o, source *out);
// The classes that a method's first parameter may have (class_of, class_sets).
void facts_find_classes(facts *f);
bool facts_may_meet(const facts *f, uint32_t a, uint32_t b);

static inline uint32_t facts_block_node(const facts *f, uint32_t func, uint32_t block) {
  return f->first_block[func] + block;
}
uint32_t facts_block_of(const ir_func_info *info, uint32_t pc);  // 0: none

#endif
