// Random dlang programs that end: a few processes over a few shared variables, with branchings, loops of few rounds,
// compare-and-swap and indices that depend on shared values.
#ifndef DLANG_GEN_DLANG_H
#define DLANG_GEN_DLANG_H

#include <stdint.h>

#include "base/str.h"

void gen_dlang(uint64_t seed, strbuf *out);

#endif
