// Everything that is checked about one program text.
#ifndef CROSS_CHECK_H
#define CROSS_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

typedef enum check_kind {
  CHECK_OK,
  CHECK_SKIPPED,     // too many runs to enumerate
  CHECK_PARSE,       // the front end rejects a generated program
  CHECK_ROUND_TRIP,  // the printed IR is not read back to the same text
  CHECK_REREAD,      // the re-read IR does something else
  CHECK_OUTCOME,     // the two interpreters do not do the same
  CHECK_KEYS,        // a search with a visited set misses an end
  CHECK_UNKNOWN,     // an engine gives up although everything is small
  CHECK_VERDICT,     // an engine is wrong
  CHECK_PLACE,       // a violation that no run has
  CHECK_GRADE,       // SAFE without proof
  CHECK_REPLAY,      // a counterexample does not replay
  CHECK_COUNT,       // wrong number of executions
  CHECK_CRASH,       // the process died (only seen from outside)
  CHECK_TIME,        // it took too long (only seen from outside)
  CHECK_KINDS
} check_kind;

typedef struct check_options {
  uint64_t max_runs;  // of the concrete enumeration
  bool reread;        // also look at the re-read IR
  bool cyclic;        // runs do not end: random walks instead of the enumeration
  bool deadlock;      // counts as a violation
  bool multi;         // --pending=multi
  bool determinism;   // that question instead of all others
  bool every_config;  // all ways of running the engines, not two chosen by the seed
  uint64_t seed;      // of the walks and of the choice of configurations
} check_options;

typedef struct check_report {
  check_kind kind;
  bool unsafe;
  bool naive_needs_range;       // naive answered only after --input-range
  unsigned configs, undecided;  // ways of running engines beside naive and plain stateless; those that said UNKNOWN
  uint64_t runs;
  char detail[1200];
  char plant[1200];  // an assertion for the end of main that only the runs of the rarest end state violate, or ""
} check_report;

const char *check_kind_text(check_kind k);
void check_program(const char *text, size_t len, const check_options *o, check_report *r);

#endif
