// First mistakes on the command line and their remedies: one line each.
#ifndef APP_MISTAKES_H
#define APP_MISTAKES_H

#include "app/options.h"

// An option that does not exist, and what was probably meant: another option, a property, an engine, words for the compiler.
void mistake_option(const char *word, strbuf *error);
// The first word is neither a command nor a file, but looks like a command; false: it does not.
bool mistake_command(const char *word, strbuf *error);
// Files of the program that do not exist, are folders or empty are said on stderr; false: there was one.
bool mistake_files(const command_line *line);

#endif
