// Random C_min programs that end: two or three threads over shared cells, with heap objects, pointers to pointers, awaits with
// effects, inputs of few values, concurrent assignments and jumps. Many run into an error in some schedule, about as many do
// not. A statement a line, so that the shrinker can delete them.
#ifndef CMIN_GEN_CMIN_H
#define CMIN_GEN_CMIN_H

#include <stdint.h>

#include "base/str.h"

void gen_cmin(uint64_t seed, strbuf *out);
void gen_cmin_goal(uint64_t seed, strbuf *out);  // EF q about its variables

#endif
