// All that a program can do, counted: the meeting point of the two interpreters. Two explorations of one program agree
// iff their outcomes are equal: every end state and every violation is reached by the same number of pairs of a
// schedule and an input assignment.
#ifndef CROSS_OUTCOME_H
#define CROSS_OUTCOME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map64.h"
#include "base/str.h"
#include "base/vec.h"
#include "ir/ir.h"
#include "replay/machine.h"
#include "sem/sem.h"

typedef struct outcome_item {
  char *text;
  uint64_t count;
} outcome_item;
typedef struct outcome_set {
  VEC(outcome_item) items;
  map64 index;
} outcome_set;

typedef struct outcome {
  bool complete;
  const char *why;    // incomplete: the reason, or NULL if it was merely too large
  uint64_t finished;  // complete runs
  uint64_t paths;     // complete symbolic runs (explore) or complete runs (oracle)
  uint64_t runs, steps;
  bool has_inputs;         // some run drew an input
  outcome_set finals;      // canonical dumps of end states
  outcome_set violations;  // "kind:line"
} outcome;

void outcome_fini(outcome *o);
void outcome_set_fini(outcome_set *s);
void outcome_add(outcome_set *s, const char *text, uint64_t count);
uint64_t outcome_count(const outcome_set *s, const char *text);
void outcome_violation_text(ir_check check, place at, strbuf *out);
// False: *detail says what differs first.
bool outcome_same(const outcome *a, const char *name_a, const outcome *b, const char *name_b, strbuf *detail);

// The same ends, however often; `timeless`: but for the time of end states.
bool outcome_same_ends(const outcome *a, const char *name_a, const outcome *b, const char *name_b, bool timeless,
                       strbuf *detail);

// What both sides must be told alike.
typedef struct outcome_options {
  uint32_t checks;  // bit per ir_check: which kinds are violations
  bool multi;       // keep all pending notifications of an event
  int64_t lo, hi;   // every input lies there
} outcome_options;

// How many values the input of a type takes when restricted to lo..hi; the i-th of them.
uint64_t input_count(const ir_module *m, ir_type t, int64_t lo, int64_t hi);
uint64_t input_value(const ir_module *m, ir_type t, int64_t lo, uint64_t i);

// All schedules with all inputs, one concrete run after the other on the independent interpreter.
void oracle_run(const ir_module *m, const outcome_options *o, uint64_t max_runs, outcome *out);
// Runs of at most max_depth steps with random choices; only violations are collected.
void oracle_walk(const ir_module *m, const outcome_options *o, uint64_t seed, uint64_t runs, uint64_t max_depth,
                 outcome *out);
// All schedules on the step interface, without engine; every end state is expanded into its input assignments.
typedef enum explore_mode {
  EXPLORE_ALL,       // every run: outcomes are equal
  EXPLORE_STORED,    // no state twice: the same ends, not as often
  EXPLORE_TIMELESS,  // the same without the time in the key where it may be left out
} explore_mode;
void cross_explore_run(const ir_module *m, const outcome_options *o, explore_mode mode, uint64_t max_steps,
                       outcome *out);

#endif
