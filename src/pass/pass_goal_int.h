// The tree of a goal, between its parser and the making of the observer. The caller's arena owns it.
#ifndef PASS_PASS_GOAL_INT_H
#define PASS_PASS_GOAL_INT_H

#include "base/arena.h"
#include "base/str.h"
#include "ir/ir.h"
#include "pass/pass_ltl_names.h"

typedef enum goal_kind { GOAL_NUMBER, GOAL_TRUTH, GOAL_NULL, GOAL_PATH, GOAL_NAMED, GOAL_BINARY, GOAL_NOT } goal_kind;
typedef enum goal_op {
  GOAL_ADD,
  GOAL_SUB,
  GOAL_MUL,
  GOAL_DIV,
  GOAL_MOD,
  GOAL_LT,
  GOAL_LE,
  GOAL_EQ,
  GOAL_NE,
  GOAL_GE,
  GOAL_GT,
  GOAL_AND,
  GOAL_OR
} goal_op;
typedef enum goal_value { GOAL_IS_INT, GOAL_IS_BOOL, GOAL_IS_POINTER } goal_value;

// One step of an access path, innermost last.
typedef enum goal_step_kind { GOAL_FIELD, GOAL_DEREF, GOAL_INDEX } goal_step_kind;
typedef struct goal_step {
  goal_step_kind kind;
  struct goal_step *next;
  ir_type type;             // of what the path means behind this step
  uint64_t offset;          // FIELD
  struct goal_expr *index;  // INDEX
  uint64_t count;           // INDEX: elements; 0: behind a pointer, as many as there are
} goal_step;

typedef struct goal_expr {
  goal_kind kind;
  goal_value is;
  uint32_t col;  // 1-based, in the text of the goal
  uint32_t depth;
  int64_t value;             // NUMBER, TRUTH
  ir_global root;            // PATH
  ir_type type;              // PATH: of what is read
  goal_step *steps;          // PATH
  uint32_t name;             // NAMED: number of the name of the design
  const member_of *members;  // NAMED: the member of a module, by class
  uint32_t n_members;        // 0: the name is that of the value itself
  goal_op op;                // BINARY
  struct goal_expr *a, *b;   // BINARY; NOT: a
} goal_expr;

typedef struct goal_tree {
  goal_expr *root;
  uint32_t width;  // bits in which integers are computed: no value that the goal reads or names is changed by them
  const design_names *names;  // that it mentions; NULL: none
} goal_tree;

enum { GOAL_MAX_DEPTH = 500 };

bool goal_parse(const ir_module *m, const char *text, arena *mem, goal_tree *out, strbuf *error);
// A condition alone, which begins in column `col` of the text of an option.
// names: what is no global variable is a name of the design, and listed here; NULL: it is an error.
bool goal_parse_condition(const ir_module *m, const char *option, const char *text, uint32_t col, design_names *names,
                          arena *mem, goal_tree *out, strbuf *error);
// Adds a process that waits until the condition holds. `reported`: then it reports the violation `goal` with this message; NULL: nothing more.
void goal_add_observer(ir_module *m, const char *name, const goal_tree *tree, place at, const char *reported);

#endif
