// Random IVL programs for differential tests. A seed and a profile name a program for ever.
//
// Every program is well typed, and (but for the profile `maybe-invalid`) accepted by the front end. Unless the profile
// is cyclic, every run of every schedule ends. Inputs are bool, or restricted by an assumption right after the draw to
// values between GEN_INPUT_LO and GEN_INPUT_HI, so that all inputs can be enumerated. Every statement stands on a
// line of its own, so that a line names a violation and lines can be deleted by the shrinker.
#ifndef GEN_GEN_IVL_H
#define GEN_GEN_IVL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

enum { GEN_INPUT_LO = -2, GEN_INPUT_HI = 3 };

typedef struct gen_profile {
  const char *name, *help;
  unsigned max_threads;  // 1..4
  unsigned waits;        // context switches of all threads together, about
  unsigned statements;   // per body
  unsigned expr_depth;
  unsigned max_inputs;  // 0..3
  bool cyclic;          // threads loop for ever over a small state
  bool few_values;      // variables hold 0..3, so that many runs meet in one state
  bool kernel;          // mostly waits, notifications, suspensions
  bool pointers;        // pointers, new, delete
  bool maybe_invalid;   // broken on purpose: for fuzzing the front end
} gen_profile;

const gen_profile *gen_profile_find(const char *name);  // NULL if there is none
const gen_profile *gen_profiles(unsigned *n);

// Appends the program to out.
void gen_ivl(uint64_t seed, const gen_profile *profile, strbuf *out);

#endif
