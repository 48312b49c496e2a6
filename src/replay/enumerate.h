// Every run of a program, one after the other: all schedules and all inputs of a range, by stateless re-execution. The
// ground truth of the random tests; only for small programs.
#ifndef REPLAY_ENUMERATE_H
#define REPLAY_ENUMERATE_H

#include "replay/machine.h"

typedef struct enum_result {
  uint64_t runs, steps;                           // steps of all runs, the common beginnings counted each time
  uint64_t finished, cut, violations, deadlocks;  // runs that ended so
  uint64_t races;  // runs in which two neighbouring steps are a data race; known if options.checks asks for races
  bool complete;   // no bound was hit and no run ended at a limit or something unsupported
  bool violation;  // some run ended in one; the first found:
  ir_check check;
  place at;
} enum_result;

// Depth first: processes in declaration order, inputs from lo to hi (in the input's own signedness, clipped to its
// type; an input without any value in the range has no run). `base` gives checks and limits; its input callback is not
// used. max_runs and max_steps_per_run of 0 mean no bound. `each` (or NULL) is called at the end of every run, however
// it ended. Returns out->complete.
bool enumerate_all(const ir_module *m, const machine_options *base, int64_t lo, int64_t hi, uint64_t max_runs,
                   uint64_t max_steps_per_run, enum_result *out, void (*each)(void *arg, const machine *m), void *arg);

#endif
