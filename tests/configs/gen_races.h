// Compact programs full of races: two to four threads that loop over a few actions on small variables, wake each other
// inside one delta cycle, suspend each other, assume things that others check.
//
// Finite: variables hold few values, inputs are restricted where they are drawn. A seed names a program for ever;
// `variant` changes nothing but the constants of its assertions, so that one can be chosen that few schedules violate.
#ifndef CONFIGS_GEN_RACES_H
#define CONFIGS_GEN_RACES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

void gen_races(uint64_t seed, unsigned variant, bool cyclic, strbuf *out);

#endif
