// A cheap second look at a proof (--check=3): random schedules with random inputs on the concrete interpreter.
#ifndef APP_RANDOM_RUNS_H
#define APP_RANDOM_RUNS_H

#include "replay/machine.h"
#include "result/result.h"

// True: one of `runs` runs violates a checked property; its schedule, inputs and violation are in r.
bool random_runs_violate(const ir_module *ir, const machine_options *base, uint64_t seed, uint32_t runs, result *r);

#endif
