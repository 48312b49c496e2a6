// What an engine found out: verdict, grade, violation, counterexample, counters. Reports read this and nothing else.
//
// An engine fills verdict, reason, counters and, for UNSAFE, the schedule and the input values. The trace (steps with
// places and changes) is made by re-executing them on the independent interpreter (explain.h), which at the same time
// confirms the violation: a result that was not confirmed is never printed as UNSAFE.
#ifndef RESULT_RESULT_H
#define RESULT_RESULT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"
#include "ir/ir.h"
#include "replay/machine.h"

typedef enum verdict { VERDICT_UNKNOWN, VERDICT_SAFE, VERDICT_UNSAFE } verdict;
typedef enum grade { GRADE_NONE, GRADE_PROVED, GRADE_BOUNDED, GRADE_HEURISTIC } grade;

typedef struct counters {
#define COUNTER(name, help) uint64_t name;
#include "config/counters.def"
#undef COUNTER
} counters;

typedef struct result_input {
  const char *name;
  ir_type type;
  uint64_t bits;
  const uint64_t *limbs;
  place at;
} result_input;
// What a trace file says about an input, before trace_bind has found its type.
typedef struct trace_text {
  const char *type, *value;
} trace_text;
typedef struct trace_change {
  const char *name, *value;
} trace_change;

// "locks" with the name of a mutex, "starts" with that of a process; "ends" has none (machine_events).
typedef struct step_event {
  const char *verb, *name;
} step_event;

typedef struct trace_step {
  uint32_t proc;  // 0 = kernel
  const char *proc_name;
  uint64_t time, delta;
  const char *time_text;  // the time as texts show it
  place at;               // where the step began, in the user's code
  place inner;            // the same, also in a library
  const char *source;     // that source line, trimmed
  const char *action;
  step_event *events;  // the action in parts
  uint32_t n_events;
  const char *output;  // program output of the step, or NULL
  trace_change *changes;
  uint32_t n_changes;
} trace_step;

typedef VEC(trace_step) trace_vec;
typedef VEC(uint32_t) schedule_vec;
typedef VEC(result_input) result_inputs;

// A call of a history (result/history.h). Events are numbered in the order of the run.
typedef struct history_call {
  unsigned client, call;
  const char *text, *result;  // result: NULL if it has none
  uint32_t called, returned;  // events; 0: it did not return
  uint32_t from, to;          // their steps
} history_call;
// What the specification returns in one order of the calls.
typedef struct history_expected {
  unsigned client, call;
  long long result;
  bool waits;  // it returns nothing: the call waits for ever
} history_expected;
typedef struct history_order {
  const history_expected *calls;
  size_t n;
} history_order;

// What the condition that failed has read.
typedef struct result_operand {
  const char *name, *value;
  machine_origin_kind from;
  place at;             // where it was written, passed, returned
  const char *process;  // by whom; NULL: not known
} result_operand;

typedef struct violation {
  ir_check check;
  const char *message;
  place at;
  const char *source;
  const char *proc_name;
  // A data race has two accesses: the one above, of the last step, and this one, of the step before.
  place other_at;
  const char *other_source, *other_proc_name;
  const char *variable;  // that both access; NULL if it is no race
  const char *missing;   // of a race: what would have ordered the two, or NULL
  bool writes, other_writes;
} violation;

// A property asked for, by its name.
typedef struct result_property {
  const char *name;
  uint32_t checks;  // bit per ir_check: its kinds of violations
} result_property;

// What is known about one property, or one kind of violation, although the verdict is about all of them.
typedef struct result_outcome {
  verdict verdict;
  grade grade;
  const char *engine;  // who answered; several: "cegar, stateful"
  const char *reason;  // UNKNOWN: why
} result_outcome;

// A kind of violation that a complete search has excluded. The watchdog may read it at any time: `grade` comes last.
typedef struct result_proof {
  const char *engine;
  grade grade;  // GRADE_NONE: there is none
} result_proof;

// Assumptions that are found in two ways.
#define RESULT_LOCALS_APART "a local object is not where one that has ended has been"
#define RESULT_HEAP_APART "a new object is not where one that was freed has been"

