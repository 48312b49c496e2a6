// One entry of compile_commands.json: from the words of a compiler's command line to those that matter here.
#ifndef APP_PROJECT_WORDS_H
#define APP_PROJECT_WORDS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/vec.h"

typedef VEC(const char *) project_words;

// A command line as a shell takes it apart: blanks, quotes, backslashes. False: a quote is not closed.
bool project_split(arena *mem, const char *command, project_words *out);
// A path that is meant from `folder`.
const char *project_path(arena *mem, const char *folder, const char *path);
// Of the words of a compiler those that say what the program is: macros, folders of headers, language, machine, and the
// like. What concerns warnings, optimisation, debugging, dependencies and output is left out. Paths begin at `folder`.
void project_flags(arena *mem, const char *folder, const project_words *all, project_words *out);
// The output file that they name, or NULL.
const char *project_output(const project_words *all);

#endif
