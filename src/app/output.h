// Where results go: the standard streams and the files that options name. A result that nobody can read is worth nothing, so
// what can be known beforehand is looked at before the work begins, and the rest makes the exit status STATUS_IO.
#ifndef APP_OUTPUT_H
#define APP_OUTPUT_H

#include "app/options.h"

// Opens what was closed of stdin, stdout, stderr, so that no other file gets their numbers; nothing can be written to them.
void output_guard(void);
// Can the command write what it is asked to? False: stderr says what it cannot.
bool output_ready(const command_line *line);
// The text of a command that makes one: to the file of --output, or to stdout. The exit status.
int output_text(const options *o, const char *text, size_t len);
// Right after something was printed to stdout: the reason if that failed is kept for output_end. stdio itself forgets it.
void output_check(void);
// At the end of a command: `status`, or STATUS_IO if stdout did not take all of it, which stderr then says.
int output_end(int status);
// All of it, without stdio: for the moments before a process ends at once.
bool output_last(const char *text, size_t len);

#endif
