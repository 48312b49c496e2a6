// Which threads of a program can never run again, by running every schedule (doc/semantics-systemc.md 7).
#ifndef CROSS_STARVE_H
#define CROSS_STARVE_H

#include <stdbool.h>
#include <stdint.h>

// Prints one line: "all" or "some" (more than max_nodes were needed), then the names of the threads that some state at the
// end of an evaluation phase leaves waiting for ever. False: the file cannot be read.
bool starve_names(const char *program, uint64_t max_nodes);

#endif
