// A place in a source file. `file` is interned (compare by pointer within one run); line 0 means "no place".
#ifndef BASE_PLACE_H
#define BASE_PLACE_H

#include <stdint.h>

typedef struct place { const char *file; uint32_t line, col; } place;

#define PLACE_NONE ((place){0, 0, 0})

#endif
