// Diagnostics about the user's input: what is wrong, where, and what to do about it.
//
// Every message is a line of config/diag.def: DIAG(ID, "format", "hint or empty"). A `diags` collects messages in
// order, knows the source texts (to print the line and a caret) and stops collecting after a limit. Nothing here
// aborts: callers go on to find more errors and look at `diags_errors` at the end.
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/place.h"

typedef enum diag_id {
#define DIAG(id, format, hint) DIAG_##id,
#include "config/diag.def"
#undef DIAG
  DIAG_COUNT
} diag_id;

typedef struct diags diags;

diags *diags_new(void);
void diags_free(diags *d);
// Registers the text of a file for carets; copies both.
void diags_add_source(diags *d, const char *file, const char *text, size_t len);
// Variadic arguments fill the format of `id`.
void diag_error(diags *d, place at, diag_id id, ...);
void diag_warning(diags *d, place at, diag_id id, ...);
size_t diags_errors(const diags *d);
bool diags_full(const diags *d);  // the limit of 20 errors is reached: stop parsing
// "file:line:col: error: message", source line, caret, "hint: ..." for each, in order of reporting.
void diags_print(const diags *d, FILE *out);
const char *diag_name(diag_id id);  // "UNKNOWN_TOKEN", for tests

#endif
