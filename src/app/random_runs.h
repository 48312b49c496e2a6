// Random schedules with random inputs on the concrete interpreter: a cheap second look at a proof (--check=3), and for
// threads a cheap first look, since many violations need no search.
#ifndef APP_RANDOM_RUNS_H
#define APP_RANDOM_RUNS_H

#include "replay/machine.h"
#include "result/result.h"

typedef struct random_effort {
  uint32_t runs;
  uint32_t max_steps;     // of one run; 0 = 2000
  uint32_t long_steps;    // of each 16th run, if not 0
  uint64_t instructions;  // of all runs together, 0 = no limit; many processes count as well
} random_effort;

// What the runs have shown, whatever the answer.
typedef struct random_facts {
  uint32_t most_procs;  // the highest number of a process in any of them
  uint64_t complete;    // runs that came to their end
} random_facts;

// With `base->claims` they end as soon as all of them are reached.
// True: one of the runs violates a checked property; its schedule, inputs and violation are in r. The same seed and
// effort give the same answer.
bool random_runs_search(const ir_module *ir, const machine_options *base, uint64_t seed, random_effort effort,
                        result *r, random_facts *facts);
bool random_runs_violate(const ir_module *ir, const machine_options *base, uint64_t seed, uint32_t runs, result *r);

#endif