// Why an engine has no answer.
typedef struct result_reason {
  const char *engine;  // NULL: the run as a whole
  const char *text;
  place at;
  uint32_t checks;  // what it was asked about; 0: everything
} result_reason;

// What is known of a program although there is no answer: numbers about runs without any of the violations asked for. Plain
// numbers: the watchdog may read them at any time, and processes share them.
typedef struct result_known {
  uint64_t executions;   // complete runs: the most that one search has made
  uint64_t states;       // likewise
  uint64_t random_runs;  // complete runs of the concrete interpreter
  uint64_t levels;       // all runs with fewer preemptions than this
} result_known;

// An assumption or assertion of the program: does a run come through it?
typedef enum claim_value { CLAIM_NOT_SHOWN, CLAIM_REACHED, CLAIM_UNREACHABLE } claim_value;
typedef struct result_claim {
  bool assume;  // else an assertion
  place at;
  claim_value value;
} result_claim;

// --coverage: a line, an arm of the branch there, an assumption or an assertion of the program.
typedef enum cover_kind { COVER_LINE, COVER_ARM, COVER_ASSUME, COVER_ASSERT, COVER_KINDS } cover_kind;
typedef struct result_cover {
  cover_kind kind;
  place at;      // LINE: column 0
  uint32_t arm;  // ARM: its number among those of the branch
  claim_value value;
  uint64_t count;  // how often steps have come there; 0 unless it is reached
} result_cover;

// Which part of a divided search this is (--shard), and how it fits to the others (engine/parts). Positions are places in the
// order in which a single process would come to them.
#define RESULT_NO_STEP SIZE_MAX
#define RESULT_NOWHERE UINT64_MAX
typedef struct result_shard {
  uint32_t index, count;  // count 0: there is but one part
  bool engines;           // each part has other engines; else other executions
  bool complete;          // all that is the part's was explored: it knows all units
  bool safe;              // and nothing in it is violated
  grade grade;            // then
  uint64_t units,
      taken;  // of all parts, of this one; 0 units: it ended before it was divided, and every part has the answer
  uint64_t frontier;    // equal for all parts that fit together
  uint64_t position;    // of the violation, or RESULT_NOWHERE
  uint64_t noted;       // of `reason`, likewise
  const char *doubt;    // the reason why SAFE cannot be said if some part has infeasible runs; NULL: there is none
  const char *program;  // SHA-256 of the program as it was searched
} result_shard;

// What a reduction left out: choices of processes, or states that were not explored again.
typedef struct pruned {
  const char *name;
  uint64_t count;
} pruned;

