// A program as points and rules, and candidates for facts about it.
//
// A point stands for states of one kind (where everybody stands, what the scheduler knows), a rule for a step: a guard and new values of all
// variables, as terms over the old ones and fresh inputs. Whoever gives each point a fact that holds at the start, that the rules keep, and
// that no rule to a bad point satisfies, has proved the program (invariants.h).
#ifndef ENGINE_HORN_PRODUCT_H
#define ENGINE_HORN_PRODUCT_H

#include "base/bitset.h"
#include "base/map64.h"
#include "engine/engine.h"

typedef struct prule {
  uint32_t from, to;  // points
  expr guard;
  expr *values;     // by variable of the product, after it
  expr_vec inputs;  // fresh values
  bool gone;
  bool taken;  // by a run on concrete values
} prule;
typedef VEC(prule) prule_vec;
typedef VEC(uint32_t) rule_ids;

enum { POINT_START = 0, POINT_ERROR = 1, POINT_GAP = 2, FIRST_POINT = 3 };

// Where no fact may hold. Gaps are told apart: where none is reached, more may be known about the other errors.
static inline bool point_is_bad(uint32_t point) { return point == POINT_ERROR || point == POINT_GAP; }

typedef struct product {
  expr_table *t;
  smt *solver;
  limits *limits;
  const logger *log;
  bool (*rests)(void *arg);  // is the effort of this slice spent? NULL: there are no slices
  void *rests_arg;
  expr_vec syms, inits;  // variables; their values at the start, EXPR_NONE: any
  map64 index;           // symbol -> position
  uint32_t n_points;
  prule_vec rules;
  bool apart;    // rules that give different values are not joined
  bitset *live;  // by point: positions in `syms` whose values matter from there on
} product;

void product_add_var(product *p, expr sym, expr init);
static inline bool product_is_var(const product *p, expr sym) { return map64_get(&p->index, sym.id, NULL); }
bool product_speaks_of_vars(const product *p, expr e);             // and of no inputs
uint32_t product_width(const product *p, size_t var);              // 0: an array
prule product_rule(const product *p, uint32_t from, uint32_t to);  // guard true, all values kept
void product_fini(product *p);
const char *product_fault(const product *p);  // what is wrong with it, all rules looked at; NULL: nothing

// Rules that cannot lead to the error are dropped, others put together; points keep their numbers.
void product_simplify(product *p);

// join.c: parallel rules become one, points that no loop needs are left out
void product_join(product *p);
void product_free_rule(prule *r);
void product_fresh_inputs(expr_table *t, const expr_vec *inputs, expr_vec *out);

// The conjuncts of a condition, without those in `out` already.
void product_split(expr_table *t, expr e, expr_vec *out);

// Candidates for facts, by point (guess.c, imply.c). The first marks the rules that its runs take.
typedef VEC(model *) state_rows;  // some states of a point, at most 64
void product_guess_states(const product *p, expr_vec *at, bool with_arrays);
void product_guess_passed(const product *p, expr_vec *at);
void product_guess_implied(const product *p, const state_rows *rows, expr_vec *at);

#endif
