// One concrete run: in the reference kernel's order or in a random one, with inputs given by name.
#ifndef REPLAY_SIMULATE_H
#define REPLAY_SIMULATE_H

#include "replay/machine.h"

typedef struct simulate_options {
  // Choose among the enabled processes by `seed`; else first come, first served. Under the interleaving scheduler the
  // current process goes on while it can, for a long turn.
  bool random;
  uint64_t seed;
  uint64_t max_steps;  // 0 = none; then the run may end with status MACHINE_RUNNING
  bool bounded;        // instants up to `until` run; then it may end so, too
  uint64_t until;      // in the machine's unit of time, or in femtoseconds
  bool femtoseconds;
} simulate_options;

// Steps a fresh (or reset) machine to its end, or to a data race if those are checked (the status is then whatever the
// second step gave and machine_race tells). on_step (or NULL) is called after each step.
bool simulate_is_over(const machine *m, const simulate_options *o);  // the time has passed `until`
machine_status simulate_run(machine *m, const simulate_options *o,
                            void (*on_step)(void *arg, const machine *m, uint32_t proc), void *arg);

// Inputs from settings NAME=VALUE (decimal, 0x..., true, false). The first input of a name takes the first setting for
// it, the second the second one, ...; the last setting serves all further ones. Inputs without a setting are 0.
typedef struct simulate_inputs simulate_inputs;

// False: *why says which setting cannot be read; nothing was made.
bool simulate_inputs_new(const ir_module *ir, const char *const *settings, size_t n, simulate_inputs **out,
                         const char **why);
void simulate_inputs_free(simulate_inputs *in);
// For machine_options.input, with the simulate_inputs as input_arg.
bool simulate_inputs_draw(void *arg, size_t n, machine_input *in);
// The first setting that no input asked for, or whose value did not fit its input's type; NULL if all is well.
const char *simulate_inputs_unused(const simulate_inputs *in);
const char *simulate_inputs_misfit(const simulate_inputs *in);

#endif