typedef struct result {
  verdict verdict;
  grade grade;
  const char *reason;                   // UNKNOWN: why; else NULL
  place reason_at;                      // if it has a place
  VEC(result_reason) reasons;           // UNKNOWN: of all engines that were asked, in that order
  result_known known;                   // UNKNOWN: by searches that looked for everything that is not proved
  uint64_t levels;                      // as in `known`, of the search that runs
  const char *engine;                   // who answered
  VEC(result_property) properties;      // asked for, in that order
  result_proof proofs[IR_CHECK_COUNT];  // by an engine that was asked about some of the checks only; else empty
  VEC(const char *) assumptions;
  const char *
      memory_model;  // SAFE of threads: the memory model it holds for, "c11", "rc11", "tso"; NULL: it is about sequential consistency
  const char *memory_by;      // by what: "drf-sc", "graph", "robust"
  VEC(const char *) limits;   // in force (with a restricted grade) or hit
  VEC(const char *) notes;    // information: "deadlock is possible", ...
  VEC(history_call) history;  // UNSAFE: of a driver that records one, in the order in which calls began
  VEC(history_order) orders;  // those that are allowed; none explains the history
  uint32_t history_events;
  VEC(result_claim) claims;      // SAFE (proved): of the program itself, by place
  bool covered;                  // `coverage` was asked for
  VEC(result_cover) coverage;    // then: by file, line, kind and column
  VEC(const char *) unwritten;   // "FILE: reason": files asked for that could not be written
  violation violation;           // UNSAFE
  VEC(const char *) why;         // then: lines about who waits for whom, who freed what (machine_why)
  VEC(result_operand) operands;  // likewise: of an assertion and the like
  const char *replay_memory;     // UNSAFE: the weak memory model that allows the run; NULL: an interleaving
  VEC(machine_link) links;       // then: who reads from whom, by the steps of the schedule
  size_t critical;               // then: the number of the first step (from 1) after which every run fails; 0: every
                                 // run does; RESULT_NO_STEP: it is not known
  schedule_vec schedule;         // processes, one per step of the specification's counting, interrupted steps once
  bool lasso;                    // UNSAFE: a run that never ends; from step loop_from on it goes round for ever. No
  size_t loop_from;              // step is left there: it stays where it is
  bool unfair;                   // then: some process may be kept waiting for ever though it could always step
  bool strong;                   // then: who can step somewhere in the loop steps in it
  VEC(machine_origin) origins;   // of the spawned processes n_procs + 1, ... that the schedule numbers
  result_inputs inputs;          // in the order drawn
  schedule_vec second_schedule;  // nondeterminism: the other order,
  result_inputs second_inputs;   // in which each process draws the same inputs
  VEC(const char *) allowed;     // names whose differences are intended (--allow-nondet)
  trace_vec second_trace;
  trace_vec trace;                // after trace_load: only the process names, until it is confirmed
  uint32_t first_spawned;         // number of the first of `origins` in a trace file that was loaded
  VEC(trace_text) loaded_inputs;  // beside `inputs`, between trace_load and trace_bind; else empty
  uint32_t replay_checks;         // options that a replay needs again: kinds that are violations (bit per ir_check),
  uint32_t replay_asked;          // those for which the program was read, if more
  const char *goal;               // EF q (--goal), or NULL
  const char *ltl;                // the formula (--ltl), or NULL
  bool replay_separate;           // steps were not merged while a process was alone (ir_module.separate)
  bool replay_bytes;              // addresses were followed through other types, too (--address-reuse=bytes)
  const char *replay_visible;     // which accesses begin a step: a value of --visible; NULL: those that others may see
  bool replay_pending_multi;      // rule of pending notifications; set by explain_confirm and trace_load
  counters counters;
  result_shard shard;
  VEC(pruned) pruned;  // one per reduction that was in force, in the order of their first mention
  double time_s, solver_time_s;
  double match_time_s;              // of the look-ups among stored states that were timed (--stats)
  uint64_t lookups, matches_timed;  // likewise; all of them, those timed
  uint64_t peak_rss;
  arena *mem;  // owns all strings of this result
} result;

void counters_add(counters *to, const counters *from);  // sums; of the longest run the longer one

result *result_new(void);
void result_free(result *r);
// Printf-style helpers; the text is copied into r->mem.
void result_unknown(result *r, place at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void result_add_limit(result *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));  // no duplicates
void result_add_note(result *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));   // no duplicates
void result_add_reason(result *r, result_reason reason);  // text and file of the place are copied; no duplicates
// Has the search that is in r looked for everything that others have not proved?
bool result_is_about_all(const result *r);
// What it has seen becomes known, if it is.
void result_keep_known(result *r);
void result_join_known(result_known *to, const result_known *from);
bool result_knows(const result_known *k);  // anything
void result_add_unwritten(result *r, const char *path, const char *why);
void result_add_assumption(result *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
// Adds to what the named reduction left out (`name` lives as long as the result); 0 says that it was in force.
void result_add_pruned(result *r, const char *name, uint64_t n);
// The value of an input as a person writes it: decimal, true or false. Text of r->mem.
const char *result_input_text(result *r, const ir_module *m, const result_input *in);
// Records that a search which looked for all these kinds found none of them.
void result_prove(result *r, uint32_t checks, const char *engine, grade g);
bool result_all_proved(const result *r, uint32_t checks);
// The verdict SAFE, from proofs of all these kinds: the weakest grade of them, and everybody who gave one.
void result_conclude_proved(result *r, uint32_t checks);
// Of one property. Texts of r->mem, or as long-lived as those of r.
result_outcome result_outcome_of(const result *r, const result_property *p);
const char *verdict_text(verdict v);  // "safe"
const char *grade_text(grade g);      // "proved"; NULL for none

#endif
