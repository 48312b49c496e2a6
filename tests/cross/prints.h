// Is a text among those that a program prints, over all schedules?
#ifndef CROSS_PRINTS_H
#define CROSS_PRINTS_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/ir.h"

// Prints one line: "among", "found", "missing", "not found" or "unknown", a colon and how many runs there were. False: a
// file cannot be read.
ir_module *prints_read_program(const char *path);  // the text form; NULL: said on stderr
bool prints_among(const char *program, const char *expected, uint64_t max_runs);

#endif
