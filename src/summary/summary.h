// The program as guarded updates: for every control state, what each step does to data, as terms.
//
// Made by running the one interpreter (sem) on states whose data are not known: a place that takes many values, or a symbolic one, becomes a
// variable. So enabledness, blocking, wake-ups, phases, time and every operation mean here what they mean to the searches; nothing is
// written a second time.
//
// A *point* is a state in which some places hold their variable, which may be anything, and everything else is known exactly: where
// processes stand, what they wait for, pointers, the scheduler's records, the other data. States that differ in numbers alone belong to one
// *class*. Its points are told apart by numbers as long as they are few; a place with more of them becomes a variable in all points of
// the class. A *rule* is one whole step of one process from a point: the condition under which it goes this way, over the variables of its
// point and fresh inputs, and the values that the variables of the next point get.
//
// The summary is closed: every step of every enabled process from every state that a point stands for satisfies one of the rules, or is
// one that the program does not have (a failed assumption). Where the interpreter cannot go on there is a rule to nowhere with its
// reason: whoever proves something has to exclude it. tests/unit/test_summary.c compares
// with steps of the concrete interpreter.
//
// Owns its states and lists. Terms belong to the table of the sem, which must not collect them meanwhile.
#ifndef SUMMARY_SUMMARY_H
#define SUMMARY_SUMMARY_H

#include "sem/sem.h"

typedef struct summary_options {
  uint32_t most_points;          // beyond: it is too large
  uint32_t few_points;           // of a class; beyond, places become variables
  uint32_t few_values;           // of a place, where a class has too many points
  bool (*may_go_on)(void *arg);  // asked before each call of sem_step; NULL: yes
  void *arg;
} summary_options;
summary_options summary_default_options(void);

typedef struct summary summary;

typedef struct summary_rule {
  uint32_t from, to;  // points; to 0: nowhere, `kind` says why
  sem_kind kind;      // NEXT, VIOLATION, UNKNOWN
  proc_id proc;
  ir_check check;  // VIOLATION
  const char *message;
  place at;
  expr_vec guard;   // conjuncts
  expr_vec values;  // of the variables of `to`, in their order
} summary_rule;

typedef VEC(uint32_t) summary_ids;

// Of the program from its initial state on. Never NULL.
summary *summary_new(sem *m, const summary_options *o);
void summary_free(summary *x);

// NULL: it is closed. Else why there is none.
const char *summary_failed(const summary *x);

size_t summary_n_vars(const summary *x);
expr summary_var(const summary *x, uint32_t var);  // its symbol; from 0
void summary_var_name(const summary *x, uint32_t var, strbuf *out);
size_t summary_n_points(const summary *x);                                // from 1
const summary_ids *summary_point_vars(const summary *x, uint32_t point);  // ascending by when they became variables
const state *summary_point_state(const summary *x, uint32_t point);
// Where runs begin, and the values that its variables have there.
uint32_t summary_start(const summary *x, const expr_vec **values);
size_t summary_n_rules(const summary *x);
const summary_rule *summary_rule_at(const summary *x, size_t rule);

#endif
