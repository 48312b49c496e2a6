// Which random program belongs to a seed.
#ifndef CONFIGS_PROGRAMS_H
#define CONFIGS_PROGRAMS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "ir/ir.h"

typedef struct program_kind {
  const char *name;
  bool cyclic;    // runs may have no end
  bool variants;  // has assertions with exchangeable constants
} program_kind;

program_kind program_of(uint64_t seed);
// false: there is no such kind
bool program_kind_find(const char *name, program_kind *out);
void program_text(const program_kind *k, uint64_t seed, unsigned variant, strbuf *out);
// NULL: the front end rejects it; `why` (may be NULL) gets its messages.
ir_module *program_parse(const char *text, size_t len, char *why, size_t size);

#endif
