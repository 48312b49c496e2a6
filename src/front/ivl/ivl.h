// The IVL front end, its stages in order: parse -> analyse -> lower. See ivl_ast.h for what passes between them.
// Language: [AVPE15] with the additions in doc/ivl.md.
#ifndef FRONT_IVL_IVL_H
#define FRONT_IVL_IVL_H

#include "front/ivl/ivl_ast.h"

// Fills decls; errors go to prog->d.
void ivl_parse(ivl_program *prog, const char *text, size_t len);
// Types, names, constants, call-graph rules; errors go to prog->d.
void ivl_analyse(ivl_program *prog);
// The module of an analysed program without errors, not frozen.
ir_module *ivl_lower(ivl_program *prog, const char *text, size_t len);

#endif
