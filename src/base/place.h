// A place in a source file. `file` is interned (compare by pointer within one run); line 0 means "no place".
#ifndef BASE_PLACE_H
#define BASE_PLACE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct place {
  const char *file;
  uint32_t line, col;
} place;

#define PLACE_NONE ((place){0, 0, 0})

// A file of a library or of its model: what happens there is the caller's doing. Decides what is shown, never what is found.
bool place_in_library(const char *file);
// No file: the text of an option (`--threads`), or the driver that was made from such. The text alone tells where it is.
bool place_of_option(const char *file);

#endif
