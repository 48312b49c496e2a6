// Guards that follow pointers or indices which they load themselves: what such a guard reads is not the same in every state.
#ifndef ENGINE_DPOR_CHASE_H
#define ENGINE_DPOR_CHASE_H

#include <stdbool.h>

#include "ir/ir.h"

// Does some guard of the module?
bool chase_any(const ir_module *m);

#endif
