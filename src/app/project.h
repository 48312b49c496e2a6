// --project: the files of a project and the flags of each, from the compile_commands.json that CMake, Meson, Bear and
// others write.
#ifndef APP_PROJECT_H
#define APP_PROJECT_H

#include "app/options.h"

// Fills in line->files (where none are given, and those of --target) and line->own_flags. False: stderr says why not.
bool project_apply(command_line *line);

#endif
