// Linear temporal logic: formulas, their meaning on runs that come back to a state, and their translation to automata. Knows nothing of
// programs: a condition on a state is a text with a number.
//
//   f = f <-> f | f -> f | f | f | f & f | f U f | f R f | f W f | ! f | X f | F f | G f | true | false | condition | ( f )
//
// from the weakest to the strongest; `->` and U, R, W bind to the right. Also `or`, `||`, `and`, `&&`, `not`, and Spin's [] and <>. A condition is
// the longest text without such an operator outside of its own parentheses; what it means is for whoever asks.
#ifndef LTL_LTL_H
#define LTL_LTL_H

#include "base/str.h"
#include "base/vec.h"

enum { LTL_MOST_ATOMS = 32 };

typedef enum ltl_op { LTL_TRUE, LTL_ATOM, LTL_NOT, LTL_AND, LTL_OR, LTL_NEXT, LTL_UNTIL, LTL_RELEASE } ltl_op;

// Arguments come before what they are arguments of; equal formulas have one number.
typedef struct ltl_node {
  ltl_op op;
  uint32_t a, b;  // numbers of nodes; ATOM: a is the number of the condition
} ltl_node;

typedef struct ltl_atom {
  char *text;
  uint32_t col;  // where it begins in the formula, from 1
} ltl_atom;

typedef struct ltl {
  VEC(ltl_node) nodes;  // [0] is `true`
  VEC(ltl_atom) atoms;
  uint32_t root;
  bool has_next;
} ltl;

// NULL: `error` says where and why not, beginning with "column N: ".
ltl *ltl_parse(const char *text, strbuf *error);
void ltl_free(ltl *f);

// Does the formula hold for the run whose k-th state satisfies the conditions of labels[k], and that goes on with state `loop` after the
// last one? By the definition, place by place: not by an automaton.
bool ltl_holds(const ltl *f, const uint64_t *labels, size_t n, size_t loop);

// A generalised Büchi automaton with marks on its edges: a run is accepted if each mark comes again and again. State 0 is the initial one.
// An edge may be taken in a state that satisfies all conditions of `yes` and none of `no`.
typedef struct ltl_edge {
  uint64_t yes, no;
  uint64_t marks;
  uint32_t to;
} ltl_edge;

typedef struct ltl_state {
  uint32_t first, count;  // its edges
} ltl_state;

typedef struct ltl_automaton {
  VEC(ltl_state) states;
  VEC(ltl_edge) edges;
  uint64_t marks;  // all of them
} ltl_automaton;

// Accepts exactly the runs for which the formula holds, or those for which it does not. NULL: it would be too large.
ltl_automaton *ltl_translate(const ltl *f, bool negated);
void ltl_automaton_free(ltl_automaton *a);

#endif
